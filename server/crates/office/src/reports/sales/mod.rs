//! Sales by day, hour, weekday, channel, person, product, table or document type, against the preceding period, down to the documents that
//! make up each figure.

pub(super) mod documents;
mod files;
pub(super) mod http;
pub(super) mod report;

pub(super) use files::build_table;
pub(super) use report::{SalesCut, SalesQuery, SalesReport, SalesReportRow, load_report};
