//! The products that each channel sells: delivery sells products that are delivered, apps those with an app price, and no channel those of a hidden
//! category.

use super::house::House;
use crate::{on_both_databases, support::client::Client};
use serde_json::{Value, json};

impl House {
    /// Opens an account over the counter and orders one of a product.
    async fn order_one(&self, kind: &str, app: bool, product: &Value) -> (i64, String) {
        let body = json!({"type": kind, "delivery_app": app, "client_name": "Ana", "phone": "999", "direccion": "Av. Pardo 1"});
        let id = self.rosa.post("/api/client-requests", body).await.ok()["id"].clone();
        let order = json!({"client_request": id, "send": false, "products": [
            {"product": {"id": product["id"]}, "qty": 1, "variant_id": product["variants"][0]["id"]}]});
        let reply = self.rosa.post("/api/orders", order).await;
        let status = i64::from(reply.status.as_u16());
        (status, reply.json["message"].as_str().unwrap_or_default().to_owned())
    }
    async fn change(&self, what: &str, id: &Value, body: Value) {
        self.admin().await.put(&format!("/api/{what}/{id}"), body).await.ok();
    }
    async fn admin(&self) -> Client {
        self.app.login("admin").await
    }
}

on_both_databases! {
    async fn a_delivery_sells_only_delivered_products(house: House) {
        let sour = house.product("Pisco sour").await;
        assert_eq!(sour["is_delivered"], false);
        let (status, text) = house.order_one("DELIVERY", false, &sour).await;
        assert_eq!((status, text.as_str()), (422, "Pisco sour no se vende por delivery. Elige otro producto."));
        assert_eq!(house.order_one("DELIVERY", true, &sour).await.0, 422);
        assert_eq!(house.order_one("ORDER", false, &sour).await.0, 200);
        // No product of a category that is not delivered is delivered.
        let dish = house.product("Cau cau").await;
        let list = format!("/api/products-by-category/{}", dish["category_id"]);
        let named = async |query: &str| -> Vec<String> {
            let rows = house.rosa.get(&format!("{list}?{query}")).await.rows();
            rows.iter().map(|p| p["name"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(house.order_one("DELIVERY", false, &dish).await.0, 200);
        assert!(named("delivery_only=true").await.contains(&"Cau cau".to_owned()));
        house.change("categories", &dish["category_id"], json!({"is_delivered": 0})).await;
        assert_eq!(house.order_one("DELIVERY", false, &dish).await.0, 422);
        assert_eq!((named("delivery_only=true").await.len(), named("delivery_app_only=1").await.len()), (0, 0));
        assert_eq!(house.order_one("ORDER", false, &dish).await.0, 200);
        // A combo is delivered although one of its dishes, sold alone, is not.
        let combo = house.product("Combo criollo para dos").await;
        assert_eq!(house.order_one("DELIVERY", false, &combo).await.0, 200);
    }

    async fn apps_sell_only_products_with_an_app_price(house: House) {
        let dish = house.product("Ají de gallina").await;
        assert_eq!(house.order_one("DELIVERY", true, &dish).await.0, 200);
        house.change("products", &dish["id"], json!({"delivery_app_price": null})).await;
        let (status, text) = house.order_one("DELIVERY", true, &dish).await;
        assert_eq!((status, text.as_str()), (422, "Ají de gallina no tiene precio para apps y no se vende por ellas. Elige otro."));
        assert_eq!(house.order_one("DELIVERY", false, &dish).await.0, 200);
        let list = format!("/api/products-by-category/{}?delivery_app_only=true", dish["category_id"]);
        assert!(house.rosa.get(&list).await.rows().iter().all(|p| p["id"] != dish["id"]));
    }

    async fn a_hidden_category_sells_nothing_and_hides_no_dish_of_a_combo(house: House) {
        let (dish, combo) = (house.product("Lomo saltado").await, house.product("Combo criollo para dos").await);
        let id = house.open_table(&house.rosa, "1").await;
        house.change("categories", &dish["category_id"], json!({"status": "INACTIVE"})).await;
        let order = async |product: &Value| {
            let ordered = json!({"product": {"id": product["id"]}, "qty": 1, "variant_id": product["variants"][0]["id"]});
            house.rosa.post("/api/orders", json!({"client_request": id, "products": [ordered]})).await
        };
        let refusal = order(&dish).await.refused(422, "invalid");
        assert_eq!(refusal["message"], "Lomo saltado no está a la venta: su categoría Fondos está inactiva.");
        order(&combo).await.ok();
        house.change("categories", &combo["category_id"], json!({"status": "INACTIVE"})).await;
        order(&combo).await.refused(422, "invalid");
    }

    async fn a_product_with_variants_needs_one(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        let lomo = house.product_id("Lomo saltado").await;
        for send in [true, false] {
            let body = json!({"client_request": id, "send": send, "products": [{"product": {"id": lomo}, "qty": 1}]});
            let refusal = house.rosa.post("/api/orders", body).await.refused(422, "invalid");
            assert_eq!(refusal["errors"]["products[0].variant_id"][0], "Lomo saltado se pide con una de sus variantes. Elige cuál.");
        }
        let cart = json!({"cart_items": [{"product": {"id": lomo}, "qty": 1}]});
        house.rosa.post(&format!("/api/orders/{id}/command-order-pdf?only_cart=true"), cart).await.refused(422, "invalid");
    }
}
