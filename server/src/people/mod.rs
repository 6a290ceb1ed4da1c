//! Who works here: users, their sessions, PINs and the way back in by mail. Others ask `pin::approve` and
//! `session::actor_of_token`; passwords and tokens never leave this folder.

mod hashing;
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

use crate::{error::Result, http::Work, ids::UserId};

/// Takes a user away, whose work nobody waits for; call `session::hang_up` once it is durable.
pub async fn delete_user(work: &mut Work<'_>, id: UserId) -> Result<bool> {
    users::delete(work, id).await
}
