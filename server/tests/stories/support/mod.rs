//! What stories stand on: databases of their own.

pub mod places;
pub mod postgres;
