//! Counts of open and idle connections. The driver does not report how many tasks wait for one: that is counted where they wait
//! (`metrics::database`).

use super::{Backend, Db, PostgresPool};
use sqlx::{Database, Pool};

/// The counts of a database's connections; on PostgreSQL all companies share one pool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ConnectionCounts {
    pub open: usize,
    /// The open ones that are not in use.
    pub idle: usize,
    /// The largest number of open ones.
    pub max: usize,
}

impl Db {
    /// Counts the connections; of a file only the reading ones, since there is a single writing one.
    pub fn count_connections(&self) -> ConnectionCounts {
        match &self.0 {
            Backend::Sqlite(file) => {
                let (open, idle) = file.readers.count_open_and_idle();
                ConnectionCounts { open, idle, max: file.readers.max_connections() }
            }
            Backend::Postgres { pool, .. } => pool_connections(pool),
        }
    }
}

fn pool_connections<D: Database>(pool: &Pool<D>) -> ConnectionCounts {
    let count = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    ConnectionCounts {
        open: count(pool.size()),
        idle: pool.num_idle(),
        max: count(pool.options().get_max_connections()),
    }
}

impl PostgresPool {
    /// Counts the connections.
    pub fn connections(&self) -> ConnectionCounts {
        pool_connections(&self.pool)
    }
}

impl std::ops::Add for ConnectionCounts {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { open: self.open + other.open, idle: self.idle + other.idle, max: self.max + other.max }
    }
}
