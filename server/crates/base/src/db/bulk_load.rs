//! Bulk loading of a whole PostgreSQL schema: foreign keys and indexes are dropped before and made again afterwards. Rows refer to each
//! other in any order, and checking and indexing all of them at the end takes a fraction of the time.

use sqlx::{AssertSqlSafe, PgConnection};

use super::error::Result;

/// Memory for building an index; the default is meant for many sessions at once.
const SET_INDEX_MEMORY: &str = "SET LOCAL maintenance_work_mem = '256MB'";

/// The foreign keys and indexes that were dropped.
pub(super) struct BulkLoad {
    /// Table, name and definition of each foreign key.
    references: Vec<(String, String, String)>,
    /// The definition of each index.
    indexes: Vec<String>,
}

impl BulkLoad {
    /// Drops foreign keys and indexes, in the transaction that fills the tables.
    pub async fn begin(conn: &mut PgConnection) -> Result<Self> {
        let references: Vec<(String, String, String)> = sqlx::query_as(
            "SELECT CAST(conrelid::regclass AS TEXT), CAST(conname AS TEXT), pg_get_constraintdef(oid) FROM pg_constraint
             WHERE contype = 'f' AND connamespace = current_schema()::regnamespace",
        )
        .fetch_all(&mut *conn)
        .await?;
        // Indexes of constraints (primary keys, UNIQUE) stay.
        let indexes: Vec<(String, String)> = sqlx::query_as(
            "SELECT CAST(i.indexrelid::regclass AS TEXT), pg_get_indexdef(i.indexrelid)
             FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
             WHERE c.relnamespace = current_schema()::regnamespace
               AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)",
        )
        .fetch_all(&mut *conn)
        .await?;
        for (table, name, _) in &references {
            run(conn, format!("ALTER TABLE {table} DROP CONSTRAINT \"{name}\"")).await?;
        }
        for (name, _) in &indexes {
            run(conn, format!("DROP INDEX {name}")).await?;
        }
        Ok(Self { references, indexes: indexes.into_iter().map(|(_, definition)| definition).collect() })
    }

    /// Makes them again, which checks every reference.
    pub async fn end(self, conn: &mut PgConnection) -> Result<()> {
        run(conn, SET_INDEX_MEMORY.to_owned()).await?;
        for definition in self.indexes {
            run(conn, definition).await?;
        }
        for (table, name, definition) in self.references {
            run(conn, format!("ALTER TABLE {table} ADD CONSTRAINT \"{name}\" {definition}")).await?;
        }
        Ok(())
    }
}

async fn run(conn: &mut PgConnection, text: String) -> Result<()> {
    sqlx::raw_sql(AssertSqlSafe(text)).execute(conn).await?;
    Ok(())
}
