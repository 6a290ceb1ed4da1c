//! Schedules, maintained by the office.

use super::{logged, named};
use crate::{on_both_databases, support::app::TestApp};
use serde_json::{Value, json};

const PATH: &str = "/api/schedules";

on_both_databases! {
    async fn the_office_maintains_schedules(app: TestApp) {
        let jorge = app.login("supervisor").await;
        let products = jorge.get("/api/products?page=false").await.rows();
        let (dish, other) = (named(&products, "Algarrobina"), named(&products, "Cau cau"));
        let body = json!({"name": " After  office ", "days": [5, 6], "from": "18:00", "until": "20:00", "percent": "-50",
            "products": [{"product_id": dish["id"]}, {"product_id": other["id"], "price": "9.90"}]});
        let schedule = jorge.post(PATH, body.clone()).await.ok();
        assert_eq!((&schedule["name"], &schedule["days"], &schedule["status"]), (&json!("After office"), &json!([5, 6]), &json!("ACTIVE")));
        assert_eq!(schedule["channels"], json!(["TABLE", "ORDER", "DELIVERY", "APP"]));
        assert_eq!((&schedule["products"][1]["price"], &schedule["product_count"]), (&json!("9.90"), &json!(2)));
        jorge.post(PATH, body.clone()).await.refused(409, "already_exists");
        let path = format!("{PATH}/{}", schedule["id"]);
        let changed = jorge.put(&path, json!({"until": "02:00", "percent": null, "valid_until": "2020-01-01"})).await.ok();
        assert_eq!((&changed["until"], &changed["percent"], &changed["from"]), (&json!("02:00"), &Value::Null, &json!("18:00")));
        assert_eq!((&changed["preview"], &changed["products"]), (&json!("Ya terminó: no vuelve a empezar."), &schedule["products"]));
        let log = logged(&jorge, "SCHEDULE_CHANGED").await;
        assert_eq!((&log["before"]["percent"], &log["after"]["percent"]), (&json!("-50"), &Value::Null));
        assert_eq!(jorge.get(&format!("{PATH}?term=after")).await.rows().len(), 1);
        // A deleted product is no longer named.
        jorge.delete(&format!("/api/products/{}", dish["id"])).await.ok();
        assert_eq!(jorge.get(&path).await.ok()["products"].as_array().unwrap().len(), 1);
        jorge.delete(&path).await.ok();
        jorge.get(&path).await.refused(404, "not_found");
        let remaining: Vec<_> = jorge.get(PATH).await.rows().iter().map(|s| s["name"].clone()).collect();
        assert_eq!(remaining, ["Happy hour"], "the demo's own");
        for username in ["cajero", "mozo", "cocina"] {
            let client = app.login(username).await;
            client.get(PATH).await.refused(422, "not_permitted");
            client.post(PATH, body.clone()).await.refused(422, "not_permitted");
        }
    }

    async fn an_invalid_schedule_is_refused_at_its_field(app: TestApp) {
        let jorge = app.login("supervisor").await;
        let dish = jorge.get("/api/products?page=false").await.rows()[0]["id"].clone();
        let good = json!({"name": "Menú", "days": [1], "from": "12:00", "until": "15:00", "limits_sale": true, "products": [{"product_id": dish}]});
        for (wrong, field) in [
            (json!({"name": ""}), "name"),
            (json!({"days": []}), "days"),
            (json!({"from": "12"}), "from"),
            (json!({"channels": []}), "channels"),
            (json!({"limits_sale": false}), "limits_sale"),
            (json!({"percent": "-100"}), "percent"),
            (json!({"products": []}), "products"),
            (json!({"products": [{"product_id": 999_999}]}), "products.0.product_id"),
            (json!({"products": [{"product_id": dish}, {"product_id": dish}]}), "products.1.product_id"),
            (json!({"products": [{"product_id": dish, "price": "1.0001"}]}), "products.0.price"),
            (json!({"products": [{"product_id": dish, "variants": [{"variant_id": 999_999, "price": "1"}]}]}), "products"),
            (json!({"category_ids": [999_999]}), "category_ids"),
        ] {
            let mut body = good.clone();
            body.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
            let refused = jorge.post(PATH, body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{wrong}: {refused}");
        }
        jorge.post(PATH, good).await.ok();
    }
}
