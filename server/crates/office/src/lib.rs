//! The back office: reports, accounting registers, documents by e-mail, the day's close, reconciliation and new companies.

pub mod accounting;
pub mod close_of_day;
pub mod documents;
pub mod new_company;
pub mod rate_change;
pub mod reconciliation;
pub mod reports;
pub mod sales_goal;
pub mod setup;
