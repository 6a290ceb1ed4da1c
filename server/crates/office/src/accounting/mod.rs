//! The register of sales and income of a month: format 14.1 as CSV, the file that replaces SUNAT's proposal (RVIE), the checks before
//! either is handed in, and the comparison with the proposal. The register of purchases is in `purchases`. This module reads documents and
//! stores only the setting of notas de venta. A document counts alike in all of them, by its day in Lima; one that was refused counts 0.00.
//! Registers are read page by page.

mod book_file;
mod checks;
mod checks_store;
mod columns;
mod comparison_http;
mod entry;
mod http;
mod month;
mod proposal;
mod purchases;
mod reader;
mod register;
mod register_text;
mod rvie;
mod sales_proposal;
mod sire_file;
mod store;

pub use http::routes;

#[cfg(test)]
mod fixtures;
