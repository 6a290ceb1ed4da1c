//! Tracks whether the client of a request still waits for its answer: begun calls are finished anyway, others need not begin.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// The client of a request, in the request's extensions.
#[derive(Debug, Clone, Default)]
pub struct RequestSender(Arc<AtomicBool>);

impl RequestSender {
    /// Whether the connection has ended or the client gave up.
    pub fn is_gone(&self) -> bool {
        self.0.load(Relaxed)
    }
    /// Returns a guard that is held for as long as the client waits.
    pub fn hold_while_waiting(&self) -> WaitingSender {
        WaitingSender(self.clone())
    }
}

/// A guard that is dropped when the client does not wait any more.
#[derive(Debug)]
pub struct WaitingSender(RequestSender);

impl Drop for WaitingSender {
    fn drop(&mut self) {
        self.0.0.store(true, Relaxed);
    }
}
