//! The disk beneath the journal, as a test holds it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

/// Cloning shares it. The usual one always has power.
#[derive(Debug, Clone, Default)]
pub struct Disk(Arc<State>);

#[derive(Debug, Default)]
struct State {
    cut: AtomicBool,
    durable_bytes: AtomicU64,
}

impl Disk {
    /// The plug is pulled: nothing is written any more, and nobody is told that anything was.
    pub fn cut(&self) {
        self.0.cut.store(true, Ordering::SeqCst);
    }

    /// Whether it was.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.0.cut.load(Ordering::SeqCst)
    }

    /// How much of the journal is there after a power cut, whatever else is.
    #[must_use]
    pub fn durable_bytes(&self) -> u64 {
        self.0.durable_bytes.load(Ordering::SeqCst)
    }

    pub(super) fn is_durable(&self, bytes: u64) {
        self.0.durable_bytes.store(bytes, Ordering::SeqCst);
    }
}
