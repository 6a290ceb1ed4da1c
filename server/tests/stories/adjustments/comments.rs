//! Comments to the cook, maintained by the office.

use crate::{on_both_databases, orders::house::House};
use serde_json::json;

on_both_databases! {
    async fn a_comment_is_created_changed_found_and_removed(house: House) {
        let jorge = house.app.login("supervisor").await;
        let lomo = house.product("Lomo saltado").await;
        let comment = jorge.post("/api/comment", json!({"name": "  Bien   cocido ", "item_id": lomo["id"]})).await.ok();
        assert_eq!((&comment["name"], &comment["item_id"], &comment["category_id"]), (&json!("Bien cocido"), &lomo["id"], &json!(null)));
        let path = format!("/api/comment/{}", comment["id"]);
        assert_eq!(house.rosa.get(&path).await.ok(), comment);
        let exists = jorge.post("/api/comment", json!({"name": "bien cocido", "item_id": lomo["id"]})).await.refused(409, "already_exists");
        assert_eq!(exists["current"]["id"], comment["id"]);
        let moved = jorge.put(&path, json!({"item_id": null, "category_id": lomo["category_id"]})).await.ok();
        assert_eq!((&moved["name"], &moved["item_id"], &moved["category_id"]), (&json!("Bien cocido"), &json!(null), &lomo["category_id"]));
        let rosa = &house.rosa;
        let found = |query: String| async move { rosa.get(&format!("/api/comment?page=false&{query}")).await.rows() };
        assert!(found("term=BIEN".into()).await.contains(&moved));
        assert!(found(format!("product_id={}", lomo["id"])).await.contains(&moved));
        assert!(found(format!("category_id={}", lomo["category_id"])).await.contains(&moved));
        assert!(found("term=nadie+dice+esto".into()).await.is_empty());
        let cau = house.product("Chicha morada").await;
        assert!(!found(format!("product_id={}", cau["id"])).await.contains(&moved));
        // The order screen offers the comment at once.
        let sale = house.rosa.get("/api/catalog/sale").await.ok();
        assert!(sale["comments"].as_array().unwrap().contains(&moved));
        jorge.delete(&path).await.ok();
        house.rosa.get(&path).await.refused(404, "not_found");
        jorge.delete(&path).await.refused(404, "not_found");
        jorge.put(&path, json!({"name": "x"})).await.refused(404, "not_found");
    }

    async fn invalid_comments_are_refused(house: House) {
        let admin = house.app.login("admin").await;
        for body in [json!({}), json!({"name": "   "}), json!({"name": "x".repeat(81)}), json!({"name": 7}), json!({"name": "Sin sal", "item_id": 999_999}), json!({"name": "Sin sal", "category_id": 999_999})] {
            admin.post("/api/comment", body.clone()).await.refused(422, "invalid");
        }
        for username in ["mozo", "cajero", "cocina"] {
            house.app.login(username).await.post("/api/comment", json!({"name": "Sin sal extra"})).await.refused(422, "not_permitted");
        }
        let page = admin.get("/api/comment?per_page=2&page=2").await;
        assert!(page.json["rows"].as_array().unwrap().len() <= 2 && page.json["total_pages"].as_i64().unwrap() > 1, "{}", page.json);
    }
}
