//! What leaves the store room as a file: the kardex of an item, what dishes cost and what was used as Excel, PDF and CSV, and the tax
//! authority's register of inventory (format 13.1) of a month.

mod dish_costs;
mod http;
mod kardex;
mod register;
mod register_codes;
mod register_store;
mod register_table;
mod register_text;
mod usage;

pub use http::routes;

use crate::settings::CompanyInfo;

/// Whose figures they are.
fn house(company: &CompanyInfo) -> String {
    let name = if company.legal_name.is_empty() { &company.commercial_name } else { &company.legal_name };
    if company.document_number.is_empty() { name.clone() } else { format!("{name} · RUC {}", company.document_number) }
}
