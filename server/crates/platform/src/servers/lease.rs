//! Work that one process at a time does, server or command line, on SQLite too: for as long as it says so again in time.

use super::store;
use anyhow::bail;
use comanda_base::{
    clock::Clock,
    db::{self, Db},
};
use std::time::{Duration, Instant};

/// The lease of one kind of work, for one process.
#[derive(Debug)]
pub struct Lease {
    control: Db,
    clock: Clock,
    work: &'static str,
    holder: String,
    length: Duration,
}

impl Lease {
    /// Of this kind of work, taken by nobody yet.
    pub fn of(control: &Db, clock: &Clock, work: &'static str, length: Duration) -> Self {
        // Another for each process.
        let holder = format!("{} {:016x}", std::process::id(), rand::random::<u64>());
        Self { control: control.clone(), clock: clock.clone(), work, holder, length }
    }

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
        if let Err(error) = store::give_back(&self.control, &self.holder).await {
            tracing::warn!(%error, work = self.work, "a lease was not given back; it ends by itself");
        }
        done
    }

    async fn take(&self) -> db::Result<bool> {
        let now = self.clock.now();
        Ok(!store::take(&self.control, &self.holder, &[self.work], (now, self.length)).await?.is_empty())
    }

    /// Ends only when it is lost.
    async fn keep<T>(&self) -> anyhow::Result<T> {
        let mut taken = Instant::now();
        loop {
            tokio::time::sleep(self.length / 3).await;
            let began = Instant::now();
            match self.take().await {
                Ok(true) => taken = began,
                Ok(false) => bail!("another process took over: {}", self.work),
                Err(error) if taken.elapsed() >= self.length => return Err(error.into()),
                // It is ours until its time is over.
                Err(error) => tracing::warn!(%error, work = self.work, "a lease was not kept"),
            }
        }
    }
}
