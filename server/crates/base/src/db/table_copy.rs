//! Copies all tables from one database to another; both have the same tables, made by the same migrations.

use std::{collections::BTreeMap, path::Path};

use futures::TryStreamExt;
use sqlx::{
    AssertSqlSafe, ColumnIndex, ConnectOptions, Connection, Decode, PgConnection, Postgres, Sqlite, SqliteConnection,
    Type,
    types::chrono::{DateTime, NaiveDate, Utc},
};

use super::{
    arg::{self, Arg, ArgKind, ToArg},
    bulk_load::BulkLoad,
    error::{Error, Result},
    open,
    tx::{Driver, Tx},
};

/// The most values of one INSERT, well below the limits of both databases.
const MAX_VALUES: usize = 6_000;
/// The most rows of one INSERT in a table with binary columns, where each row may have some hundred kilobytes.
const MAX_BLOB_ROWS: usize = 20;

/// A table as SQLite describes it.
struct Table {
    name: String,
    columns: Vec<(String, ArgKind)>,
}

impl Table {
    fn select_sql(&self) -> String {
        format!("SELECT {} FROM \"{}\"", self.column_list(), self.name)
    }
    fn column_list(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        names.join(", ")
    }
    fn insert_sql(&self, rows: usize) -> String {
        let (mut text, width) =
            (format!("INSERT INTO \"{}\" ({}) VALUES", self.name, self.column_list()), self.columns.len());
        for row in 0..rows {
            let marks: Vec<String> = (1..=width).map(|n| format!("${}", row * width + n)).collect();
            text.push_str(&format!("{}({})", if row == 0 { " " } else { "," }, marks.join(",")));
        }
        text
    }
    fn batch_size(&self) -> usize {
        let has_bytes = self.columns.iter().any(|(_, kind)| matches!(kind, ArgKind::Bytes));
        if has_bytes { MAX_BLOB_ROWS } else { (MAX_VALUES / self.columns.len()).max(1) }
    }
}

/// Lists the tables of a company in a file, without the one of its migrations.
async fn tables(conn: &mut SqliteConnection) -> Result<Vec<Table>> {
    let names: Vec<(String,)> = sqlx::query_as(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
         AND name <> '_sqlx_migrations' ORDER BY name",
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut tables = Vec::with_capacity(names.len());
    for (name,) in names {
        let columns: Vec<(String, String)> =
            sqlx::query_as("SELECT name, type FROM pragma_table_info($1)").bind(&name).fetch_all(&mut *conn).await?;
        let columns = columns.into_iter().map(|(column, kind)| Ok((column, kind_of(&kind)?)));
        tables.push(Table { name, columns: columns.collect::<Result<_>>()? });
    }
    Ok(tables)
}

/// Counts the rows of each table of a file.
pub(super) async fn count_rows(file: &Path) -> Result<BTreeMap<String, i64>> {
    let mut conn = open::read_options(file).connect().await?;
    let mut counted = BTreeMap::new();
    for table in tables(&mut conn).await? {
        let text = AssertSqlSafe(format!("SELECT COUNT(*) FROM \"{}\"", table.name));
        let (rows,): (i64,) = sqlx::query_as(text).fetch_one(&mut conn).await?;
        counted.insert(table.name, rows);
    }
    conn.close().await?;
    Ok(counted)
}

fn kind_of(declared: &str) -> Result<ArgKind> {
    Ok(match declared.to_uppercase().as_str() {
        "INTEGER" | "BIGINT" => ArgKind::Int,
        "BOOLEAN" => ArgKind::Bool,
        "TEXT" => ArgKind::Text,
        "BYTEA" | "BLOB" => ArgKind::Bytes,
        "TIMESTAMPTZ" => ArgKind::Time,
        "DATE" => ArgKind::Date,
        "JSONB" => ArgKind::Json,
        other => return Err(Error::Backup(format!("a column of type {other}"))),
    })
}

/// Reads the values of a row of either database.
fn values<R>(row: &R, table: &Table) -> Result<Vec<Arg>>
where
    R: sqlx::Row,
    usize: ColumnIndex<R>,
    for<'r> Option<i64>: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> Option<bool>: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> Option<String>: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> Option<Vec<u8>>: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> Option<DateTime<Utc>>: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> Option<NaiveDate>: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> Option<serde_json::Value>: Decode<'r, R::Database> + Type<R::Database>,
{
    let value = |(at, (_, kind)): (usize, &(String, ArgKind))| {
        Ok(match kind {
            ArgKind::Int => row.try_get::<Option<i64>, _>(at)?.arg(),
            ArgKind::Bool => row.try_get::<Option<bool>, _>(at)?.arg(),
            ArgKind::Text => row.try_get::<Option<String>, _>(at)?.arg(),
            ArgKind::Bytes => row.try_get::<Option<Vec<u8>>, _>(at)?.arg(),
            ArgKind::Time => row.try_get::<Option<DateTime<Utc>>, _>(at)?.arg(),
            ArgKind::Date => row.try_get::<Option<NaiveDate>, _>(at)?.arg(),
            ArgKind::Json => row.try_get::<Option<serde_json::Value>, _>(at)?.arg(),
        })
    };
    table.columns.iter().enumerate().map(value).collect()
}

/// Copies all rows of a company's schema on PostgreSQL into a newly migrated file.
pub(super) async fn copy_to_sqlite(from: &mut Tx, to: &mut SqliteConnection) -> Result<()> {
    from.allow_long_statements().await?;
    let Driver::Postgres(from, _) = from.driver()? else { return Err(Error::Backup("not PostgreSQL".into())) };
    let tables = tables(to).await?;
    let mut to = to.begin().await?;
    for table in &tables {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM \"{}\"", table.name))).execute(&mut *to).await?;
        let mut rows = sqlx::query::<Postgres>(AssertSqlSafe(table.select_sql())).fetch(&mut *from);
        let (mut batch, mut many) = (Vec::new(), 0);
        while let Some(row) = rows.try_next().await? {
            batch.extend(values(&row, table)?);
            many += 1;
            if many == table.batch_size() {
                insert_into_sqlite(&mut to, table, std::mem::take(&mut batch), many).await?;
                many = 0;
            }
        }
        insert_into_sqlite(&mut to, table, batch, many).await?;
    }
    Ok(to.commit().await?)
}

