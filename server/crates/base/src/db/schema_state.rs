//! Inspects the tables of a database without changing them.

use super::{Db, Engine, error::Result, migrate::SELECT_IS_ONLY_ADDITIVE};
use sqlx::migrate::Migrator;
use std::collections::HashMap;

/// The state of a database's tables, compared with the migrations that this program knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaState {
    Current,
    /// The database lacks this many migrations of the program.
    Older(usize),
    /// A later version has migrated the tables, and only added something.
    Newer,
    /// A later version has migrated the tables in a way with which this one cannot work.
    TooNew,
    /// The database is damaged, with the reason in Spanish or as SQLite reports it.
    Damaged(String),
}

impl Db {
    /// Compares the applied migrations with those that the program knows, and on SQLite checks the whole file.
    ///
    /// # Errors
    /// The database does not answer, or has no table of migrations.
    pub async fn load_schema_state(&self, known: &Migrator) -> Result<SchemaState> {
        let mut tx = self.read().await?;
        if self.engine() == Engine::Sqlite {
            let finding: String = tx.query("PRAGMA quick_check(1)").scalar().await?;
            if finding != "ok" {
                return Ok(SchemaState::Damaged(finding));
            }
        }
        let rows: Vec<(i64, bool, Vec<u8>)> =
            tx.query("SELECT version, success, checksum FROM _sqlx_migrations ORDER BY version").all().await?;
        let mut applied: HashMap<i64, Vec<u8>> = HashMap::new();
        for (version, success, checksum) in rows {
            if !success {
                return Ok(SchemaState::Damaged(format!("la migración {version} quedó a medias")));
            }
            applied.insert(version, checksum);
        }
        let known_best = known.iter().map(|migration| migration.version).max().unwrap_or_default();
        let only_added: bool = tx.query(SELECT_IS_ONLY_ADDITIVE).bind(known_best).scalar().await?;
        let mut missing = 0;
        for migration in known.iter() {
            match applied.remove(&migration.version) {
                None => missing += 1,
                Some(checksum) if *checksum != *migration.checksum => {
                    return Ok(SchemaState::Damaged(format!("la migración {} es otra", migration.version)));
                }
                Some(_) => {}
            }
        }
        Ok(match (applied.is_empty(), missing) {
            (false, _) if only_added && applied.keys().all(|version| *version > known_best) => SchemaState::Newer,
            (false, _) => SchemaState::TooNew,
            (true, 0) => SchemaState::Current,
            (true, missing) => SchemaState::Older(missing),
        })
    }
}
