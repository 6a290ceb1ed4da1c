//! Sales by day, hour, weekday, channel, person, product, table or kind of document, against the period before, down to the documents
//! behind each figure.

pub(super) mod documents;
mod files;
pub(super) mod http;
pub(super) mod report;

pub(super) use files::table;
pub(super) use report::{Asked, SalesCut, SalesReport, SalesReportRow, report};
