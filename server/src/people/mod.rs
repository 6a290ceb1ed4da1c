//! Who works here: users, their sessions, PINs and the way back in by mail. Others ask `pin::approve` and
//! `session::actor_of_token`; passwords and tokens never leave this folder.

mod http;
mod login;
pub mod password;
pub mod pin;
mod profile;
mod recovery;
mod security_pin;
pub mod session;
mod store;
mod users;

pub use http::routes;
pub use store::{NewUser, insert_user, names_at, print_ids};
