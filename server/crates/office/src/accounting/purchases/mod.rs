//! The register of purchases of a month: format 8.1 as CSV, the file that replaces SUNAT's proposal (RCE), what
//! the proposal says otherwise, and what it comes to. Only
//! facturas, boletas, bills of public services and suppliers' notes are papers of it; what is bought with any other is named beside it.

mod entry;
pub(super) mod http;
mod proposal;
mod rce;
mod reading;
mod register_text;
mod store;
mod summary;
