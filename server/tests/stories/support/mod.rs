//! What stories stand on: databases of their own.

pub mod app;
pub mod client;
pub mod places;
pub mod postgres;
