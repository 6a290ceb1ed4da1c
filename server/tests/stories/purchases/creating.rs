//! Entering a purchase: its cost, its number, and everything that can be wrong with it.

use super::{Office, days_ago, merged};
use crate::{companies, on_both_databases};
use serde_json::{Value, json};
use uuid::Uuid;

/// The costs in the stock ledger, in the order of the items.
async fn entered_costs(office: &Office) -> Vec<(String, String)> {
    let mut tx = office.house.db().read().await.unwrap();
    let rows: Vec<(comanda::money::Quantity, comanda::money::Money)> = tx
        .query("SELECT quantity, cost FROM stock_moves WHERE reason = 'PURCHASE' AND NOT reversed ORDER BY id")
        .all()
        .await
        .unwrap();
    rows.into_iter().map(|(quantity, cost)| (quantity.to_string(), cost.to_string())).collect()
}

on_both_databases! {
    async fn freight_discount_and_igv_make_the_cost(office: Office) {
        let items = [
            office.rice_line("50", "4.72").await,
            json!({"item_type": "PRODUCT", "item_id": office.product("Inca Kola 500 ml").await, "quantity": "5", "measurement_id": office.unit("doc").await, "total_price": "118.00"}),
        ];
        let more = json!({"document": "FACTURA", "serie": "f014", "number": "28431", "items": items, "discount": "11.80", "freight": "23.60", "total": "365.80"});
        let purchase = office.buy(more).await.ok();
        assert_eq!((&purchase["subtotal"], &purchase["igv"], &purchase["total"]), (&json!("310.00"), &json!("55.80"), &json!("365.80")));
        let line = |at: usize| purchase["items"][at].clone();
        assert_eq!((&line(0)["cost"], &line(0)["unit_cost"], &line(0)["total_price"]), (&json!("206.67"), &json!("4.1334"), &json!("236.00")));
        assert_eq!((&line(1)["cost"], &line(1)["base_quantity"], &line(1)["buy_price"]), (&json!("103.33"), &json!("60"), &json!("23.60")));
        assert_eq!((&line(1)["measurement"], &line(1)["base_measurement"]), (&json!("doc"), &json!("und")));
        assert_eq!(entered_costs(&office).await, [("50".into(), "206.67".into()), ("60".into(), "103.33".to_owned())]);
        // A restaurant that cannot deduct the IGV pays it too.
        office.house.app.login("admin").await.put("/api/global-settings", json!({"cost_with_igv": true})).await.ok();
        let net = json!({"document": "FACTURA", "serie": "F014", "number": "28432", "prices_include_igv": false, "items": [office.rice_line("10", "4.00").await]});
        let purchase = office.buy(net).await.ok();
        assert_eq!((&purchase["subtotal"], &purchase["igv"], &purchase["total"]), (&json!("40.00"), &json!("7.20"), &json!("47.20")));
        assert_eq!(purchase["items"][0]["cost"], "47.20");
        // In the jungle there is no IGV.
        office.house.sql("INSERT INTO tax_zones (valid_from, is_jungle) VALUES ('2026-01-01', TRUE)").await;
        let purchase = office.buy(json!({"document": "FACTURA", "serie": "F014", "number": "28433", "prices_include_igv": false})).await.ok();
        assert_eq!((&purchase["igv"], &purchase["total"]), (&json!("0.00"), &json!("40.00")));
        office.house.assert_ledger_adds_up().await;
    }

    async fn the_igv_rate_is_the_laws_of_that_day_whatever_the_restaurants_own(office: Office) {
        office.house.sql("INSERT INTO tax_rates (valid_from, percent, name) VALUES ('2020-01-01', 10000000, 'Mypes'), ('2026-01-10', 10500000, 'Mypes')").await;
        for (number, day) in [("1", "2026-01-09"), ("2", "2026-01-10")] {
            let paper = json!({"document": "FACTURA", "serie": "F001", "number": number, "date": day, "items": [office.rice_line("10", "11.80").await]});
            assert_eq!(office.buy(paper).await.ok()["subtotal"], "100.00");
        }
    }

    async fn a_purchase_has_the_date_of_its_document(office: Office) {
        let purchase = office.buy(json!({"date": days_ago(3), "time": "08:15"})).await.ok();
        assert_eq!((&purchase["date"], &purchase["time"]), (&json!(days_ago(3)), &json!("08:15")));
        let noon = office.buy(json!({"date": days_ago(2), "number": "78"})).await.ok();
        assert_eq!(noon["time"], "12:00");
        let mut tx = office.house.db().read().await.unwrap();
        let at: Vec<(chrono::DateTime<chrono::Utc>, String, String)> =
            tx.query("SELECT at, document, source FROM stock_moves WHERE reason = 'PURCHASE' ORDER BY id").all().await.unwrap();
        assert_eq!(at[0].0.to_rfc3339(), format!("{}T13:15:00+00:00", days_ago(3)));
        assert_eq!((&at[0].1, &at[0].2), (&"B001-77".to_owned(), &format!("purchase:{}", purchase["id"])));
    }

    async fn uncounted_items_move_no_stock(office: Office) {
        office.house.sql("UPDATE supplies SET has_stock = FALSE WHERE name = 'Arroz'").await;
        let purchase = office.buy(json!({})).await.ok();
        assert_eq!((&purchase["items"][0]["has_stock"], &purchase["items"][0]["cost"]), (&json!(false), &json!("40.00")));
        assert!(entered_costs(&office).await.is_empty());
        office.void(&purchase, json!({})).await.ok();
    }

    async fn every_error_is_named(office: Office) {
        let rice = office.supply("Arroz").await;
        let items = json!([
            {"item_type": "SUPPLY", "item_id": rice, "quantity": "0", "buy_price": "4"},
            {"item_type": "SUPPLY", "item_id": rice, "quantity": "1", "measurement_id": office.unit("l").await, "buy_price": "4"},
            {"item_type": "PRODUCT", "item_id": 999_999, "quantity": "1", "buy_price": "4"},
            {"item_type": "SUPPLY", "item_id": office.supply("Pollo").await, "quantity": "2"},
            {"item_type": "SUPPLY", "item_id": office.supply("Huevo").await, "quantity": "2", "buy_price": "1.00", "total_price": "3.00"},
        ]);
        let body = json!({"document": "FACTURA", "serie": "", "number": "x y", "provider_id": 999_999, "date": days_ago(-2), "items": items, "payment": {"source": "OTHER", "payment_option": "Trueque"}, "note": "x".repeat(501)});
        let refused = office.jorge.post("/api/purchase", body).await.refused(422, "invalid");
        let expected = [
            "date", "items.0.quantity", "items.1.item_id", "items.1.measurement_id", "items.2.item_id", "items.3.buy_price",
            "items.4.total_price", "note", "number", "payment.payment_option", "provider_id", "serie",
        ];
        let named: Vec<&String> = refused["errors"].as_object().unwrap().keys().collect();
        assert_eq!(named, expected, "{refused}");
        for (more, field) in [
            (json!({"items": []}), "items"),
            (json!({"provider_id": null}), "provider_id"),
            (json!({"time": "25:00"}), "time"),
            (json!({"date": "1999-01-01"}), "date"),
            (json!({"discount": "40.00"}), "discount"),
            (json!({"discount": "-1"}), "discount"),
            (json!({"freight": "0.005"}), "freight"),
            (json!({"freight": "100.00", "items": [office.rice_line("0.000001", "10000.00").await]}), "items.0.quantity"),
            (json!({"items": [office.rice_line("1", "0").await]}), "items"),
            (json!({"type": "CREDITO", "numberQuotes": 40}), "numberQuotes"),
            (json!({"type": "FIADO"}), "type"),
            (json!({"payment": {"source": "OTHER", "payment_option": "Efectivo"}}), "payment.payment_option"),
        ] {
            let refused = office.buy(more.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{more}: {refused}");
        }
        let refused = office.buy(json!({"total": "40.30"})).await.refused(422, "invalid");
        let text = refused["errors"]["total"][0].as_str().unwrap();
        assert!(["40.30", "40.00", "0.30"].iter().all(|amount| text.contains(amount)), "{text}");
        office.house.sql("UPDATE providers SET status = 'INACTIVE'").await;
        assert!(office.buy(json!({})).await.refused(422, "invalid")["errors"]["provider_id"].is_array());
        office.assert_nothing_is_written().await;
    }

    async fn a_late_arrival_for_a_closed_month_comes_in_on_the_next_day(office: Office) {
        let admin = office.house.app.login("admin").await;
        admin.put("/api/global-settings", json!({"books_closed_until": days_ago(5)})).await.ok();
        let purchase = office.buy(json!({"date": days_ago(5)})).await.ok();
        assert_eq!(purchase["date"], days_ago(5).to_string(), "the paper keeps its day");
        office.buy(json!({"number": "78", "date": days_ago(4)})).await.ok();
        let mut tx = office.house.db().read().await.unwrap();
        let days = "SELECT COUNT(*) FROM stock_moves WHERE reason = 'PURCHASE' AND business_day = $1";
        assert_eq!(tx.query(days).bind(days_ago(4)).scalar::<i64>().await.unwrap(), 2);
        drop(tx);
        office.house.assert_ledger_adds_up().await;
    }

    async fn the_same_call_again_buys_once(office: Office) {
        let (key, body) = (Uuid::new_v4(), office.purchase_body(json!({})).await);
        let first = office.jorge.post_with_key("/api/purchase", body.clone(), key).await.ok();
        assert_eq!(office.jorge.post_with_key("/api/purchase", body.clone(), key).await.ok(), first);
        assert_eq!((office.count("SELECT COUNT(*) FROM purchases").await, office.drawer().await), (1, json!("460.00")));
        let other = merged(body, json!({"number": "99"}));
        office.jorge.post_with_key("/api/purchase", other, key).await.refused(422, "idempotency_mismatch");
    }

    async fn documents_without_a_number_are_never_duplicates(office: Office) {
        let slip = json!({"document": "OTRO", "serie": "", "number": ""});
        for _ in 0..2 {
            assert_eq!(office.buy(slip.clone()).await.ok()["full_number"], "S/N");
        }
    }

    async fn everything_that_a_purchase_names_cannot_be_deleted(office: Office) {
        let hundred = office.unit("cto").await;
        let items = [merged(office.kola_line("1", "250.00").await, json!({"measurement_id": hundred}))];
        assert_eq!(office.buy(json!({"items": items})).await.ok()["items"][0]["base_quantity"], "100");
        for path in [format!("/api/providers/{}", office.provider), format!("/api/measurements/{hundred}")] {
            office.jorge.delete(&path).await.refused(409, "in_use");
        }
    }

    async fn ids_of_another_company_are_unknown(office: Office) {
        let purchase = office.buy(json!({})).await.ok();
        companies::second_company(&office.house.app).await;
        let other = companies::admin_at(&office.house.app, companies::OTHER).await;
        let refused = other.post("/api/purchase", office.purchase_body(json!({})).await).await.refused(422, "invalid");
        let errors: &Value = &refused["errors"];
        assert!(errors["provider_id"].is_array() && errors["items.0.item_id"].is_array(), "{refused}");
        other.get(&format!("/api/purchase/{}", purchase["id"])).await.refused(404, "not_found");
    }
}
