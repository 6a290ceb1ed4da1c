//! Who makes backups: one process at a time on all the databases, for as long as it says so again in time.

use super::store;
use crate::{clock::Clock, db::Db, error::Result, transact};
use anyhow::bail;
use chrono::TimeDelta;
use std::time::Duration;

#[derive(Debug)]
pub(super) struct Lease {
    pub control: Db,
    pub clock: Clock,
    /// Another for each process.
    pub holder: String,
    pub length: Duration,
}

impl Lease {
    /// Does the work while nobody else does such work; `None` where somebody does.
    ///
    /// # Errors
    /// Those of the database, and that the lease was lost in between: then the work was given up where it stood.
    pub async fn during<T>(&self, work: impl Future<Output = T>) -> anyhow::Result<Option<T>> {
        if !self.take().await? {
            return Ok(None);
        }
        let done = tokio::select! {
            done = work => Ok(Some(done)),
            lost = self.keep() => lost,
        };
        let given_back: Result<()> = transact!(self.control, |tx| { Ok(store::drop_lease(tx, &self.holder).await?) });
        if let Err(error) = given_back {
            tracing::warn!(%error, "the lease of the backups was not given back; it ends by itself");
        }
        done
    }

    async fn take(&self) -> Result<bool> {
        let now = self.clock.now();
        let until = now + TimeDelta::from_std(self.length).unwrap_or_default();
        transact!(self.control, |tx| { Ok(store::take_lease(tx, &self.holder, now, until).await?) })
    }

    /// Ends only when it is lost.
    async fn keep<T>(&self) -> anyhow::Result<T> {
        loop {
            tokio::time::sleep(self.length / 3).await;
            if !self.take().await? {
                bail!("another server took over the backups");
            }
        }
    }
}
