//! Metrics of the databases: waits for a connection or a turn to write, commits, and how many writers share one.

use super::short_histogram;
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use std::{sync::LazyLock, time::Instant};

/// Buckets for the number of writers that share a commit; the last is more than a busy evening of one restaurant has.
const GROUP_SIZES: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// The resource that a transaction waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitedResource {
    /// A connection to PostgreSQL, with its BEGIN.
    Postgres,
    /// A connection that reads a company's SQLite file.
    SqliteRead,
    /// The turn to write a company's SQLite file.
    SqliteWrite,
}

impl WaitedResource {
    /// The value of the label `pool`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::SqliteRead => "sqlite_read",
            Self::SqliteWrite => "sqlite_write",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolLabels {
    pool: &'static str,
}

struct Waits {
    waiting: Gauge,
    waited: Histogram,
}

struct Commits {
    completed: Counter,
    failed: Counter,
    took: Histogram,
}

struct Database {
    waiting: Family<PoolLabels, Gauge>,
    waited: Family<PoolLabels, Histogram>,
    completed: Family<PoolLabels, Counter>,
    failed: Family<PoolLabels, Counter>,
    took: Family<PoolLabels, Histogram>,
    size: Histogram,
    unavailable: Counter,
    /// The metrics of each pool, so that recording one needs no look-up in a family.
    waits: [Waits; 3],
    commits: [Commits; 2],
}

static DATABASE: LazyLock<Database> = LazyLock::new(|| {
    let (waiting, completed, failed) = (Family::default(), Family::default(), Family::default());
    let waited = Family::<_, _, fn() -> Histogram>::new_with_constructor(short_histogram);
    let took = Family::<_, _, fn() -> Histogram>::new_with_constructor(short_histogram);
    let waits = [WaitedResource::Postgres, WaitedResource::SqliteRead, WaitedResource::SqliteWrite].map(|pool| {
        let labels = PoolLabels { pool: pool.name() };
        Waits { waiting: waiting.get_or_create_owned(&labels), waited: waited.get_or_create_owned(&labels) }
    });
    let commits = [WaitedResource::Postgres, WaitedResource::SqliteWrite].map(|pool| {
        let labels = PoolLabels { pool: pool.name() };
        Commits {
            completed: completed.get_or_create_owned(&labels),
            failed: failed.get_or_create_owned(&labels),
            took: took.get_or_create_owned(&labels),
        }
    });
    Database {
        waiting,
        waited,
        completed,
        failed,
        took,
        size: Histogram::new(GROUP_SIZES),
        unavailable: Counter::default(),
        waits,
        commits,
    }
});

impl Database {
    fn waits(&self, pool: WaitedResource) -> &Waits {
        let [postgres, read, write] = &self.waits;
        match pool {
            WaitedResource::Postgres => postgres,
            WaitedResource::SqliteRead => read,
            WaitedResource::SqliteWrite => write,
        }
    }
    fn commits(&self, pool: WaitedResource) -> &Commits {
        let [postgres, write] = &self.commits;
        match pool {
            WaitedResource::Postgres => postgres,
            WaitedResource::SqliteRead | WaitedResource::SqliteWrite => write,
        }
    }
}

pub(super) fn register_database_metrics(registry: &mut Registry) {
    let database = &*DATABASE;
    let help = "Transactions that wait for a connection or for their turn to write";
    registry.register("comanda_db_waiting", help, database.waiting.clone());
    let help = "How long transactions waited to begin";
    registry.register("comanda_db_wait_seconds", help, database.waited.clone());
    let help = "Commits that are on disk";
    registry.register("comanda_commits", help, database.completed.clone());
    let help = "Commits that failed";
    registry.register("comanda_commit_failures", help, database.failed.clone());
    let help = "How long commits took";
    registry.register("comanda_commit_duration_seconds", help, database.took.clone());
    let help = "Writers of a company's file that shared a commit";
    registry.register("comanda_group_commit_size", help, database.size.clone());
    let help = "Transactions that got no connection to PostgreSQL in time";
    registry.register("comanda_db_unavailable", help, database.unavailable.clone());
}

/// Counts and times a transaction that waits to begin, until this is dropped.
#[derive(Debug)]
#[must_use = "the wait is over when this is dropped"]
pub struct TransactionWait {
    pool: WaitedResource,
    began: Instant,
}

impl TransactionWait {
    /// Begins the wait.
    pub fn start(pool: WaitedResource) -> Self {
        DATABASE.waits(pool).waiting.inc();
        Self { pool, began: Instant::now() }
    }
}

impl Drop for TransactionWait {
    fn drop(&mut self) {
        let waits = DATABASE.waits(self.pool);
        waits.waiting.dec();
        waits.waited.observe(self.began.elapsed().as_secs_f64());
    }
}

/// Times a commit that is in progress.
#[derive(Debug)]
pub struct CommitTimer {
    pool: WaitedResource,
    began: Instant,
}

impl CommitTimer {
    /// Begins the commit.
    #[must_use]
    pub fn start(pool: WaitedResource) -> Self {
        Self { pool, began: Instant::now() }
    }

    /// Records the end of the commit.
    pub fn finish(self, is_on_disk: bool) {
        let commits = DATABASE.commits(self.pool);
        commits.took.observe(self.began.elapsed().as_secs_f64());
        if is_on_disk {
            commits.completed.inc()
        } else {
            commits.failed.inc()
        };
    }
}

/// Records how many writers share a commit.
pub fn observe_group_size(writers: usize) {
    DATABASE.size.observe(f64::from(u32::try_from(writers).unwrap_or(u32::MAX)));
}

/// Counts a transaction that got no connection.
pub fn count_unavailable_connection() {
    DATABASE.unavailable.inc();
}
