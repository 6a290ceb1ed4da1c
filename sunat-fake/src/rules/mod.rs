//! SUNAT's rules of 2026-02-12. What needs nothing but the document is checked by the rule book's crate; here is what also depends on the
//! day and on the documents on record.
//!
//! A broken rule gives the code of its answer. Sums are also compared exactly, which only reports a [`CentimosDifference`].

mod batch;
mod dates;
mod differences;
mod note;
mod rule_book;

pub(crate) use batch::{batch_dates, batch_lines};
pub(crate) use dates::date_rules;
pub(crate) use differences::{CentimosDifference, centimos_differences};
pub(crate) use note::note_rules;
pub(crate) use rule_book::rule_book_findings;
