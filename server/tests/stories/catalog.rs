//! The catalogue of the order screen: everything in one answer, and what is sold out today.

use crate::{on_both_databases, support::app::TestApp};
use serde_json::{Value, json};

fn by_name<'v>(list: &'v Value, name: &str) -> &'v Value {
    list.as_array().unwrap().iter().find(|p| p["name"] == name).unwrap_or_else(|| panic!("{name} is missing"))
}

on_both_databases! {
    async fn one_answer_is_enough_for_the_order_screen(app: TestApp) {
        let sale = app.login("mozo").await.get("/api/catalog/sale").await.ok();
        assert_eq!(sale["categories"].as_array().unwrap().len(), 8);
        let lomo = by_name(&sale["products"], "Lomo saltado");
        assert_eq!(lomo["sale_amount"], "38.00");
        assert_eq!(lomo["production_area"], "COCINA");
        assert_eq!(lomo["variant_groups"][0]["name"], "Término");
        let labels: Vec<&Value> = lomo["variants"].as_array().unwrap().iter().map(|v| &v["labels"][0]).collect();
        assert_eq!(labels, ["Inglés", "Medio", "Tres cuartos", "Bien cocido"]);
        assert!(lomo["toppings"].as_array().unwrap().len() >= 5);
        let plate: Value = serde_json::from_str(lomo["plate"].as_str().unwrap()).unwrap();
        assert_eq!(plate["top"][0], "rice");
        let chicha = by_name(&sale["products"], "Chicha morada");
        assert_eq!(chicha["variants"][1]["additional_amount"], "15.00");
        let combo = by_name(&sale["products"], "Combo criollo para dos");
        assert_eq!((&combo["is_combo"], combo["combo_has_product"].as_array().unwrap().len()), (&json!(true), 3));
        assert_eq!(by_name(&sale["toppings"], "Huevo frito")["sale_amount"], "4.00");
        assert!(by_name(&sale["comments"], "Sin cebolla")["category_id"].is_null());
    }

    async fn sold_out_today_leaves_every_till_at_once(app: TestApp) {
        let (cook, waiter) = (app.login("cocina").await, app.login("mozo").await);
        let before = waiter.get("/api/catalog/sale").await.ok();
        let lomo = by_name(&before["products"], "Lomo saltado")["id"].clone();
        cook.put(&format!("/api/products/{lomo}/sold-out"), json!({"sold_out": true})).await.ok();
        let after = waiter.get("/api/catalog/sale").await.ok();
        assert_ne!(before["version"], after["version"]);
        assert_eq!(by_name(&after["products"], "Lomo saltado")["sold_out"], true);
        assert_eq!(by_name(&after["products"], "Combo criollo para dos")["sold_out"], true, "its part is sold out");
        assert_eq!(by_name(&after["products"], "Ají de gallina")["sold_out"], false);
        cook.put(&format!("/api/products/{lomo}/sold-out"), json!({"sold_out": false})).await.ok();
        assert_eq!(waiter.get("/api/catalog/sale").await.ok()["version"], before["version"]);
        waiter.put(&format!("/api/products/{lomo}/sold-out"), json!({"sold_out": true})).await.refused(422, "not_permitted");
        cook.put("/api/products/999999/sold-out", json!({"sold_out": true})).await.refused(404, "not_found");
    }

    async fn lists_are_searched_without_accents_and_narrowed_by_category(app: TestApp) {
        let admin = app.login("admin").await;
        let found = admin.get("/api/products?term=aji%20DE").await.rows();
        assert_eq!(found.iter().map(|p| &p["name"]).collect::<Vec<_>>(), ["Ají de gallina"]);
        let all = admin.get("/api/products?page=false").await;
        assert!(all.json["total_rows"].as_i64().unwrap() >= 60);
        assert_eq!(all.json["total_pages"], 1);
        let categories = admin.get("/api/categories?page=false").await.rows();
        let (first, second) = (&categories[0]["id"], &categories[1]["id"]);
        let one = admin.get(&format!("/api/products-by-category/{first}")).await.rows();
        assert!(one.iter().all(|p| p["category_id"] == *first));
        let two = admin.get(&format!("/api/products-by-categories/{first},{second}")).await.rows();
        assert!(two.len() > one.len());
        admin.get("/api/products-by-categories/x").await.refused(422, "invalid");
        let bar = admin.get("/api/products?term=pisco%20sour").await.rows()[0].clone();
        let all_bar = admin.get(&format!("/api/products-by-category/{}?delivery_only=true", bar["category_id"])).await.rows();
        assert_eq!(all_bar.len(), 0, "cocktails are not delivered");
        assert_eq!(admin.get(&format!("/api/products/{}", bar["id"])).await.ok()["name"], "Pisco sour");
        assert_eq!(admin.get("/api/production-areas").await.rows().len(), 4);
        assert!(!admin.get(&format!("/api/toppings-by-category/{second}")).await.rows().is_empty());
        assert!(!admin.get("/api/comment?page=false").await.rows().is_empty());
        app.login("contador").await.get("/api/products").await.refused(422, "not_permitted");
    }
}
