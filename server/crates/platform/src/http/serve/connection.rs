//! The state of a connection, which decides how long it may be silent and how much it may send before its client has signed in.

use super::slots::ConnectionSlot;
use comanda_base::config::Timeouts;
use std::{
    fmt, io,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};
use tokio::time::Instant;

/// The most bytes that a web socket may send before its client has signed in: enough for a token.
const MAX_UNKNOWN_BYTES: usize = 16 * 1024;

/// A connection, as an extension of each of its requests. Cheap to clone.
#[derive(Clone)]
pub struct Connection(Arc<Shared>);

struct Shared {
    time_outs: Timeouts,
    phase: Mutex<Phase>,
    /// Released when the connection ends.
    slots: Mutex<Vec<ConnectionSlot>>,
    is_known: OnceLock<IsKnown>,
}

type IsKnown = Box<dyn Fn() -> bool + Send + Sync>;

#[derive(Debug, Clone, Copy)]
enum Phase {
    /// Between two requests.
    Idle,
    /// The head of a request has begun to come in.
    Head(Instant),
    /// A request is being answered; its body has a time limit of its own.
    Busy,
    /// The connection became a web socket, which has its own time-outs. `unknown_bytes` arrived before the client signed in.
    Socket { unknown_bytes: usize },
}

impl Connection {
    pub(super) fn new(time_outs: Timeouts, slots: Vec<ConnectionSlot>) -> Self {
        Self(Arc::new(Shared {
            time_outs,
            phase: Mutex::new(Phase::Idle),
            slots: Mutex::new(slots),
            is_known: OnceLock::new(),
        }))
    }

    /// Sets the check whether the client of a web socket has signed in, which is made when it has sent as much as a stranger may. Only the
    /// first call has an effect.
    pub fn set_authentication_check(&self, is_known: impl Fn() -> bool + Send + Sync + 'static) {
        // Later checks are not needed.
        let _ = self.0.is_known.set(Box::new(is_known));
    }

    pub(super) fn begin_request(&self) {
        *self.phase() = Phase::Busy;
    }
    pub(super) fn end_request(&self) {
        *self.phase() = Phase::Idle;
    }
    pub(super) fn upgrade_to_socket(&self) {
        *self.phase() = Phase::Socket { unknown_bytes: 0 };
    }
    /// Adds a slot, which is held for as long as the connection lasts.
    pub(super) fn add_slot(&self, slot: ConnectionSlot) {
        self.0.slots.lock().unwrap_or_else(PoisonError::into_inner).push(slot);
    }
    pub(super) fn time_outs(&self) -> &Timeouts {
        &self.0.time_outs
    }

    /// The time by which more bytes must arrive; `None` where another limit applies, as hyper's between requests.
    pub(super) fn read_deadline(&self) -> Option<Instant> {
        match *self.phase() {
            Phase::Head(since) => Some(since + self.0.time_outs.head),
            Phase::Idle | Phase::Busy | Phase::Socket { .. } => None,
        }
    }

    /// Records received bytes.
    ///
    /// # Errors
    /// The bytes are more than a client may send before it has signed in.
    pub(super) fn record_received(&self, bytes: usize) -> io::Result<()> {
        let mut phase = self.phase();
        match &mut *phase {
            Phase::Idle if bytes > 0 => *phase = Phase::Head(Instant::now()),
            Phase::Socket { unknown_bytes } => {
                *unknown_bytes = unknown_bytes.saturating_add(bytes);
                if *unknown_bytes > MAX_UNKNOWN_BYTES && !self.0.is_known.get().is_some_and(|known| known()) {
                    return Err(io::Error::other("too much from a socket that nobody signed in on"));
                }
            }
            Phase::Idle | Phase::Head(_) | Phase::Busy => {}
        }
        Ok(())
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.0.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Connection").field(&*self.phase()).finish()
    }
}
