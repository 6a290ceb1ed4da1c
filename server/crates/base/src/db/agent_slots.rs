//! How many print agents may use one PostgreSQL at a time: after a restart thousands of them come back at once, and people who sell must
//! not wait behind them.

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

/// Those of one PostgreSQL.
#[derive(Debug, Clone)]
pub(super) struct AgentSlots(Arc<Semaphore>);

impl Default for AgentSlots {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Db {
    /// Waits for a slot, first come first served; a file needs none.
    ///
    /// # Errors
    /// [`Error::Away`]: it did not come in time.
    pub async fn agent_slot(&self) -> Result<Option<OwnedSemaphorePermit>> {
        let Place::Postgres { agent_slots, .. } = &self.0 else { return Ok(None) };
        let slot = timeout(PATIENCE, agent_slots.0.clone().acquire_owned()).await;
        slot.ok().and_then(std::result::Result::ok).map(Some).ok_or(Error::Away)
    }
}
