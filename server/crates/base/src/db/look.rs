//! Looking at a database without changing it.

use super::{Db, Engine, error::Result, migrate::ONLY_ADDED};
use sqlx::migrate::Migrator;
use std::collections::HashMap;

/// How a database stands to the tables that this program knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tables {
    Current,
    /// So many migrations are to be done.
    Older(usize),
    /// A later program has been at it, and only added something.
    Newer,
    /// A later program has been at it, and this one cannot work with what it made.
    TooNew,
    /// What is wrong with it.
    Damaged(String),
}

impl Db {
    /// Compares its tables with those that the program knows, and on SQLite reads the whole file.
    ///
    /// # Errors
    /// It does not answer, or is no database of ours.
    pub async fn tables(&self, known: &Migrator) -> Result<Tables> {
        let mut tx = self.read().await?;
        if self.engine() == Engine::Sqlite {
            let told: String = tx.query("PRAGMA quick_check(1)").scalar().await?;
            if told != "ok" {
                return Ok(Tables::Damaged(told));
            }
        }
        let rows: Vec<(i64, bool, Vec<u8>)> =
            tx.query("SELECT version, success, checksum FROM _sqlx_migrations ORDER BY version").all().await?;
        let mut done: HashMap<i64, Vec<u8>> = HashMap::new();
        for (version, success, checksum) in rows {
            if !success {
                return Ok(Tables::Damaged(format!("la migración {version} quedó a medias")));
            }
            done.insert(version, checksum);
        }
        let known_best = known.iter().map(|migration| migration.version).max().unwrap_or_default();
        let only_added: bool = tx.query(ONLY_ADDED).bind(known_best).scalar().await?;
        let mut missing = 0;
        for migration in known.iter() {
            match done.remove(&migration.version) {
                None => missing += 1,
                Some(checksum) if *checksum != *migration.checksum => {
                    return Ok(Tables::Damaged(format!("la migración {} es otra", migration.version)));
                }
                Some(_) => {}
            }
        }
        Ok(match (done.is_empty(), missing) {
            (false, _) if only_added && done.keys().all(|version| *version > known_best) => Tables::Newer,
            (false, _) => Tables::TooNew,
            (true, 0) => Tables::Current,
            (true, missing) => Tables::Older(missing),
        })
    }
}
