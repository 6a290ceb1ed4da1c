//! What waits in each company, looked up for a scrape: one small statement a company, some companies at a time, and all of it at most
//! every ten seconds, however often and by however many it is asked. Where there are more companies than have figures of their own, the
//! others take turns: what a look costs does not grow with the house. A file to which nobody wrote since is not opened for it.

use super::store::{Waiting, waiting};
use chrono::{DateTime, Utc};
use comanda_base::{db::Engine, metrics::scrape};
use comanda_platform::{companies::Company, state::App};
use futures::{StreamExt, stream};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, timeout};

const REFRESH_EVERY: Duration = Duration::from_secs(10);
/// Connections that a look takes at most: of the 32 to PostgreSQL most are always left to those who work.
const AT_ONCE: usize = 4;
/// For one company; one that does not answer keeps what was known of it.
const PATIENCE: Duration = Duration::from_secs(2);
/// For all: a scrape is answered within ten seconds, with what there is by then.
const PATIENCE_FOR_ALL: Duration = Duration::from_secs(5);
/// Companies without figures of their own that are read at once: of a thousand each has its turn in five looks.
const OTHERS_AT_ONCE: usize = 200;
/// Files of which nothing is known yet that are opened for it at once, beside those in which people work.
const NEW_FILES_AT_ONCE: usize = 50;
/// Before one that could not be looked at is tried again.
const TRY_AGAIN: Duration = Duration::from_secs(60);
/// No write takes so long: whoever began before has committed.
const SETTLED: Duration = Duration::from_secs(60);
/// The label of companies without figures of their own; no company can be called so.
pub(super) const OTHERS: &str = "_others";

/// What is known of the companies.
#[derive(Debug, Default)]
pub(super) struct CompanyMetrics {
    /// When somebody last looked; who comes while somebody does waits here.
    looked: tokio::sync::Mutex<Option<Instant>>,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    by_id: HashMap<i64, Look>,
    /// Whose turn is next among those without figures of their own.
    turn: usize,
}

/// What was found, if anything, and when it was looked for.
#[derive(Debug, Clone, Default)]
struct Look {
    found: Option<Waiting>,
    at: Option<Instant>,
}

impl Look {
    /// Whether another look may find something else.
    fn is_over(&self, company: &Company) -> bool {
        let Some(elapsed) = self.at.map(|at| at.elapsed()) else { return true };
        match &self.found {
            // Alarms are told for some hours, whatever happens.
            Some(found) => found.jobs_alarming > 0 || company.db.has_changed_within(elapsed + SETTLED),
            None => elapsed >= TRY_AGAIN,
        }
    }
}

/// What waits under one label.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LabelledMetrics {
    pub label: String,
    pub waiting: Waiting,
}

impl CompanyMetrics {
    /// Figures that are at most ten seconds old, or as old as a company takes to answer: of each of the first companies, and of all
    /// others together.
    pub(super) async fn now(&self, app: &App) -> Vec<LabelledMetrics> {
        let mut companies = app.companies().all();
        // The oldest first: a new company changes nobody's label.
        companies.sort_by_key(|company| company.id);
        let own = app.config().metrics.companies.min(companies.len());
        // Late is as good as never: what is known by then is told.
        let _ = timeout(PATIENCE_FOR_ALL, self.refresh(app, &companies, own)).await;
        self.labelled(&companies, own)
    }

    async fn refresh(&self, app: &App, companies: &[Arc<Company>], own: usize) {
        let mut looked = self.looked.lock().await;
        if looked.is_some_and(|at| at.elapsed() < REFRESH_EVERY) {
            return;
        }
        *looked = Some(Instant::now());
        let (own, others) = companies.split_at(own);
        let turn = self.next_turn(others.len());
        let in_turn = others.iter().cycle().skip(turn).take(OTHERS_AT_ONCE.min(others.len()));
        let now = app.clock().now();
        let wanted = self.changed(own.iter().chain(in_turn));
        let looks: Vec<_> = wanted.into_iter().map(|company| self.refresh_company(company, now)).collect();
        stream::iter(looks).buffer_unordered(AT_ONCE).collect::<()>().await;
    }

    /// Those of which something else may be found than before. Only one server writes to a file, and it knows when it did.
    fn changed<'a>(&self, companies: impl Iterator<Item = &'a Arc<Company>>) -> Vec<&'a Arc<Company>> {
        let known = self.known();
        let mut new_files = 0;
        let may_have_changed = |company: &&Arc<Company>| match known.by_id.get(&company.id) {
            _ if company.db.engine() == Engine::Postgres => true,
            Some(look) => look.is_over(company),
            None if !company.db.is_quiet() => true,
            None => {
                new_files += 1;
                new_files <= NEW_FILES_AT_ONCE
            }
        };
        companies.filter(may_have_changed).collect()
    }

    fn next_turn(&self, others: usize) -> usize {
        let mut known = self.known();
        let next = (known.turn + OTHERS_AT_ONCE).checked_rem(others).unwrap_or_default();
        std::mem::replace(&mut known.turn, next)
    }

    async fn refresh_company(&self, company: &Company, now: DateTime<Utc>) {
        let at = Some(Instant::now());
        self.known().by_id.entry(company.id).or_default().at = at;
        match timeout(PATIENCE, waiting(company, now)).await {
            Ok(Ok(found)) => {
                self.known().by_id.insert(company.id, Look { found: Some(found), at });
            }
            Ok(Err(error)) => {
                scrape::count_failure();
                tracing::warn!(%error, company = company.slug, "its queues could not be looked at");
            }
            Err(_) => {
                scrape::count_failure();
                tracing::warn!(company = company.slug, "its queues could not be looked at in time");
            }
        }
    }

    fn labelled(&self, companies: &[Arc<Company>], own: usize) -> Vec<LabelledMetrics> {
        let mut known = self.known();
        known.by_id.retain(|id, _| companies.binary_search_by_key(id, |company| company.id).is_ok());
        let of = |company: &Arc<Company>| known.by_id.get(&company.id).and_then(|look| look.found.clone());
        let (own, others) = companies.split_at(own);
        let mut labelled: Vec<LabelledMetrics> = own
            .iter()
            .filter_map(|company| Some(LabelledMetrics { label: company.slug.clone(), waiting: of(company)? }))
            .collect();
        if !others.is_empty() {
            let waiting = others.iter().filter_map(of).fold(Waiting::default(), added);
            labelled.push(LabelledMetrics { label: OTHERS.to_owned(), waiting });
        }
        labelled
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts are added up; of ages the oldest counts.
fn added(one: Waiting, other: Waiting) -> Waiting {
    let older = |a: Option<DateTime<Utc>>, b: Option<DateTime<Utc>>| a.into_iter().chain(b).min();
    Waiting {
        jobs: one.jobs + other.jobs,
        jobs_printing: one.jobs_printing + other.jobs_printing,
        jobs_doubtful: one.jobs_doubtful + other.jobs_doubtful,
        jobs_alarming: one.jobs_alarming + other.jobs_alarming,
        jobs_since: older(one.jobs_since, other.jobs_since),
        documents: one.documents + other.documents,
        documents_failed: one.documents_failed + other.documents_failed,
        documents_since: older(one.documents_since, other.documents_since),
        emails: one.emails + other.emails,
    }
}
