//! Payments, refunds and cash boxes of accounts; and the removal of master data, which first asks all of them.

pub mod cash;
pub mod payments;
pub mod removal;
