//! The file that replaces SUNAT's proposal of the register (RVIE): 33 fields a line, each followed by a bar. Pure.

use super::{
    columns::{self, CURRENCY, plain},
    entry::{Entry, RegisterDocument},
};

/// The register's number in the name of the file.
pub(super) const BOOK: &str = "140400";

/// The lines; all begin with RUC, name and period.
pub(super) fn lines(head: &str, entries: &[Entry]) -> String {
    let mut text = String::with_capacity(entries.len() * 300);
    entries.iter().for_each(|entry| push_line(&mut text, head, entry));
    text
}

/// A nota de venta is no document of the tax authority's.
fn push_line(text: &mut String, head: &str, entry: &Entry) {
    if entry.document == RegisterDocument::SaleNote {
        return;
    }
    text.push_str(head);
    let none = String::new;
    // The tax authority numbers its notes itself (CAR).
    let document = [
        none(),
        columns::date(entry.day),
        none(),
        entry.document.to_string(),
        plain(&entry.serie, 20),
        entry.number.to_string(),
        none(),
    ];
    let fields = document
        .into_iter()
        .chain(columns::customer(entry))
        .chain(columns::amounts(entry))
        .chain([CURRENCY.to_owned(), none()])
        .chain(columns::changed(entry.changed.as_ref()))
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
