//! Deleting in bulk: only by the administrator, with the word and the PIN, only where nothing is left incomplete, and with a backup.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::{
    db::Db,
    removal::{TableDeletion, deletion_of_table},
};
use serde_json::{Value, json};
use std::{path::Path, time::Duration};

/// A demo restaurant that has sold for three days.
struct DemoWithPast(TestApp);
impl Fixture for DemoWithPast {
    async fn create(place: &DatabasePlace) -> Self {
        let app = TestApp::without_company(place, comanda::clock::Clock::system()).await;
        comanda::demo::seed_demo(&app.app, 3).await.unwrap();
        Self(app)
    }
}

fn db(app: &TestApp) -> Db {
    app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap().db.clone()
}

async fn count(db: &Db, sql: &'static str) -> i64 {
    db.read().await.unwrap().query(sql).scalar().await.unwrap()
}

/// Makes the tables look as if the practice days had only had notas de venta.
async fn only_sales_notes(db: &Db) {
    let changed: comanda::db::Result<u64> = comanda::transact!(db, |tx| {
        tx.query("UPDATE billings SET billing_type_id = 3, serie = 'NV' || serie WHERE billing_type_id <> 3")
            .run()
            .await
    });
    changed.unwrap();
}

/// Waits until stock is valued, so that a copy does not contain unvalued moves.
async fn wait_until_valued(db: &Db) {
    const COUNT_UNVALUED: &str = "SELECT COUNT(*) FROM stock_items i LEFT JOIN stock_values v ON v.item_kind = i.item_kind AND v.item_id = i.item_id
        WHERE v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL";
    let all = async {
        while count(db, COUNT_UNVALUED).await > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), all).await.unwrap();
}

fn deletion_body() -> Value {
    json!({"word": "borrar", "pin": comanda::demo::PIN})
}

async fn delete(admin: &Client, kind: &str) -> Value {
    admin.post(&format!("/api/advanced-options/{kind}"), deletion_body()).await.ok()
}

/// Opens an account with one dish that is not sent.
async fn open_account(client: &Client) -> i64 {
    let id = client.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok()["id"]
        .as_i64()
        .unwrap();
    let product = client.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
    let order = json!({"client_request": id, "products": [{"product": {"id": product}, "qty": 1}], "send": false});
    client.post("/api/orders", order).await.ok();
    id
}

