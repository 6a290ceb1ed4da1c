//! Records that are only read and added up: the money of a cash cycle, sales figures, stock and its value.

pub mod figures;
pub mod ledger;
pub mod stock;
