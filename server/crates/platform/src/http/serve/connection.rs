//! How far a connection is, and so how long it may go on in silence and how much it may send before anybody signs in on it.

use super::places::Place;
use comanda_base::config::TimeOuts;
use std::{
    fmt, io,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};
use tokio::time::Instant;

/// What a web socket may bring before its client has signed in: a token, and no more.
const MAX_UNKNOWN_BYTES: usize = 16 * 1024;

/// A connection, as those see it who answer its requests: an extension of each of them. Cheap to clone.
#[derive(Clone)]
pub struct Connection(Arc<Shared>);

struct Shared {
    time_outs: TimeOuts,
    phase: Mutex<Phase>,
    /// Given back when the connection is gone.
    places: Mutex<Vec<Place>>,
    is_known: OnceLock<IsKnown>,
}

type IsKnown = Box<dyn Fn() -> bool + Send + Sync>;

#[derive(Debug, Clone, Copy)]
enum Phase {
    /// Between two requests.
    Idle,
    /// The head of a request has begun to come in.
    Head(Instant),
    /// A request is being answered; its body has a time of its own.
    Busy,
    /// It became a web socket, which looks after its own life. `unknown_bytes` came from nobody who is known.
    Socket { unknown_bytes: usize },
}

impl Connection {
    pub(super) fn new(time_outs: TimeOuts, places: Vec<Place>) -> Self {
        Self(Arc::new(Shared {
            time_outs,
            phase: Mutex::new(Phase::Idle),
            places: Mutex::new(places),
            is_known: OnceLock::new(),
        }))
    }

    /// Lets a web socket go on when `is_known` says who is there; asked when it has sent as much as strangers may. The first one
    /// to say so counts.
    pub fn known_when(&self, is_known: impl Fn() -> bool + Send + Sync + 'static) {
        // Who came later knows no more than the first.
        let _ = self.0.is_known.set(Box::new(is_known));
    }

    pub(super) fn answering(&self) {
        *self.phase() = Phase::Busy;
    }
    pub(super) fn answered(&self) {
        *self.phase() = Phase::Idle;
    }
    pub(super) fn becomes_socket(&self) {
        *self.phase() = Phase::Socket { unknown_bytes: 0 };
    }
    /// Takes one more place, for as long as the connection lasts.
    pub(super) fn keep(&self, place: Place) {
        self.0.places.lock().unwrap_or_else(PoisonError::into_inner).push(place);
    }
    pub(super) fn time_outs(&self) -> &TimeOuts {
        &self.0.time_outs
    }

    /// Until when something must have come in; none: others look after it, hyper after the silence between requests.
    pub(super) fn read_by(&self) -> Option<Instant> {
        match *self.phase() {
            Phase::Head(since) => Some(since + self.0.time_outs.head),
            Phase::Idle | Phase::Busy | Phase::Socket { .. } => None,
        }
    }

    /// Notes what came in.
    ///
    /// # Errors
    /// It is more than a stranger may send.
    pub(super) fn received(&self, bytes: usize) -> io::Result<()> {
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
