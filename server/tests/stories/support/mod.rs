//! What stories stand on: databases of their own.

pub mod app;
pub mod places;
pub mod s3;
mod seeded;
pub mod socket;
pub mod typed;

pub use comanda_test_support::{client, postgres, refusing::Refusing, sqlite};
