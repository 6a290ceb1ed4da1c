//! The supplies as a spreadsheet. A row is matched to its supply by its id or by its name.

mod book;
mod columns;
mod example;
mod http;

pub(super) use http::routes;
