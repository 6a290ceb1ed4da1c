//! What is looked after in every company again and again, beside everything else.

use super::App;
use crate::companies::Company;
use comanda_base::{db::as_round, error::Result};
use futures::future::BoxFuture;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};
use tokio::{
    sync::Semaphore,
    task::{Id, JoinError, JoinSet},
    time::{MissedTickBehavior, interval},
};

/// Turns of all kinds of rounds are told by one clock.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Companies of one kind of round that are looked after at the same time.
const MAX_AT_ONCE: usize = 8;

/// A company in which nobody changes anything is looked after that often only.
const QUIET_EVERY_S: u64 = 5 * 60;
/// A kind of round waits so long for another one of the same quiet company.
const TURN_TIMEOUT: Duration = Duration::from_secs(10);
/// All of them once within so long of the start: nobody knows what was left to do.
const ALL_WITHIN_S: u64 = 2 * 60;

/// What is done for one company.
pub type Round = for<'a> fn(&'a App, &'a Company) -> BoxFuture<'a, Result<()>>;

/// Does it for every company this often, for as long as the process lives; of several servers, the one that has the lease. Where nobody
/// has changed anything for some minutes it is done every five minutes, one kind of it after the other. A company whose round takes long,
/// because its mail server does not answer, holds up no other one, and has its next round when that one is over. An error is logged as
/// being about `what`.
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
    /// Up to which second of the process those of quiet companies have begun.
    begun: u64,
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
            begun: 0,
            tasks: JoinSet::new(),
            slugs: HashMap::new(),
            under_way: HashSet::new(),
        }
    }

    fn begin(&mut self, app: &App) {
        let (before, now) = (self.begun, START.elapsed().as_secs());
        self.begun = now;
        for company in app.companies().all() {
            let is_quiet = company.db.is_quiet();
            if is_quiet && !has_turn(company.id, before, now) {
                continue;
            }
            if !self.under_way.insert(company.slug.clone()) {
                continue;
            }
            let slug = company.slug.clone();
            let (app, turns, what, round) = (app.clone(), self.turns.clone(), self.what, self.round);
            let task = self.tasks.spawn(async move {
                // Before a turn among companies, which nobody holds while waiting for this one.
                let _alone = if is_quiet { company.db.turn(TURN_TIMEOUT).await } else { None };
                // It is never closed.
                let Ok(_turn) = turns.acquire().await else { return };
                if let Err(e) = as_round(round(&app, &company)).await {
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

/// Whether a quiet company's second came in between: of the first two minutes, or of each five.
fn has_turn(company: i64, before: u64, now: u64) -> bool {
    let came = |second: u64, every: u64| {
        let turns = |until: u64| (until + every - second) / every;
        turns(now) > turns(before)
    };
    let id = company.unsigned_abs();
    let is_first = (before..now).contains(&(id % ALL_WITHIN_S));
    is_first || came(id % QUIET_EVERY_S, QUIET_EVERY_S)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quiet_company_has_a_turn_every_five_minutes_however_often_one_looks() {
        for every in [1, 3, 5, 7, 59, 60] {
            for company in [1, 59, 60, 61, 12_345] {
                let looks = |until: u64| (1..=until / every).map(move |n| (every * (n - 1), every * n));
                let turns = |until| looks(until).filter(|(before, now)| has_turn(company, *before, *now)).count();
                assert!((58..=61).contains(&turns(18_000)), "{} of {company}, every {every}", turns(18_000));
                assert!(turns(ALL_WITHIN_S + every) > 0, "{company}, every {every}: what was left to do");
            }
        }
    }
}
