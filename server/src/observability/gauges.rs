//! The gauges that are collected on a scrape: queues of the companies, sockets, database connections, waiting hashes, disk space.

use super::{Observability, company_metrics::LabelledMetrics};
use chrono::{DateTime, Utc};
use comanda_backups as backups;
use comanda_base::{db::ConnectionCounts, metrics::database::WaitedResource};
use comanda_platform::{people, state::App, use_case::Actor};
use comanda_printing::link;
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{family::Family, gauge::Gauge},
    registry::Registry,
};
use socketioxide::operators::BroadcastOperators;
use std::{collections::HashSet, hash::Hash};

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CompanyLabels {
    company: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CompanyStateLabels {
    company: String,
    state: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolStateLabels {
    pool: &'static str,
    state: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolLabels {
    pool: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct BuildLabels {
    version: &'static str,
}

/// Collects all gauges.
pub(super) async fn collect_gauges(app: &App, observability: &Observability) -> Registry {
    let mut registry = Registry::default();
    let is_ready = observability.readiness.problems(app).await.is_empty();
    let figures = observability.companies.load_current(app).await;
    let put = &mut registry;
    add_gauge(put, "comanda_ready", "Whether it can serve: 1, or 0", i64::from(is_ready));
    let build = [(BuildLabels { version: env!("CARGO_PKG_VERSION") }, 1)];
    add_gauges(put, "comanda_build_info", "The version of the program", build);
    add_gauge(put, "comanda_companies", "Companies that are served", count(app.companies().all().len()));
    add_gauge(
        put,
        "comanda_companies_closed",
        "Companies that could not be opened",
        count(app.companies().list_failed_companies().len()),
    );
    add_companies(put, &figures, app.clock().now());
    add_backups(put, app).await;
    add_sockets(put, app);
    add_connections(put, app);
    let (known, strangers) = people::hashes_waiting();
    let hashes = [(KindLabels { kind: "known" }, count(known)), (KindLabels { kind: "stranger" }, count(strangers))];
    add_gauges(
        put,
        "comanda_password_hashes_waiting",
        "Passwords and PINs that wait for their hash, by who asks",
        hashes,
    );
    // If the free space is unknown, only this gauge is left out.
    if let Ok(free) = fs4::available_space(&app.config().data) {
        let free = i64::try_from(free).unwrap_or(i64::MAX);
        add_gauge(put, "comanda_disk_free_bytes", "Room on the disk of the data folder", free);
    }
    registry
}

/// Adds the gauges of automatic backups, if configured. An unavailable control database is reported by other metrics.
async fn add_backups(put: &mut Registry, app: &App) {
    let served: HashSet<i64> = app.companies().all().iter().map(|company| company.id).collect();
    let found =
        backups::count_troubles(app.companies().control(), &app.config().backups, &served, app.clock().now()).await;
    let Ok(Some(troubles)) = found else { return };
    add_gauge(
        put,
        "comanda_backups_overdue",
        "Companies without a backup of the last 26 hours, or without any",
        count(troubles.overdue),
    );
    add_gauge(put, "comanda_backups_failing", "Companies whose last backup failed", count(troubles.failing));
}

fn add_companies(put: &mut Registry, figures: &[LabelledMetrics], now: DateTime<Utc>) {
    let in_state = |metrics: &LabelledMetrics, state| CompanyStateLabels { company: metrics.label.clone(), state };
    let company = |metrics: &LabelledMetrics| CompanyLabels { company: metrics.label.clone() };
    let age = |since: Option<DateTime<Utc>>| since.map_or(0, |since| (now - since).num_seconds().max(0));
    let jobs = figures.iter().flat_map(|metrics| {
        let w = &metrics.waiting;
        [("waiting", w.jobs), ("printing", w.jobs_printing), ("doubtful", w.jobs_doubtful)]
            .map(|(state, n)| (in_state(metrics, state), n))
    });
    add_gauges(put, "comanda_print_jobs", "Print jobs that are not finished, by company and state", jobs);
    let alarming = figures.iter().map(|metrics| (company(metrics), metrics.waiting.jobs_alarming));
    add_gauges(put, "comanda_print_jobs_alarming", "Kitchen papers that ring on the tills", alarming);
    let oldest = figures.iter().map(|metrics| (company(metrics), age(metrics.waiting.jobs_since)));
    add_gauges(
        put,
        "comanda_print_jobs_oldest_age_seconds",
        "Age of the oldest print job that waits or prints; 0: none",
        oldest,
    );
    let documents = figures.iter().flat_map(|metrics| {
        [("waiting", metrics.waiting.documents), ("failed", metrics.waiting.documents_failed)]
            .map(|(state, n)| (in_state(metrics, state), n))
    });
    add_gauges(
        put,
        "comanda_documents_unsent",
        "Electronic documents without an answer, by company and state",
        documents,
    );
    let oldest = figures.iter().map(|metrics| (company(metrics), age(metrics.waiting.documents_since)));
    let help = "Age of the oldest electronic document without an answer, daily summaries apart; 0: none";
    add_gauges(put, "comanda_documents_unsent_oldest_age_seconds", help, oldest);
    let emails = figures.iter().map(|metrics| (company(metrics), metrics.waiting.emails));
    add_gauges(put, "comanda_emails_waiting", "E-mails that are to go, or to be tried again", emails);
}

fn add_sockets(put: &mut Registry, app: &App) {
    let (mut browsers, mut agents, mut unknown) = (0, 0, 0);
    for socket in app.realtime().local_sockets().into_iter().flat_map(BroadcastOperators::sockets) {
        if socket.extensions.get::<Actor>().is_some() {
            browsers += 1;
        } else if link::company_of(&socket).is_some() {
            agents += 1;
        } else {
            unknown += 1;
        }
    }
    let kinds = [("browser", browsers), ("agent", agents), ("unknown", unknown)];
    add_gauges(put, "comanda_sockets", "Open sockets, by who listens", kinds.map(|(kind, n)| (KindLabels { kind }, n)));
}

fn add_connections(put: &mut Registry, app: &App) {
    // On PostgreSQL all companies share one pool; each file has its own.
    let (pool, now) = if app.config().database.is_some() {
        (WaitedResource::Postgres, app.companies().count_connections())
    } else {
        let all = app.companies().all();
        let all = all.iter().map(|company| company.db.count_connections());
        (WaitedResource::SqliteRead, all.fold(ConnectionCounts::default(), |one, other| one + other))
    };
    let pool = pool.name();
    let states = [("idle", now.idle), ("used", now.open.saturating_sub(now.idle))];
    let states = states.map(|(state, n)| (PoolStateLabels { pool, state }, count(n)));
    add_gauges(put, "comanda_db_connections", "Open connections to databases, by pool and state", states);
    let max = [(PoolLabels { pool }, count(now.max))];
    add_gauges(put, "comanda_db_connections_max", "Connections that a pool may open", max);
}

fn add_gauge(registry: &mut Registry, name: &str, help: &str, value: i64) {
    let gauge = Gauge::<i64>::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}

fn add_gauges<L>(registry: &mut Registry, name: &str, help: &str, values: impl IntoIterator<Item = (L, i64)>)
where
    L: EncodeLabelSet + Clone + Eq + Hash + std::fmt::Debug + Send + Sync + 'static,
{
    let family = Family::<L, Gauge<i64>>::default();
    for (labels, value) in values {
        family.get_or_create(&labels).set(value);
    }
    registry.register(name, help, family);
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
