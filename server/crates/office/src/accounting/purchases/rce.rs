//! The file that replaces SUNAT's proposal of the register of purchases (RCE): 37 fields a line, each followed by a bar. Pure.

use super::{entry::PurchaseEntry, register_text};
use crate::accounting::columns::CURRENCY;

/// The register's number in the name of the file.
pub(super) const BOOK: &str = "080400";

/// Returns the lines; each begins with `head`: RUC, name and period. The CAR field stays empty, because the tax authority assigns it.
pub(super) fn rce_lines(head: &str, entries: &[PurchaseEntry]) -> String {
    let mut text = String::with_capacity(entries.len() * 300);
    for entry in entries {
        text.push_str(head);
        text.push('|');
        let fields = register_text::document_columns(entry)
            .into_iter()
            .chain(register_text::amount_columns(entry))
            .chain([CURRENCY.to_owned()])
            // The exchange rate, which only other currencies have.
            .chain([String::new()])
            .chain(register_text::modified_document_columns(entry))
            .chain([entry.goods_class().to_owned()])
            .chain(std::iter::repeat_n(String::new(), 4));
        for field in fields {
            text.push_str(&field);
            text.push('|');
        }
        text.push_str("\r\n");
    }
    text
}
