//! Print agents take turns at the database: after a restart thousands come back at once, and people who sell must not wait behind them.

use crate::error::{Code, Result, refuse};
use std::time::Duration;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

/// Half of the connections to a PostgreSQL.
const AT_ONCE: usize = 16;
/// An agent waits thirty seconds for an answer.
const PATIENCE: Duration = Duration::from_secs(25);

/// Whose turn it is.
#[derive(Debug)]
pub struct AgentTurns(Semaphore);

impl Default for AgentTurns {
    fn default() -> Self {
        Self(Semaphore::new(AT_ONCE))
    }
}

impl AgentTurns {
    /// Waits for one, first come first served.
    ///
    /// # Errors
    /// [`Code::DatabaseUnavailable`]: it did not come in time.
    pub async fn take(&self) -> Result<SemaphorePermit<'_>> {
        let turn = timeout(PATIENCE, self.0.acquire()).await.ok().and_then(std::result::Result::ok);
        turn.ok_or_else(|| refuse(Code::DatabaseUnavailable, "Demasiadas PC de impresión a la vez.").into())
    }
}
