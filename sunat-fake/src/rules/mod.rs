//! SUNAT's rules of 2026-02-12, as far as they can be checked cheaply.
//!
//! A broken rule gives the code of its answer. Sums are checked twice: with SUNAT's tolerance, which rejects, and exactly, which
//! only reports a [`CentimosDifference`].

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
pub(crate) struct CentimosDifference {
    /// The figure by its UBL name.
    pub figure: String,
    pub stated: Decimal,
    pub computed: Decimal,
}
