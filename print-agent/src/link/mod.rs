//! The link to the server: one fallible session after the other, without end.
//!
//! [`packet`] is the text of Socket.IO, [`socket`] one connection, [`session`] the events on it. Why there is no
//! library for this: `server/docs/decisions/`, "agent link".

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
    net::Net,
    spool::{JournalError, Spool},
    worker::Board,
};

/// A session that lasted this long ended by something new, even if it is called the same.
const LOG_AGAIN_AFTER: Duration = Duration::from_secs(60);

/// What a session needs of the rest of the agent.
#[derive(Debug, Clone)]
pub struct Link {
    /// The way to the server.
    pub net: Net,
    /// Who is calling.
    pub auth: AgentAuth,
    /// Jobs.
    pub spool: Spool,
    /// States of printers.
    pub board: Arc<Board>,
    /// Waiting times.
    pub timing: Timing,
    /// Counts changes of the set-up: the pool follows.
    pub setup_changed: watch::Sender<u64>,
    /// How the link is, for whoever looks from outside.
    pub state: watch::Sender<LinkState>,
    /// The machine has just woken up.
    pub woken: Arc<Notify>,
    /// Of the states.
    pub clock: Clock,
}

/// A server that restarts is not met by all agents at the same moment: from one to two times as long.
fn spread(wait_ms: u64) -> u64 {
    wait_ms + fastrand::u64(0..=wait_ms)
}

impl Link {
    /// Keeps the link until the disk fails. A refused token is tried again like everything else: the agent may have
    /// been paired anew on the server, or a restored backup may know it again.
    ///
    /// # Errors
    /// When the disk failed; no error of the network ends it.
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
            // Once for each new trouble: a server that is away for a night must not fill the log.
            let message = error.to_string();
            if message != last_logged || begun.elapsed() > LOG_AGAIN_AFTER {
                self.log_failure(&error);
                last_logged = message;
            }
            match error {
                LinkError::AfterSleep => {}
                LinkError::Stopping => sleep(ms(spread(self.timing.reconnect_ms))).await,
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
