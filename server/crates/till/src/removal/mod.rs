//! Deletes master data that others may still need. It is a room of its own because what prevents a deletion is known to those who use a
//! thing; all other calls of a thing are in its own room. `bulk` deletes everything of a kind that a restaurant no longer wants.

mod bulk;
mod client;
mod http;
mod product;
mod room;
mod supply;
mod user;

pub use bulk::{TableDeletion, deletion_of_table};
pub use http::routes;
