//! Wakes who brings documents to the tax authority, after a commit that left something for it.

use std::{
    collections::HashMap,
    mem,
    sync::{Mutex, PoisonError},
};
use tokio::sync::Notify;

/// How much somebody wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Haste {
    /// There is something new. Where the tax authority was not reached just now, it waits.
    New,
    /// A person asked: at once.
    Asked,
}

/// The companies that have something to send.
#[derive(Debug, Default)]
pub struct SenderWake {
    companies: Mutex<HashMap<String, Haste>>,
    notify: Notify,
}

impl SenderWake {
    /// A company has something to send.
    pub fn wake(&self, slug: &str, haste: Haste) {
        let mut companies = self.companies.lock().unwrap_or_else(PoisonError::into_inner);
        let known = companies.entry(slug.to_owned()).or_insert(haste);
        *known = (*known).max(haste);
        drop(companies);
        self.notify.notify_one();
    }

    /// Those that were woken since the last time, once there is one.
    pub async fn woken(&self) -> HashMap<String, Haste> {
        loop {
            let woken = mem::take(&mut *self.companies.lock().unwrap_or_else(PoisonError::into_inner));
            if !woken.is_empty() {
                return woken;
            }
            self.notify.notified().await;
        }
    }
}
