//! Opening databases.

use std::{path::Path, sync::Arc, time::Duration};

use sqlx::{
    PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use super::{
    Backend, Db, SqliteFile,
    activity::Activity,
    agent_slots::AgentSlots,
    answers::{ANSWER_TIMEOUT, AnswerTimeouts},
    error::{Error, Result},
    postgres_tx::Turns,
    sqlite::{Readers, Writer},
};

/// The number of statements that a connection to PostgreSQL keeps prepared.
const POSTGRES_STATEMENTS: usize = 250;
/// The longest time to wait for a connection to PostgreSQL: clients must hear that it is unavailable before they give up.
const CONNECT_PATIENCE: Duration = Duration::from_secs(5);
/// The longest time to wait for a connection or a lock.
pub(super) const PATIENCE: Duration = Duration::from_secs(8);

impl Db {
    /// Opens a SQLite file, which is created where there is none.
    ///
    /// # Errors
    /// The file cannot be opened or made.
    pub async fn open_sqlite(path: impl AsRef<Path>) -> Result<Db> {
        // SQLite would make it readable for all users of the machine; the log gets the rights of the file.
        crate::private_files::open(path.as_ref()).map_err(|e| Error::Db(sqlx::Error::Io(e)))?;
        let (writer, readers) = (Writer::open(path.as_ref())?, Readers::new(path.as_ref()));
        let path = path.as_ref().to_owned();
        let activity = Arc::new(Activity::new());
        Ok(Db(Backend::Sqlite(Arc::new(SqliteFile { path, readers, writer, activity }))))
    }

    /// Opens a schema on a PostgreSQL server with a pool of its own; [`PostgresPool`] shares one between schemas.
    /// The schema is made when it is migrated.
    ///
    /// # Errors
    /// The server cannot be reached, or [`Error::Name`].
    pub async fn open_postgres(url: &str, schema: &str) -> Result<Db> {
        PostgresPool::connect(url, 16).await?.schema(schema)
    }
}

/// Connections to a PostgreSQL database, shared by all schemas in it.
#[derive(Clone, Debug)]
pub struct PostgresPool {
    pub(super) pool: PgPool,
    answers: AnswerTimeouts,
    agent_slots: AgentSlots,
}

impl PostgresPool {
    /// Connects, with at most this many connections.
    ///
    /// # Errors
    /// The URL is wrong or the server cannot be reached.
    pub async fn connect(url: &str, connections: u32) -> Result<Self> {
        let options = url.parse::<PgConnectOptions>()?.statement_cache_capacity(POSTGRES_STATEMENTS).options([
            ("lock_timeout", format!("{}ms", PATIENCE.as_millis())),
            // After this time the server has stopped waiting (`answers`), and the statement must not keep its locks.
            ("statement_timeout", format!("{}s", ANSWER_TIMEOUT.as_secs())),
            // An abandoned transaction must not keep its locks for ever.
            ("idle_in_transaction_session_timeout", "60s".to_owned()),
        ]);
        let answers = AnswerTimeouts::default();
        let tested = answers.clone();
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(CONNECT_PATIENCE)
            .test_before_acquire(false)
            .after_release(move |conn, _| {
                let answers = tested.clone();
                Box::pin(async move { answers.test_connection(conn).await })
            })
            .connect_with(options)
            .await?;
        Ok(PostgresPool { pool, answers, agent_slots: AgentSlots::default() })
    }

    /// Whether a URL names the database to which these connections go.
    pub fn connects_to(&self, url: &str) -> bool {
        let place = |options: &PgConnectOptions| {
            (
                options.get_host().to_owned(),
                options.get_port(),
                options.get_socket().cloned(),
                options.get_database().map(str::to_owned),
            )
        };
        url.parse().is_ok_and(|other| place(&other) == place(&self.pool.connect_options()))
    }

    /// Opens a company's schema in this database.
    ///
    /// # Errors
    /// [`Error::Name`].
    pub fn schema(&self, name: &str) -> Result<Db> {
        if !is_schema_name(name) {
            return Err(Error::Name(name.to_owned()));
        }
        let (pool, answers, activity) = (self.pool.clone(), self.answers.clone(), Arc::new(Activity::new()));
        Ok(Db(Backend::Postgres {
            pool,
            answers,
            schema: name.into(),
            activity,
            turns: Turns::default(),
            agent_slots: self.agent_slots.clone(),
        }))
    }
}

/// Whether a name can be that of a company's schema: `[a-z][a-z0-9_]{0,40}`, and none of PostgreSQL's own.
pub(super) fn is_schema_name(name: &str) -> bool {
    let well_formed = name.len() <= 41
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    well_formed && !name.starts_with("pg_") && name != "information_schema"
}

fn base_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true).busy_timeout(PATIENCE)
}

/// Options to read a file for a copy; other reads go through [`sqlite`](super::sqlite).
pub(super) fn read_options(path: &Path) -> SqliteConnectOptions {
    base_options(path).read_only(true)
}

/// Options to write a file in migrations and restores.
pub(super) fn write_options(path: &Path) -> SqliteConnectOptions {
    base_options(path).create_if_missing(true).journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for good in ["a", "co_1", "la_parra2", &"x".repeat(41)] {
            assert!(is_schema_name(good), "{good}");
        }
        for bad in ["", "1a", "_a", "A", "a-b", "a\"b", "ñ", "pg_x", "information_schema", &"x".repeat(42)] {
            assert!(!is_schema_name(bad), "{bad}");
        }
    }
}
