//! The queues of each company for a scrape: one small statement per company, a few companies at a time, and all of it at most every ten
//! seconds, however often and by however many it is requested. Companies beyond the limit of own figures take turns, so that the cost does
//! not grow with their number. A database file without writes since the last query is not opened.

use super::store::{CompanyQueues, load_queues};
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

const REFRESH_INTERVAL: Duration = Duration::from_secs(10);
/// The most connections of a refresh: most of the 32 to PostgreSQL are always left to users.
const MAX_CONNECTIONS: usize = 4;
/// The timeout of one company; one that does not answer keeps its last figures.
const COMPANY_TIMEOUT: Duration = Duration::from_secs(2);
/// The timeout of a refresh: a scrape is answered within ten seconds, with the figures available by then.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(5);
/// The companies without figures of their own in one refresh: of a thousand, each has its turn in five refreshes.
const MAX_OTHERS_PER_REFRESH: usize = 200;
/// The most database files opened only for their first figures in one refresh, besides those in use.
const MAX_NEW_FILES_PER_REFRESH: usize = 50;
/// The wait before a company that failed is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(60);
/// Longer than any write takes: a write that began earlier has been committed.
const LONGEST_WRITE: Duration = Duration::from_secs(60);
/// The label of companies without figures of their own; it is not a valid short name.
pub(super) const OTHERS: &str = "_others";

/// The cached figures of all companies.
#[derive(Debug, Default)]
pub(super) struct CompanyMetrics {
    /// The time of the last refresh; concurrent scrapes wait for this lock.
    looked: tokio::sync::Mutex<Option<Instant>>,
    known: Mutex<CachedQueues>,
}

#[derive(Debug, Default)]
struct CachedQueues {
    by_id: HashMap<i64, CompanyQuery>,
    /// The index of the next company among those without figures of their own.
    turn: usize,
}

/// The last query of a company: its result, if any, and its time.
#[derive(Debug, Clone, Default)]
struct CompanyQuery {
    found: Option<CompanyQueues>,
    at: Option<Instant>,
}

impl CompanyQuery {
    /// Whether a new query might give another result.
    fn is_stale(&self, company: &Company) -> bool {
        let Some(elapsed) = self.at.map(|at| at.elapsed()) else { return true };
        match &self.found {
            // Alarms expire after some hours without any write.
            Some(found) => found.jobs_alarming > 0 || company.db.has_changed_within(elapsed + LONGEST_WRITE),
            None => elapsed >= RETRY_AFTER,
        }
    }
}

/// The queues under one label.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LabelledMetrics {
    pub label: String,
    pub waiting: CompanyQueues,
}

impl CompanyMetrics {
    /// Returns figures that are at most ten seconds old, or older where a company does not answer: one for each of the first companies, and
    /// one for all others together.
    pub(super) async fn load_current(&self, app: &App) -> Vec<LabelledMetrics> {
        let mut companies = app.companies().all();
        // The oldest first, so that a new company changes nobody's label.
        companies.sort_by_key(|company| company.id);
        let own_count = app.config().metrics.companies.min(companies.len());
        // After the timeout the figures known by then are returned.
        let _ = timeout(REFRESH_TIMEOUT, self.refresh(app, &companies, own_count)).await;
        self.labelled(&companies, own_count)
    }

    async fn refresh(&self, app: &App, companies: &[Arc<Company>], own_count: usize) {
        let mut looked = self.looked.lock().await;
        if looked.is_some_and(|at| at.elapsed() < REFRESH_INTERVAL) {
            return;
        }
        *looked = Some(Instant::now());
        let (own_companies, others) = companies.split_at(own_count);
        let turn = self.next_turn(others.len());
        let next_others = others.iter().cycle().skip(turn).take(MAX_OTHERS_PER_REFRESH.min(others.len()));
        let now = app.clock().now();
        let outdated = self.maybe_changed(own_companies.iter().chain(next_others));
        let looks: Vec<_> = outdated.into_iter().map(|company| self.refresh_company(company, now)).collect();
        stream::iter(looks).buffer_unordered(MAX_CONNECTIONS).collect::<()>().await;
    }

    /// Returns the companies whose figures may have changed. Only one server writes to a file, so it knows when it did.
    fn maybe_changed<'a>(&self, companies: impl Iterator<Item = &'a Arc<Company>>) -> Vec<&'a Arc<Company>> {
        let known = self.lock_cache();
        let mut new_files = 0;
        let may_have_changed = |company: &&Arc<Company>| match known.by_id.get(&company.id) {
            _ if company.db.engine() == Engine::Postgres => true,
            Some(look) => look.is_stale(company),
            None if !company.db.is_quiet() => true,
            None => {
                new_files += 1;
                new_files <= MAX_NEW_FILES_PER_REFRESH
            }
        };
        companies.filter(may_have_changed).collect()
    }

    fn next_turn(&self, others: usize) -> usize {
        let mut known = self.lock_cache();
        let next = (known.turn + MAX_OTHERS_PER_REFRESH).checked_rem(others).unwrap_or_default();
        std::mem::replace(&mut known.turn, next)
    }

    async fn refresh_company(&self, company: &Company, now: DateTime<Utc>) {
        let at = Some(Instant::now());
        self.lock_cache().by_id.entry(company.id).or_default().at = at;
        match timeout(COMPANY_TIMEOUT, load_queues(company, now)).await {
            Ok(Ok(found)) => {
                self.lock_cache().by_id.insert(company.id, CompanyQuery { found: Some(found), at });
            }
            Ok(Err(error)) => {
                scrape::count_scrape_failure();
                tracing::warn!(%error, company = company.slug, "its queues could not be looked at");
            }
            Err(_) => {
                scrape::count_scrape_failure();
                tracing::warn!(company = company.slug, "its queues could not be looked at in time");
            }
        }
    }

    fn labelled(&self, companies: &[Arc<Company>], own_count: usize) -> Vec<LabelledMetrics> {
        let mut known = self.lock_cache();
        known.by_id.retain(|id, _| companies.binary_search_by_key(id, |company| company.id).is_ok());
        let queues_of = |company: &Arc<Company>| known.by_id.get(&company.id).and_then(|look| look.found.clone());
        let (own_companies, others) = companies.split_at(own_count);
        let mut labelled: Vec<LabelledMetrics> = own_companies
            .iter()
            .filter_map(|company| Some(LabelledMetrics { label: company.slug.clone(), waiting: queues_of(company)? }))
            .collect();
        if !others.is_empty() {
            let waiting = others.iter().filter_map(queues_of).fold(CompanyQueues::default(), sum_queues);
            labelled.push(LabelledMetrics { label: OTHERS.to_owned(), waiting });
        }
        labelled
    }

    fn lock_cache(&self) -> MutexGuard<'_, CachedQueues> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds two companies' queues: counts are summed, and the older times win.
fn sum_queues(one: CompanyQueues, other: CompanyQueues) -> CompanyQueues {
    let older = |a: Option<DateTime<Utc>>, b: Option<DateTime<Utc>>| a.into_iter().chain(b).min();
    CompanyQueues {
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
