//! Files of the store room: the kardex of an item, dish costs and stock usage as Excel, PDF and CSV, and the tax authority's register of
//! inventory (format 13.1) of a month. They only read. In the register a sale has the date of its document, as in the register of sales
//! (`register_days`), and moves that have no effect together are left out (`register_pairs`).

mod dish_costs;
mod http;
mod kardex;
mod register;
mod register_codes;
mod register_days;
mod register_month;
mod register_pairs;
mod register_store;
mod register_summary;
mod register_table;
mod register_text;
mod usage;

pub use http::{REPORTS, routes};
