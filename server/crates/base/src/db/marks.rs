//! Whose a schema is, as its comment says: an address that leads to another company's schema, or to a copy that was never finished, is told
//! from the right one.

use chrono::{DateTime, Utc};
use sqlx::{AssertSqlSafe, PgConnection};

use super::{
    Db, Place,
    error::{Error, Result},
    tx::Driver,
};

/// What a schema is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// The company of this id, which is used.
    Company(String),
    /// A copy of that company which a move is making, or began.
    Copying(String),
    /// A whole copy of it, which is the company where the list of companies says so, and nothing otherwise.
    Copied(String),
    /// There is no such schema.
    Missing,
    /// Nothing is said: of a version that said nothing, or of somebody else.
    None,
}

const COMPANY: &str = "comanda company ";
const COPYING: &str = "comanda copying ";
const COPIED: &str = "comanda copied ";

impl Db {
    /// What the schema says that it is; a file says nothing.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn mark(&self) -> Result<Mark> {
        let Place::Postgres { schema, .. } = &self.0 else { return Ok(Mark::None) };
        let name = schema.to_string();
        let mut tx = self.read().await?;
        let comment = "SELECT COALESCE(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace WHERE nspname = $1";
        let said: Option<(String,)> = tx.query(comment).bind(name).maybe().await?;
        let Some((said,)) = said else { return Ok(Mark::Missing) };
        type Marked = fn(String) -> Mark;
        let marks: [(&str, Marked); 3] = [(COMPANY, Mark::Company), (COPYING, Mark::Copying), (COPIED, Mark::Copied)];
        let found = marks.into_iter().find_map(|(prefix, mark)| Some(mark(said.strip_prefix(prefix)?.to_owned())));
        Ok(found.unwrap_or(Mark::None))
    }

    /// Makes the schema, which says from its first moment on what it is.
    ///
    /// # Errors
    /// It is there already, or what the server answers.
    pub async fn create_schema(&self, mark: &Mark) -> Result<()> {
        let Place::Postgres { schema, .. } = &self.0 else { return Err(Error::Backup("not PostgreSQL".into())) };
        let mut tx = self.write().await?;
        if let Driver::Postgres(conn, _) = tx.driver()? {
            sqlx::query(AssertSqlSafe(format!("CREATE SCHEMA \"{schema}\""))).execute(&mut *conn).await?;
            comment(conn, schema, mark).await?;
        }
        tx.commit().await
    }

    /// By what the same schema is known under whatever address: when its server started, and the numbers of database and schema. None of
    /// a file, and of one that is not there.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn identity(&self) -> Result<Option<(DateTime<Utc>, i64, i64)>> {
        let Place::Postgres { schema, .. } = &self.0 else { return Ok(None) };
        let name = schema.to_string();
        let of = "SELECT pg_postmaster_start_time(), CAST(d.oid AS BIGINT), CAST(n.oid AS BIGINT) FROM pg_namespace n, pg_database d
                  WHERE d.datname = current_database() AND n.nspname = $1";
        self.read().await?.query(of).bind(name).maybe().await
    }

    /// Says what the schema is; of a file nothing is said. Where the user does not own it, nothing is said either.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn set_mark(&self, mark: &Mark) -> Result<()> {
        let Place::Postgres { schema, .. } = &self.0 else { return Ok(()) };
        let mut tx = self.write().await?;
        let Driver::Postgres(conn, _) = tx.driver()? else { return Ok(()) };
        match comment(conn, schema, mark).await {
            Ok(()) => tx.commit().await,
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("42501") => {
                tracing::warn!(
                    schema = schema.as_ref(),
                    "its owner has to be the user that connects, for it to say whose it is"
                );
                Ok(())
            }
            Err(error) => Err(Error::from(error)),
        }
    }
}

fn words(mark: &Mark) -> Option<String> {
    match mark {
        Mark::Company(company) => Some(format!("{COMPANY}{company}")),
        Mark::Copying(company) => Some(format!("{COPYING}{company}")),
        Mark::Copied(company) => Some(format!("{COPIED}{company}")),
        Mark::Missing | Mark::None => None,
    }
}

/// The words are a prefix of ours and the id of a company, which has no quotes.
pub(super) async fn comment(conn: &mut PgConnection, schema: &str, mark: &Mark) -> sqlx::Result<()> {
    let Some(words) = words(mark) else { return Ok(()) };
    let words = words.replace('\'', "");
    sqlx::query(AssertSqlSafe(format!("COMMENT ON SCHEMA \"{schema}\" IS '{words}'"))).execute(conn).await?;
    Ok(())
}
