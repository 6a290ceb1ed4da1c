//! The worker: looks at each company once when it is new here, and then when something moved in it. A company in which nothing moves
//! costs nothing.

use super::settle;
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

/// Companies that are valued at the same time.
const MAX_AT_ONCE: usize = 4;
/// After a company was valued it rests as long, so that a busy evening is valued in groups and not order by order.
const REST: Duration = Duration::from_millis(300);
/// How often it looks, in memory, whether there is a new company; one that could not be valued counts as new.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Values stock in all companies until the server ends.
pub fn tend(app: App) {
    tokio::spawn(async move {
        let mut worker = Worker::of(app);
        let mut beat = interval(LOOK_EVERY);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = beat.tick() => worker.begin_new(),
                woken = worker.app.valuer().woken() => woken.iter().for_each(|slug| worker.begin(slug)),
                Some(ended) = worker.under_way.join_next_with_id() => worker.end(ended),
            }
        }
    });
}

struct Worker {
    app: App,
    turns: Arc<Semaphore>,
    /// Companies that were valued once.
    known: HashSet<String>,
    under_way: JoinSet<bool>,
    slugs: HashMap<Id, String>,
    /// Those under way, and whether something moved meanwhile.
    again: HashMap<String, bool>,
}

impl Worker {
    fn of(app: App) -> Self {
        let turns = Arc::new(Semaphore::new(MAX_AT_ONCE));
        let (known, under_way, slugs, again) = Default::default();
        Self { app, turns, known, under_way, slugs, again }
    }

    fn begin_new(&mut self) {
        let all: HashSet<String> = self.app.companies().all().into_iter().map(|c| c.slug.clone()).collect();
        self.known.retain(|slug| all.contains(slug));
        for slug in all.difference(&self.known.clone()) {
            self.begin(slug);
        }
    }

    fn begin(&mut self, slug: &str) {
        if let Some(again) = self.again.get_mut(slug) {
            *again = true;
            return;
        }
        let Some(company) = self.app.companies().by_slug(slug) else {
            // Valued whole when it is served again.
            self.known.remove(slug);
            return;
        };
        self.known.insert(slug.to_owned());
        self.again.insert(slug.to_owned(), false);
        let task = self.under_way.spawn(value(self.app.clone(), company, self.turns.clone()));
        self.slugs.insert(task.id(), slug.to_owned());
    }

    fn end(&mut self, ended: Result<(Id, bool), JoinError>) {
        let (id, is_valued) = ended.unwrap_or_else(|error| {
            tracing::error!(%error, "valuing stock ended by itself");
            (error.id(), false)
        });
        let Some(slug) = self.slugs.remove(&id) else { return };
        let moved_meanwhile = self.again.remove(&slug).unwrap_or_default();
        if !is_valued {
            self.known.remove(&slug);
        } else if moved_meanwhile {
            self.begin(&slug);
        }
    }
}

/// Whether all of it could be valued.
async fn value(app: App, company: Arc<Company>, turns: Arc<Semaphore>) -> bool {
    // It is never closed.
    let Ok(turn) = turns.acquire().await else { return false };
    let valued = settle(&app, &company).await;
    if let Err(error) = &valued {
        tracing::error!(%error, company = company.slug, "stock was not valued");
    }
    drop(turn);
    tokio::time::sleep(REST).await;
    valued.is_ok()
}
