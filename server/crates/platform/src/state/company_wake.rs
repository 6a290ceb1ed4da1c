//! Wakes a task that works for companies, after a commit that left it something to do.

use std::{
    collections::BTreeMap,
    mem,
    sync::{Mutex, PoisonError},
};
use tokio::sync::Notify;

/// The urgency of sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WakePriority {
    /// There are new documents. After a failure to reach the tax authority, the retry is waited for.
    New,
    /// A person asked for it: sent at once.
    Asked,
}

/// The companies for which a task has something to do, with its priority.
#[derive(Debug)]
pub struct CompanyWake<Priority> {
    companies: Mutex<BTreeMap<String, Priority>>,
    notify: Notify,
}

impl<Priority> Default for CompanyWake<Priority> {
    fn default() -> Self {
        Self { companies: Mutex::default(), notify: Notify::new() }
    }
}

impl CompanyWake<()> {
    /// Wakes the task for a company.
    pub fn wake(&self, slug: &str) {
        self.add(slug, ());
    }
}

impl CompanyWake<WakePriority> {
    /// Wakes the task for a company. Of several calls before it takes them the most urgent counts.
    pub fn wake(&self, slug: &str, priority: WakePriority) {
        self.add(slug, priority);
    }
}

impl<Priority: Copy + Ord> CompanyWake<Priority> {
    fn add(&self, slug: &str, priority: Priority) {
        let mut companies = self.companies.lock().unwrap_or_else(PoisonError::into_inner);
        let known = companies.entry(slug.to_owned()).or_insert(priority);
        *known = (*known).max(priority);
        drop(companies);
        self.notify.notify_one();
    }

    /// Waits for and takes the companies that were woken since the last call.
    pub async fn take_woken(&self) -> BTreeMap<String, Priority> {
        loop {
            let woken = mem::take(&mut *self.companies.lock().unwrap_or_else(PoisonError::into_inner));
            if !woken.is_empty() {
                return woken;
            }
            self.notify.notified().await;
        }
    }
}
