//! Accounts, from the first line to the kitchen's paper.

mod accounts;
mod adding;
mod channels;
mod drafts;
mod history;
pub mod house;
mod once;
mod rules;
mod schedules;
mod sending;
mod steps;
mod taking_back;
mod together;
mod without_area;
