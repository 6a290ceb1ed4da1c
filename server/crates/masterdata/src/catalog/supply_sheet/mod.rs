//! The supplies as a sheet. The name says which supply a row is of, or the id.

mod book;
mod columns;
mod example;
mod http;

pub(super) use http::routes;
