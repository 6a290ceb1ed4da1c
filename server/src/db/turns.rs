//! Who is many takes turns at a PostgreSQL: after a restart thousands of print agents come back at once, and people who sell must not wait
//! behind them.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::{
    Db, Place,
    error::{Error, Result},
};

/// Half of the connections.
const AT_ONCE: usize = 16;
/// Agents ask again after ten seconds; of those that went nobody is told.
const PATIENCE: Duration = Duration::from_secs(25);

/// The turns at one PostgreSQL.
#[derive(Debug, Clone)]
pub(super) struct Turns(Arc<Semaphore>);

impl Default for Turns {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Db {
    /// Waits for a turn among those that are many, first come first served; a file has none.
    ///
    /// # Errors
    /// [`Error::Away`]: it did not come in time.
    pub async fn turn_of_many(&self) -> Result<Option<OwnedSemaphorePermit>> {
        let Place::Postgres { turns, .. } = &self.0 else { return Ok(None) };
        let turn = timeout(PATIENCE, turns.0.clone().acquire_owned()).await;
        turn.ok().and_then(std::result::Result::ok).map(Some).ok_or(Error::Away)
    }
}
