//! Rounds: periodic background work for every company. A round costs one read for each company.

use super::{App, company_runs::CompanyRuns};
use crate::companies::Company;
use comanda_base::{db::run_as_background_work, error::Result};
use futures::future::BoxFuture;
use std::{
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};
use tokio::{
    sync::Semaphore,
    time::{MissedTickBehavior, interval},
};

/// The start of the schedule, the same for all kinds of rounds.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The number of companies that one kind of round handles at the same time.
const MAX_AT_ONCE: usize = 8;

/// The interval between the rounds of a quiet company, in which nobody changes anything.
const QUIET_EVERY_S: u64 = 5 * 60;
/// The longest time that a round waits for another kind of round of the same quiet company.
const TURN_TIMEOUT: Duration = Duration::from_secs(10);
/// Within how long after the start every quiet company has a first round, since work may have been left undone.
const ALL_WITHIN_S: u64 = 2 * 60;

/// The work of a round for one company.
pub type RoundWork = for<'a> fn(&'a App, &'a Company) -> BoxFuture<'a, Result<()>>;

/// Runs a round for every company in this interval, for as long as the process lives; of several servers only the one with the lease
/// `what` does. For quiet companies it runs every five minutes, one kind of round after the other. A round that takes long, because a mail
/// server does not answer, does not delay other companies; its company's next round begins when it is over. Errors are logged as `what`.
pub fn run_for_every_company(app: App, every: Duration, what: &'static str, round: RoundWork) {
    tokio::spawn(async move {
        let mut beat = interval(every);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut rounds = Rounds::new(what, round);
        loop {
            tokio::select! {
                _ = beat.tick() => if app.leases().holds_lease(what).await {
                    rounds.begin(&app);
                },
                Some(_) = rounds.runs.next_ended() => {}
            }
        }
    });
}

struct Rounds {
    what: &'static str,
    round: RoundWork,
    turns: Arc<Semaphore>,
    /// The second of the process up to which rounds of quiet companies have begun.
    begun: u64,
    runs: CompanyRuns<()>,
}

impl Rounds {
    fn new(what: &'static str, round: RoundWork) -> Self {
        Self { what, round, turns: Arc::new(Semaphore::new(MAX_AT_ONCE)), begun: 0, runs: CompanyRuns::new(what) }
    }

    fn begin(&mut self, app: &App) {
        let (before, now) = (self.begun, START.elapsed().as_secs());
        self.begun = now;
        for company in app.companies().all() {
            let is_quiet = company.db.is_quiet();
            if is_quiet && !is_due(company.id, before, now) {
                continue;
            }
            if self.runs.is_running(&company.slug) {
                continue;
            }
            let slug = company.slug.clone();
            let (app, turns, what, round) = (app.clone(), self.turns.clone(), self.what, self.round);
            let run = async move {
                // Taken before the semaphore, which must not be held while waiting for this.
                let _alone = if is_quiet { company.db.wait_for_background_turn(TURN_TIMEOUT).await } else { None };
                // The semaphore is never closed.
                let Ok(_turn) = turns.acquire().await else { return };
                if let Err(e) = run_as_background_work(round(&app, &company)).await {
                    tracing::error!(error = %e, company = company.slug, "{what}");
                }
            };
            self.runs.begin_run(&slug, run);
        }
    }
}

/// Whether a quiet company's second lies between the two times: a second within the first two minutes, and one of each five minutes.
fn is_due(company: i64, before: u64, now: u64) -> bool {
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
    fn quiet_companies_are_due_every_five_minutes_for_any_interval() {
        for every in [1, 3, 5, 7, 59, 60] {
            for company in [1, 59, 60, 61, 12_345] {
                let looks = |until: u64| (1..=until / every).map(move |n| (every * (n - 1), every * n));
                let turns = |until| looks(until).filter(|(before, now)| is_due(company, *before, *now)).count();
                assert!((58..=61).contains(&turns(18_000)), "{} of {company}, every {every}", turns(18_000));
                assert!(turns(ALL_WITHIN_S + every) > 0, "{company}, every {every}: what was left to do");
            }
        }
    }
}
