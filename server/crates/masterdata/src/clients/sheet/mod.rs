//! The clients as a spreadsheet. A row is matched to its client by its id, its document, or a name that only one client has.

mod book;
mod columns;
mod example;
mod http;
mod line_identity;
mod read;

pub(super) use http::routes;
