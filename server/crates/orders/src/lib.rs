//! Accounts with their lines, and the kitchen monitor that moves them on.

pub mod kitchen;
pub mod orders;
