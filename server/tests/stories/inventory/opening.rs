//! Initial stock, entered with a product or supply, in its form or in a sheet.

use super::{money, supply, unit};
use crate::{on_both_databases, orders::house::House, stock::store_room::parse_quantity};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

fn file(text: &str) -> Value {
    json!({ "content": STANDARD.encode(text) })
}

on_both_databases! {
    async fn a_new_supply_begins_with_its_initial_stock(house: House) {
        let jorge = house.app.login("supervisor").await;
        let dozen = unit(&jorge, "doc").await;
        let new = |name: &str, opening: Value| json!({"name": name, "measurement_id": dozen, "cost_amount": "6", "opening_stock": opening});
        let eggs = jorge.post("/api/supplies", new("Huevo de codorniz", json!({"quantity": "2.5", "unit_price": "7.20"}))).await.ok();
        assert_eq!(eggs["stock"], "2.5");
        let source = format!("opening:supply:{}", eggs["id"]);
        assert_eq!(house.moved_by_hand("Huevo de codorniz").await, [("30".into(), money("18"), source, false)], "in the base unit");
        // Without a cost of its own, the initial stock costs what the form says.
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
        house.assert_ledger_adds_up().await;
    }

    async fn a_product_gets_initial_stock_once(house: House) {
        let jorge = house.app.login("supervisor").await;
        let category = house.product("Agua sin gas").await["category_id"].clone();
        let body = json!({"name": "Gaseosa de litro", "category_id": category, "sale_amount": "8", "has_stock": true});
        let id = jorge.post("/api/products", body).await.ok()["id"].clone();
        let path = format!("/api/products/{id}");
        jorge.put(&path, json!({"opening_stock": {"quantity": 24}})).await.ok();
        assert_eq!(house.on_hand("Gaseosa de litro").await, parse_quantity("24"));
        assert_eq!(house.moved_by_hand("Gaseosa de litro").await, [("24".into(), None, format!("opening:product:{id}"), false)], "nobody knows what it cost");
        jorge.put(&path, json!({"opening_stock": {"quantity": 24}})).await.refused(409, "conflict");
        let body = json!({"name": "Gaseosa en lata", "category_id": category, "sale_amount": "5", "has_stock": true, "opening_stock": {"quantity": 10, "unit_price": "1.80"}});
        let saved = jorge.post("/api/products", body).await.ok();
        assert_eq!(house.moved_by_hand("Gaseosa en lata").await[0].1, money("18"));
        house.wait_until_valued().await;
        let valued = jorge.get(&format!("/api/products/{}", saved["id"])).await.ok();
        let costs = |product: &Value| ["food_cost", "margin_percent"].map(|key| product[key].clone());
        assert_eq!(costs(&saved), costs(&valued), "the answer tells the cost to which the opening stock leads");
        assert_eq!(valued["food_cost"], json!("1.80"));
        let lomo = house.product_id("Lomo saltado").await;
        jorge.put(&format!("/api/products/{lomo}"), json!({"opening_stock": {"quantity": 1}})).await.refused(422, "invalid");
        house.assert_ledger_adds_up().await;
    }

    async fn sheets_enter_the_initial_stock_of_new_items(house: House) {
        let jorge = house.app.login("supervisor").await;
        let on_hand = house.on_hand("Arroz").await;
        let sheet = file("Insumo;Unidad;Costo;Stock inicial\nCulantro;kg;6;12,5\nHuacatay;kg;;\nArroz;kg;4.30;999\n");
        let preview = jorge.post("/api/supplies/import?preview=true", sheet.clone()).await.ok();
        assert_eq!((&preview["created"], &preview["same"], &preview["failed"]), (&json!(2), &json!(1), &json!(0)), "{preview}");
        jorge.post("/api/supplies/import", sheet.clone()).await.ok();
        assert_eq!((house.on_hand("Culantro").await, house.on_hand("Arroz").await), (parse_quantity("12.5"), on_hand));
        assert_eq!(house.moved_by_hand("Culantro").await[0].1, money("75"));
        assert_eq!(jorge.post("/api/supplies/import", sheet).await.ok()["same"], 3, "it begins once");
        let never_moved = file("Insumo;Costo;Stock inicial\nHuacatay;8;3\n");
        assert_eq!(jorge.post("/api/supplies/import", never_moved).await.ok()["changed"], 1);
        assert_eq!(house.moved_by_hand("Huacatay").await[0].1, money("24"));
        let bad = jorge.post("/api/supplies/import?preview=true", file("Insumo;Unidad;Stock inicial\nX;kg;-3\nY;kg;mucho\n")).await.ok();
        assert_eq!(bad["failed"], 2, "{bad}");
        let menu = "Producto;Categoría;Precio;Costo;Se cuenta;Stock inicial\nGaseosa;Bebidas de litro;5;2;Sí;24\n";
        let water = house.on_hand("Agua sin gas").await;
        let first_import = jorge.post("/api/products/import", file(menu)).await.ok();
        assert_eq!(first_import["created"], 1);
        assert_eq!((house.on_hand("Gaseosa").await, house.moved_by_hand("Gaseosa").await[0].1), (parse_quantity("24"), money("48")));
        let second_import = jorge.post("/api/products/import", file("Producto;Stock inicial\nAgua sin gas;5\nGaseosa;24\n")).await.ok();
        assert_eq!((&second_import["same"], house.on_hand("Agua sin gas").await), (&json!(2), water));
        assert!(supply(&jorge, "Huacatay").await.is_number());
        house.assert_ledger_adds_up().await;
    }

    async fn initial_stock_is_entered_for_many_items_at_once(house: House) {
        let jorge = house.app.login("supervisor").await;
        let category = house.product("Agua sin gas").await["category_id"].clone();
        let product = |name: &str| json!({"name": name, "category_id": category, "sale_amount": "8", "cost_amount": "2.50"});
        let chicha = jorge.post("/api/products", product("Chicha de jora")).await.ok()["id"].clone();
        let beer = jorge.post("/api/products", product("Cerveza negra")).await.ok()["id"].clone();
        let kilo = unit(&jorge, "kg").await;
        let flour = jorge.post("/api/supplies", json!({"name": "Harina", "measurement_id": kilo})).await.ok()["id"].clone();
        let water = house.product_id("Agua sin gas").await;
        let combo = json!({"name": "Combo de agua", "category_id": category, "sale_amount": "8", "is_combo": true, "combo_items": [{"product_id": water, "quantity": 2}]});
        let combo = jorge.post("/api/products", combo).await.ok()["id"].clone();
        let line = |kind: &str, id: &Value, quantity: Value, price: Value| json!({"item_type": kind, "item_id": id, "quantity": quantity, "unit_price": price});

        // Every error is reported at its line, counted as the lines were sent; nothing is written.
        let wrong = json!({"items": [
            line("PRODUCT", &chicha, Value::Null, Value::Null), line("PRODUCT", &beer, json!("24"), json!("0")), line("PRODUCT", &json!(water), json!("1"), Value::Null),
            line("PRODUCT", &combo, json!("1"), Value::Null), line("SUPPLY", &flour, json!("-1"), Value::Null), line("SUPPLY", &json!(999_999), json!("1"), Value::Null),
        ]});
        let refused = jorge.post("/api/stock/opening", wrong).await.refused(422, "invalid");
        let at: Vec<&String> = refused["errors"].as_object().unwrap().keys().collect();
        assert_eq!(at, ["items.1.unit_price", "items.2.quantity", "items.3.quantity", "items.4.quantity", "items.5.item_id"], "{refused}");
        assert_eq!(jorge.get(&format!("/api/products/{beer}")).await.ok()["has_stock"], false, "nothing was written");
        let nothing = json!({"items": [line("PRODUCT", &chicha, Value::Null, Value::Null)]});
        assert!(jorge.post("/api/stock/opening", nothing).await.refused(422, "invalid")["errors"]["items"].is_array());

        let good = json!({"items": [
            line("PRODUCT", &chicha, Value::Null, Value::Null), line("PRODUCT", &beer, json!("24"), json!("4.10")), line("SUPPLY", &flour, json!("2.5"), Value::Null),
        ]});
        let entered = jorge.post("/api/stock/opening", good.clone()).await.ok();
        assert_eq!((&entered["items"], &entered["value"], &entered["without_cost"]), (&json!(2), &json!("98.40"), &json!(1)), "{entered}");
        let source = format!("opening:list:product:{beer}");
        assert_eq!(house.moved_by_hand("Cerveza negra").await, [("24".into(), money("98.40"), source.clone(), false)]);
        assert_eq!(house.moved_by_hand("Harina").await, [("2.5".into(), None, source, false)], "nobody knows what it cost");
        assert_eq!(jorge.get(&format!("/api/products/{beer}")).await.ok()["has_stock"], true, "it is counted from now on");
        assert_eq!(jorge.get(&format!("/api/products/{chicha}")).await.ok()["has_stock"], false);
        // Initial stock cannot be entered twice; the form's cost holds where the line has none.
        let refusal = jorge.post("/api/stock/opening", good).await.refused(422, "invalid");
        assert!(refusal["errors"]["items.1.quantity"].is_array() && refusal["errors"]["items.2.quantity"].is_array(), "{refusal}");
        jorge.post("/api/stock/opening", json!({"items": [line("PRODUCT", &chicha, json!("4"), Value::Null)]})).await.ok();
        assert_eq!(house.moved_by_hand("Chicha de jora").await[0].1, money("10"));
        house.assert_ledger_adds_up().await;
    }
}
