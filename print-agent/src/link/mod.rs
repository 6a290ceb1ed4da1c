//! The link to the server: an endless sequence of sessions, each of which may fail.
//!
//! [`packet`] reads and writes the text of Socket.IO, [`socket`] is one connection, [`session`] handles the events on it. The reasons
//! against a library are in `server/docs/decisions/`, "agent link".

mod packet;
mod session;
mod socket;

use std::sync::Arc;

use comanda_ticket::wire::AgentAuth;
use tokio::{
    sync::{Notify, watch},
    time::{Duration, Instant, sleep},
};

pub use session::Session;
pub use socket::LinkError;

use crate::{
    clock::Clock,
    config::{Timing, ms},
    live::LinkState,
    net::ServerAccess,
    scale::Watches,
    spool::{JournalError, Spool},
    worker::Board,
};

/// The duration of a session after which its failure is logged even if it has the same message as the last one.
const LOG_AGAIN_AFTER: Duration = Duration::from_secs(60);

/// The link, with the parts of the agent that its sessions need.
#[derive(Debug, Clone)]
pub struct Link {
    /// The access to the server.
    pub net: ServerAccess,
    /// The credentials of the agent.
    pub auth: AgentAuth,
    /// The jobs.
    pub spool: Spool,
    /// The states of printers.
    pub board: Arc<Board>,
    /// The scales, and until when they are watched.
    pub scales: Arc<Watches>,
    /// The waiting times.
    pub timing: Timing,
    /// A counter of changes of the set-up, which the pool follows.
    pub setup_changed: watch::Sender<u64>,
    /// The state of the link, for other processes.
    pub state: watch::Sender<LinkState>,
    /// Notified when the machine has woken up from sleep.
    pub woken: Arc<Notify>,
    /// The clock for the times of the states.
    pub clock: Clock,
}

/// Returns a random wait of one to two times `wait_ms`, so that not all agents reconnect to a restarted server at the same moment.
fn randomise_wait(wait_ms: u64) -> u64 {
    wait_ms + fastrand::u64(0..=wait_ms)
}

impl Link {
    /// Keeps the link until the disk fails. A refused token is tried again like every other failure: the agent may have been paired again,
    /// or a restored backup of the server may know it again.
    ///
    /// # Errors
    /// Returns an error if the disk failed; no error of the network ends it.
    pub async fn run(self) -> Result<(), JournalError> {
        let mut last_logged = String::new();
        loop {
            let begun = Instant::now();
            let error = tokio::select! {
                biased;
                error = Session::run(&self) => error,
                () = self.woken.notified() => LinkError::AfterSleep,
            };
            if let LinkError::Disk(error) = error {
                return Err(error);
            }
            self.mark_disconnected(&error);
            // Each new failure is logged once: a server that is down for a night must not fill the log.
            let message = error.to_string();
            if message != last_logged || begun.elapsed() > LOG_AGAIN_AFTER {
                self.log_failure(&error);
                last_logged = message;
            }
            match error {
                LinkError::AfterSleep => {}
                LinkError::Stopping => sleep(ms(randomise_wait(self.timing.reconnect_ms))).await,
                _ => sleep(ms(self.timing.reconnect_ms)).await,
            }
        }
    }

    fn mark_connected(&self) {
        self.state.send_replace(LinkState { connected: true, since_ms: self.clock.now_ms(), trouble: None });
    }

    fn mark_disconnected(&self, error: &LinkError) {
        let trouble = Some(error.to_string());
        self.state.send_if_modified(|state| {
            let news = state.connected || state.trouble != trouble;
            if news {
                let since_ms =
                    if state.connected || state.since_ms == 0 { self.clock.now_ms() } else { state.since_ms };
                *state = LinkState { connected: false, since_ms, trouble };
            }
            news
        });
    }

    fn log_failure(&self, error: &LinkError) {
        let server = self.net.address();
        match error {
            LinkError::Refused(why) => {
                tracing::error!(%why, %server, "the server refuses this agent's token: pair it again");
            }
            LinkError::AfterSleep => tracing::info!("the machine slept: the link is made anew"),
            LinkError::Stopping => tracing::info!(%server, "the server restarts: the link is made anew"),
            error => tracing::warn!(%error, %server, "no link to the server; it is tried again without end"),
        }
    }
}
