//! Accounts, from the first line to the kitchen's paper.

mod accounts;
mod adding;
pub mod house;
mod once;
mod sending;
mod steps;
mod taking_back;