on_both_databases! {
    async fn only_the_administrator_deletes_with_word_and_pin(place: DemoWithPast) {
        let app = place.0;
        only_sales_notes(&db(&app)).await;
        for username in ["supervisor", "cajero", "mozo", "cocina", "contador"] {
            let client = app.login(username).await;
            client.get("/api/advanced-options").await.refused(422, "not_permitted");
            client.post("/api/advanced-options/sales", deletion_body()).await.refused(422, "not_permitted");
        }
        let admin = app.login("admin").await;
        for word in ["", "Borrar", "borrar "] {
            let body = json!({"word": word, "pin": comanda::demo::PIN});
            let refused = admin.post("/api/advanced-options/sales", body).await.refused(422, "invalid");
            let message = refused["errors"]["word"][0].as_str().unwrap();
            assert!(message.contains("exactamente la palabra 'borrar'"), "{message}");
        }
        admin.post("/api/advanced-options/sales", json!({"word": "borrar"})).await.refused(422, "pin_required");
        admin.post("/api/advanced-options/sales", json!({"word": "borrar", "pin": "0000"})).await.refused(422, "wrong_pin");
        admin.post("/api/advanced-options/tables", deletion_body()).await.refused(404, "not_found");
        assert!(count(&db(&app), "SELECT COUNT(*) FROM billings").await > 0);
        assert!(!app.config.data.join("backups").exists(), "a backup for nothing");
    }

    async fn sales_are_deleted_completely_and_are_in_a_backup(place: DemoWithPast) {
        let (app, db) = (&place.0, db(&place.0));
        only_sales_notes(&db).await;
        let admin = app.login("admin").await;
        let count_before = count(&db, "SELECT COUNT(*) FROM billings").await;
        let look = admin.get("/api/advanced-options").await.ok();
        let sales = &look["sections"][0];
        assert_eq!((&sales["kind"], &sales["refusal"]), (&json!("sales"), &Value::Null));
        assert!(sales["parts"].as_array().unwrap().contains(&json!({"name": "comprobantes", "count": count_before})), "{sales}");

        let key = uuid::Uuid::new_v4();
        let deletion = admin.post_with_key("/api/advanced-options/sales", deletion_body(), key).await.ok();
        assert!(deletion["deleted"].as_array().unwrap().contains(&json!({"name": "comprobantes", "count": count_before})), "{deletion}");
        let second_deletion = admin.post_with_key("/api/advanced-options/sales", deletion_body(), key).await.ok();
        assert_eq!(second_deletion, deletion, "sent twice");
        for table in ["SELECT COUNT(*) FROM billings", "SELECT COUNT(*) FROM payments", "SELECT COUNT(*) FROM order_lines",
                      "SELECT COUNT(*) FROM client_requests", "SELECT COUNT(*) FROM cashbox_cycles"] {
            assert_eq!(count(&db, table).await, 0, "{table}");
        }
        assert!(count(&db, "SELECT COUNT(*) FROM products").await > 50);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM stock_items i WHERE i.on_hand <> COALESCE((SELECT SUM(m.quantity) FROM stock_moves m
            WHERE m.item_kind = i.item_kind AND m.item_id = i.item_id), 0)").await, 0);
        assert_eq!(admin.get("/api/dashboard").await.ok()["by_day"][12]["total"], "0.00");
        let log = admin.get("/api/pos-options/action-logs?action_type=DATA_DELETED").await.rows();
        assert_eq!(log.len(), 1, "{log:?}");

        let backup = Path::new(deletion["backup"].as_str().unwrap());
        assert_eq!(deletion["backup_bytes"], std::fs::metadata(backup).unwrap().len());
        assert_eq!(std::fs::read_dir(backup.parent().unwrap()).unwrap().count(), 1, "one backup for one deletion");
        wait_until_valued(&db).await;
        db.restore_from(backup, backup.parent().unwrap(), async |_| Ok(())).await.unwrap();
        assert_eq!(count(&db, "SELECT COUNT(*) FROM billings").await, count_before);
        // The restored restaurant continues selling.
        open_account(&app.login("mozo").await).await;
    }

    async fn rows_that_a_screen_deleted_before_are_not_counted_again(place: DemoWithPast) {
        let admin = place.0.login("admin").await;
        let products = async || {
            let look = admin.get("/api/advanced-options").await.ok();
            let parts = look["sections"][2]["parts"].as_array().unwrap().clone();
            parts.into_iter().find(|part| part["name"] == "productos").unwrap()["count"].as_i64().unwrap()
        };
        let before = products().await;
        let product = admin.post("/api/products", json!({"name": "De paso", "category_id": 1, "sale_amount": "5.00", "production_area_id": 1})).await.ok();
        assert_eq!(products().await, before + 1);
        admin.delete(&format!("/api/products/{}", product["id"])).await.ok();
        assert_eq!(products().await, before);
    }

    async fn everything_is_deleted_in_its_order(place: DemoWithPast) {
        let (app, db) = (&place.0, db(&place.0));
        only_sales_notes(&db).await;
        let admin = app.login("admin").await;
        let refused = admin.post("/api/advanced-options/products", deletion_body()).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("Borra primero las ventas"), "{refused}");
        delete(&admin, "sales").await;
        delete(&admin, "products").await;
        assert_eq!(count(&db, "SELECT COUNT(*) FROM products").await, 0);
        assert!(count(&db, "SELECT COUNT(*) FROM supplies").await > 0);
        admin.post("/api/advanced-options/purchases", deletion_body()).await.refused(409, "conflict");
        delete(&admin, "all").await;
        for table in ["SELECT COUNT(*) FROM supplies", "SELECT COUNT(*) FROM categories", "SELECT COUNT(*) FROM stock_moves"] {
            assert_eq!(count(&db, table).await, 0, "{table}");
        }
        let nothing = admin.post("/api/advanced-options/all", deletion_body()).await.refused(409, "conflict");
        assert!(nothing["message"].as_str().unwrap().contains("nada cambió"), "{nothing}");
        assert_eq!(app.login("mozo").await.get("/api/tables").await.rows().len(), 24, "tables and people stay");
    }

    async fn everything_is_deleted_at_once(place: DemoWithPast) {
        let db = db(&place.0);
        only_sales_notes(&db).await;
        delete(&place.0.login("admin").await, "all").await;
        assert_eq!(count(&db, "SELECT COUNT(*) FROM products").await + count(&db, "SELECT COUNT(*) FROM payments").await, 0);
    }

    async fn a_deletion_that_would_leave_something_incomplete_is_refused(place: DemoWithPast) {
        let (app, db) = (&place.0, db(&place.0));
        let admin = app.login("admin").await;
        let refused = admin.post("/api/advanced-options/sales", deletion_body()).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("boletas o facturas"), "{refused}");
        assert!(admin.get("/api/advanced-options").await.ok()["sections"][0]["refusal"].as_str().unwrap().contains("boletas"));
        only_sales_notes(&db).await;
        let account = open_account(&app.login("mozo").await).await;
        for kind in ["sales", "all"] {
            let refused = admin.post(&format!("/api/advanced-options/{kind}"), deletion_body()).await.refused(409, "conflict");
            assert!(refused["message"].as_str().unwrap().contains("1 cuenta abierta"), "{refused}");
        }
        let lines = admin.get(&format!("/api/client-requests/{account}")).await.ok();
        assert_eq!(lines["id"], account);
    }

    async fn a_sale_at_that_moment_is_complete_or_absent(place: DemoWithPast) {
        let (app, db) = (&place.0, db(&place.0));
        only_sales_notes(&db).await;
        let (admin, rosa) = (app.login("admin").await, app.login("mozo").await);
        let (deleted, _) = tokio::join!(admin.post("/api/advanced-options/sales", deletion_body()), open_account(&rosa));
        assert!(deleted.status.is_success() || deleted.json["code"] == "conflict", "{}", deleted.json);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM client_requests WHERE closed_at IS NULL").await, 1);
        assert_eq!(count(&db, "SELECT COUNT(*) FROM order_lines l JOIN client_requests r ON r.id = l.client_request_id WHERE r.closed_at IS NULL").await, 1);
    }
}

#[tokio::test]
async fn every_table_says_whether_a_deletion_takes_it() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open_sqlite(folder.path().join("company.sqlite")).await.unwrap();
    db.migrate(&comanda::db::COMPANY_MIGRATIONS).await.unwrap();
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name <> '_sqlx_migrations'";
    let tables: Vec<(String,)> = db.read().await.unwrap().query(tables).all().await.unwrap();
    let unknown: Vec<_> = tables.iter().filter(|(table,)| deletion_of_table(table) == TableDeletion::Unknown).collect();
    assert!(unknown.is_empty(), "name them in removal/bulk/store/tables.rs: {unknown:?}");
}
