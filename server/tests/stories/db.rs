//! The facade: what a statement and a transaction mean, the same on both databases.

use std::borrow::Cow;

use comanda::{
    db::{Db, Migrator, Result},
    transact,
};
use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType},
};

use crate::on_both_databases;

/// Migrates to tables like those of a restaurant.
async fn with_tables(db: &Db) {
    let sql = "
        CREATE TABLE floor (id {{id}}, name TEXT NOT NULL UNIQUE, CHECK (name <> ''));
        CREATE TABLE dish (
            id {{id}},
            floor_id BIGINT REFERENCES floor (id),
            late_floor_id BIGINT REFERENCES floor (id) DEFERRABLE INITIALLY DEFERRED,
            code TEXT, size TEXT, sold BIGINT NOT NULL DEFAULT 0, active BOOLEAN NOT NULL DEFAULT TRUE,
            made_at TIMESTAMPTZ, day DATE, extras JSONB, photo BYTEA,
            UNIQUE (code, size)
        );
        CREATE UNIQUE INDEX dish_key ON dish (lower(code)) WHERE active;";
    let sql = Migration::new(
        1,
        Cow::Borrowed("tables"),
        MigrationType::Simple,
        sql.into_sql_str(),
        false,
    );
    db.migrate(&Migrator::with_migrations(vec![sql]))
        .await
        .unwrap();
}

async fn add_floor(db: &Db, name: &str) -> Result<i64> {
    transact!(db, |tx| {
        tx.query("INSERT INTO floor (name) VALUES ($1) RETURNING id")
            .bind(name)
            .scalar()
            .await
    })
}

async fn floors(db: &Db) -> Vec<String> {
    let mut tx = db.read().await.unwrap();
    let rows: Vec<(String,)> = tx
        .query("SELECT name FROM floor ORDER BY name")
        .all()
        .await
        .unwrap();
    rows.into_iter().map(|row| row.0).collect()
}

on_both_databases! {
    async fn a_committed_row_is_read_back(db: Db) {
        with_tables(&db).await;
        let id = add_floor(&db, "Salón").await.unwrap();
        assert!(id > 0);
        assert_eq!(floors(&db).await, ["Salón"]);
    }
}
