//! Administration of a company's users.

mod http;
mod list_store;
mod model;
mod write;

pub(super) use http::routes;
pub(super) use write::{delete, locked, log_user, unless_taken};
