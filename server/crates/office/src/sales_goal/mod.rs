//! The monthly sales goal and its progress. A goal is in force from its month until another one is set. Sales come from `figures`, as in
//! the sales report.

mod goal;
mod http;
mod model;
mod store;

pub use http::routes;
