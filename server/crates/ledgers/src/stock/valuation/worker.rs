//! The background worker: values each company once when it first sees it, and then whenever something moved in it. A company without moves
//! costs nothing.

use super::value_pending;
use comanda_platform::{
    companies::Company,
    state::{App, CompanyRuns, EndedRun},
};
use std::{collections::HashSet, sync::Arc, time::Duration};
use tokio::{
    sync::Semaphore,
    time::{MissedTickBehavior, interval},
};

/// The number of companies that are valued at the same time.
const MAX_AT_ONCE: usize = 4;
/// The pause after a company was valued, so that the orders of a busy evening are valued in groups and not one by one.
const PAUSE_AFTER: Duration = Duration::from_millis(300);
/// The interval at which the worker looks, in memory, for new companies; one that could not be valued counts as new.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Values stock in all companies until the server ends.
pub fn spawn_worker(app: App) {
    tokio::spawn(async move {
        let mut worker = Worker::new(app);
        let mut beat = interval(CHECK_INTERVAL);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = beat.tick() => worker.start_new(),
                woken = worker.app.stock_valuer_wake().take_woken() => woken.keys().for_each(|slug| worker.start(slug)),
                Some(ended) = worker.runs.next_ended() => worker.finish(ended),
            }
        }
    });
}

struct Worker {
    app: App,
    turns: Arc<Semaphore>,
    /// The companies that were valued once.
    known: HashSet<String>,
    /// The companies that are being valued; a run returns whether it succeeded.
    runs: CompanyRuns<bool>,
}

impl Worker {
    fn new(app: App) -> Self {
        let turns = Arc::new(Semaphore::new(MAX_AT_ONCE));
        Self { app, turns, known: HashSet::new(), runs: CompanyRuns::new("valuing stock") }
    }

    fn start_new(&mut self) {
        let all: HashSet<String> = self.app.companies().all().into_iter().map(|c| c.slug.clone()).collect();
        self.known.retain(|slug| all.contains(slug));
        for slug in all.difference(&self.known.clone()) {
            self.start(slug);
        }
    }

    fn start(&mut self, slug: &str) {
        if self.runs.request_rerun(slug) {
            return;
        }
        let Some(company) = self.app.companies().find_by_slug(slug) else {
            // The company is valued again as a whole once it is served again.
            self.known.remove(slug);
            return;
        };
        self.known.insert(slug.to_owned());
        self.runs.begin_run(slug, value_company(self.app.clone(), company, self.turns.clone()));
    }

    fn finish(&mut self, ended: EndedRun<bool>) {
        if ended.outcome != Some(true) {
            self.known.remove(&ended.slug);
        } else if ended.asked_again {
            self.start(&ended.slug);
        }
    }
}

/// Values a company, and returns whether that succeeded.
async fn value_company(app: App, company: Arc<Company>, turns: Arc<Semaphore>) -> bool {
    // The semaphore is never closed.
    let Ok(turn) = turns.acquire().await else { return false };
    let valued = value_pending(&app, &company).await;
    if let Err(error) = &valued {
        tracing::error!(%error, company = company.slug, "stock was not valued");
    }
    drop(turn);
    tokio::time::sleep(PAUSE_AFTER).await;
    valued.is_ok()
}
