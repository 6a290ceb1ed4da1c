//! What was recorded and is only added up: money of a cash cycle, sales, stock and its value.

pub mod figures;
pub mod ledger;
pub mod stock;
