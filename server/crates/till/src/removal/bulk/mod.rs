//! Deletes in bulk what a restaurant no longer wants: the sales of its practice days, its purchases, its menu, or everything. Like
//! `reports` it uses the tables of other rooms, because rows that belong together must be deleted together; `store/tables.rs` assigns every
//! table, and a story checks that against the database.

mod delete;
mod http;
mod model;
mod refusal;
mod store;

pub use http::routes;
pub use store::{TableDeletion, deletion_of_table};
