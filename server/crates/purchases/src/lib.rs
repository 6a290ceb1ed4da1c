//! Purchases of the restaurant: the supplier's document, the goods that came in with it, their cost, and the payments. A purchase moves
//! stock and, where it is paid out of a cash box, cash, in its own transaction. No purchase is deleted: voiding it records counter-moves.
//!
//! Its stock moves and its cash movement name it as `purchase:12`. A document that states no rate has the general rate of IGV of its day,
//! whatever the restaurant's own rate is (`totals`). Charges beside base and IGV are in `charges`, the month in whose register it is
//! written in `period`.

mod amounts;
mod change;
mod charges;
mod check;
mod create;
pub mod due;
mod files;
mod form;
mod from_xml;
mod http;
mod lines;
mod list;
mod list_store;
mod model;
mod moment;
mod notes;
mod paper;
mod paper_rules;
mod pay;
mod payment_method;
mod period;
mod prices;
mod prices_store;
mod read;
mod read_store;
mod report;
mod report_table;
mod schedule;
mod store;
mod to_buy;
mod to_buy_http;
mod to_buy_paper;
mod totals;
mod void;
mod words;

pub use amounts::taxed_base;
pub use http::routes;
pub use period::is_too_late_to_deduct;
pub use report_table::REPORTS;
pub use to_buy::list_missing_for_a_week;
