//! What the register and the file that replaces SUNAT's proposal have in common: how a line's columns are written. Pure.

use super::entry::{Changed, Entry};
use chrono::NaiveDate;
use comanda_base::money::Money;

/// Soles; documents are issued in no other currency.
pub(super) const CURRENCY: &str = "PEN";
/// Of soles in soles.
pub(super) const EXCHANGE_RATE: &str = "1.000";
/// Of a customer's name.
const LONGEST_NAME: usize = 100;
/// Of a number of a customer's identity document.
const LONGEST_IDENTITY: usize = 15;

/// `25/11/2026`
pub(super) fn date(day: NaiveDate) -> String {
    day.format("%d/%m/%Y").to_string()
}

/// Code and number of the customer's document, and the name.
pub(super) fn customer(entry: &Entry) -> [String; 3] {
    let (code, number) = entry.customer.as_ref().map_or(("", ""), |c| (c.code, c.number.as_str()));
    [code.to_owned(), plain(number, LONGEST_IDENTITY), plain(&entry.name, LONGEST_NAME)]
}

/// Columns 13 to 25 of format 14.1: exports, base and IGV with what is taken off earlier months, exonerated, unaffected, ISC, rice
/// (base and tax), bags, other charges, total.
pub(super) fn amounts(entry: &Entry) -> [String; 13] {
    let f = &entry.figures;
    let none = Money::ZERO;
    [
        none,
        f.base,
        f.base_off,
        f.igv,
        f.igv_off,
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

/// Day, type, series and number of what a note changes.
pub(super) fn changed(changed: Option<&Changed>) -> [String; 4] {
    changed.map_or_else(Default::default, |c| {
        [date(c.day), c.document.to_string(), plain(&c.serie, 20), c.number.to_string()]
    })
}

/// A bar or a line's end would begin another field.
pub(super) fn plain(text: &str, at_most: usize) -> String {
    let spaced: String = text.chars().map(|c| if c == '|' || c.is_control() { ' ' } else { c }).collect();
    let words = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(at_most).collect::<String>().trim_end().to_owned()
}
