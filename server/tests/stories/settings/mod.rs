//! What an owner decides once: who the house is, its rules, its numbers, its way to the first sale.

mod company;
mod configurations;
pub mod first_use;
mod logo;
mod pin;
mod rates;
mod rules;
mod series;
mod types;
