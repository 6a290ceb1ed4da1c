//! The columns that the register and the file that replaces SUNAT's proposal share. Pure.

use super::entry::{ModifiedDocument, RegisterEntry};
use chrono::NaiveDate;
use comanda_base::money::Money;

/// The currency code of soles, the only currency in which documents are issued.
pub(super) const CURRENCY: &str = "PEN";
/// The exchange rate of soles to soles.
pub(super) const EXCHANGE_RATE: &str = "1.000";
/// The longest customer's name, in characters.
const MAX_NAME_CHARS: usize = 100;
/// The longest number of a customer's identity document, in characters.
const MAX_IDENTITY_CHARS: usize = 15;

/// Returns a day as `25/11/2026`.
pub(super) fn date_text(day: NaiveDate) -> String {
    day.format("%d/%m/%Y").to_string()
}

/// Returns the type code and number of the customer's identity document, and the name.
pub(super) fn customer_columns(entry: &RegisterEntry) -> [String; 3] {
    let (code, number) = entry.customer.as_ref().map_or(("", ""), |c| (c.code, c.number.as_str()));
    [code.to_owned(), clean_text(number, MAX_IDENTITY_CHARS), clean_text(&entry.name, MAX_NAME_CHARS)]
}

/// Returns columns 13 to 25 of format 14.1: exports, base and IGV each with the reduction of earlier months, exonerated, unaffected, ISC,
/// rice (base and tax), bags, other charges, total.
pub(super) fn amount_columns(entry: &RegisterEntry) -> [String; 13] {
    let f = &entry.figures;
    let none = Money::ZERO;
    [
        none,
        f.base,
        f.base_reduction,
        f.igv,
        f.igv_reduction,
        f.exonerated,
        f.unaffected,
        none,
        none,
        none,
        f.bag_tax,
        f.other_charges,
        f.total,
    ]
    .map(|amount| amount.to_string())
}

/// Returns the day, type, series and number of the document that a note modifies.
pub(super) fn modified_document_columns(changed: Option<&ModifiedDocument>) -> [String; 4] {
    changed.map_or_else(Default::default, |c| {
        [date_text(c.day), c.document.to_string(), clean_text(&c.serie, 20), c.number.to_string()]
    })
}

/// Replaces bars and control characters, which would begin another field, by spaces, and truncates the text.
pub(super) fn clean_text(text: &str, max_chars: usize) -> String {
    let spaced: String = text.chars().map(|c| if c == '|' || c.is_control() { ' ' } else { c }).collect();
    let words = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(max_chars).collect::<String>().trim_end().to_owned()
}
