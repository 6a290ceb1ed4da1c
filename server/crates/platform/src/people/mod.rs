//! Users, their sessions, PINs, second factors and password recovery. Other rooms call `pin::approve_action` and `session::find_actor`;
//! passwords and tokens never leave this folder.
//!
//! Guesses at PINs and codes are counted in `guess_locks` in a transaction of their own, by who asks and by what is guessed at; the
//! dashboard lists what is locked.
//!
//! A super admin does not exist for the administrators of a company: lists and changes treat them as not found, no mail resets them, and
//! their PIN approves for nobody else. A change of the own password or of the company's PIN requires the present one (an administrator may
//! give the own password in place of the PIN; the first PIN of a company needs none), and a wrong one counts as a guess.

mod actor_http;
mod browser_http;
mod devices;
mod global_settings_http;
mod guesses;
mod hashing;
mod http;
mod login;
mod model;
mod new_email;
pub mod password;
pub mod pin;
mod profile;
mod profile_http;
mod recovery;
mod recovery_http;
mod report_readers;
mod resets_store;
mod second_factor;
mod security_pin;
mod security_pin_http;
pub mod session;
mod session_cache;
mod session_store;
mod store;
mod users;

pub use browser_http::read_caller;
pub use guesses::{GuessLock, LockKind, list_locks as guess_locks};
pub use hashing::count_waiting as hashes_waiting;
pub use http::routes;
pub use report_readers::{
    ReportAddress, list_emails_of_report_readers, list_excluded_addresses, load_report_addresses,
};
pub use store::{
    NewUser, can_attend, insert_user, list_emails_of_administrators, list_names_at_cashbox, list_print_ids,
};

use crate::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, ids::UserId};

/// Deletes a user; call `session::close_ended_sockets` after the commit.
pub async fn delete_user(work: &mut Work<'_>, id: UserId) -> Result<bool> {
    users::delete_user(work, id).await
}

/// Sets a password from the command line, and ends the user's sessions; returns false where there is no such user.
pub async fn set_password_by_command(
    tx: &mut Tx,
    username: &str,
    hash: &str,
    remove_totp: bool,
    now: DateTime<Utc>,
) -> Result<bool> {
    let Some(user) = store::find_credentials(tx, username).await? else { return Ok(false) };
    store::set_password(tx, user.id, hash, false).await?;
    session::end_other_sessions(tx, user.id, None, now).await?;
    resets_store::invalidate_resets(tx, user.id, now).await?;
    if remove_totp {
        second_factor::delete_factor(tx, user.id).await?;
    }
    let entry = AuditEntry::new("PASSWORD_SET_BY_COMMAND").entity("user", user.id.0);
    audit::log_as_user(tx, user.id, "comanda user password", now, entry).await?;
    Ok(true)
}
