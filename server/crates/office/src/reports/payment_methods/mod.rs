//! The report of money by payment method, day and person, with the operations that make up every figure.

mod files;
pub(super) mod http;
mod report;

pub(super) use files::build_table;
pub use report::load_operations;
pub(super) use report::{MethodRow, PaymentMethodQuery, PaymentMethodReport, load_report};
