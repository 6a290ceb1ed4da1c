//! Supplies: created, found, changed, and not deleted where something needs them.

use crate::{on_both_databases, orders::house::House, support::client::Client};
use serde_json::{Value, json};

/// The supply of this name.
pub async fn supply(admin: &Client, name: &str) -> Value {
    let found = admin.get(&format!("/api/supplies?page=false&term={}", name.replace(' ', "%20"))).await.rows();
    found.into_iter().find(|s| s["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

/// The unit of this symbol.
pub async fn unit(admin: &Client, symbol: &str) -> Value {
    let units = admin.get("/api/measurements").await.rows();
    units.into_iter().find(|u| u["symbol"] == symbol).unwrap_or_else(|| panic!("no {symbol}"))
}

fn names(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|r| r["name"].as_str().unwrap()).collect()
}

on_both_databases! {
    async fn every_field_is_stored_and_returned(house: House) {
        let jorge = house.app.login("supervisor").await;
        let (kg, rice) = (unit(&jorge, "kg").await, supply(&jorge, "Arroz").await);
        let body = json!({
            "name": "  Ají   panca ", "description": "Molido, sin pepa", "cost_amount": "18.5", "min_stock": "2.5", "has_stock": true,
            "category_id": rice["category_id"], "measurement_id": kg["id"], "status": "ACTIVE",
        });
        let saved_supply = jorge.post("/api/supplies", body).await.ok();
        let whole = json!({
            "id": saved_supply["id"], "name": "Ají panca", "description": "Molido, sin pepa", "cost_amount": "18.50", "unit_cost": "18.50", "min_stock": "2.5",
            "has_stock": true, "category_id": rice["category_id"], "category": "Abarrotes", "measurement_id": kg["id"],
            "measurement": "kg", "stock": "0", "below_min_stock": true, "status": "ACTIVE",
            "has_recipe": false, "recipe_yield": null, "supply_items": [], "recipe_cost": null,
        });
        assert_eq!(saved_supply, whole);
        let path = format!("/api/supplies/{}", saved_supply["id"]);
        assert_eq!(jorge.get(&path).await.ok(), whole);
        // Only given fields change; null clears.
        let changed = jorge.put(&path, json!({"status": "INACTIVE"})).await.ok();
        assert_eq!((&changed["status"], &changed["cost_amount"], &changed["name"]), (&json!("INACTIVE"), &json!("18.50"), &json!("Ají panca")));
        let changed = jorge.put(&path, json!({"cost_amount": null, "category_id": null, "has_stock": false, "description": ""})).await.ok();
        assert_eq!((&changed["cost_amount"], &changed["category_id"], &changed["description"], &changed["below_min_stock"]),
            (&json!(null), &json!(null), &json!(""), &json!(false)));
        assert_eq!(jorge.delete(&path).await.ok()["name"], "Ají panca");
        jorge.get(&path).await.refused(404, "not_found");
        jorge.put(&path, json!({})).await.refused(404, "not_found");
        jorge.delete(&path).await.refused(404, "not_found");
        let log = house.app.login("admin").await.get("/api/pos-options/action-logs?per_page=10").await.rows();
        assert!(log.iter().any(|l| l["action_type"] == "SUPPLY_DELETED"), "{log:?}");
    }

    async fn the_answer_tells_the_cost_that_the_opening_stock_leads_to(house: House) {
        let jorge = house.app.login("supervisor").await;
        let dozen = unit(&jorge, "doc").await["id"].clone();
        for (name, cost, opening, unit_cost) in [
            ("Huevo de corral", json!("9"), json!({"quantity": "2.5", "unit_price": "8.40"}), json!("8.40")),
            ("Huevo de codorniz", json!("9"), json!({"quantity": "2"}), json!("9.00")),
            ("Huevo de pata", json!(null), json!({"quantity": "2"}), json!(null)),
            ("Huevo de pavo", json!(null), json!({"quantity": "3", "unit_price": "12"}), json!("12.00")),
        ] {
            let body = json!({"name": name, "cost_amount": cost, "measurement_id": dozen, "opening_stock": opening});
            let saved = jorge.post("/api/supplies", body.clone()).await.ok();
            house.wait_until_valued().await;
            let path = format!("/api/supplies/{}", saved["id"]);
            let valued = jorge.get(&path).await.ok();
            assert_eq!((&saved["unit_cost"], &valued["unit_cost"]), (&unit_cost, &unit_cost), "{name}");
            let later = json!({"name": format!("{name} II"), "cost_amount": cost, "measurement_id": dozen});
            let later = jorge.post("/api/supplies", later).await.ok();
            let saved = jorge.put(&format!("/api/supplies/{}", later["id"]), json!({"opening_stock": opening})).await.ok();
            assert_eq!(saved["unit_cost"], unit_cost, "{name}");
        }
    }

    async fn lists_are_searched_sorted_and_filtered(house: House) {
        let admin = house.app.login("admin").await;
        let found = admin.get("/api/supplies?term=aji").await.rows();
        assert_eq!(names(&found), ["Ají amarillo"]);
        let dear = admin.get("/api/supplies?sort=-cost_amount&filters=%7B%22status%22%3A%5B%22ACTIVE%22%5D%7D&per_page=3").await.rows();
        assert!(dear.iter().any(|s| s["name"] == "Pisco quebranta"), "{:?}", names(&dear));
        let first = admin.get("/api/supplies?sort=name&per_page=2").await.rows();
        assert_eq!(names(&first), ["Aceite vegetal", "Ají amarillo"]);
        let rice = supply(&admin, "Arroz").await;
        let of = format!("/api/supplies?page=false&filters=%7B%22category_id%22%3A%5B{}%5D%7D", rice["category_id"]);
        assert!(admin.get(&of).await.rows().iter().all(|s| s["category"] == "Abarrotes"));
        admin.put(&format!("/api/supplies/{}", rice["id"]), json!({"status": "INACTIVE"})).await.ok();
        let off = admin.get("/api/supplies?filters=%7B%22status%22%3A%5B%22INACTIVE%22%5D%7D").await.rows();
        assert_eq!(names(&off), ["Arroz"]);
        assert_eq!(admin.get("/api/supplies?page=false&status=all").await.json["total_rows"], 28);
        house.leave_in_stock("Huevo", "1").await;
        let short = admin.get("/api/supplies-paginate-list?filters=%7B%22below_min_stock%22%3A%5Btrue%5D%7D").await.rows();
        assert_eq!(names(&short), ["Huevo"]);
        admin.get("/api/supplies?sort=price").await.refused(422, "invalid");
        admin.get("/api/supplies?filters=nothing").await.refused(422, "invalid");
    }

    async fn an_invalid_supply_is_refused_at_its_field(house: House) {
        let admin = house.app.login("admin").await;
        let (kg, drinks) = (unit(&admin, "kg").await["id"].clone(), house.product("Chicha morada").await["category_id"].clone());
        for (field, body) in [
            ("measurement_id", json!({"name": "Sal"})),
            ("measurement_id", json!({"name": "Sal", "measurement_id": 999_999})),
            ("name", json!({"measurement_id": kg})),
            ("name", json!({"name": "  ", "measurement_id": kg})),
            ("name", json!({"name": "x".repeat(121), "measurement_id": kg})),
            ("cost_amount", json!({"name": "Sal", "measurement_id": kg, "cost_amount": "-1"})),
            ("cost_amount", json!({"name": "Sal", "measurement_id": kg, "cost_amount": "mucho"})),
            ("min_stock", json!({"name": "Sal", "measurement_id": kg, "min_stock": "-0.5"})),
            ("category_id", json!({"name": "Sal", "measurement_id": kg, "category_id": 999_999})),
            ("category_id", json!({"name": "Sal", "measurement_id": kg, "category_id": drinks})),
            ("status", json!({"name": "Sal", "measurement_id": kg, "status": "OLD"})),
        ] {
            let refused = admin.post("/api/supplies", body.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{body}: {refused}");
        }
        let refusal = admin.post("/api/supplies", json!({"name": "LIMON", "measurement_id": kg})).await.refused(409, "already_exists");
        assert_eq!((&refusal["current"]["name"], refusal["errors"]["name"].is_array()), (&json!("Limón"), true));
        for username in ["mozo", "cajero", "cocina", "contador"] {
            house.app.login(username).await.post("/api/supplies", json!({"name": "Sal", "measurement_id": kg})).await.refused(422, "not_permitted");
        }
    }

    async fn a_supply_in_a_recipe_or_count_is_not_deleted(house: House) {
        let admin = house.app.login("admin").await;
        let loin = supply(&admin, "Lomo fino").await;
        let path = format!("/api/supplies/{}", loin["id"]);
        let refused = admin.delete(&path).await.refused(409, "in_use");
        assert_eq!(refused["message"], "Se usa en Lomo saltado y Tacu tacu con lomo. Quítalo de ahí primero, o desactívalo para que ya no se ofrezca.");
        house.sql("DELETE FROM product_supplies").await;
        let refused = admin.delete(&path).await.refused(409, "in_use");
        assert_eq!(refused["message"], "Lomo fino tiene movimientos de almacén, que no se borran. Desactívalo para que ya no se ofrezca.");
        assert_eq!(admin.get(&path).await.ok(), loin);
    }

    async fn a_supply_in_another_unit_keeps_its_value(house: House) {
        let admin = house.app.login("admin").await;
        let (g, l, rice) = (unit(&admin, "g").await, unit(&admin, "l").await, supply(&admin, "Arroz").await);
        let path = format!("/api/supplies/{}", rice["id"]);
        let grams = admin.put(&path, json!({"measurement_id": g["id"]})).await.ok();
        assert_eq!((&grams["cost_amount"], &grams["min_stock"], &grams["stock"], &grams["measurement"]),
            (&json!("0.0043"), &json!("25000"), &json!("260000"), &json!("g")));
        let refused = admin.put(&path, json!({"measurement_id": l["id"]})).await.refused(409, "in_use");
        assert!(refused["message"].as_str().unwrap().starts_with("Se usa en "), "{refused}");
    }

    async fn of_two_with_the_same_name_at_the_same_time_one_is_created(house: House) {
        let (admin, jorge) = (house.app.login("admin").await, house.app.login("supervisor").await);
        let kg = unit(&admin, "kg").await["id"].clone();
        let body = json!({"name": "Sal de Maras", "measurement_id": kg});
        let (one, other) = tokio::join!(admin.post("/api/supplies", body.clone()), jorge.post("/api/supplies", body.clone()));
        let mut states = [one.status.as_u16(), other.status.as_u16()];
        states.sort_unstable();
        assert_eq!(states, [200, 409]);
        let key = uuid::Uuid::new_v4();
        let body = json!({"name": "Sal rosada", "measurement_id": kg});
        let first = admin.post_with_key("/api/supplies", body.clone(), key).await.ok();
        assert_eq!(admin.post_with_key("/api/supplies", body, key).await.ok(), first);
    }
}
