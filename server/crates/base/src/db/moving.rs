//! Copies a schema from one PostgreSQL to another. Readers are not blocked; writers wait, and are refused as by a busy database where it
//! takes longer. No committed write is lost: the copy begins when running writers have ended, and writers are locked out until the schema
//! is renamed.

use std::time::Duration;

use futures::TryStreamExt;
use sqlx::{AssertSqlSafe, PgConnection};

use super::{
    Backend, Db, SchemaMark,
    bulk_load::BulkLoad,
    error::{Error, Result},
    marks, table_copy,
    transact::Attempts,
    tx::{Driver, Tx},
};

/// The longest time to wait for running writers to end.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// A schema that was copied, and is still locked against writes. Dropping this unlocks it.
#[derive(Debug)]
pub struct CopiedSchema {
    source: Tx,
    schema: String,
    /// The number of copied rows of all tables.
    pub rows: u64,
}

impl Db {
    /// Copies all rows of this company to the schema of the same name on another PostgreSQL, whose tables are migrated, and marks that
    /// schema as copied.
    ///
    /// # Errors
    /// One of the two is no PostgreSQL, or a server fails: then the target has not changed either.
    pub async fn copy_to(&self, target: &Db, company: &str) -> Result<CopiedSchema> {
        let Backend::Postgres { schema, .. } = &self.0 else { return Err(Error::Backup("not PostgreSQL".into())) };
        let mut source = self.write().await?;
        let tables = lock_all_tables(&mut source).await?;
        let mut target_tx = target.write().await?;
        let rows = copy(&tables, &mut source, &mut target_tx).await?;
        marks::write_comment(driver(&mut target_tx)?, schema, &SchemaMark::Copied(company.to_owned())).await?;
        target_tx.commit().await?;
        Ok(CopiedSchema { source, schema: schema.to_string(), rows })
    }

    /// Whether the schema or file exists.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn exists(&self) -> Result<bool> {
        match &self.0 {
            Backend::Sqlite(file) => Ok(file.path.is_file()),
            Backend::Postgres { .. } => Ok(self.load_mark().await? != SchemaMark::Missing),
        }
    }

    /// Drops the schema with everything in it.
    ///
    /// # Errors
    /// The server does not answer, or this is a file.
    pub async fn drop_schema(&self) -> Result<()> {
        let Backend::Postgres { schema, .. } = &self.0 else { return Err(Error::Backup("not PostgreSQL".into())) };
        let mut tx = self.write().await?;
        run(driver(&mut tx)?, format!("DROP SCHEMA IF EXISTS \"{schema}\" CASCADE")).await?;
        tx.commit().await
    }
}

impl CopiedSchema {
    /// Renames the copied schema, which takes effect when this is [finished](Self::finish).
    ///
    /// # Errors
    /// The lock against writers was lost, or the server fails otherwise: the copy must not be used.
    pub async fn rename(&mut self, name: &str) -> Result<()> {
        run(driver(&mut self.source)?, format!("ALTER SCHEMA \"{}\" RENAME TO \"{name}\"", self.schema)).await
    }

    /// Commits the renaming: writers that still wait find no tables.
    ///
    /// # Errors
    /// Those of the server: then the schema still has its name.
    pub async fn finish(self) -> Result<()> {
        self.source.commit().await
    }
}

/// A table, and the list of its columns in SQL.
struct Table {
    name: String,
    columns: String,
}

/// Locks all tables once running writers have ended, so that later writers wait, and returns the tables.
async fn lock_all_tables(source: &mut Tx) -> Result<Vec<Table>> {
    source.allow_long_statements().await?;
    let conn = driver(source)?;
    let tables: Vec<(String, String)> = sqlx::query_as(
        "SELECT CAST(t.table_name AS TEXT), string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position)
         FROM information_schema.tables t
         JOIN information_schema.columns c ON c.table_schema = t.table_schema AND c.table_name = t.table_name
         WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND t.table_name <> '_sqlx_migrations'
           AND c.is_generated = 'NEVER'
         GROUP BY t.table_name ORDER BY t.table_name",
    )
    .fetch_all(&mut *conn)
    .await?;
    if tables.is_empty() {
        return Err(Error::Backup("there are no tables".into()));
    }
    // The source is idle while the target checks its references.
    run(conn, "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '1s'".to_owned()).await?;
    let names: Vec<String> = tables.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let lock = format!("LOCK TABLE {} IN SHARE MODE", names.join(", "));
    let mut attempts = Attempts::with_patience(LOCK_TIMEOUT);
    loop {
        source.mark().await?;
        let locked = run(driver(source)?, lock.clone()).await;
        let locked = source.settle(locked).await;
        if !attempts.again(&locked).await {
            locked?;
            return Ok(tables.into_iter().map(|(name, columns)| Table { name, columns }).collect());
        }
    }
}

async fn copy(tables: &[Table], source: &mut Tx, target: &mut Tx) -> Result<u64> {
    target.allow_long_statements().await?;
    let (from, to) = (driver(source)?, driver(target)?);
    let load = BulkLoad::begin(to).await?;
    let mut copied = 0;
    // Migrations may have inserted rows.
    for Table { name, .. } in tables {
        run(to, format!("DELETE FROM \"{name}\"")).await?;
    }
    for Table { name, columns } in tables {
        let mut copy_out = from.copy_out_raw(&format!("COPY \"{name}\" ({columns}) TO STDOUT (FORMAT binary)")).await?;
        let mut copy_in = to.copy_in_raw(&format!("COPY \"{name}\" ({columns}) FROM STDIN (FORMAT binary)")).await?;
        while let Some(bytes) = copy_out.try_next().await? {
            copy_in.send(bytes).await?;
        }
        copied += copy_in.finish().await?;
    }
    load.end(to).await?;
    copy_sequences(from, to).await?;
    for Table { name, .. } in tables {
        run(to, format!("ANALYZE \"{name}\"")).await?;
    }
    Ok(copied)
}

/// Copies the sequences, so that the next row of each table gets the same id as it would have got at the source.
async fn copy_sequences(from: &mut PgConnection, to: &mut PgConnection) -> Result<()> {
    for (table, column) in table_copy::list_identity_columns(from).await? {
        let sequence: String = sqlx::query_scalar("SELECT pg_get_serial_sequence(quote_ident($1), $2)")
            .bind(&table)
            .bind(&column)
            .fetch_one(&mut *from)
            .await?;
        let (last, is_called): (i64, bool) =
            sqlx::query_as(AssertSqlSafe(format!("SELECT last_value, is_called FROM {sequence}")))
                .fetch_one(&mut *from)
                .await?;
        sqlx::query("SELECT setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)")
            .bind(&table)
            .bind(&column)
            .bind(last)
            .bind(is_called)
            .execute(&mut *to)
            .await?;
    }
    Ok(())
}

fn driver(tx: &mut Tx) -> Result<&mut PgConnection> {
    match tx.driver()? {
        Driver::Postgres(conn, _) => Ok(conn),
        Driver::Sqlite(_) => Err(Error::Backup("not PostgreSQL".into())),
    }
}

async fn run(conn: &mut PgConnection, text: String) -> Result<()> {
    sqlx::raw_sql(AssertSqlSafe(text)).execute(conn).await?;
    Ok(())
}
