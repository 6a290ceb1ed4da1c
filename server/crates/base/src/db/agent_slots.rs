//! Limits how many print agents use one PostgreSQL at a time: after a restart thousands of them reconnect at once, and cashiers and
//! waiters must not wait behind them.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::{
    Backend, Db,
    error::{Error, Result},
};

/// The number of slots: half of the connections.
const MAX_AGENTS: usize = 16;
/// The time that a request waits for a slot. Agents ask again after ten seconds, and the server does not hear that they gave up.
const SLOT_TIMEOUT: Duration = Duration::from_secs(25);

/// The slots of one PostgreSQL.
#[derive(Debug, Clone)]
pub(super) struct AgentSlots(Arc<Semaphore>);

impl Default for AgentSlots {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_AGENTS)))
    }
}

impl Db {
    /// Waits for a slot, first come first served; a SQLite file needs none.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: it did not come in time.
    pub async fn agent_slot(&self) -> Result<Option<OwnedSemaphorePermit>> {
        let Backend::Postgres { agent_slots, .. } = &self.0 else { return Ok(None) };
        let slot = timeout(SLOT_TIMEOUT, agent_slots.0.clone().acquire_owned()).await;
        slot.ok().and_then(std::result::Result::ok).map(Some).ok_or(Error::Unavailable)
    }
}
