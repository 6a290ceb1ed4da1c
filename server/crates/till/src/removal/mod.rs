//! Deleting what others may still need. One room, because what keeps a thing from being deleted lies with those who use it; all
//! other calls of a thing are in its own slice. `bulk` deletes what a restaurant no longer wants, as a whole.

mod bulk;
mod client;
mod http;
mod product;
mod room;
mod supply;
mod user;

pub use bulk::{Belongs, belongs};
pub use http::routes;
