//! What came in by each way to pay, day by day and person by person, and the operations behind every figure.

mod files;
pub(super) mod http;
mod report;

pub(super) use files::table;
pub use report::operations_of;
pub(super) use report::{Asked, MethodRow, PaymentMethodReport, report};
