//! The file that replaces SUNAT's proposal of the register (RVIE): 33 fields a line, each followed by a bar. Pure.

use super::{
    columns::{self, CURRENCY, clean_text},
    entry::RegisterEntry,
};
use comanda_base::tax_document_type::TaxDocumentType;

/// The register's number in the name of the file.
pub(super) const BOOK: &str = "140400";

/// Returns the lines; each begins with `head`: RUC, name and period.
pub(super) fn rvie_lines(head: &str, entries: &[RegisterEntry]) -> String {
    let mut text = String::with_capacity(entries.len() * 300);
    entries.iter().for_each(|entry| push_line(&mut text, head, entry));
    text
}

/// Appends one line. A nota de venta is skipped: the tax authority does not know it.
fn push_line(text: &mut String, head: &str, entry: &RegisterEntry) {
    if entry.document == TaxDocumentType::Internal {
        return;
    }
    text.push_str(head);
    let none = String::new;
    // The first field is the CAR, which the tax authority assigns itself.
    let document = [
        none(),
        columns::date_text(entry.day),
        none(),
        entry.document.to_string(),
        clean_text(&entry.serie, 20),
        entry.number.to_string(),
        none(),
    ];
    let fields = document
        .into_iter()
        .chain(columns::customer_columns(entry))
        .chain(columns::amount_columns(entry))
        .chain([CURRENCY.to_owned(), none()])
        .chain(columns::modified_document_columns(entry.modified.as_ref()))
        .chain([none()]);
    for field in fields {
        text.push_str(&field);
        text.push('|');
    }
    text.push_str("\r\n");
}

#[cfg(test)]
#[path = "rvie_tests.rs"]
mod tests;
