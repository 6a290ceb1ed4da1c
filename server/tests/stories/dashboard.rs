//! The first screen of the office: figures that agree with what was sold.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        database_place::{DatabasePlace, Fixture},
    },
};
use serde_json::{Value, json};

/// A demo restaurant with two weeks and a day of sales.
struct DemoWithPast(TestApp);
impl Fixture for DemoWithPast {
    async fn create(place: &DatabasePlace) -> Self {
        let app = TestApp::without_company(place, comanda::clock::Clock::system()).await;
        comanda::demo::seed_demo(&app.app, 15).await.unwrap();
        Self(app)
    }
}

/// The items of the dashboard that need attention.
pub fn attention_items(panel: &Value) -> Vec<Value> {
    panel["attention"].as_array().unwrap().clone()
}

/// Inserts two old documents that were never sent to the tax authority.
async fn insert_two_unsent_documents(app: &TestApp) {
    let db = app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap().db.clone();
    let waiting: comanda::db::Result<u64> = comanda::transact!(db, |tx| {
        tx.query("UPDATE tax_documents SET state = 'PENDING' WHERE serie = 'B001' AND number IN (1, 2)").run().await
    });
    assert_eq!(waiting.unwrap(), 2);
}

fn centimos(text: &Value) -> i64 {
    text.as_str().unwrap().replace('.', "").parse().unwrap()
}

