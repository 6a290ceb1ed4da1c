//! The lines of a proposal: fields between bars, or as CSV. What is wrong names its line. Pure.

use super::{
    Key, Said, Value,
    commas::Commas,
    file::{self, wrong},
};
use chrono::NaiveDate;
use comanda_base::{error::Refusal, money::Money};
use std::{borrow::Cow, collections::HashMap};

const MAX_LINES: usize = 100_000;
/// A company's name has up to 1,500 letters, and so has a customer's.
const MAX_LINE_BYTES: usize = 16 * 1024;

/// How the proposal of a register is written.
#[derive(Debug, Clone, Copy)]
pub(in crate::accounting) struct Layout {
    /// Fields that the file which replaces it has; SUNAT's own has some more.
    pub least_fields: usize,
    /// Where its lines say their currency, counted from 0, which tells the registers apart.
    pub currency: usize,
    /// Where the other register's say it.
    pub other_currency: usize,
    /// What is said to somebody who chose the other register's.
    pub other: &'static str,
    pub read: fn(&Fields<'_>) -> Result<Said, Refusal>,
}

/// What the proposal says of each document, by the line where it stands. Its lines are all of this company and this period; of a month
/// without documents it has the names of its columns alone.
///
/// # Errors
/// The file is none, or the other register's, or a line cannot be read.
pub(in crate::accounting) fn read(
    bytes: &[u8],
    layout: &Layout,
    ruc: &str,
    period: &str,
) -> Result<HashMap<Key, (usize, Said)>, Refusal> {
    let text = file::text(bytes)?;
    let mut found: HashMap<Key, (usize, Said)> = HashMap::new();
    let mut has_names = false;
    let commas = Commas::of(text.lines().next().unwrap_or_default())?;
    for (number, line) in (1..).zip(text.lines()) {
        if number > MAX_LINES {
            return Err(wrong(format!("El archivo tiene más de {MAX_LINES} líneas: no es la propuesta de un mes.")));
        }
        if line.trim().is_empty() {
            continue;
        }
        if line.len() > MAX_LINE_BYTES {
            return Err(wrong(format!("Línea {number}: es demasiado larga para ser de la propuesta.")));
        }
        let all = match &commas {
            Some(commas) if number > 1 => commas.fields(number, line, layout)?.into_iter().map(Cow::Owned).collect(),
            Some(commas) => commas.heads(line).into_iter().map(Cow::Owned).collect(),
            None => line.split('|').map(|field| Cow::Borrowed(field.trim())).collect(),
        };
        let fields = Fields { line: number, all };
        if number == 1 && fields.text(0).eq_ignore_ascii_case("ruc") {
            fields.must_be_of(layout, |name| name.eq_ignore_ascii_case("moneda"))?;
            has_names = true;
            continue;
        }
        let said = fields.read(layout, ruc, period)?;
        if let Some((before, _)) = found.get(&said.key) {
            let key = &said.key;
            return Err(wrong(format!(
                "Líneas {before} y {number}: {key} está dos veces. Quita una de ellas, o descarga el archivo otra vez de SUNAT."
            )));
        }
        found.insert(said.key.clone(), (number, said));
    }
    if found.is_empty() && !has_names {
        return Err(wrong(
            "El archivo no trae comprobantes. Elige el TXT o el ZIP de la propuesta que descargaste de SUNAT.",
        ));
    }
    Ok(found)
}

/// A line of it.
#[derive(Debug)]
pub(in crate::accounting) struct Fields<'a> {
    line: usize,
    all: Vec<Cow<'a, str>>,
}

impl Fields<'_> {
    fn read(&self, layout: &Layout, ruc: &str, period: &str) -> Result<Said, Refusal> {
        let Layout { least_fields, read, .. } = layout;
        // Three letters: `PEN`.
        self.must_be_of(layout, |text| text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase()))?;
        if self.all.len() < *least_fields {
            let has = self.all.len();
            let text = format!("tiene {has} campos y la propuesta tiene {least_fields} o más, separados por «|».");
            return Err(self.wrong(&text));
        }
        if self.all[0] != ruc {
            return Err(
                self.wrong(&format!("es del RUC «{}», de otra empresa: el tuyo es {ruc}.", shown(&self.all[0])))
            );
        }
        if self.all[2] != period {
            return Err(self.wrong(&format!(
                "es del periodo «{}», y elegiste {period}. Elige arriba el mes del archivo, o descarga el otro.",
                shown(&self.all[2])
            )));
        }
        read(self)
    }

    /// Refuses the other register's: what `is_currency` tells stands where that one has it, and not where this one does.
    fn must_be_of(&self, layout: &Layout, is_currency: fn(&str) -> bool) -> Result<(), Refusal> {
        let stands_at = |n: usize| self.all.get(n).is_some_and(|text| is_currency(text));
        let is_other = stands_at(layout.other_currency) && !stands_at(layout.currency);
        if is_other { Err(wrong(layout.other)) } else { Ok(()) }
    }

    /// A refusal that names the line.
    pub fn wrong(&self, text: &str) -> Refusal {
        wrong(format!("Línea {}: {text}", self.line))
    }

    /// The text of a field, counted from 0; of a line that is read at least [`Layout::least_fields`] are there.
    pub fn text(&self, n: usize) -> &str {
        &self.all[n]
    }

    /// An amount; nothing is none.
    pub fn amount(&self, n: usize) -> Result<Money, Refusal> {
        match self.text(n) {
            "" => Ok(Money::ZERO),
            text => {
                let no_amount = |_| self.wrong(&format!("«{}» no es un monto (campo {}).", shown(text), n + 1));
                text.parse::<Money>().map_err(no_amount)
            }
        }
    }

    /// The sum of several.
    pub fn amounts<const N: usize>(&self, all: [usize; N]) -> Result<Money, Refusal> {
        all.into_iter().try_fold(Money::ZERO, |sum, n| Ok(sum + self.amount(n)?))
    }

    /// The currency, where it is said.
    pub fn currency(&self, n: usize) -> Option<Value> {
        let text = self.text(n);
        (!text.is_empty()).then(|| Value::Text(text.chars().take(3).collect::<String>().to_uppercase()))
    }

    /// `25/11/2026`
    pub fn day(&self, n: usize) -> Result<Option<NaiveDate>, Refusal> {
        match self.text(n) {
            "" => Ok(None),
            text => {
                let no_date = |_| self.wrong(&format!("«{}» no es una fecha (campo {}).", shown(text), n + 1));
                NaiveDate::parse_from_str(text, "%d/%m/%Y").map(Some).map_err(no_date)
            }
        }
    }
}

/// A few letters of what somebody may have chosen by mistake.
fn shown(text: &str) -> String {
    text.chars().take(30).collect()
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
