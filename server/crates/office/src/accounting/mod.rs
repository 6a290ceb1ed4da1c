//! The register of sales and income of a month: format 14.1 as CSV, the file that replaces SUNAT's proposal (RVIE), what is to be
//! looked at before either leaves, and what the proposal says otherwise; the register of purchases in `purchases`. It reads documents and
//! writes nothing of its own.

mod book;
mod book_file;
mod checks;
mod checks_store;
mod columns;
mod comparison;
mod entry;
mod http;
mod month;
mod proposal;
mod purchases;
mod register;
mod register_text;
mod rvie;
mod sales_proposal;
mod sire_file;
mod store;

pub use http::routes;

#[cfg(test)]
mod fixtures;
