//! What is looked after in every company again and again, beside everything else.

use super::App;
use crate::{companies::Company, error::Result};
use futures::future::BoxFuture;
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

/// Companies of one kind of round that are looked after at the same time.
const MAX_AT_ONCE: usize = 8;

/// What is done for one company.
pub type Round = for<'a> fn(&'a App, &'a Company) -> BoxFuture<'a, Result<()>>;

/// Does it for every company this often, for as long as the process lives; of several servers, the one that has the lease. A company whose round takes long, because its mail server
/// does not answer, holds up no other one, and has its next round when that one is over. An error is logged as being about `what`.
pub fn every_company(app: App, every: Duration, what: &'static str, round: Round) {
    tokio::spawn(async move {
        let mut beat = interval(every);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut rounds = Rounds::of(what, round);
        loop {
            tokio::select! {
                _ = beat.tick() => if app.leases().holds(what).await {
                    rounds.begin(&app);
                },
                Some(ended) = rounds.tasks.join_next_with_id() => rounds.end(ended),
            }
        }
    });
}

struct Rounds {
    what: &'static str,
    round: Round,
    turns: Arc<Semaphore>,
    tasks: JoinSet<()>,
    slugs: HashMap<Id, String>,
    under_way: HashSet<String>,
}

impl Rounds {
    fn of(what: &'static str, round: Round) -> Self {
        Self {
            what,
            round,
            turns: Arc::new(Semaphore::new(MAX_AT_ONCE)),
            tasks: JoinSet::new(),
            slugs: HashMap::new(),
            under_way: HashSet::new(),
        }
    }

    fn begin(&mut self, app: &App) {
        for company in app.companies().all() {
            if !self.under_way.insert(company.slug.clone()) {
                continue;
            }
            let slug = company.slug.clone();
            let (app, turns, what, round) = (app.clone(), self.turns.clone(), self.what, self.round);
            let task = self.tasks.spawn(async move {
                // It is never closed.
                let Ok(_turn) = turns.acquire().await else { return };
                if let Err(e) = round(&app, &company).await {
                    tracing::error!(error = %e, company = company.slug, "{what}");
                }
            });
            self.slugs.insert(task.id(), slug);
        }
    }

    fn end(&mut self, ended: std::result::Result<(Id, ()), JoinError>) {
        let id = match ended {
            Ok((id, ())) => id,
            Err(e) => {
                tracing::error!(error = %e, what = self.what, "a round ended by itself");
                e.id()
            }
        };
        if let Some(slug) = self.slugs.remove(&id) {
            self.under_way.remove(&slug);
        }
    }
}
