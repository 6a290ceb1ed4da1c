//! What the house collected by each way to pay against the files of banks, wallets and acquirers: what agrees by number and amount,
//! what may be the same, and what only one of both has. People join and clear; what they said outlives the file that it was said of.

mod cells;
mod change;
mod files;
mod heads;
mod http;
mod matching;
mod reading;
mod report;
mod statement;
mod store;
mod words;

pub use http::routes;
