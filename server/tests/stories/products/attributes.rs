//! Attributes with their options, and changes of a product's choices one by one.

use super::{DemoIds, named, product};
use crate::{on_both_databases, support::app::TestApp};
use serde_json::{Value, json};

on_both_databases! {
    async fn an_attribute_keeps_its_options_in_order(app: TestApp) {
        let admin = app.login("admin").await;
        let attribute = admin.post("/api/attributes", json!({"name": "Picante", "options": ["Nada", {"name": " Poco "}, "Mucho"]})).await.ok();
        let names = |a: &Value| a["options"].as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&attribute), ["Nada", "Poco", "Mucho"]);
        let path = format!("/api/attributes/{}", attribute["id"]);
        let o = attribute["options"].as_array().unwrap();
        // Two options swap their names.
        let swapped = json!({"options": [{"id": o[2]["id"], "name": "Nada"}, {"id": o[0]["id"], "name": "Mucho"}, "Infierno"]});
        let changed = admin.put(&path, swapped).await.ok();
        assert_eq!(names(&changed), ["Nada", "Mucho", "Infierno"]);
        assert_eq!(changed["options"][0]["id"], o[2]["id"]);
        assert_eq!(admin.put(&path, json!({"name": "Ají"})).await.ok()["options"], changed["options"]);
        assert_eq!(admin.get(&path).await.ok()["name"], "Ají");
        let found = admin.get("/api/attributes?term=infierno").await.rows();
        assert_eq!(named(&found, "Ají")["id"], attribute["id"]);
        admin.delete(&path).await.ok();
        admin.get(&path).await.refused(404, "not_found");
    }

    async fn an_option_in_use_stays_and_its_new_name_is_used_everywhere(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        let c = DemoIds::load(&admin).await;
        let doneness = named(&c.attributes, "Término");
        let path = format!("/api/attributes/{}", doneness["id"]);
        let all = doneness["options"].as_array().unwrap();
        let refused = admin.put(&path, json!({"options": all[1..]})).await.refused(409, "in_use");
        let text = refused["message"].as_str().unwrap();
        assert!(text.contains("Inglés") && text.contains("más"), "{text}");
        admin.delete(&path).await.refused(409, "in_use");
        assert_eq!(admin.get(&path).await.ok(), *doneness);

        let mut renamed = all.clone();
        renamed[0]["name"] = json!("Bleu");
        admin.put(&path, json!({"options": renamed})).await.ok();
        let sale = waiter.get("/api/catalog/sale").await.ok();
        let lomo = named(sale["products"].as_array().unwrap(), "Lomo saltado").clone();
        assert_eq!((&lomo["variants"][0]["name"], &lomo["variants"][0]["labels"]), (&json!("Bleu"), &json!(["Bleu"])));
    }

    async fn an_invalid_attribute_is_refused_at_its_field(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        for (body, status, code, field) in [
            (json!({"options": ["A"]}), 422, "invalid", "name"),
            (json!({"name": "Uno"}), 422, "invalid", "options"),
            (json!({"name": "Uno", "options": []}), 422, "invalid", "options"),
            (json!({"name": "Uno", "options": ["A", " "]}), 422, "invalid", "options.1.name"),
            (json!({"name": "Uno", "options": ["Á", "a"]}), 422, "invalid", "options.1.name"),
            (json!({"name": "Uno", "options": [{"id": 1, "name": "A"}]}), 422, "invalid", "options.0.id"),
            (json!({"name": "TERMINO", "options": ["A"]}), 409, "already_exists", "name"),
        ] {
            let refused = admin.post("/api/attributes", body.clone()).await.refused(status, code);
            assert!(refused["errors"][field].is_array(), "{body}: {refused}");
        }
        let path = format!("/api/attributes/{}", c.attributes[0]["id"]);
        app.login("mozo").await.put(&path, json!({"name": "Mío"})).await.refused(422, "not_permitted");
        admin.put("/api/attributes/999999", json!({"name": "x"})).await.refused(404, "not_found");
    }

    async fn choices_are_added_changed_and_removed_one_by_one(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let dish = admin.post("/api/products", json!({"name": "Pollo", "category_id": c.categories[0]["id"], "sale_amount": "10"})).await.ok();
        let (leg, breast) = (c.option("Presa", "Pierna"), c.option("Presa", "Pecho"));
        let add = |option: &str, more: &str| json!({"product_id": dish["id"], "variants": {option: more}});
        let first = admin.post("/api/product-has-variant", add(&leg, "0")).await.ok();
        assert_eq!((&first["name"], &first["product"]), (&json!("Pierna"), &json!("Pollo")));
        let second = admin.post("/api/product-has-variant", add(&breast, "2.50")).await.ok();
        admin.post("/api/product-has-variant", add(&breast, "1")).await.refused(422, "invalid");
        let other = json!({"product_id": dish["id"], "variants": {c.option("Término", "Medio"): "0"}});
        admin.post("/api/product-has-variant", other).await.refused(422, "invalid");
        let now = product(&admin, "Pollo").await;
        assert_eq!((&now["has_variants"], now["variants"].as_array().unwrap().len()), (&json!(true), 2));

        let path = format!("/api/product-has-variant/{}", second["id"]);
        assert_eq!(admin.put(&path, json!({"variants": {breast.as_str(): "3"}})).await.ok()["additional_amount"], "3.00");
        assert_eq!(admin.delete(&path).await.ok()["status"], "INACTIVE");
        assert_eq!(product(&admin, "Pollo").await["variants"].as_array().unwrap().len(), 1);
        let same_choice = admin.post("/api/product-has-variant", add(&breast, "4")).await.ok();
        assert_eq!((&same_choice["id"], &same_choice["status"]), (&second["id"], &json!("ACTIVE")), "the same choice again");
        let rows = admin.get(&format!("/api/product-has-variant?product_id={}", dish["id"])).await.rows();
        assert_eq!(rows.len(), 2);
        assert_eq!(admin.get(&path).await.ok()["variants"], json!({breast.as_str(): "4.00"}));
        admin.post("/api/product-has-variant", json!({"product_id": 999_999, "variants": {leg: "0"}})).await.refused(422, "invalid");
        admin.put("/api/product-has-variant/999999", json!({})).await.refused(404, "not_found");
    }
}
