//! Reports, registers and what the office does with them.

pub mod accounting;
pub mod close_of_day;
pub mod documents;
pub mod new_company;
pub mod rate_change;
pub mod reconciliation;
pub mod reports;
pub mod sales_goal;
pub mod setup;
