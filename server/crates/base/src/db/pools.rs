//! How many connections there are, and how many of them nobody uses. The driver does not tell who waits for one: that is counted where
//! they wait (`metrics::database`).

use super::{Db, Place, PostgresPool};
use sqlx::{Database, Pool};

/// The connections of a database: on PostgreSQL those of all companies together, which share them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Connections {
    pub open: usize,
    /// Of the open ones.
    pub idle: usize,
    /// How many there may be.
    pub max: usize,
}

impl Db {
    /// How its connections stand now; of a file those that read, since one writes.
    pub fn connections(&self) -> Connections {
        match &self.0 {
            Place::Sqlite(file) => {
                let (open, idle) = file.readers.counts();
                Connections { open, idle, max: file.readers.max() }
            }
            Place::Postgres { pool, .. } => of(pool),
        }
    }
}

fn of<D: Database>(pool: &Pool<D>) -> Connections {
    let count = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    Connections { open: count(pool.size()), idle: pool.num_idle(), max: count(pool.options().get_max_connections()) }
}

impl PostgresPool {
    /// How they stand now.
    pub fn connections(&self) -> Connections {
        of(&self.pool)
    }
}

impl std::ops::Add for Connections {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { open: self.open + other.open, idle: self.idle + other.idle, max: self.max + other.max }
    }
}
