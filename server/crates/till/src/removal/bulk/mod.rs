//! Deleting in bulk what a restaurant no longer wants: the sales of its practice days, its purchases, its menu, or all of it.
//! Like `reports` it reaches into the tables of other slices, because what belongs together has to go together; `store/tables.rs` says of
//! every table where it belongs, and a story holds that against the database.

mod delete;
mod http;
mod model;
mod refusal;
mod store;

pub use http::routes;
pub use store::{Belongs, belongs};
