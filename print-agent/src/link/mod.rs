//! The link to the server: one fallible session after the other, without end.
//!
//! [`packet`] is the text of Socket.IO, [`socket`] one connection, [`session`] what is said on it. Why there is no
//! library for this: `server/docs/decisions/`, "agent link".

mod packet;
mod session;
mod socket;

use std::sync::Arc;

use comanda_ticket::wire::AgentAuth;
use tokio::{
    sync::watch,
    time::{Duration, Instant, sleep},
};

pub use session::Session;
pub use socket::LinkError;

use crate::{
    config::{Timing, ms},
    spool::{JournalError, Spool},
    worker::Board,
};

/// A session that lasted this long ended by something new, even if it is called the same.
const WORTH_SAYING: Duration = Duration::from_secs(60);

/// What a session needs of the rest of the agent.
#[derive(Debug, Clone)]
pub struct Link {
    /// Base address of the server.
    pub server: String,
    /// Who is calling.
    pub auth: AgentAuth,
    /// Jobs.
    pub spool: Spool,
    /// States of printers.
    pub board: Arc<Board>,
    /// Waiting times.
    pub timing: Timing,
    /// Counts changes of the set-up: the pool follows.
    pub set_up: watch::Sender<u64>,
}

impl Link {
    /// Keeps the link until the disk fails. A refused token is tried again like everything else: the agent may have
    /// been paired anew on the server, or a restored backup may know it again.
    ///
    /// # Errors
    /// When the disk failed; no error of the network ends it.
    pub async fn keep(self) -> Result<(), JournalError> {
        let mut last_said = String::new();
        loop {
            let begun = Instant::now();
            let error = Session::run(&self).await;
            if let LinkError::Disk(error) = error {
                return Err(error);
            }
            // Once for each new trouble: a server that is away for a night must not fill the log.
            let said = error.to_string();
            if said != last_said || begun.elapsed() > WORTH_SAYING {
                self.complain(&error);
                last_said = said;
            }
            sleep(ms(self.timing.reconnect_ms)).await;
        }
    }

    fn complain(&self, error: &LinkError) {
        let server = &self.server;
        match error {
            LinkError::Refused(why) => {
                tracing::error!(%why, %server, "the server refuses this agent's token: pair it again");
            }
            error => tracing::warn!(%error, %server, "no link to the server; it is tried again without end"),
        }
    }
}
