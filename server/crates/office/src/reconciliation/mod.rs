//! Reconciles what the house collected by each payment method with the files of banks, wallets and acquirers: what agrees by number and
//! amount, what may be the same, and what only one side has. Users join and clear cases; their marks outlive the file.

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
