//! Codes of products and variants: stored as they are on the package, found everywhere, and unique.

use super::{DemoIds, logged, named};
use crate::{on_both_databases, support::app::TestApp, support::client::Client};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

/// Creates a bottle in two sizes, each with a barcode of its own.
async fn bottle(admin: &Client, c: &DemoIds) -> Value {
    let body = json!({
        "name": "Agua San Mateo", "category_id": c.categories[0]["id"], "sale_amount": "4", "code": " agua-01 ",
        "barcode": "0075 0180 ", "has_variants": true,
        "variants": [
            {"options": {c.option("Porción", "Personal"): "0"}, "barcode": "0775018200342"},
            {"options": {c.option("Porción", "Familiar"): "3"}, "barcode": "0775018200359"},
        ],
    });
    admin.post("/api/products", body).await.ok()
}

async fn found(client: &Client, term: &str) -> Vec<Value> {
    let rows = client.get(&format!("/api/products?term={term}")).await.rows();
    rows.into_iter().map(|p| p["name"].clone()).collect()
}

on_both_databases! {
    async fn a_code_keeps_its_zeros_and_is_found_wherever_products_are(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        let c = DemoIds::load(&admin).await;
        let water = bottle(&admin, &c).await;
        assert_eq!((&water["code"], &water["barcode"]), (&json!("agua-01"), &json!("0075 0180")));
        assert_eq!(water["variants"][1]["barcode"], json!("0775018200359"));
        for term in ["AGUA-01", "0775018200359", "200342", "0075"] {
            assert_eq!(found(&admin, term).await, [water["name"].clone()], "{term}");
        }
        let sale = waiter.get("/api/catalog/sale").await.ok();
        let sold = named(sale["products"].as_array().unwrap(), "Agua San Mateo");
        assert_eq!((&sold["code"], &sold["variants"]), (&water["code"], &water["variants"]));
        let variants = admin.get("/api/product-has-variant?term=0775018200342").await.rows();
        assert_eq!((variants.len(), &variants[0]["barcode"]), (1, &json!("0775018200342")));

        let path = format!("/api/products/{}", water["id"]);
        let same: Value = water["variants"].as_array().unwrap().iter().map(|v| json!({"options": v["options"]})).collect();
        assert_eq!(admin.put(&path, json!({"variants": same})).await.ok()["variants"], water["variants"], "not said: kept");
        let changed = admin.put(&path, json!({"code": null, "barcode": "  7"})).await.ok();
        assert_eq!((&changed["code"], &changed["barcode"]), (&json!(null), &json!("7")));
        let log = logged(&admin, "PRODUCT_CHANGED").await;
        assert_eq!((&log["before"]["code"], &log["after"]["barcode"]), (&json!("agua-01"), &json!("7")), "{log}");
    }

    async fn a_code_belongs_to_one_product_or_variant(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let water = bottle(&admin, &c).await;
        let other = json!({"name": "Otra", "category_id": c.categories[0]["id"], "sale_amount": "4"});
        for (field, code, owner) in [
            ("code", "AGUA-01", "Agua San Mateo"), ("barcode", "agua-01", "Agua San Mateo"),
            ("barcode", "0775018200359 ", "Agua San Mateo (Familiar)"), ("code", "0075  0180", "Agua San Mateo"),
        ] {
            let mut body = other.clone();
            body[field] = json!(code);
            let reply = admin.post("/api/products", body).await;
            assert_eq!((reply.status.as_u16(), &reply.json["code"]), (409, &json!("already_exists")), "{}", reply.json);
            assert!(reply.json["message"].as_str().unwrap().contains(owner), "{}", reply.json);
            assert!(reply.json["errors"][field].is_array(), "{}", reply.json);
        }
        for (body, field) in [
            (json!({"code": "X1", "barcode": "x1"}), "barcode"),
            (json!({"code": "9".repeat(49)}), "code"),
            (json!({"barcode": "9".repeat(200_000)}), "barcode"),
        ] {
            let reply = admin.put(&format!("/api/products/{}", water["id"]), body).await;
            assert!([409, 422].contains(&reply.status.as_u16()) && reply.json["errors"][field].is_array(), "{}", reply.json);
        }
        // A deleted or disabled variant frees its code.
        let familiar = json!({"variants": [{"options": water["variants"][0]["options"]}]});
        admin.put(&format!("/api/products/{}", water["id"]), familiar).await.ok();
        let product_with = |name: &str, code: &str| json!({"name": name, "category_id": c.categories[0]["id"], "sale_amount": "4", "barcode": code});
        admin.post("/api/products", product_with("Otra", "0775018200359")).await.ok();
        admin.delete(&format!("/api/products/{}", water["id"])).await.ok();
        admin.post("/api/products", product_with("Una más", "0775018200342")).await.ok();
    }

    async fn of_two_who_use_one_code_at_once_one_gets_it(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let product_named = |name: &str| json!({"name": name, "category_id": c.categories[0]["id"], "sale_amount": "4", "code": "A-1"});
        let (one, two) = tokio::join!(admin.post("/api/products", product_named("Una")), admin.post("/api/products", product_named("Dos")));
        let mut answers = [one.status.as_u16(), two.status.as_u16()];
        answers.sort_unstable();
        assert_eq!(answers, [200, 409], "{} {}", one.json, two.json);
    }

    async fn a_sheet_imports_and_exports_codes(app: TestApp) {
        let admin = app.login("admin").await;
        let import = async |file: &str| admin.post("/api/products/import", json!({"content": STANDARD.encode(file)})).await;
        let import_report = import("Producto;Código;Código de barras;Categoría;Precio\nGaseosa;G-1;0007750;Bebidas;5\n").await.ok();
        assert_eq!(import_report["created"], 1, "{import_report}");
        assert_eq!(found(&admin, "0007750").await, [json!("Gaseosa")]);
        let out = admin.get("/api/products/export?format=csv").await;
        let text = String::from_utf8(out.bytes).unwrap();
        assert!(text.lines().any(|line| line.starts_with("Gaseosa;G-1;0007750;")), "{text}");
        import("Producto;Código\nGaseosa;\n").await.ok();
        assert_eq!(found(&admin, "G-1").await, [] as [Value; 0]);
        let shortened = import("Producto;Código de barras\nGaseosa;7.75018E+12\n").await;
        assert!(shortened.json["message"].as_str().unwrap().contains("Excel"), "{}", shortened.json);
    }
}
