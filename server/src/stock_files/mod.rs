//! What leaves the store room as a file: the kardex of an item as Excel, PDF and CSV, and the tax authority's register of inventory
//! (format 13.1) of a month.

mod http;
mod kardex;
mod register;
mod register_codes;
mod register_store;
mod register_table;
mod register_text;

pub use http::routes;
