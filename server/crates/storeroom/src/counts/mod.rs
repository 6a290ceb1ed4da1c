//! Stock counts: a count lists the items, people count them without seeing the expected stock, the office reviews the differences, and an
//! approval moves stock by them. The stock in the ledger is stored at the moment of each entry, so that sales can go on during the count.
//! Its moves have the source `count:3`. `recount` asks for lines to be counted again; `usage` compares what recipes used with what counts
//! found.

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
