//! Tables are migrated once, and never by a migration that changed.

use comanda::{
    db::{COMPANY_MIGRATIONS, CONTROL_MIGRATIONS, Db, Error, Migrator, SchemaState},
    transact,
};

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType},
};

use super::{Floor, TABLES, one_migration};
use crate::on_both_databases;

on_both_databases! {
    async fn a_companys_tables_are_created_once(db: Db) {
        db.migrate(&COMPANY_MIGRATIONS).await.unwrap();
        db.migrate(&COMPANY_MIGRATIONS).await.unwrap();
    }

    async fn the_control_tables_are_created_once(db: Db) {
        db.migrate(&CONTROL_MIGRATIONS).await.unwrap();
        db.migrate(&CONTROL_MIGRATIONS).await.unwrap();
    }

    async fn a_changed_migration_is_refused_and_can_be_repaired(floor: Floor) {
        let changed = floor.0.migrate(&one_migration("CREATE TABLE other (id {{id}})")).await;
        assert!(matches!(changed, Err(Error::Migrate(_))), "{changed:?}");
        floor.0.migrate(&one_migration(TABLES)).await.unwrap();
    }

    async fn a_server_accepts_tables_to_which_a_later_version_added_something(floor: Floor) {
        let later = |name: &'static str, sql: &'static str| {
            let migration = Migration::new(2, name.into(), MigrationType::Simple, sql.into_sql_str(), false);
            Migrator::with_migrations(one_migration(TABLES).iter().cloned().chain([migration]).collect())
        };
        floor.add("Terraza").await.unwrap();
        floor.0.migrate(&later("mood", "ALTER TABLE floor ADD COLUMN mood TEXT NOT NULL DEFAULT 'good'")).await.unwrap();
        floor.0.migrate(&one_migration(TABLES)).await.unwrap();
        floor.add("Salón").await.unwrap();
        assert_eq!(floor.names().await, ["Salón", "Terraza"]);
        assert_eq!(floor.0.load_schema_state(&one_migration(TABLES)).await.unwrap(), SchemaState::Newer);
        // An unknown migration with an earlier number belongs to another program.
        let other = Migrator::with_migrations(vec![Migration::new(3, "x".into(), MigrationType::Simple, "SELECT 1".into_sql_str(), false)]);
        assert!(matches!(floor.0.migrate(&other).await, Err(Error::Migrate(_))));
    }

    async fn a_server_refuses_tables_that_a_later_version_changed_incompatibly(floor: Floor) {
        let migration = Migration::new(2, "breaking names".into(), MigrationType::Simple, "ALTER TABLE floor RENAME COLUMN name TO title".into_sql_str(), false);
        let later = Migrator::with_migrations(one_migration(TABLES).iter().cloned().chain([migration]).collect());
        floor.0.migrate(&later).await.unwrap();
        assert!(matches!(floor.0.migrate(&one_migration(TABLES)).await, Err(Error::Migrate(_))));
        assert_eq!(floor.0.load_schema_state(&one_migration(TABLES)).await.unwrap(), SchemaState::TooNew);
    }

    async fn several_processes_may_migrate_at_once(db: Db) {
        let tables = one_migration(TABLES);
        let (first, second) = tokio::join!(db.migrate(&tables), db.migrate(&tables));
        first.unwrap();
        second.unwrap();
    }

    async fn search_keys_of_an_older_version_are_found_by_new_searches(db: Db) {
        let older = COMPANY_MIGRATIONS.iter().filter(|m| m.version < 40).cloned().collect();
        db.migrate(&Migrator::with_migrations(older)).await.unwrap();
        let written: Result<(), Error> = transact!(db, |tx| {
            let add = "INSERT INTO comments (name, search_key) VALUES ('Pão de Açúcar', 'pão de açucar'), ('Con ají', 'con aji')";
            tx.query(add).run().await.map(drop)
        });
        written.unwrap();
        db.migrate(&COMPANY_MIGRATIONS).await.unwrap();
        let mut tx = db.read().await.unwrap();
        let keys: Vec<String> = tx.query("SELECT search_key FROM comments ORDER BY id").column().await.unwrap();
        assert_eq!(keys, ["pao de acucar", "con aji"]);
    }
}