async fn insert_into_sqlite(target: &mut SqliteConnection, table: &Table, values: Vec<Arg>, rows: usize) -> Result<()> {
    if rows > 0 {
        let text = AssertSqlSafe(table.insert_sql(rows));
        sqlx::query_with::<Sqlite, _>(text, arg::for_sqlite(values)?).persistent(false).execute(target).await?;
    }
    Ok(())
}

/// Replaces all rows of a company's schema on PostgreSQL by those of a file.
pub(super) async fn copy_to_postgres(from: &mut SqliteConnection, to: &mut Tx) -> Result<()> {
    let tables = tables(from).await?;
    to.allow_long_statements().await?;
    let Driver::Postgres(to, _) = to.driver()? else { return Err(Error::Backup("not PostgreSQL".into())) };
    let all: Vec<String> = tables.iter().map(|table| format!("\"{}\"", table.name)).collect();
    sqlx::query(AssertSqlSafe(format!("TRUNCATE {}", all.join(", ")))).execute(&mut *to).await?;
    let load = BulkLoad::begin(to).await?;
    for table in &tables {
        let mut rows = sqlx::query::<Sqlite>(AssertSqlSafe(table.select_sql())).fetch(&mut *from);
        let (mut batch, mut many) = (Vec::new(), 0);
        while let Some(row) = rows.try_next().await? {
            batch.extend(values(&row, table)?);
            many += 1;
            if many == table.batch_size() {
                insert_into_postgres(to, table, std::mem::take(&mut batch), many).await?;
                many = 0;
            }
        }
        insert_into_postgres(to, table, batch, many).await?;
    }
    load.end(to).await?;
    advance_sequences(to).await
}

async fn insert_into_postgres(target: &mut PgConnection, table: &Table, values: Vec<Arg>, rows: usize) -> Result<()> {
    if rows > 0 {
        let text = AssertSqlSafe(table.insert_sql(rows));
        sqlx::query_with::<Postgres, _>(text, arg::for_postgres(values)?).persistent(false).execute(target).await?;
    }
    Ok(())
}

/// Lists the tables with an identity column, and that column.
pub(super) async fn list_identity_columns(conn: &mut PgConnection) -> Result<Vec<(String, String)>> {
    Ok(sqlx::query_as(
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
         WHERE table_schema = current_schema() AND is_identity = 'YES'",
    )
    .fetch_all(conn)
    .await?)
}

/// Sets the sequences after the highest restored ids.
async fn advance_sequences(conn: &mut PgConnection) -> Result<()> {
    for (table, column) in list_identity_columns(&mut *conn).await? {
        let text = format!(
            "SELECT setval(pg_get_serial_sequence('\"{table}\"', '{column}'), COALESCE(MAX(\"{column}\"), 1), COUNT(*) > 0)
             FROM \"{table}\""
        );
        sqlx::query(AssertSqlSafe(text)).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Replaces all rows of one file by those of another; the target may be in use.
pub(super) async fn copy_from_file(target: &Path, source: &Path) -> Result<()> {
    let name = source.to_str().ok_or_else(|| Error::Backup("a file name that is not text".into()))?;
    // Foreign keys are checked at the end, since rows refer to each other in any order.
    let mut conn = open::write_options(target).foreign_keys(false).connect().await?;
    sqlx::query("ATTACH DATABASE $1 AS backup").bind(name).execute(&mut conn).await?;
    let tables = tables(&mut conn).await?;
    let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
    for table in &tables {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM main.\"{}\"", table.name))).execute(&mut *tx).await?;
    }
    for table in &tables {
        let (name, columns) = (&table.name, table.column_list());
        let text = format!("INSERT INTO main.\"{name}\" ({columns}) SELECT {columns} FROM backup.\"{name}\"");
        sqlx::query(AssertSqlSafe(text)).execute(&mut *tx).await?;
    }
    let dangling = sqlx::query("PRAGMA main.foreign_key_check").fetch_all(&mut *tx).await?;
    if !dangling.is_empty() {
        return Err(Error::Dangling(dangling.len()));
    }
    tx.commit().await?;
    conn.close().await?;
    Ok(())
}
