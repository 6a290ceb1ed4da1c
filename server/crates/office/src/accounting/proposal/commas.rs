//! A proposal as SUNAT's portal gives it as CSV: commas between fields, and none of the names in quotes though they hold commas. Where a
//! name ends is known by what stands behind it. Pure.

use super::{file::wrong, lines::Layout};
use comanda_base::{error::Refusal, search::search_key};
use csv::ReaderBuilder;

/// Where the period of a line stands, behind the name of the company.
const PERIOD: usize = 2;
const INSTEAD: &str = "Descarga la propuesta como TXT o ZIP de la página de SUNAT y elige ese archivo.";

/// How the lines of one file are cut.
#[derive(Debug, Clone, Copy)]
pub(super) struct Commas {
    separator: u8,
    fields: usize,
    /// Where the company's name stands, and the other party's.
    names: [usize; 2],
}

impl Commas {
    /// What the line with the names of the columns says; none where the file has bars.
    ///
    /// # Errors
    /// Without such a line it cannot be known which comma is part of a name.
    pub fn of(first_line: &str) -> Result<Option<Self>, Refusal> {
        let count = |c: char| first_line.matches(c).count();
        let (commas, semicolons, tabs) = (count(','), count(';'), count('\t'));
        if first_line.contains('|') || commas.max(semicolons).max(tabs) < PERIOD {
            return Ok(None);
        }
        let separator = match commas.max(semicolons).max(tabs) {
            most if most == commas => b',',
            most if most == semicolons => b';',
            _ => b'\t',
        };
        let heads = cut(first_line, separator);
        let names: Vec<usize> =
            (0..heads.len()).filter(|at| search_key(&heads[*at]).contains("razon social")).take(2).collect();
        match (names.as_slice(), search_key(&heads[0]).as_str()) {
            ([own, other], "ruc") => Ok(Some(Self { separator, fields: heads.len(), names: [*own, *other] })),
            _ => {
                Err(wrong(format!("El archivo CSV no trae en su primera línea los títulos de la propuesta. {INSTEAD}")))
            }
        }
    }

    /// The names of the columns.
    pub fn heads(&self, line: &str) -> Vec<String> {
        cut(line, self.separator)
    }

    /// The fields of a line, each name in one.
    ///
    /// # Errors
    /// There are more commas than names could hold, or fewer fields than titles.
    pub fn fields(&self, number: usize, line: &str, layout: &Layout) -> Result<Vec<String>, Refusal> {
        let quoted = cut(line, self.separator);
        let parts = if quoted.len() < self.fields { plainly_cut(line, self.separator) } else { quoted };
        let fields = self.with_whole_names(parts);
        let is_currency = |text: &String| text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase());
        let stands = |fields: &Vec<String>| {
            [layout.currency, layout.other_currency].iter().any(|at| fields.get(*at).is_some_and(is_currency))
        };
        match fields.filter(stands) {
            Some(fields) => Ok(fields),
            None => Err(wrong(format!("Línea {number}: no se puede saber qué comas son de un nombre. {INSTEAD}"))),
        }
    }

    fn with_whole_names(&self, parts: Vec<String>) -> Option<Vec<String>> {
        let spare = parts.len().checked_sub(self.fields)?;
        let [own, other] = self.names;
        let is_period = |text: &str| text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit());
        let of_own = (0..=spare).find(|more| parts.get(PERIOD + more).is_some_and(|text| is_period(text)))?;
        let of_other = spare - of_own;
        // An amount behind a comma too many is no part of a name.
        let is_of_a_name = |text: &String| text.contains(char::is_alphabetic);
        if !parts.iter().skip(other + of_own + 1).take(of_other).all(is_of_a_name) {
            return None;
        }
        let mut parts = parts.into_iter();
        let field = |at: usize| {
            let more = [(own, of_own), (other, of_other)]
                .into_iter()
                .find(|(name, _)| *name == at)
                .map_or(0, |(_, more)| more);
            parts.by_ref().take(1 + more).collect::<Vec<_>>().join(", ")
        };
        Some((0..self.fields).map(field).collect())
    }
}

/// The trimmed parts of a line, as CSV has quotes.
fn cut(line: &str, separator: u8) -> Vec<String> {
    // Making a reader takes ten times as long as the line.
    if !line.contains('"') {
        return plainly_cut(line, separator);
    }
    let mut reader = ReaderBuilder::new().delimiter(separator).has_headers(false).from_reader(line.as_bytes());
    let mut record = csv::StringRecord::new();
    match reader.read_record(&mut record) {
        Ok(true) => record.iter().map(|part| part.trim().to_owned()).collect(),
        _ => plainly_cut(line, separator),
    }
}

/// The same where a quote is a letter of a name.
fn plainly_cut(line: &str, separator: u8) -> Vec<String> {
    line.split(char::from(separator)).map(|part| part.trim().to_owned()).collect()
}
