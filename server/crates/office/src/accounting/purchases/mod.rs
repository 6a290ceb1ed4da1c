//! The register of purchases of a month: format 8.1 as CSV, the file that replaces SUNAT's proposal (RCE), the comparison with the
//! proposal, and the totals. Only facturas, boletas, bills of public services and suppliers' notes belong in the register; purchases with
//! other papers are counted separately.

mod entry;
pub(super) mod http;
mod proposal;
mod rce;
mod reader;
mod register_text;
mod store;
mod summary;
