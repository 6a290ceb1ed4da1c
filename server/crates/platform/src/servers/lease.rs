//! A lease of work that only one process may do at a time, server or command line, on SQLite too. It is held for as long as it is renewed
//! in time.

use super::store;
use anyhow::bail;
use comanda_base::{
    clock::Clock,
    db::{self, Db},
};
use std::time::{Duration, Instant};

/// The lease of one kind of work in one process.
#[derive(Debug)]
pub struct Lease {
    control: Db,
    clock: Clock,
    work: &'static str,
    holder: String,
    length: Duration,
}

impl Lease {
    /// Describes the lease of a kind of work, without taking it.
    pub fn new(control: &Db, clock: &Clock, work: &'static str, length: Duration) -> Self {
        // Unique for each process.
        let holder = format!("{} {:016x}", std::process::id(), rand::random::<u64>());
        Self { control: control.clone(), clock: clock.clone(), work, holder, length }
    }

    /// Does the work while holding the lease; `None` where another process holds it.
    ///
    /// # Errors
    /// Those of the database, or the lease was lost: then the work was cancelled where it was.
    pub async fn run_with_lease<T>(&self, work: impl Future<Output = T>) -> anyhow::Result<Option<T>> {
        if !self.try_acquire().await? {
            return Ok(None);
        }
        let outcome = tokio::select! {
            outcome = work => Ok(Some(outcome)),
            lost = self.keep_until_lost() => lost,
        };
        if let Err(error) = store::release_leases(&self.control, &self.holder).await {
            tracing::warn!(%error, work = self.work, "a lease was not given back; it ends by itself");
        }
        outcome
    }

    async fn try_acquire(&self) -> db::Result<bool> {
        let now = self.clock.now();
        Ok(!store::acquire_leases(&self.control, &self.holder, &[self.work], (now, self.length)).await?.is_empty())
    }

    /// Renews the lease; returns only when it is lost.
    async fn keep_until_lost<T>(&self) -> anyhow::Result<T> {
        let mut renewed_at = Instant::now();
        loop {
            tokio::time::sleep(self.length / 3).await;
            let began = Instant::now();
            match self.try_acquire().await {
                Ok(true) => renewed_at = began,
                Ok(false) => bail!("another process took over: {}", self.work),
                Err(error) if renewed_at.elapsed() >= self.length => return Err(error.into()),
                // It is held until its time is over.
                Err(error) => tracing::warn!(%error, work = self.work, "a lease was not kept"),
            }
        }
    }
}
