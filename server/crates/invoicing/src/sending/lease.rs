//! The lease for sending on behalf of a company: one worker at a time holds it, as long as it renews the lease in time.

use super::{pace::later, store};
use chrono::{DateTime, TimeDelta, Utc};
use comanda_base::{error::Result, transact};
use comanda_platform::companies::Company;
use std::{sync::LazyLock, time::Duration};
use uuid::Uuid;

/// The longest pause before the lease is tried again; another holder may be done long before its lease ends, and miss what became due
/// since.
const MAX_RETRY_PAUSE: TimeDelta = TimeDelta::seconds(5);

/// The first part of the names of this process's workers.
static PROCESS: LazyLock<String> = LazyLock::new(|| Uuid::now_v7().to_string());

/// Generates a name for a worker of this process.
pub(super) fn new_holder() -> String {
    format!("{}/{}", *PROCESS, Uuid::now_v7())
}

fn is_of_this_process(holder: &str) -> bool {
    holder.split('/').next() == Some(PROCESS.as_str())
}

/// Takes or renews the lease by the database's clock. While another worker holds it, the error is the time, by this machine's clock, to try
/// again.
pub(super) async fn take_lease(
    company: &Company,
    holder: &str,
    own_now: DateTime<Utc>,
    length: Duration,
) -> Result<Result<(), DateTime<Utc>>> {
    transact!(company.db, |tx| {
        let now = tx.database_now(own_now).await?;
        let found = match store::find_lease(tx).await? {
            Some(found) => Some(found),
            None => {
                store::add_free_lease(tx, now).await?;
                store::find_lease(tx).await?
            }
        };
        let is_held = |other: &str, until: DateTime<Utc>| {
            // Nobody takes a lease for longer: this one was taken by a clock that was ahead.
            let is_possible = until <= later(now, length);
            let is_over = until <= now || !is_possible;
            // Whether other processes on a shared database are alive is unknown; a database file has this process only.
            let is_dead = !company.db.is_shared() && !is_of_this_process(other);
            other != holder && !is_over && !is_dead
        };
        if let Some((other, until)) = found.filter(|(other, until)| is_held(other, *until)) {
            tracing::debug!(company = company.slug, other, "somebody else sends");
            return Ok(Err(own_now + (until - now).min(MAX_RETRY_PAUSE)));
        }
        store::set_lease(tx, holder, later(now, length)).await?;
        Ok(Ok(()))
    })
}

/// Gives the lease back, so that nobody has to wait for its end.
pub(super) async fn release_lease(company: &Company, holder: &str) -> Result<()> {
    transact!(company.db, |tx| { Ok(store::drop_lease(tx, holder).await?) })
}
