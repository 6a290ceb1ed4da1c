//! The disk beneath the journal, as a test holds it.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use super::journal_writer::JournalWriter;

/// Cloning shares it. The usual one always has power, and a thread that writes as soon as there is something to write.
#[derive(Debug, Clone, Default)]
pub struct Disk(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cut: AtomicBool,
    opened: AtomicBool,
    durable_bytes: AtomicU64,
    /// It writes only at [`Disk::write_pending`].
    by_hand: bool,
    writer: Mutex<Option<JournalWriter>>,
}

impl Disk {
    /// One without a thread, which writes at each [`Self::write_pending`]: whoever tests decides how long a disk takes.
    #[must_use]
    pub fn by_hand() -> Self {
        Self(Arc::new(State { by_hand: true, ..State::default() }))
    }

    /// Writes what has been requested by now. False: nobody can request anything any more, and the folder is free.
    pub fn write_pending(&self) -> bool {
        let mut writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.as_mut().is_some_and(|writer| !writer.write_pending()) {
            *writer = None;
        }
        writer.is_some()
    }

    /// The plug is pulled: nothing is written or acknowledged any more.
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

    pub(super) fn run(&self, writer: JournalWriter) -> io::Result<()> {
        if self.0.by_hand {
            *self.0.writer.lock().unwrap_or_else(PoisonError::into_inner) = Some(writer);
        } else {
            thread::Builder::new().name("journal".into()).spawn(move || writer.run())?;
        }
        Ok(())
    }
}
