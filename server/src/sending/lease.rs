//! Who sends for a company: one process at a time, for as long as it says so again in time.

use super::{pace::later, store};
use crate::{companies::Company, error::Result, transact};
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// Somebody else may be done long before the lease is over, and not know of what was left meanwhile.
const LOOK_AGAIN: TimeDelta = TimeDelta::seconds(5);

/// Takes the lease, or keeps it, by the database's clock. Otherwise gives when, by one's own, to look again whether somebody else has it.
pub(super) async fn take(
    company: &Company,
    holder: &str,
    own_now: DateTime<Utc>,
    length: Duration,
) -> Result<Result<(), DateTime<Utc>>> {
    transact!(company.db, |tx| {
        let found = store::lease(tx).await?;
        let now = tx.database_now(own_now).await?;
        if let Some((other, until)) = found.filter(|(of, until)| of != holder && *until > now) {
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
