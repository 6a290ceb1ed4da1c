//! Accounts with their lines, and what the kitchen does with them.

pub mod kitchen;
pub mod orders;
