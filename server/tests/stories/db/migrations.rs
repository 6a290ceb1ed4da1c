//! Tables are brought up to date once, and never by a migration that changed.

use comanda::db::{COMPANY, CONTROL, Db, Error};

use super::{Floor, TABLES, one_migration};
use crate::on_both_databases;

on_both_databases! {
    async fn the_tables_of_a_company_are_made_once(db: Db) {
        db.migrate(&COMPANY).await.unwrap();
        db.migrate(&COMPANY).await.unwrap();
    }

    async fn the_tables_that_list_the_companies_are_made_once(db: Db) {
        db.migrate(&CONTROL).await.unwrap();
        db.migrate(&CONTROL).await.unwrap();
    }

    async fn a_migration_that_changed_is_refused_and_can_be_put_right(floor: Floor) {
        let changed = floor.0.migrate(&one_migration("CREATE TABLE other (id {{id}})")).await;
        assert!(matches!(changed, Err(Error::Migrate(_))), "{changed:?}");
        floor.0.migrate(&one_migration(TABLES)).await.unwrap();
    }

    async fn several_processes_may_migrate_at_once(db: Db) {
        let tables = one_migration(TABLES);
        let (first, second) = tokio::join!(db.migrate(&tables), db.migrate(&tables));
        first.unwrap();
        second.unwrap();
    }
}
