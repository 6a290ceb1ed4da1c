//! One change of many products: with a preview, for all or none, each in the log.

use super::{DemoIds, logged, product};
use crate::{on_both_databases, support::app::TestApp, support::client::Client};
use serde_json::{Value, json};

async fn change(admin: &Client, preview: bool, body: Value) -> Value {
    admin.post(&format!("/api/products/bulk?preview={preview}"), body).await.ok()
}

on_both_databases! {
    async fn prices_of_many_change_as_the_preview_said(app: TestApp) {
        let admin = app.login("admin").await;
        let (lomo, aji) = (product(&admin, "Lomo saltado").await, product(&admin, "Ají de gallina").await);
        let ids = json!([lomo["id"], aji["id"], lomo["id"]]);
        let body = json!({"ids": ids, "price": {"percent": "10", "round_to": "0.50", "prices": ["sale_amount", "delivery_price"]}});
        let preview = change(&admin, true, body.clone()).await;
        assert_eq!((&preview["preview"], &preview["changed"], &preview["failed"]), (&json!(true), &json!(2), &json!(0)));
        assert_eq!(product(&admin, "Lomo saltado").await, lomo, "only looked at");
        let applied = change(&admin, false, body).await;
        assert_eq!(applied["lines"], preview["lines"]);
        let first = &applied["lines"][0];
        assert_eq!((&first["name"], &first["changes"][0]["field"]), (&json!("Lomo saltado"), &json!("sale_amount")));
        let now = product(&admin, "Lomo saltado").await;
        assert_eq!(now["sale_amount"], first["changes"][0]["after"]);
        assert_ne!(now["sale_amount"], lomo["sale_amount"]);
        assert_eq!((&now["delivery_app_price"], &now["updated_by"]), (&lomo["delivery_app_price"], &admin.user["name"]));
        let log = logged(&admin, "PRICE_CHANGED").await;
        assert_eq!((&log["after"]["name"], log["before"]["sale_amount"].is_string()), (&json!("Ají de gallina"), true), "{log}");
        assert!(log["after"]["status"].is_null(), "only what changed: {log}");
    }

    async fn products_move_and_are_disabled_together(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        let c = DemoIds::load(&admin).await;
        let (lomo, aji) = (product(&admin, "Lomo saltado").await, product(&admin, "Ají de gallina").await);
        let category = &c.categories[c.categories.len() - 1];
        let body = json!({
            "ids": [lomo["id"], aji["id"]], "category_id": category["id"], "production_area_id": c.areas[1]["id"], "status": "INACTIVE",
        });
        assert_eq!(change(&admin, false, body.clone()).await["changed"], 2);
        for name in ["Lomo saltado", "Ají de gallina"] {
            let now = product(&admin, name).await;
            assert_eq!((&now["category"], &now["production_area"]), (&category["name"], &c.areas[1]["name"]));
            assert_eq!(now["status"], "INACTIVE");
        }
        assert_eq!(logged(&admin, "PRODUCT_CHANGED").await["after"]["category_id"], category["id"]);
        assert_eq!(change(&admin, false, body.clone()).await["same"], 2, "said again, nothing more to do");
        assert_eq!(waiter.post("/api/products/bulk", body.clone()).await.json["code"], "not_permitted");
        assert_eq!(waiter.post("/api/products/bulk?preview=true", body).await.json["code"], "not_permitted");
    }

    async fn a_change_that_one_product_cannot_take_changes_none(app: TestApp) {
        let admin = app.login("admin").await;
        let (lomo, aji) = (product(&admin, "Lomo saltado").await, product(&admin, "Ají de gallina").await);
        admin.put(&format!("/api/products/{}", lomo["id"]), json!({"minimum_sale_price": null})).await.ok();
        admin.put(&format!("/api/products/{}", aji["id"]), json!({"minimum_sale_price": "20"})).await.ok();
        let body = json!({"ids": [lomo["id"], aji["id"], 999_999], "price": {"set": "10"}});
        let preview = change(&admin, true, body.clone()).await;
        assert_eq!((&preview["changed"], &preview["failed"]), (&json!(1), &json!(2)));
        assert!(preview["lines"][1]["error"].as_str().unwrap().contains("20.00"), "{preview}");
        let refused = admin.post("/api/products/bulk", body).await;
        assert_eq!((refused.status.as_u16(), &refused.json["current"]["failed"]), (422, &json!(2)));
        let text = refused.json["message"].as_str().unwrap();
        assert!(text.starts_with("Ají de gallina: ") && text.contains("No se cambió nada"), "{text}");
        assert_eq!(product(&admin, "Lomo saltado").await["sale_amount"], lomo["sale_amount"]);
        for (body, field) in [
            (json!({"ids": [], "status": "ACTIVE"}), "ids"),
            (json!({"ids": (1..=501).collect::<Vec<_>>(), "status": "ACTIVE"}), "ids"),
            (json!({"ids": [lomo["id"]]}), "ids"),
            (json!({"ids": [lomo["id"]], "status": "GONE"}), "status"),
            (json!({"ids": [lomo["id"]], "price": {}}), "price.set"),
            (json!({"ids": [lomo["id"]], "price": {"percent": "-100"}}), "price.percent"),
            (json!({"ids": [lomo["id"]], "price": {"set": "-1"}}), "price.set"),
            (json!({"ids": [lomo["id"]], "category_id": 999_999}), "category_id"),
            (json!({"ids": [lomo["id"]], "production_area_id": 999_999}), "production_area_id"),
        ] {
            let reply = admin.post("/api/products/bulk", body.clone()).await;
            assert_eq!(reply.status.as_u16(), 422, "{body} {}", reply.json);
            assert!(reply.json["errors"][field].is_array(), "{body} {}", reply.json);
        }
    }
}