on_both_databases! {
    async fn two_weeks_are_summed_by_business_day(place: DemoWithPast) {
        let admin = place.0.login("admin").await;
        let panel = admin.get("/api/dashboard").await.ok();
        let days = panel["by_day"].as_array().unwrap();
        assert_eq!(days.len(), 14);
        assert_eq!((&days[13]["day"], &days[13]["total"]), (&panel["business_day"], &json!("0.00")));
        assert!(days[..13].iter().all(|d| centimos(&d["total"]) > 100_000), "{days:?}");
        assert_eq!(panel["sales_today"], json!({"total": "0.00", "count": 0, "average": "0.00"}));
        assert_eq!((&panel["tables"]["occupied"], &panel["tables"]["total"]), (&json!(0), &json!(24)));
        assert_eq!(panel["cashboxes_open"], 0);
        let top = panel["top_products"].as_array().unwrap();
        assert_eq!(top.len(), 7);
        let sold = |p: &Value| p["quantity"].as_str().unwrap().parse::<f64>().unwrap();
        assert!(top.windows(2).all(|w| sold(&w[0]) >= sold(&w[1])), "{top:?}");
    }

    async fn open_accounts_and_sold_out_products_are_shown(app: TestApp) {
        let (admin, rosa) = (app.login("admin").await, app.login("mozo").await);
        let table = rosa.get("/api/tables").await.rows()[0]["id"].clone();
        let request = rosa.put(&format!("/api/tables/{table}/open"), json!({})).await.ok()["client_request_id"].clone();
        let product = rosa.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
        let order = json!({"client_request": request, "products": [{"product": {"id": product}, "qty": 3}], "send": false});
        rosa.post("/api/orders", order).await.ok();
        admin.put(&format!("/api/products/{product}/sold-out"), json!({"sold_out": true})).await.ok();
        let panel = admin.get("/api/dashboard").await.ok();
        assert_eq!(panel["open_accounts"], json!({"count": 1, "total": "84.00"}));
        assert_eq!(panel["tables"]["occupied"], 1);
        let sold_out = |path: &str| json!({"kind": "SOLD_OUT", "level": "INFO", "text": "1 producto agotado hoy", "detail": "Cau cau", "path": path});
        assert!(attention_items(&panel).contains(&sold_out("/products?sold_out=true")), "{panel}");
        // A user who may end it gets a link; a waiter, who may not, reads it on the order screen.
        assert!(attention_items(&app.login("cajero").await.get("/api/dashboard").await.ok()).contains(&sold_out("/pos")));
        assert!(!attention_items(&rosa.get("/api/dashboard").await.ok()).contains(&sold_out("/pos")));
        app.login("cocina").await.get("/api/dashboard").await.refused(422, "not_permitted");
        assert_eq!(app.login("contador").await.get("/api/dashboard").await.ok()["scope"], "HOUSE");
    }

    async fn a_waiter_sees_only_their_own_accounts(place: DemoWithPast) {
        let (rosa, diego) = (place.0.login("mozo").await, place.0.login("mozo2").await);
        let product = rosa.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
        let request = rosa.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok()["id"].clone();
        let order = json!({"client_request": request, "products": [{"product": {"id": product}, "qty": 2}], "send": false});
        rosa.post("/api/orders", order).await.ok();
        let (own_dashboard, other_dashboard) = (rosa.get("/api/dashboard").await.ok(), diego.get("/api/dashboard").await.ok());
        assert_eq!((&own_dashboard["scope"], &own_dashboard["open_accounts"]), (&json!("OWN"), &json!({"count": 1, "total": "56.00"})));
        assert_eq!(other_dashboard["open_accounts"]["count"], 0);
        assert_eq!((&own_dashboard["cashboxes"], &own_dashboard["cycle"], &own_dashboard["documents_not_sent"]), (&json!([]), &Value::Null, &Value::Null));
        assert_eq!(place.0.login("admin").await.get("/api/dashboard").await.ok()["documents_not_sent"]["count"], 0);
        insert_two_unsent_documents(&place.0).await;
        let house = place.0.login("admin").await.get("/api/dashboard").await.ok();
        let sum = |panel: &Value| panel["by_day"].as_array().unwrap().iter().map(|d| centimos(&d["total"])).sum::<i64>();
        assert!(sum(&own_dashboard) > 0 && sum(&own_dashboard) + sum(&other_dashboard) <= sum(&house), "{own_dashboard} {other_dashboard}");
        assert_eq!(house["documents_not_sent"]["count"], 2);
    }

    async fn a_cashier_sees_their_own_session_and_no_amount_while_it_is_open(app: TestApp) {
        let luis = app.login("cajero").await;
        assert_eq!(luis.get("/api/dashboard").await.ok()["cycle"], Value::Null);
        let cashbox = luis.get("/api/cashboxes").await.rows()[0]["id"].clone();
        let turn = luis.get("/api/turns").await.rows()[0]["id"].clone();
        let open = json!({"cashbox_id": cashbox, "turn_id": turn, "open_amount": "100", "status": "OPEN"});
        luis.post("/api/cashbox-cycles", open).await.ok();
        let panel = luis.get("/api/dashboard").await.ok();
        assert_eq!(panel["scope"], "CYCLE");
        let cycle = &panel["cycle"];
        assert_eq!((&cycle["is_open"], &cycle["total"], &cycle["difference"]), (&json!(true), &Value::Null, &Value::Null));
        assert_eq!((&panel["sales_today"], &panel["by_day"]), (&Value::Null, &json!([])));
        let house = app.login("admin").await.get("/api/dashboard").await.ok();
        assert_eq!((&house["cashboxes_open"], &house["cashboxes"][0]["user_name"]), (&json!(1), &json!("Luis Cárdenas")));
    }

    async fn items_below_their_minimum_are_counted_and_named(app: TestApp) {
        let admin = app.login("admin").await;
        let db = app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap().db.clone();
        let before = admin.get("/api/dashboard").await.ok()["low_stock"]["products"].as_i64().unwrap();
        let low: comanda::db::Result<u64> = comanda::transact!(db, |tx| {
            tx.query("UPDATE products SET min_stock = 999000000000 WHERE name = 'Agua con gas'").run().await
        });
        assert_eq!(low.unwrap(), 1);
        let after = admin.get("/api/dashboard").await.ok()["low_stock"].clone();
        assert_eq!(after["products"], before + 1);
        assert_eq!((&after["items"][0]["name"], &after["items"][0]["kind"]), (&json!("Agua con gas"), &json!("PRODUCT")));
    }

    async fn attention_items_match_their_screens_and_are_shown_to_those_who_can_act(place: DemoWithPast) {
        let app = &place.0;
        let db = app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap().db.clone();
        let low: comanda::db::Result<u64> = comanda::transact!(db, |tx| {
            tx.query("UPDATE products SET min_stock = 999000000000 WHERE name = 'Agua con gas'").run().await?;
            tx.query("UPDATE supplies SET min_stock = 999000000000 WHERE name IN ('Arroz', 'Pollo')").run().await
        });
        assert_eq!(low.unwrap(), 2);
        let company = app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap();
        comanda::stock::valuation::value_pending(&app.app, &company).await.unwrap();
        let values: comanda::db::Result<u64> = comanda::transact!(db, |tx| {
            tx.query("UPDATE stock_values SET previous_price = 10000000, last_price = 12500000 WHERE item_kind = 'SUPPLY'
                AND item_id = (SELECT id FROM supplies WHERE name = 'Arroz')").run().await?;
            tx.query("UPDATE stock_values SET valued_at = '2020-01-01T00:00:00.000000+00:00' WHERE item_kind = 'SUPPLY'
                AND item_id = (SELECT id FROM supplies WHERE name = 'Pollo')").run().await
        });
        assert_eq!(values.unwrap(), 1);
        insert_two_unsent_documents(app).await;
        let admin = app.login("admin").await;
        let panel = admin.get("/api/dashboard").await.ok();
        let notices = attention_items(&panel);
        let text = |path: &str| notices.iter().find(|n| n["path"] == path).map(|n| n["text"].as_str().unwrap().to_owned());
        let rows = async |path: &str| admin.get(path).await.json["total_rows"].as_i64().unwrap();
        let short = async |kind: &str| rows(&format!("/api/stock?below_min_stock=true&filters={{\"item_type\":[\"{kind}\"]}}")).await;
        let (products, supplies) = (short("PRODUCT").await, short("SUPPLY").await);
        assert!(products >= 1 && supplies >= 2);
        assert_eq!(text("/inventory/stock?below_min_stock=true&item_type=PRODUCT").unwrap().split(' ').next().unwrap(), products.to_string());
        assert_eq!(text("/inventory/stock?below_min_stock=true&item_type=SUPPLY").unwrap(), format!("{supplies} insumos bajo su stock mínimo"));
        let totals = admin.get("/api/stock").await.json["totals"].clone();
        assert_eq!((&totals["price_rise"], totals["idle"].as_i64().is_some_and(|n| n > 0)), (&json!(1), true));
        assert_eq!(text("/inventory/stock?alert=PRICE_RISE").unwrap(), "1 ítem subió de precio");
        let rise = notices.iter().find(|n| n["kind"] == "PRICE_RISE").unwrap();
        assert_eq!(rise["detail"], "Arroz +25 %");
        assert_eq!(text("/inventory/stock?alert=IDLE").unwrap().split(' ').next().unwrap(), totals["idle"].to_string());
        let unsent = panel["documents_not_sent"]["count"].as_i64().unwrap();
        assert_eq!(text("/documents?state=TO_SEND").unwrap(), format!("{unsent} comprobantes por enviar a SUNAT"));
        let accountant = app.login("contador").await;
        assert_eq!(accountant.get("/api/billings?page=1&to_send=true").await.json["total_rows"], unsent);
        // The demo's printers have lost their agent here: the machine gets one line, its printers none.
        let printers: Vec<_> = notices.iter().filter(|n| n["kind"] == "PRINTER").collect();
        let screen = admin.get("/api/printer-notices").await.rows();
        assert_eq!(printers.len(), screen.len());
        assert!(printers.iter().zip(&screen).all(|(n, s)| n["text"] == s["title"]), "{notices:?}");
        let order = ["BAD", "WARNING", "INFO"];
        let levels: Vec<_> = notices.iter().map(|n| order.iter().position(|l| n["level"] == *l).unwrap()).collect();
        assert!(levels.is_sorted(), "{notices:?}");

        let kinds = async |user: &str| -> Vec<String> {
            let panel = app.login(user).await.get("/api/dashboard").await.ok();
            attention_items(&panel).iter().map(|n| n["kind"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(kinds("contador").await, ["DOCUMENTS"]);
        assert_eq!(kinds("mozo").await, Vec::<String>::new());
        assert_eq!(kinds("cajero").await, Vec::<String>::new());
    }
}
