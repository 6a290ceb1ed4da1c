//! The demo restaurant: whole, the same again, and nothing left open.

use crate::{on_both_databases, support::app::TestApp};
use comanda::db::Db;

async fn count(db: &Db, sql: &'static str) -> i64 {
    db.read().await.unwrap().query(sql).scalar().await.unwrap()
}

fn db(app: &TestApp) -> Db {
    app.app.companies().by_slug(comanda::demo::SLUG).unwrap().db.clone()
}

on_both_databases! {
    async fn the_demo_is_a_whole_restaurant(app: TestApp) {
        let db = db(&app);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM salons").await, 2);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM dining_tables").await, 24);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM categories").await, 8);
        assert!(count(&db, "SELECT COUNT(*) FROM products").await >= 60);
        assert!(count(&db, "SELECT COUNT(*) FROM combo_items").await >= 6);
        for username in ["admin", "supervisor", "cajero", "mozo", "mozo2", "cocina", "contador"] {
            app.login(username).await;
        }
    }
}
