//! The databases: who waits for a connection or a turn, commits, and how many writers share one.

use super::short_seconds;
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use std::{sync::LazyLock, time::Instant};

/// Writers that share a commit; more than a busy evening of one house has.
const SIZES: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pool {
    /// A connection to PostgreSQL, with its BEGIN.
    Postgres,
    /// A connection that reads a company's file.
    SqliteRead,
    /// The turn to write a company's file.
    SqliteWrite,
}

impl Pool {
    /// As it is called in the metrics.
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
struct OfPool {
    pool: &'static str,
}

struct Waits {
    waiting: Gauge,
    waited: Histogram,
}

struct Commits {
    done: Counter,
    failed: Counter,
    took: Histogram,
}

struct Database {
    waiting: Family<OfPool, Gauge>,
    waited: Family<OfPool, Histogram>,
    done: Family<OfPool, Counter>,
    failed: Family<OfPool, Counter>,
    took: Family<OfPool, Histogram>,
    size: Histogram,
    unavailable: Counter,
    /// The same by what is asked for, so that nothing is looked up on the way of a write.
    waits: [Waits; 3],
    commits: [Commits; 2],
}

static DATABASE: LazyLock<Database> = LazyLock::new(|| {
    let (waiting, done, failed) = (Family::default(), Family::default(), Family::default());
    let waited = Family::<_, _, fn() -> Histogram>::new_with_constructor(short_seconds);
    let took = Family::<_, _, fn() -> Histogram>::new_with_constructor(short_seconds);
    let waits = [Pool::Postgres, Pool::SqliteRead, Pool::SqliteWrite].map(|pool| {
        let of = OfPool { pool: pool.name() };
        Waits { waiting: waiting.get_or_create_owned(&of), waited: waited.get_or_create_owned(&of) }
    });
    let commits = [Pool::Postgres, Pool::SqliteWrite].map(|pool| {
        let of = OfPool { pool: pool.name() };
        Commits {
            done: done.get_or_create_owned(&of),
            failed: failed.get_or_create_owned(&of),
            took: took.get_or_create_owned(&of),
        }
    });
    Database {
        waiting,
        waited,
        done,
        failed,
        took,
        size: Histogram::new(SIZES),
        unavailable: Counter::default(),
        waits,
        commits,
    }
});

impl Database {
    fn waits(&self, pool: Pool) -> &Waits {
        let [postgres, read, write] = &self.waits;
        match pool {
            Pool::Postgres => postgres,
            Pool::SqliteRead => read,
            Pool::SqliteWrite => write,
        }
    }
    fn commits(&self, pool: Pool) -> &Commits {
        let [postgres, write] = &self.commits;
        match pool {
            Pool::Postgres => postgres,
            Pool::SqliteRead | Pool::SqliteWrite => write,
        }
    }
}

pub(super) fn register(registry: &mut Registry) {
    let database = &*DATABASE;
    let help = "Transactions that wait for a connection or for their turn to write";
    registry.register("comanda_db_waiting", help, database.waiting.clone());
    let help = "How long transactions waited to begin";
    registry.register("comanda_db_wait_seconds", help, database.waited.clone());
    let help = "Commits that are on disk";
    registry.register("comanda_commits", help, database.done.clone());
    let help = "Commits that failed";
    registry.register("comanda_commit_failures", help, database.failed.clone());
    let help = "How long commits took";
    registry.register("comanda_commit_duration_seconds", help, database.took.clone());
    let help = "Writers of a company's file that shared a commit";
    registry.register("comanda_group_commit_size", help, database.size.clone());
    let help = "Transactions that got no connection to PostgreSQL in time";
    registry.register("comanda_db_unavailable", help, database.unavailable.clone());
}

/// Somebody who waits to begin, until this is dropped.
#[derive(Debug)]
#[must_use = "the wait is over when this is dropped"]
pub struct Wait {
    pool: Pool,
    began: Instant,
}

impl Wait {
    /// Begins to wait.
    pub fn start(pool: Pool) -> Self {
        DATABASE.waits(pool).waiting.inc();
        Self { pool, began: Instant::now() }
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        let waits = DATABASE.waits(self.pool);
        waits.waiting.dec();
        waits.waited.observe(self.began.elapsed().as_secs_f64());
    }
}

/// A commit that is under way.
#[derive(Debug)]
pub struct Commit {
    pool: Pool,
    began: Instant,
}

impl Commit {
    /// Begins.
    #[must_use]
    pub fn start(pool: Pool) -> Self {
        Self { pool, began: Instant::now() }
    }

    /// It is on disk, or it is not.
    pub fn ended(self, is_on_disk: bool) {
        let commits = DATABASE.commits(self.pool);
        commits.took.observe(self.began.elapsed().as_secs_f64());
        if is_on_disk {
            commits.done.inc()
        } else {
            commits.failed.inc()
        };
    }
}

/// So many writers share the commit that is made now.
pub fn observe_group_size(writers: usize) {
    DATABASE.size.observe(f64::from(u32::try_from(writers).unwrap_or(u32::MAX)));
}

/// No connection was to be had.
pub fn count_unavailable() {
    DATABASE.unavailable.inc();
}
