//! Who works here: users, their sessions and PINs. Others ask `pin::approve` and `session::actor_of_token`; passwords and tokens
//! never leave this folder.

mod http;
mod login;
pub mod password;
pub mod pin;
pub mod session;
mod store;

pub use http::routes;
pub use store::{NewUser, insert_user, names_at, print_ids};
