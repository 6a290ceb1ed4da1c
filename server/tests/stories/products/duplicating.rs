//! A copy has everything of its product except name and codes, and is sold only once somebody enables it.

use super::{logged, product};
use crate::{on_both_databases, support::app::TestApp};
use serde_json::{Value, json};

on_both_databases! {
    async fn a_copy_has_all_of_its_product_but_its_codes(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        let lomo = product(&admin, "Lomo saltado").await;
        let path = format!("/api/products/{}", lomo["id"]);
        let original = admin.put(&path, json!({"code": "L-1", "barcode": "775"})).await.ok();
        let (copy, second_copy) = {
            let key = uuid::Uuid::new_v4();
            let first = admin.post_with_key(&format!("{path}/duplicate"), json!({}), key).await.ok();
            (first, admin.post_with_key(&format!("{path}/duplicate"), json!({}), key).await.ok())
        };
        assert_eq!(copy, second_copy, "said twice, made once");
        assert_eq!((&copy["name"], &copy["status"]), (&json!("Lomo saltado (copia)"), &json!("INACTIVE")));
        assert_eq!((&copy["code"], &copy["barcode"]), (&json!(null), &json!(null)));
        for field in [
            "category_id", "production_area_id", "description", "sale_amount", "delivery_price", "delivery_app_price",
            "minimum_sale_price", "cost_amount", "food_cost", "has_variants", "has_supplies", "has_toppings", "topping_ids",
            "supplies_with_details", "combo_has_product", "igv_treatment", "is_delivered", "plate", "image", "variant_groups",
        ] {
            assert_eq!(copy[field], original[field], "{field}");
        }
        let variants = |p: &Value| p["variants"].as_array().unwrap().iter()
            .map(|v| (v["name"].clone(), v["additional_amount"].clone())).collect::<Vec<_>>();
        assert!(!variants(&original).is_empty());
        assert_eq!(variants(&copy), variants(&original));
        assert_eq!(logged(&admin, "PRODUCT_CREATED").await["after"]["copy_of"], lomo["id"]);
        let second = admin.post(&format!("/api/products/{}/duplicate", copy["id"]), json!({})).await.ok();
        assert_eq!(second["name"], "Lomo saltado (copia 2)");

        let sale = waiter.get("/api/catalog/sale").await.ok();
        assert!(sale["products"].as_array().unwrap().iter().all(|p| p["id"] != copy["id"]), "not before it is activated");
        let combo = product(&admin, "Combo marino").await;
        let copied = admin.post(&format!("/api/products/{}/duplicate", combo["id"]), json!({})).await.ok();
        assert_eq!(copied["combo_has_product"], combo["combo_has_product"]);
        assert_eq!(waiter.post(&format!("{path}/duplicate"), json!({})).await.json["code"], "not_permitted");
    }
}
