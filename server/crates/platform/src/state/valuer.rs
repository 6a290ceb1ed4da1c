//! Wakes who values stock, after a commit that moved something.

use std::{
    collections::BTreeSet,
    mem,
    sync::{Mutex, PoisonError},
};
use tokio::sync::Notify;

/// The companies in which something moved.
#[derive(Debug, Default)]
pub struct ValuerWake {
    companies: Mutex<BTreeSet<String>>,
    notify: Notify,
}

impl ValuerWake {
    /// Something moved in a company.
    pub fn wake(&self, slug: &str) {
        self.companies.lock().unwrap_or_else(PoisonError::into_inner).insert(slug.to_owned());
        self.notify.notify_one();
    }

    /// Those that were woken since the last time, once there is one.
    pub async fn woken(&self) -> BTreeSet<String> {
        loop {
            let woken = mem::take(&mut *self.companies.lock().unwrap_or_else(PoisonError::into_inner));
            if !woken.is_empty() {
                return woken;
            }
            self.notify.notified().await;
        }
    }
}
