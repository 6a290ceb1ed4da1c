//! The mark of a schema: its SQL comment says to which company it belongs. So a URL that leads to another company's schema, or to an
//! unfinished copy, is detected.

use chrono::{DateTime, Utc};
use sqlx::{AssertSqlSafe, PgConnection};

use super::{
    Backend, Db,
    error::{Error, Result},
    tx::Driver,
};

/// The state of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaMark {
    /// The schema in use of the company with this id.
    Company(String),
    /// An unfinished copy of that company, which a move is making or left behind.
    Copying(String),
    /// A complete copy of it, which is in use only if the list of companies says so.
    Copied(String),
    /// The schema does not exist.
    Missing,
    /// The schema has no mark: an earlier version made it, or another program.
    None,
}

const COMPANY: &str = "comanda company ";
const COPYING: &str = "comanda copying ";
const COPIED: &str = "comanda copied ";

impl Db {
    /// Reads the mark of the schema; a SQLite file has none.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn load_schema_mark(&self) -> Result<SchemaMark> {
        let Backend::Postgres { schema, .. } = &self.0 else { return Ok(SchemaMark::None) };
        let name = schema.to_string();
        let mut tx = self.read().await?;
        let comment = "SELECT COALESCE(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace WHERE nspname = $1";
        let stored: Option<(String,)> = tx.query(comment).bind(name).maybe().await?;
        let Some((stored,)) = stored else { return Ok(SchemaMark::Missing) };
        type Marked = fn(String) -> SchemaMark;
        let marks: [(&str, Marked); 3] =
            [(COMPANY, SchemaMark::Company), (COPYING, SchemaMark::Copying), (COPIED, SchemaMark::Copied)];
        let found = marks.into_iter().find_map(|(prefix, mark)| Some(mark(stored.strip_prefix(prefix)?.to_owned())));
        Ok(found.unwrap_or(SchemaMark::None))
    }

    /// Creates the schema together with its mark.
    ///
    /// # Errors
    /// The schema exists already, or the server fails.
    pub async fn create_schema(&self, mark: &SchemaMark) -> Result<()> {
        let Backend::Postgres { schema, .. } = &self.0 else { return Err(Error::Backup("not PostgreSQL".into())) };
        let mut tx = self.write().await?;
        if let Driver::Postgres(conn, _) = tx.driver()? {
            sqlx::query(AssertSqlSafe(format!("CREATE SCHEMA \"{schema}\""))).execute(&mut *conn).await?;
            write_schema_comment(conn, schema, mark).await?;
        }
        tx.commit().await
    }

    /// Identifies a schema whatever URL leads to it: the start time of its server, and the OIDs of database and schema. `None` for a file
    /// and for a schema that does not exist.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn load_schema_identity(&self) -> Result<Option<(DateTime<Utc>, i64, i64)>> {
        let Backend::Postgres { schema, .. } = &self.0 else { return Ok(None) };
        let name = schema.to_string();
        let sql = "SELECT pg_postmaster_start_time(), CAST(d.oid AS BIGINT), CAST(n.oid AS BIGINT) FROM pg_namespace n, pg_database d
                  WHERE d.datname = current_database() AND n.nspname = $1";
        self.read().await?.query(sql).bind(name).maybe().await
    }

    /// Writes the mark of the schema. Does nothing for a file, and only warns where the database user does not own the schema.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn set_schema_mark(&self, mark: &SchemaMark) -> Result<()> {
        let Backend::Postgres { schema, .. } = &self.0 else { return Ok(()) };
        let mut tx = self.write().await?;
        let Driver::Postgres(conn, _) = tx.driver()? else { return Ok(()) };
        match write_schema_comment(conn, schema, mark).await {
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

fn comment_text(mark: &SchemaMark) -> Option<String> {
    match mark {
        SchemaMark::Company(company) => Some(format!("{COMPANY}{company}")),
        SchemaMark::Copying(company) => Some(format!("{COPYING}{company}")),
        SchemaMark::Copied(company) => Some(format!("{COPIED}{company}")),
        SchemaMark::Missing | SchemaMark::None => None,
    }
}

/// Writes a mark as the schema's comment. The text is a fixed prefix and the id of a company, which has no quotes.
pub(super) async fn write_schema_comment(conn: &mut PgConnection, schema: &str, mark: &SchemaMark) -> sqlx::Result<()> {
    let Some(words) = comment_text(mark) else { return Ok(()) };
    let words = words.replace('\'', "");
    sqlx::query(AssertSqlSafe(format!("COMMENT ON SCHEMA \"{schema}\" IS '{words}'"))).execute(conn).await?;
    Ok(())
}
