//! Taking a schema from one PostgreSQL to another. Whoever reads goes on reading; whoever writes waits, and is refused as by a busy
//! database where it takes longer. What was acknowledged is there on the other side: the copy begins when those who write have ended,
//! and nobody writes again before the schema has gone.

use std::time::Duration;

use futures::TryStreamExt;
use sqlx::{AssertSqlSafe, PgConnection};

use super::{
    Db, Mark, Place,
    bulk_load::BulkLoad,
    error::{Error, Result},
    marks, rows,
    transact::Attempts,
    tx::{Driver, Tx},
};

/// How long those who write may take to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// A schema that was copied elsewhere, and into which nobody writes. Dropping this lets them again.
#[derive(Debug)]
pub struct Copied {
    source: Tx,
    schema: String,
    /// Rows of all tables.
    pub rows: u64,
}

impl Db {
    /// Copies everything of this company to the same schema on another PostgreSQL, whose tables are up to date and empty, and marks that
    /// as copied.
    ///
    /// # Errors
    /// One of both is no PostgreSQL, or what it answers: then nothing has changed there either.
    pub async fn copy_to(&self, target: &Db, company: &str) -> Result<Copied> {
        let Place::Postgres { schema, .. } = &self.0 else { return Err(Error::Backup("not PostgreSQL".into())) };
        let mut source = self.write().await?;
        let tables = locked(&mut source).await?;
        let mut to = target.write().await?;
        let rows = copy(&tables, &mut source, &mut to).await?;
        marks::comment(driver(&mut to)?, schema, &Mark::Copied(company.to_owned())).await?;
        to.commit().await?;
        Ok(Copied { source, schema: schema.to_string(), rows })
    }

    /// Whether its schema or file is there.
    ///
    /// # Errors
    /// The server does not answer.
    pub async fn is_there(&self) -> Result<bool> {
        match &self.0 {
            Place::Sqlite(file) => Ok(file.path.is_file()),
            Place::Postgres { .. } => Ok(self.mark().await? != Mark::Missing),
        }
    }

    /// Removes its schema with everything in it.
    ///
    /// # Errors
    /// The server does not answer, or this is a file.
    pub async fn drop_schema(&self) -> Result<()> {
        let Place::Postgres { schema, .. } = &self.0 else { return Err(Error::Backup("not PostgreSQL".into())) };
        let mut tx = self.write().await?;
        run(driver(&mut tx)?, format!("DROP SCHEMA IF EXISTS \"{schema}\" CASCADE")).await?;
        tx.commit().await
    }
}

impl Copied {
    /// Gives the schema that was copied another name, which it has once this is [finished](Self::finish).
    ///
    /// # Errors
    /// Nobody keeps writers away any more, or what else the server answers: the copy must not be used.
    pub async fn rename(&mut self, name: &str) -> Result<()> {
        run(driver(&mut self.source)?, format!("ALTER SCHEMA \"{}\" RENAME TO \"{name}\"", self.schema)).await
    }

    /// Ends it: whoever waits to write finds no tables.
    ///
    /// # Errors
    /// What the server answers: then the schema has its name still.
    pub async fn finish(self) -> Result<()> {
        self.source.commit().await
    }
}

/// A table, and its columns as they are written.
struct Table {
    name: String,
    columns: String,
}

/// All tables, once those who write to them have ended; others wait from now on.
async fn locked(source: &mut Tx) -> Result<Vec<Table>> {
    source.take_long().await?;
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
    // Nothing is asked of it while the other side checks its references.
    run(conn, "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '1s'".to_owned()).await?;
    let names: Vec<String> = tables.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let lock = format!("LOCK TABLE {} IN SHARE MODE", names.join(", "));
    let mut attempts = Attempts::lasting(PATIENCE);
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
    target.take_long().await?;
    let (from, to) = (driver(source)?, driver(target)?);
    let load = BulkLoad::begin(to).await?;
    let mut copied = 0;
    // Migrations may have filled some.
    for Table { name, .. } in tables {
        run(to, format!("DELETE FROM \"{name}\"")).await?;
    }
    for Table { name, columns } in tables {
        let mut out = from.copy_out_raw(&format!("COPY \"{name}\" ({columns}) TO STDOUT (FORMAT binary)")).await?;
        let mut into = to.copy_in_raw(&format!("COPY \"{name}\" ({columns}) FROM STDIN (FORMAT binary)")).await?;
        while let Some(bytes) = out.try_next().await? {
            into.send(bytes).await?;
        }
        copied += into.finish().await?;
    }
    load.end(to).await?;
    number_on(from, to).await?;
    for Table { name, .. } in tables {
        run(to, format!("ANALYZE \"{name}\"")).await?;
    }
    Ok(copied)
}

/// The next row of each table gets the number that it would have got.
async fn number_on(from: &mut PgConnection, to: &mut PgConnection) -> Result<()> {
    for (table, column) in rows::numbered(from).await? {
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
