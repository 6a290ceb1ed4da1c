//! Tests the setup of electronic billing for the user who sets it up, and reports what works and what does not. A trial issues nothing and
//! uses no number.

mod answers;
mod checks;
mod http;
mod sample;

pub use http::routes;
