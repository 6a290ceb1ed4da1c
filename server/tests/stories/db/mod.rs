//! The database facade: statements and transactions mean the same on both databases.

mod deferred;
mod group_commit;
mod migrations;
mod postgres;
mod transactions;
mod values;

use std::borrow::Cow;

use comanda::{
    db::{Db, Migrator, Result},
    transact,
};
use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType},
};

use crate::support::database_place::{DatabasePlace, Fixture};

const TABLES: &str = "
    CREATE TABLE floor (id {{id}}, name TEXT NOT NULL UNIQUE CHECK (name <> ''), seats BIGINT NOT NULL DEFAULT 0);
    CREATE TABLE dish (
        id {{id}},
        floor_id BIGINT REFERENCES floor (id),
        late_floor_id BIGINT REFERENCES floor (id) DEFERRABLE INITIALLY DEFERRED,
        code TEXT, size TEXT,
        made_at TIMESTAMPTZ, day DATE, active BOOLEAN, extras JSONB, photo BYTEA,
        UNIQUE (code, size)
    );
    CREATE UNIQUE INDEX dish_active_key ON dish (lower(code)) WHERE active;";

fn one_migration(sql: &'static str) -> Migrator {
    let (name, kind) = (Cow::Borrowed("tables"), MigrationType::Simple);
    Migrator::with_migrations(vec![Migration::new(1, name, kind, sql.into_sql_str(), false)])
}

/// A database with the tables `floor` and `dish`.
#[derive(Clone)]
struct Floor(Db);

impl Fixture for Floor {
    async fn create(place: &DatabasePlace) -> Self {
        let db = place.db("floor").await;
        db.migrate(&one_migration(TABLES)).await.unwrap();
        Floor(db)
    }
}

impl Floor {
    async fn add(&self, name: &str) -> Result<i64> {
        transact!(self.0, |tx| {
            tx.query("INSERT INTO floor (name) VALUES ($1) RETURNING id").bind(name).scalar().await
        })
    }

    /// The floors' names, as another connection sees them.
    async fn names(&self) -> Vec<String> {
        let mut tx = self.0.read().await.unwrap();
        let rows: Vec<(String,)> = tx.query("SELECT name FROM floor ORDER BY name").all().await.unwrap();
        rows.into_iter().map(|(name,)| name).collect()
    }

    async fn seats(&self) -> i64 {
        let mut tx = self.0.read().await.unwrap();
        tx.query("SELECT CAST(SUM(seats) AS BIGINT) FROM floor").scalar().await.unwrap()
    }
}
