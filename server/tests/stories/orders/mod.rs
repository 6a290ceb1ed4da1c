//! Accounts, from the first line to the kitchen's paper.

mod accounts;
mod adding;
mod allergies;
mod channel_prices;
mod channels;
mod concurrent_changes;
mod course_setup;
mod courses;
mod dismissals;
mod drafts;
mod history;
pub mod house;
mod idempotency;
mod line_steps;
mod rules;
mod schedules;
mod sending;
mod without_area;
