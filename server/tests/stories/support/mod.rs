//! What stories stand on: databases of their own.

pub mod app;
pub mod places;
mod seeded;
pub mod socket;

pub use comanda_test_support::{client, postgres, sqlite};
