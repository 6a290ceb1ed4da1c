//! Money of an account: payments, refunds, cash boxes; and removal, which asks all of them first.

pub mod cash;
pub mod payments;
pub mod removal;
