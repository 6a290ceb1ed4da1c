//! The background worker: values each company once when it first sees it, and then whenever something moved in it. A company without moves
//! costs nothing.

use super::value_pending;
use comanda_platform::{companies::Company, state::App};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::Semaphore,
    task::{Id, JoinError, JoinSet},
    time::{MissedTickBehavior, interval},
};

/// How many companies are valued at the same time.
const MAX_AT_ONCE: usize = 4;
/// The pause after a company was valued, so that the orders of a busy evening are valued in groups and not one by one.
const PAUSE_AFTER: Duration = Duration::from_millis(300);
/// How often the worker looks, in memory, for new companies; one that could not be valued counts as new.
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
                woken = worker.app.valuer().take_woken() => woken.iter().for_each(|slug| worker.start(slug)),
                Some(ended) = worker.under_way.join_next_with_id() => worker.finish(ended),
            }
        }
    });
}

struct Worker {
    app: App,
    turns: Arc<Semaphore>,
    /// The companies that were valued once.
    known: HashSet<String>,
    under_way: JoinSet<bool>,
    slugs: HashMap<Id, String>,
    /// The companies under way, and whether something moved in them meanwhile.
    moved_meanwhile: HashMap<String, bool>,
}

impl Worker {
    fn new(app: App) -> Self {
        let turns = Arc::new(Semaphore::new(MAX_AT_ONCE));
        let (known, under_way, slugs, moved_meanwhile) = Default::default();
        Self { app, turns, known, under_way, slugs, moved_meanwhile }
    }

    fn start_new(&mut self) {
        let all: HashSet<String> = self.app.companies().all().into_iter().map(|c| c.slug.clone()).collect();
        self.known.retain(|slug| all.contains(slug));
        for slug in all.difference(&self.known.clone()) {
            self.start(slug);
        }
    }

    fn start(&mut self, slug: &str) {
        if let Some(moved) = self.moved_meanwhile.get_mut(slug) {
            *moved = true;
            return;
        }
        let Some(company) = self.app.companies().find_by_slug(slug) else {
            // The company is valued again as a whole once it is served again.
            self.known.remove(slug);
            return;
        };
        self.known.insert(slug.to_owned());
        self.moved_meanwhile.insert(slug.to_owned(), false);
        let task = self.under_way.spawn(value_company(self.app.clone(), company, self.turns.clone()));
        self.slugs.insert(task.id(), slug.to_owned());
    }

    fn finish(&mut self, ended: Result<(Id, bool), JoinError>) {
        let (id, is_valued) = ended.unwrap_or_else(|error| {
            tracing::error!(%error, "valuing stock ended by itself");
            (error.id(), false)
        });
        let Some(slug) = self.slugs.remove(&id) else { return };
        let moved_meanwhile = self.moved_meanwhile.remove(&slug).unwrap_or_default();
        if !is_valued {
            self.known.remove(&slug);
        } else if moved_meanwhile {
            self.start(&slug);
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
