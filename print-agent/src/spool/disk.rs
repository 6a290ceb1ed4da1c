//! The disk beneath the journal, as a test holds it.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use super::journal::Scribe;

/// Cloning shares it. The usual one always has power, and a thread that writes as soon as there is something to write.
#[derive(Debug, Clone, Default)]
pub struct Disk(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cut: AtomicBool,
    opened: AtomicBool,
    durable_bytes: AtomicU64,
    /// It writes only when it is told to.
    by_hand: bool,
    scribe: Mutex<Option<Scribe>>,
}

impl Disk {
    /// One without a thread, which writes at each [`Self::turn`]: whoever tests decides how long a disk takes.
    #[must_use]
    pub fn by_hand() -> Self {
        Self(Arc::new(State { by_hand: true, ..State::default() }))
    }

    /// Writes what has been ordered by now. False: nobody can order anything any more, and the folder is free.
    pub fn turn(&self) -> bool {
        let mut scribe = self.0.scribe.lock().unwrap_or_else(PoisonError::into_inner);
        if scribe.as_mut().is_some_and(|scribe| !scribe.turn()) {
            *scribe = None;
        }
        scribe.is_some()
    }

    /// The plug is pulled: nothing is written any more, and nobody is told that anything was.
    pub fn cut(&self) {
        self.0.cut.store(true, Ordering::SeqCst);
    }

    /// Whether it was.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.0.cut.load(Ordering::SeqCst)
    }

    /// How much of the journal is there after a power cut, whatever else is. None: it has not been opened, and all of it is.
    #[must_use]
    pub fn durable_bytes(&self) -> Option<u64> {
        let bytes = self.0.durable_bytes.load(Ordering::SeqCst);
        self.0.opened.load(Ordering::SeqCst).then_some(bytes)
    }

    pub(super) fn is_durable(&self, bytes: u64) {
        self.0.durable_bytes.store(bytes, Ordering::SeqCst);
        self.0.opened.store(true, Ordering::SeqCst);
    }

    pub(super) fn run(&self, scribe: Scribe) -> io::Result<()> {
        if self.0.by_hand {
            *self.0.scribe.lock().unwrap_or_else(PoisonError::into_inner) = Some(scribe);
        } else {
            thread::Builder::new().name("journal".into()).spawn(move || scribe.work())?;
        }
        Ok(())
    }
}
