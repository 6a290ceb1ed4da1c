//! What SUNAT asks of a document, as far as it can be asked cheaply, from its rules of 2026-02-12.
//!
//! A rule names the code that it answers. Sums are held twice: with SUNAT's tolerance, which rejects, and to the
//! céntimo, which is only told ([`CentimosDiffer`]).

mod bags;
mod batch;
mod document;
mod note;
mod payment;
mod rates;
mod totals;

pub(crate) use bags::bag_rules;
pub(crate) use batch::{batch_head, batch_lines};
pub(crate) use document::document_rules;
pub(crate) use note::note_rules;
pub(crate) use totals::total_rules;

use rust_decimal::Decimal;

/// A sum within SUNAT's tolerance that is not exact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CentimosDiffer {
    /// The figure, in the words of the UBL.
    pub figure: String,
    pub stated: Decimal,
    pub computed: Decimal,
}
