//! Administration of a company's users.

mod http;
mod list_store;
mod model;
mod write;

pub(super) use http::routes;
pub(super) use write::{delete_user, lock_admins_and_user, log_user_action, refuse_taken_name};
