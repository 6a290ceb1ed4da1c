//! Splits a proposal in the CSV format of SUNAT's portal: fields are separated by commas, and names may contain commas but are not quoted.
//! The fields after a name tell where it ends. Pure.

use super::{file::invalid_file, lines::ProposalLayout};
use comanda_base::{error::Refusal, search::search_key};
use csv::ReaderBuilder;

/// The index of a line's period, which follows the company's name.
const PERIOD: usize = 2;
const DOWNLOAD_HINT: &str = "Descarga la propuesta como TXT o ZIP de la página de SUNAT y elige ese archivo.";

/// The separator and columns of one file.
#[derive(Debug, Clone, Copy)]
pub(super) struct CsvFormat {
    separator: u8,
    fields: usize,
    /// The indexes of the company's name and of the other party's.
    names: [usize; 2],
}

impl CsvFormat {
    /// Detects the format from the line of column headings. Returns `None` where the file is separated by bars.
    ///
    /// # Errors
    /// Refuses a CSV file without headings: it would be unknown which comma is part of a name.
    pub fn detect(first_line: &str) -> Result<Option<Self>, Refusal> {
        let count = |c: char| first_line.matches(c).count();
        let (csv_format, semicolons, tabs) = (count(','), count(';'), count('\t'));
        if first_line.contains('|') || csv_format.max(semicolons).max(tabs) < PERIOD {
            return Ok(None);
        }
        let separator = match csv_format.max(semicolons).max(tabs) {
            most if most == csv_format => b',',
            most if most == semicolons => b';',
            _ => b'\t',
        };
        let heads = split_quoted(first_line, separator);
        let names: Vec<usize> =
            (0..heads.len()).filter(|at| search_key(&heads[*at]).contains("razon social")).take(2).collect();
        match (names.as_slice(), search_key(&heads[0]).as_str()) {
            ([own_column, other], "ruc") => {
                Ok(Some(Self { separator, fields: heads.len(), names: [*own_column, *other] }))
            }
            _ => Err(invalid_file(format!(
                "El archivo CSV no trae en su primera línea los títulos de la propuesta. {DOWNLOAD_HINT}"
            ))),
        }
    }

    /// Returns the column headings.
    pub fn headings(&self, line: &str) -> Vec<String> {
        split_quoted(line, self.separator)
    }

    /// Returns the fields of a line, each name as one field.
    ///
    /// # Errors
    /// Refuses a line with more commas than its names could contain, or with fewer fields than headings.
    pub fn fields(&self, number: usize, line: &str, layout: &ProposalLayout) -> Result<Vec<String>, Refusal> {
        let quoted = split_quoted(line, self.separator);
        let parts = if quoted.len() < self.fields { split_plain(line, self.separator) } else { quoted };
        let fields = self.join_names(parts);
        let is_currency = |text: &String| text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase());
        let has_currency = |fields: &Vec<String>| {
            [layout.currency, layout.other_currency].iter().any(|at| fields.get(*at).is_some_and(is_currency))
        };
        match fields.filter(has_currency) {
            Some(fields) => Ok(fields),
            None => Err(invalid_file(format!(
                "Línea {number}: no se puede saber qué comas son de un nombre. {DOWNLOAD_HINT}"
            ))),
        }
    }

    fn join_names(&self, parts: Vec<String>) -> Option<Vec<String>> {
        let surplus = parts.len().checked_sub(self.fields)?;
        let [own_column, other] = self.names;
        let is_period = |text: &str| text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit());
        let own_surplus = (0..=surplus).find(|more| parts.get(PERIOD + more).is_some_and(|text| is_period(text)))?;
        let other_surplus = surplus - own_surplus;
        // A part without letters is an amount after a surplus comma, not part of a name.
        let is_of_a_name = |text: &String| text.contains(char::is_alphabetic);
        if !parts.iter().skip(other + own_surplus + 1).take(other_surplus).all(is_of_a_name) {
            return None;
        }
        let mut parts = parts.into_iter();
        let field = |at: usize| {
            let more = [(own_column, own_surplus), (other, other_surplus)]
                .into_iter()
                .find(|(name, _)| *name == at)
                .map_or(0, |(_, more)| more);
            parts.by_ref().take(1 + more).collect::<Vec<_>>().join(", ")
        };
        Some((0..self.fields).map(field).collect())
    }
}

/// Splits a line into trimmed parts, honouring CSV quotes.
fn split_quoted(line: &str, separator: u8) -> Vec<String> {
    // Creating a reader takes ten times as long as splitting the line.
    if !line.contains('"') {
        return split_plain(line, separator);
    }
    let mut reader = ReaderBuilder::new().delimiter(separator).has_headers(false).from_reader(line.as_bytes());
    let mut record = csv::StringRecord::new();
    match reader.read_record(&mut record) {
        Ok(true) => record.iter().map(|part| part.trim().to_owned()).collect(),
        _ => split_plain(line, separator),
    }
}

/// Splits a line where a quote is an ordinary character of a name.
fn split_plain(line: &str, separator: u8) -> Vec<String> {
    line.split(char::from(separator)).map(|part| part.trim().to_owned()).collect()
}
