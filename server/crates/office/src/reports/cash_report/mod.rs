//! Cash cycles of a period: what each should have held, what was counted, and who is short or over.

mod cycles;
mod files;
pub(super) mod http;
mod report;

pub(super) use files::table;
pub(super) use report::{Asked, CashCycle, CashReport, StillOpen, report};
pub use report::{CashStanding, MethodDifference, cash_standing};
