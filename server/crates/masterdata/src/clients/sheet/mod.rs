//! The clients as a sheet. The document says which client a row is of, or the id, or a name that only one has.

mod book;
mod columns;
mod example;
mod http;
mod read;
mod who;

pub(super) use http::routes;
