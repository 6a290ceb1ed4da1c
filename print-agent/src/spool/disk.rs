//! A handle to the disk of the journal, with which tests control writing and power.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use super::journal_writer::JournalWriter;

/// The disk of a journal. Clones share it. The default disk always has power, and a thread that writes at once.
#[derive(Debug, Clone, Default)]
pub struct Disk(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cut: AtomicBool,
    opened: AtomicBool,
    durable_bytes: AtomicU64,
    /// Whether it writes only at [`Disk::write_pending`].
    manual: bool,
    writer: Mutex<Option<JournalWriter>>,
}

impl Disk {
    /// Creates a disk without a thread, which writes only at [`Self::write_pending`]: the test decides how long writing takes.
    #[must_use]
    pub fn manual() -> Self {
        Self(Arc::new(State { manual: true, ..State::default() }))
    }

    /// Writes everything that has been requested by now. Returns false when the journal is closed and the folder is free.
    pub fn write_pending(&self) -> bool {
        let mut writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.as_mut().is_some_and(|writer| !writer.write_pending()) {
            *writer = None;
        }
        writer.is_some()
    }

    /// Cuts the power: nothing is written or acknowledged any more.
    pub fn cut(&self) {
        self.0.cut.store(true, Ordering::SeqCst);
    }

    /// Whether the power was cut.
    #[must_use]
    pub fn has_lost_power(&self) -> bool {
        self.0.cut.load(Ordering::SeqCst)
    }

    /// The number of bytes of the journal that certainly survive a power cut. `None` before the journal has been opened: then all survive.
    #[must_use]
    pub fn durable_bytes(&self) -> Option<u64> {
        let bytes = self.0.durable_bytes.load(Ordering::SeqCst);
        self.0.opened.load(Ordering::SeqCst).then_some(bytes)
    }

    pub(super) fn set_durable_bytes(&self, bytes: u64) {
        self.0.durable_bytes.store(bytes, Ordering::SeqCst);
        self.0.opened.store(true, Ordering::SeqCst);
    }

    pub(super) fn run(&self, writer: JournalWriter) -> io::Result<()> {
        if self.0.manual {
            *self.0.writer.lock().unwrap_or_else(PoisonError::into_inner) = Some(writer);
        } else {
            thread::Builder::new().name("journal".into()).spawn(move || writer.run())?;
        }
        Ok(())
    }
}
