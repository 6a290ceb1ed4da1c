//! The report of a period's cash cycles: expected and counted amounts, and who is short or over.

mod cycles;
mod files;
pub(super) mod http;
mod report;

pub(super) use files::build_table;
pub(super) use report::{CashCycle, CashReport, CashReportQuery, StillOpen, load_report};
pub use report::{DrawerCounts, MethodDifference, load_drawer_counts};
