//! Wakes the task that sends documents to the tax authority, after a commit that left something to send.

use std::{
    collections::HashMap,
    mem,
    sync::{Mutex, PoisonError},
};
use tokio::sync::Notify;

/// How urgent sending is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WakePriority {
    /// There are new documents. After a failure to reach the tax authority, the retry is waited for.
    New,
    /// A person asked for it: sent at once.
    Asked,
}

/// The companies that have something to send.
#[derive(Debug, Default)]
pub struct SenderWake {
    companies: Mutex<HashMap<String, WakePriority>>,
    notify: Notify,
}

impl SenderWake {
    /// Wakes the sender for a company.
    pub fn wake(&self, slug: &str, haste: WakePriority) {
        let mut companies = self.companies.lock().unwrap_or_else(PoisonError::into_inner);
        let known = companies.entry(slug.to_owned()).or_insert(haste);
        *known = (*known).max(haste);
        drop(companies);
        self.notify.notify_one();
    }

    /// Waits for and takes the companies that were woken since the last call.
    pub async fn take_woken(&self) -> HashMap<String, WakePriority> {
        loop {
            let woken = mem::take(&mut *self.companies.lock().unwrap_or_else(PoisonError::into_inner));
            if !woken.is_empty() {
                return woken;
            }
            self.notify.notified().await;
        }
    }
}
