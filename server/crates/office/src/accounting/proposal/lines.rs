//! Parses the lines of a proposal, separated by bars or as CSV. An error names its line. Pure.

use super::{
    ComparedDocument, ComparedValue, DocumentKey,
    csv_format::CsvFormat,
    file::{self, invalid_file},
};
use chrono::NaiveDate;
use comanda_base::{error::Refusal, money::Money};
use std::{borrow::Cow, collections::HashMap};

const MAX_LINES: usize = 100_000;
/// The longest line: a company's name has up to 1,500 letters, and so has a customer's.
const MAX_LINE_BYTES: usize = 16 * 1024;

/// The format of a register's proposal.
#[derive(Debug, Clone, Copy)]
pub(in crate::accounting) struct ProposalLayout {
    /// The number of fields of the file that replaces the proposal; SUNAT's own has some more.
    pub least_fields: usize,
    /// The index of the currency, counted from 0, which distinguishes the two registers.
    pub currency: usize,
    /// The index of the currency in the other register's proposal.
    pub other_currency: usize,
    /// The error text for a file of the other register.
    pub other_register_error: &'static str,
    pub parse_line: fn(&LineFields<'_>) -> Result<ComparedDocument, Refusal>,
}

/// Parses a proposal into its documents with their line numbers. All lines must be of this company and this period; a month without
/// documents has only the column headings.
///
/// # Errors
/// Refuses a file that is no proposal or is the other register's, and a line that cannot be read.
pub(in crate::accounting) fn parse_proposal(
    bytes: &[u8],
    layout: &ProposalLayout,
    ruc: &str,
    period: &str,
) -> Result<HashMap<DocumentKey, (usize, ComparedDocument)>, Refusal> {
    let text = file::read_text(bytes)?;
    let mut found: HashMap<DocumentKey, (usize, ComparedDocument)> = HashMap::new();
    let mut has_headings = false;
    let commas = CsvFormat::detect(text.lines().next().unwrap_or_default())?;
    for (number, line) in (1..).zip(text.lines()) {
        if number > MAX_LINES {
            return Err(invalid_file(format!(
                "El archivo tiene más de {MAX_LINES} líneas: no es la propuesta de un mes."
            )));
        }
        if line.trim().is_empty() {
            continue;
        }
        if line.len() > MAX_LINE_BYTES {
            return Err(invalid_file(format!("Línea {number}: es demasiado larga para ser de la propuesta.")));
        }
        let all = match &commas {
            Some(commas) if number > 1 => commas.fields(number, line, layout)?.into_iter().map(Cow::Owned).collect(),
            Some(commas) => commas.headings(line).into_iter().map(Cow::Owned).collect(),
            None => line.split('|').map(|field| Cow::Borrowed(field.trim())).collect(),
        };
        let fields = LineFields { line: number, all };
        if number == 1 && fields.text(0).eq_ignore_ascii_case("ruc") {
            fields.refuse_other_register(layout, |name| name.eq_ignore_ascii_case("moneda"))?;
            has_headings = true;
            continue;
        }
        let document = fields.parse(layout, ruc, period)?;
        if let Some((before, _)) = found.get(&document.key) {
            let key = &document.key;
            return Err(invalid_file(format!(
                "Líneas {before} y {number}: {key} está dos veces. Quita una de ellas, o descarga el archivo otra vez de SUNAT."
            )));
        }
        found.insert(document.key.clone(), (number, document));
    }
    if found.is_empty() && !has_headings {
        return Err(invalid_file(
            "El archivo no trae comprobantes. Elige el TXT o el ZIP de la propuesta que descargaste de SUNAT.",
        ));
    }
    Ok(found)
}

/// The fields of one line.
#[derive(Debug)]
pub(in crate::accounting) struct LineFields<'a> {
    line: usize,
    all: Vec<Cow<'a, str>>,
}

impl LineFields<'_> {
    fn parse(&self, layout: &ProposalLayout, ruc: &str, period: &str) -> Result<ComparedDocument, Refusal> {
        let ProposalLayout { least_fields, parse_line, .. } = layout;
        // A currency code has three letters: `PEN`.
        self.refuse_other_register(layout, |text| text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase()))?;
        if self.all.len() < *least_fields {
            let has = self.all.len();
            let text = format!("tiene {has} campos y la propuesta tiene {least_fields} o más, separados por «|».");
            return Err(self.line_error(&text));
        }
        if self.all[0] != ruc {
            return Err(
                self.line_error(&format!("es del RUC «{}», de otra empresa: el tuyo es {ruc}.", excerpt(&self.all[0])))
            );
        }
        if self.all[2] != period {
            return Err(self.line_error(&format!(
                "es del periodo «{}», y elegiste {period}. Elige arriba el mes del archivo, o descarga el otro.",
                excerpt(&self.all[2])
            )));
        }
        parse_line(self)
    }

    /// Refuses a line of the other register: one with a currency at that register's index and none at this register's.
    fn refuse_other_register(&self, layout: &ProposalLayout, is_currency: fn(&str) -> bool) -> Result<(), Refusal> {
        let stands_at = |n: usize| self.all.get(n).is_some_and(|text| is_currency(text));
        let is_other = stands_at(layout.other_currency) && !stands_at(layout.currency);
        if is_other { Err(invalid_file(layout.other_register_error)) } else { Ok(()) }
    }

    /// Returns a refusal that names the line.
    pub fn line_error(&self, text: &str) -> Refusal {
        invalid_file(format!("Línea {}: {text}", self.line))
    }

    /// Returns the text of a field, counted from 0. A parsed line has at least [`ProposalLayout::least_fields`] fields.
    pub fn text(&self, n: usize) -> &str {
        &self.all[n]
    }

    /// Returns the amount of a field; zero for an empty one.
    pub fn parse_amount(&self, n: usize) -> Result<Money, Refusal> {
        match self.text(n) {
            "" => Ok(Money::ZERO),
            text => {
                let no_amount = |_| self.line_error(&format!("«{}» no es un monto (campo {}).", excerpt(text), n + 1));
                text.parse::<Money>().map_err(no_amount)
            }
        }
    }

    /// Returns the sum of several fields.
    pub fn sum_amounts<const N: usize>(&self, all: [usize; N]) -> Result<Money, Refusal> {
        all.into_iter().try_fold(Money::ZERO, |sum, n| Ok(sum + self.parse_amount(n)?))
    }

    /// Returns the currency, if the field has one.
    pub fn parse_currency(&self, n: usize) -> Option<ComparedValue> {
        let text = self.text(n);
        (!text.is_empty()).then(|| ComparedValue::Text(text.chars().take(3).collect::<String>().to_uppercase()))
    }

    /// Parses a day such as `25/11/2026`; `None` for an empty field.
    pub fn parse_day(&self, n: usize) -> Result<Option<NaiveDate>, Refusal> {
        match self.text(n) {
            "" => Ok(None),
            text => {
                let no_date = |_| self.line_error(&format!("«{}» no es una fecha (campo {}).", excerpt(text), n + 1));
                NaiveDate::parse_from_str(text, "%d/%m/%Y").map(Some).map_err(no_date)
            }
        }
    }
}

/// Returns the first 30 characters of a text, for error messages: the user may have chosen a wrong file.
fn excerpt(text: &str) -> String {
    text.chars().take(30).collect()
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
