//! The support that every story needs: a running server with databases of its own, clients, and fake services.

pub mod app;
pub mod cli;
pub mod database_place;
mod demo_template;
pub mod s3;
pub mod socket;

pub use comanda_test_support::{client, postgres, refusing::RefusingPort, sqlite};
