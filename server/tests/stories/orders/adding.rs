//! Adding lines, and their prices.

use super::house::{House, lines};
use crate::on_both_databases;
use serde_json::{Value, json};

on_both_databases! {
    async fn prices_are_the_servers(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let lomo = house.product("Lomo saltado").await;
        let body = json!({"client_request": id, "products": [
            {"product": {"id": lomo["id"], "sale_amount": "0.01"}, "variant_id": lomo["variants"][0]["id"], "qty": 1, "sale_amount": "0.01", "unit_total": 1, "price": 0},
        ], "discount": "37.99"});
        let answer = house.rosa.post("/api/orders", body).await.ok();
        assert_eq!(answer["client_request"]["totals"]["total"], "38.00");
        assert_eq!(answer["client_request"]["totals"]["igv_included"], "5.80");
    }

    async fn variants_and_toppings_count_for_each_unit(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let lomo = house.product("Lomo saltado").await;
        let chicha = house.product("Chicha morada").await;
        let body = json!({"client_request": id, "send": false, "products": [
            {"product": {"id": lomo["id"]}, "variant_id": lomo["variants"][0]["id"], "qty": 3, "toppings": [{"id": lomo["toppings"][0], "quantity": 2}]},
            {"product": {"id": chicha["id"]}, "qty": 2, "variant_id": chicha["variants"][1]["id"]},
        ]});
        let answer = house.rosa.post("/api/orders", body).await.ok();
        let got = &answer["client_request"]["lines"];
        // 3 × (38 + 2 × 4) and 2 × (9 + 15).
        assert_eq!((&got[0]["total"], &got[0]["toppings_total"], &got[0]["unit_total"]), (&json!("138.00"), &json!("8.00"), &json!("46.00")));
        assert_eq!((&got[1]["total"], &got[1]["sale_amount"]), (&json!("48.00"), &json!("24.00")));
        assert_eq!(answer["command"], Value::Null);
        assert!(house.papers().await.is_empty());
    }

    async fn deliveries_and_apps_have_their_own_prices(house: House) {
        let ask = json!([house.order_item(1, "Lomo saltado").await]);
        let mut numbers = Vec::new();
        for (kind, app, total) in [("ORDER", false, "38.00"), ("DELIVERY", false, "47.00"), ("DELIVERY", true, "53.00"), ("ORDER", false, "38.00")] {
            let body = json!({"type": kind, "delivery_app": app, "client_name": "Carmen", "phone": "999", "direccion": "Av. Pardo 1"});
            let opened = house.rosa.post("/api/client-requests", body).await.ok();
            numbers.push(opened["correlative_counter"].as_i64().unwrap());
            assert_eq!(opened["totals"]["total"], "0.00", "nothing ordered, nothing owed: {opened}");
            let answer = house.rosa.post("/api/orders", json!({"client_request": opened["id"], "products": ask, "send": false})).await.ok();
            // The delivery's own price is 40, the app's 46, and S/ 7 for bringing it.
            assert_eq!(answer["client_request"]["totals"]["total"], total, "{kind} {app}");
        }
        assert_eq!(numbers, [1, 1, 2, 2]);
        let admin = house.app.login("admin").await;
        admin.put("/api/global-settings", json!({"app_delivery_charge": false})).await.ok();
        let app_order = json!({"type": "DELIVERY", "delivery_app": true, "client_name": "Carmen", "phone": "999"});
        let opened = house.rosa.post("/api/client-requests", app_order).await.ok();
        let order = json!({"client_request": opened["id"], "products": ask, "send": false});
        assert_eq!(house.rosa.post("/api/orders", order).await.ok()["client_request"]["totals"]["total"], "46.00", "unless a setting says not");
        house.rosa.put(&format!("/api/client-requests/{}/close", opened["id"]), json!({"pin": "1234", "reason": "Error"})).await.ok();
        let open = house.rosa.get("/api/client-requests?type=DELIVERY&open=true").await.rows();
        assert_eq!(open.len(), 2);
        assert_eq!((&open[1]["total"], &open[1]["unsent_count"], &open[1]["client_name"]), (&json!("47.00"), &json!(1), &json!("Carmen")));
    }

    async fn the_same_plain_product_is_added_to_its_line_and_others_stay_apart(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let chicha = house.product("Chicha morada").await;
        let add = async |product: Value| {
            house.rosa.post("/api/orders", json!({"client_request": id, "products": [product], "send": false})).await.ok()["client_request"].clone()
        };
        let glass = &chicha["variants"][0]["id"];
        add(json!({"product": {"id": chicha["id"]}, "qty": 1, "variant_id": glass})).await;
        add(json!({"product": {"id": chicha["id"]}, "qty": 2, "variant_id": glass})).await;
        add(json!({"product": {"id": chicha["id"]}, "qty": 1, "variant_id": glass, "comment": "sin hielo"})).await;
        let account = add(json!({"product": {"id": chicha["id"]}, "qty": 1, "variant_id": chicha["variants"][1]["id"]})).await;
        let named = |q: &str| ("Chicha morada".to_owned(), q.to_owned());
        assert_eq!(lines(&account), [named("3"), named("1"), named("1")]);
        house.rosa.post("/api/commands", json!({"client_request_id": id})).await.ok();
        let account = add(json!({"product": {"id": chicha["id"]}, "qty": 1, "variant_id": glass})).await;
        assert_eq!(lines(&account).len(), 4, "what was sent never grows");
    }

    async fn unsellable_items_are_refused_at_their_field(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let dish = house.product_id("Cau cau").await;
        let good = json!({"product": {"id": dish}, "qty": 1});
        for (product, field) in [
            (json!({"product": {"id": 999_999}, "qty": 1}), "products[1].product.id"),
            (json!({"product": {"id": "abc"}, "qty": 1}), "products[1].product.id"),
            (json!({"product": {"id": dish}, "qty": 0}), "products[1].qty"),
            (json!({"product": {"id": dish}, "qty": -3}), "products[1].qty"),
            (json!({"product": {"id": dish}, "qty": 1000}), "products[1].qty"),
            (json!({"product": {"id": dish}, "qty": 1e30}), "products[1].qty"),
            (json!({"product": {"id": dish}, "qty": "0.5"}), "products[1].qty"),
            (json!({"product": {"id": dish}, "qty": "muchos"}), "products[1].qty"),
            (json!({"product": {"id": dish}, "qty": [1]}), "products[1].qty"),
            (json!({"product": {"id": dish}, "qty": null}), "products[1].qty"),
            (json!({"product": {"id": dish}}), "qty"),
            (json!({"product": {"id": dish}, "qty": 1, "variant_id": 999_999}), "products[1].variant_id"),
            (json!({"product": {"id": dish}, "qty": 1, "toppings": [{"id": 999_999}]}), "products[1].toppings[0].id"),
        ] {
            let body = json!({"client_request": id, "products": [good, product]});
            let refusal = house.rosa.post("/api/orders", body).await.refused(422, "invalid");
            assert!(refusal["errors"].as_object().unwrap().keys().any(|k| k.ends_with(field)), "{product}: {refusal}");
        }
        house.rosa.post("/api/orders", json!({"client_request": id, "products": []})).await.refused(422, "invalid");
        let many = vec![good.clone(); 201];
        house.rosa.post("/api/orders", json!({"client_request": id, "products": many})).await.refused(422, "invalid");
        house.rosa.post("/api/orders", json!({"client_request": 999_999, "products": [good]})).await.refused(404, "not_found");
        assert_eq!(lines(&house.load_account(&json!(id)).await), [], "nothing of it was kept");
        assert!(house.papers().await.is_empty());
    }

    async fn sold_out_items_are_refused_everywhere(house: House) {
        let lomo = house.product_id("Lomo saltado").await;
        let cook = house.app.login("cocina").await;
        cook.put(&format!("/api/products/{lomo}/sold-out"), json!({"sold_out": true})).await.ok();
        let id = house.open_table(&house.rosa, "1").await;
        for name in ["Lomo saltado", "Combo criollo para dos"] {
            let body = json!({"client_request": id, "products": [house.order_item(1, name).await]});
            let refusal = house.rosa.post("/api/orders", body).await.refused(409, "sold_out");
            assert_eq!(refusal["current"]["name"], "Lomo saltado");
        }
        cook.put(&format!("/api/products/{lomo}/sold-out"), json!({"sold_out": false})).await.ok();
        house.rosa.post("/api/orders", json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await]})).await.ok();
    }

    async fn an_unsent_line_can_be_changed_and_removed(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let body = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await], "send": false});
        let line = house.rosa.post("/api/orders", body).await.ok()["client_request"]["lines"][0].clone();
        let path = format!("/api/orders/{}", line["id"]);
        let lomo = house.product("Lomo saltado").await;
        let change = json!({"qty": 2, "comment": "  bien   cocido ", "toppings": [{"id": lomo["toppings"][0], "quantity": 1}], "version": line["version"]});
        let changed = house.rosa.put(&path, change.clone()).await.ok();
        assert_eq!((&changed["total"], &changed["comment"]), (&json!("84.00"), &json!("bien cocido")));
        let stale = house.rosa.put(&path, change).await.refused(409, "stale_version");
        assert_eq!(stale["current"]["version"], changed["version"]);
        assert_eq!(stale["current"]["qty"], "2");
        house.rosa.put(&path, json!({"qty": 0})).await.refused(422, "invalid");
        house.rosa.delete(&format!("{path}?version=1")).await.refused(409, "stale_version");
        let account = house.rosa.delete(&format!("{path}?version={}", changed["version"])).await.ok();
        assert_eq!(lines(&account), []);
        house.rosa.delete(&path).await.refused(404, "not_found");
    }

    async fn a_sent_line_is_neither_changed_nor_removed(house: House) {
        let answer = house.send_order("1", &[house.order_item(1, "Lomo saltado").await]).await;
        let path = format!("/api/orders/{}", answer["lines"][0]);
        let refusal = house.rosa.put(&path, json!({"qty": 5})).await.refused(409, "conflict");
        assert_eq!(refusal["current"]["qty"], "1");
        house.rosa.delete(&path).await.refused(409, "conflict");
    }
}
