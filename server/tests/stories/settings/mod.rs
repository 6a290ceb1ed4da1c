//! Settings that an owner makes once: the company's data, its rules, its series, and the first steps.

mod company;
mod configurations;
pub mod first_use;
mod logo;
mod pin;
mod rates;
mod rules;
mod series;
mod types;
