//! What there was when counting began, told with a product or supply, on its form or in a sheet.

use super::{money, supply, unit};
use crate::{on_both_databases, orders::house::House, stock::store_room::q};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

fn file(text: &str) -> Value {
    json!({ "content": STANDARD.encode(text) })
}

on_both_databases! {
    async fn a_new_supply_begins_with_what_there_is(house: House) {
        let jorge = house.app.login("supervisor").await;
        let dozen = unit(&jorge, "doc").await;
        let new = |name: &str, opening: Value| json!({"name": name, "measurement_id": dozen, "cost_amount": "6", "opening_stock": opening});
        let eggs = jorge.post("/api/supplies", new("Huevo de codorniz", json!({"quantity": "2.5", "unit_price": "7.20"}))).await.ok();
        assert_eq!(eggs["stock"], "2.5");
        let source = format!("opening:supply:{}", eggs["id"]);
        assert_eq!(house.moved_by_hand("Huevo de codorniz").await, [("30".into(), money("18"), source, false)], "in the base unit");
        // Without a price of its own it costs what the form says.
        jorge.post("/api/supplies", new("Huevo de pato", json!({"quantity": 2}))).await.ok();
        assert_eq!(house.moved_by_hand("Huevo de pato").await[0].1, money("12"));
        let path = format!("/api/supplies/{}", eggs["id"]);
        let refused = jorge.put(&path, json!({"opening_stock": {"quantity": 1}})).await.refused(409, "conflict");
        assert!(refused["errors"]["opening_stock"].is_array(), "{refused}");
        for (field, opening) in [("opening_stock.quantity", json!({"quantity": 0})), ("opening_stock.unit_price", json!({"quantity": 1, "unit_price": "-1"}))] {
            let refused = jorge.post("/api/supplies", new("Huevo de ganso", opening)).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
        let mut uncounted = new("Huevo de ganso", json!({"quantity": 1}));
        uncounted["has_stock"] = json!(false);
        assert!(jorge.post("/api/supplies", uncounted).await.refused(422, "invalid")["errors"]["opening_stock"].is_array());
        assert!(jorge.get("/api/supplies?term=ganso").await.rows().is_empty(), "nothing was written");
        house.the_ledger_adds_up().await;
    }

    async fn a_product_begins_once(house: House) {
        let jorge = house.app.login("supervisor").await;
        let category = house.product("Agua sin gas").await["category_id"].clone();
        let body = json!({"name": "Gaseosa de litro", "category_id": category, "sale_amount": "8", "has_stock": true});
        let id = jorge.post("/api/products", body).await.ok()["id"].clone();
        let path = format!("/api/products/{id}");
        jorge.put(&path, json!({"opening_stock": {"quantity": 24}})).await.ok();
        assert_eq!(house.on_hand("Gaseosa de litro").await, q("24"));
        assert_eq!(house.moved_by_hand("Gaseosa de litro").await, [("24".into(), None, format!("opening:product:{id}"), false)], "nobody knows what it cost");
        jorge.put(&path, json!({"opening_stock": {"quantity": 24}})).await.refused(409, "conflict");
        let body = json!({"name": "Gaseosa en lata", "category_id": category, "sale_amount": "5", "has_stock": true, "opening_stock": {"quantity": 10, "unit_price": "1.80"}});
        jorge.post("/api/products", body).await.ok();
        assert_eq!(house.moved_by_hand("Gaseosa en lata").await[0].1, money("18"));
        let lomo = house.product_id("Lomo saltado").await;
        jorge.put(&format!("/api/products/{lomo}"), json!({"opening_stock": {"quantity": 1}})).await.refused(422, "invalid");
        house.the_ledger_adds_up().await;
    }

    async fn sheets_begin_what_is_new(house: House) {
        let jorge = house.app.login("supervisor").await;
        let there = house.on_hand("Arroz").await;
        let sheet = file("Insumo;Unidad;Costo;Stock inicial\nCulantro;kg;6;12,5\nHuacatay;kg;;\nArroz;kg;4.30;999\n");
        let preview = jorge.post("/api/supplies/import?preview=true", sheet.clone()).await.ok();
        assert_eq!((&preview["created"], &preview["same"], &preview["failed"]), (&json!(2), &json!(1), &json!(0)), "{preview}");
        jorge.post("/api/supplies/import", sheet.clone()).await.ok();
        assert_eq!((house.on_hand("Culantro").await, house.on_hand("Arroz").await), (q("12.5"), there));
        assert_eq!(house.moved_by_hand("Culantro").await[0].1, money("75"));
        assert_eq!(jorge.post("/api/supplies/import", sheet).await.ok()["same"], 3, "it begins once");
        let never_moved = file("Insumo;Costo;Stock inicial\nHuacatay;8;3\n");
        assert_eq!(jorge.post("/api/supplies/import", never_moved).await.ok()["changed"], 1);
        assert_eq!(house.moved_by_hand("Huacatay").await[0].1, money("24"));
        let bad = jorge.post("/api/supplies/import?preview=true", file("Insumo;Unidad;Stock inicial\nX;kg;-3\nY;kg;mucho\n")).await.ok();
        assert_eq!(bad["failed"], 2, "{bad}");
        let menu = "Producto;Categoría;Precio;Costo;Se cuenta;Stock inicial\nGaseosa;Bebidas de litro;5;2;Sí;24\n";
        let water = house.on_hand("Agua sin gas").await;
        let done = jorge.post("/api/products/import", file(menu)).await.ok();
        assert_eq!(done["created"], 1);
        assert_eq!((house.on_hand("Gaseosa").await, house.moved_by_hand("Gaseosa").await[0].1), (q("24"), money("48")));
        let again = jorge.post("/api/products/import", file("Producto;Stock inicial\nAgua sin gas;5\nGaseosa;24\n")).await.ok();
        assert_eq!((&again["same"], house.on_hand("Agua sin gas").await), (&json!(2), water));
        assert!(supply(&jorge, "Huacatay").await.is_number());
        house.the_ledger_adds_up().await;
    }
}
