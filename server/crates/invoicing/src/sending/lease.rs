//! Who sends for a company: one worker at a time, for as long as it says so again in time.

use super::{pace::later, store};
use chrono::{DateTime, TimeDelta, Utc};
use comanda_base::{error::Result, transact};
use comanda_platform::companies::Company;
use std::{sync::LazyLock, time::Duration};
use uuid::Uuid;

/// Somebody else may be done long before the lease is over, and not know of what was left meanwhile.
const LOOK_AGAIN: TimeDelta = TimeDelta::seconds(5);

/// The first part of the names of this process' workers.
static PROCESS: LazyLock<String> = LazyLock::new(|| Uuid::now_v7().to_string());

/// A name for a worker of this process.
pub(super) fn new_holder() -> String {
    format!("{}/{}", *PROCESS, Uuid::now_v7())
}

fn is_of_this_process(holder: &str) -> bool {
    holder.split('/').next() == Some(PROCESS.as_str())
}

/// Takes the lease, or keeps it, by the database's clock. Otherwise gives when, by one's own, to look again whether somebody else has it.
pub(super) async fn take(
    company: &Company,
    holder: &str,
    own_now: DateTime<Utc>,
    length: Duration,
) -> Result<Result<(), DateTime<Utc>>> {
    transact!(company.db, |tx| {
        let now = tx.database_now(own_now).await?;
        let found = match store::lease(tx).await? {
            Some(found) => Some(found),
            None => {
                store::add_free_lease(tx, now).await?;
                store::lease(tx).await?
            }
        };
        let is_held = |other: &str, until: DateTime<Utc>| {
            // Nobody takes one for longer: this one was taken by a clock that was ahead.
            let is_possible = until <= later(now, length);
            let is_over = until <= now || !is_possible;
            // Other processes that share a database cannot be asked whether they live; of a file this is the only one.
            let is_dead = !company.db.is_shared() && !is_of_this_process(other);
            other != holder && !is_over && !is_dead
        };
        if let Some((other, until)) = found.filter(|(other, until)| is_held(other, *until)) {
            tracing::debug!(company = company.slug, other, "somebody else sends");
            return Ok(Err(own_now + (until - now).min(LOOK_AGAIN)));
        }
        store::set_lease(tx, holder, later(now, length)).await?;
        Ok(Ok(()))
    })
}

/// Gives it back, so that nobody has to wait for its end.
pub(super) async fn give_back(company: &Company, holder: &str) -> Result<()> {
    transact!(company.db, |tx| { Ok(store::drop_lease(tx, holder).await?) })
}
