//! Wakes the task that values stock, after a commit that moved stock.

use std::{
    collections::BTreeSet,
    mem,
    sync::{Mutex, PoisonError},
};
use tokio::sync::Notify;

/// The companies in which stock moved.
#[derive(Debug, Default)]
pub struct ValuerWake {
    companies: Mutex<BTreeSet<String>>,
    notify: Notify,
}

impl ValuerWake {
    /// Wakes the valuation of a company's stock.
    pub fn wake(&self, slug: &str) {
        self.companies.lock().unwrap_or_else(PoisonError::into_inner).insert(slug.to_owned());
        self.notify.notify_one();
    }

    /// Waits for and takes the companies that were woken since the last call.
    pub async fn take_woken(&self) -> BTreeSet<String> {
        loop {
            let woken = mem::take(&mut *self.companies.lock().unwrap_or_else(PoisonError::into_inner));
            if !woken.is_empty() {
                return woken;
            }
            self.notify.notified().await;
        }
    }
}
