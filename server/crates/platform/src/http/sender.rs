//! Whether whoever sent a request still waits for its answer: a call that was begun goes on without them, one that was not need not begin.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// Who sent a request, in its extensions.
#[derive(Debug, Clone, Default)]
pub struct Sender(Arc<AtomicBool>);

impl Sender {
    /// Their connection has ended, or they gave up.
    pub fn is_gone(&self) -> bool {
        self.0.load(Relaxed)
    }
    /// Held for as long as they wait.
    pub fn waits(&self) -> Waits {
        Waits(self.clone())
    }
}

/// Dropped when nobody waits any more.
#[derive(Debug)]
pub struct Waits(Sender);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.0.store(true, Relaxed);
    }
}
