//! Deleting in bulk what a restaurant no longer wants: the sales of its practice days, its purchases, its menu, or all of it.
//! Like `reports` it reaches into the tables of other slices, because what belongs together has to go together; `tables` says of
//! every table where it belongs, and a story holds that against the database.

mod delete;
mod http;
mod refusal;
mod store;
mod tables;

pub use http::routes;
pub use tables::{Belongs, belongs};
