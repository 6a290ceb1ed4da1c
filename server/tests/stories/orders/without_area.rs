//! Dishes without a production area, on purpose or because nobody chose one. A forgotten one is sold, and reported wherever somebody can do
//! something about it.

use crate::{on_both_databases, orders::house::House, support::client::Client};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

async fn dish(admin: &Client, house: &House, name: &str, more: Value) -> Value {
    let like = house.product("Lomo saltado").await;
    let mut body = json!({"name": name, "category_id": like["category_id"], "sale_amount": "20"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    admin.post("/api/products", body).await.ok()
}

async fn notice(admin: &Client) -> Option<Value> {
    let panel = admin.get("/api/dashboard").await.ok();
    panel["attention"].as_array().unwrap().iter().find(|n| n["kind"] == "WITHOUT_AREA").cloned()
}

async fn dishes_without_area(admin: &Client) -> Vec<Value> {
    let rows = admin.get("/api/products?filters=%7B%22without_area%22%3A%5Btrue%5D%7D").await.rows();
    rows.into_iter().map(|row| row["name"].clone()).collect()
}

on_both_databases! {
    async fn a_dish_without_an_area_is_reported_when_sent_and_until_it_has_one(house: House) {
        let admin = house.app.login("admin").await;
        let ceviche = dish(&admin, &house, "Ceviche olvidado", json!({})).await;
        dish(&admin, &house, "Agua del caño", json!({"skips_kitchen": true})).await;
        dish(&admin, &house, "Menú olvidado", json!({"is_combo": true, "combo_items": [{"product_id": ceviche["id"], "quantity": 1}]})).await;
        assert_eq!((&ceviche["production_area_id"], &ceviche["skips_kitchen"]), (&Value::Null, &json!(false)));
        assert_eq!(dishes_without_area(&admin).await, ["Ceviche olvidado"]);
        assert_eq!(notice(&admin).await, None, "nobody has ordered it");

        let sent = house.send_order("12", &[house.order_item(1, "Lomo saltado").await, house.order_item(1, "Agua del caño").await]).await;
        assert_eq!(sent["warnings"], json!([]), "water is nobody's to cook");
        let sent = house.send_order("7", &[house.order_item(1, "Menú olvidado").await, house.order_item(2, "Lomo saltado").await]).await;
        let warning = sent["warnings"][0].as_str().unwrap();
        assert!(warning.starts_with("Ceviche olvidado no tiene área: no sale en ningún papel ni pantalla."), "{sent}");
        let areas: Vec<&Value> = sent["command"]["areas"].as_array().unwrap().iter().map(|a| &a["area"]).collect();
        assert_eq!(areas, ["Sin área", "COCINA"], "{sent}");
        let area_notice = notice(&admin).await.unwrap();
        assert_eq!((&area_notice["level"], &area_notice["text"]), (&json!("WARNING"), &json!("1 producto sin área se vende")), "{area_notice}");
        assert!(area_notice["detail"].as_str().unwrap().starts_with("Ceviche olvidado. "), "{area_notice}");

        let kitchen = house.product("Lomo saltado").await["production_area_id"].clone();
        admin.put(&format!("/api/products/{}", ceviche["id"]), json!({"production_area_id": kitchen})).await.ok();
        let sent = house.send_order("3", &[house.order_item(1, "Menú olvidado").await]).await;
        assert_eq!((&sent["warnings"], notice(&admin).await), (&json!([]), None));
    }

    async fn a_dish_needs_an_area_or_an_explicit_none(house: House) {
        let admin = house.app.login("admin").await;
        let like = house.product("Lomo saltado").await;
        let form = json!({"name": "Tiradito", "category_id": like["category_id"], "sale_amount": "20", "skips_kitchen": false});
        let refused = admin.post("/api/products", form).await.refused(422, "invalid");
        assert!(refused["errors"]["production_area_id"][0].as_str().unwrap().contains("No pasa por cocina"), "{refused}");
        let soda = dish(&admin, &house, "Gaseosa suelta", json!({"has_stock": true})).await;
        assert_eq!(soda["skips_kitchen"], true, "what is resold as it was bought is not made");
        let chilcano = dish(&admin, &house, "Chilcano", json!({})).await;
        let change = json!({"ids": [chilcano["id"]], "production_area_id": null});
        let changed = admin.post("/api/products/bulk", change).await.ok();
        assert_eq!(changed["lines"][0]["changes"], json!([{"field": "production_area", "before": "", "after": "No pasa por cocina"}]));
        assert_eq!(dishes_without_area(&admin).await, Vec::<Value>::new());

        let import = |text: &str| {
            let body = json!({ "content": STANDARD.encode(text) });
            let admin = &admin;
            async move { admin.post("/api/products/import", body).await }
        };
        let missing = "Producto;Categoría;Área;Precio;Se cuenta\nCausa;Entradas;;18;\nCerveza suelta;Entradas;;9;Sí\n";
        let refused = import(missing).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().starts_with("Línea 2, Área: Escribe el área donde se prepara"), "{refused}");
        import("Producto;Categoría;Área;Precio\nCausa;Entradas;cocina;18\nPan;Entradas;No pasa por cocina;3\n").await.ok();
        assert_eq!(house.product("Pan").await["skips_kitchen"], true);
        let second_import = import("Producto;Área\nCausa;\nPan;no pasa por cocina\nChilcano;BAR\n").await.ok();
        assert_eq!((&second_import["same"], &second_import["changed"]), (&json!(2), &json!(1)), "an empty cell takes no area away: {second_import}");
        let chilcano = house.product("Chilcano").await;
        assert_eq!((&chilcano["production_area"], &chilcano["skips_kitchen"]), (&json!("BAR"), &json!(false)));
    }
}
