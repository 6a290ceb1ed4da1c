//! The steps of a line on its way from the kitchen to the table.

pub(in crate::orders) mod advance;
pub(in crate::orders) mod status;
