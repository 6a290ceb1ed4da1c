//! Stock counts: a sheet says what is to be counted, people count it without seeing what is expected, the office looks at the
//! differences, and an approval moves stock by them. What the ledger had is kept at the moment of each count, so that a till may sell
//! meanwhile.

mod answer;
mod approve;
mod count;
mod create;
mod http;
mod list;
mod list_store;
mod model;
mod paper;
mod read;
mod recount;
mod status;
mod store;
pub mod usage;

pub use http::routes;
