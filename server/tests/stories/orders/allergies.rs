//! What guests must avoid: on papers, on the kitchen's cards, in the answer to an order, and after tables were joined.

use super::house::House;
use crate::on_both_databases;
use serde_json::{Value, json};

impl House {
    async fn set_allergy(&self, id: i64, body: Value) -> Value {
        self.rosa.put(&format!("/api/client-requests/{id}"), body).await.ok()
    }
    /// Says of a product what it contains.
    async fn mark_product(&self, name: &str, allergens: Value) {
        let admin = self.app.login("admin").await;
        let path = format!("/api/products/{}", self.product_id(name).await);
        admin
            .put(&path, json!({"allergens": allergens, "marks": ["SPICY"], "name_en": "Creamy chili chicken"}))
            .await
            .ok();
    }
    async fn order(&self, id: i64, name: &str) -> Value {
        let body = json!({"client_request": id, "products": [self.order_item(1, name).await]});
        self.rosa.post("/api/orders", body).await.ok()
    }
}

on_both_databases! {
    async fn the_allergy_of_a_table_is_on_its_papers_and_cards(house: House) {
        house.mark_product("Ají de gallina", json!(["PEANUT", "MILK", "PEANUT"])).await;
        let sold = house.product("Ají de gallina").await;
        assert_eq!((&sold["allergens"], &sold["marks"]), (&json!(["MILK", "PEANUT"]), &json!(["SPICY"])));
        let id = house.open_table(&house.rosa, "12").await;
        let account = house.set_allergy(id, json!({"allergens": ["PEANUT"], "allergy_note": " camarón,  ni trazas "})).await;
        assert_eq!((&account["allergens"], &account["allergy_note"]), (&json!(["PEANUT"]), &json!("camarón, ni trazas")));
        let harmless = house.order(id, "Lomo saltado").await;
        assert_eq!(harmless["warnings"], json!([]), "{}", harmless["warnings"]);
        let paper = house.papers().await.pop().unwrap().text;
        assert!(paper.contains("ALERGIA: MANÍ; CAMARÓN"), "{paper}");
        let warned = house.order(id, "Ají de gallina").await;
        assert_eq!(warned["warnings"], json!(["Ají de gallina lleva maní, y en esta cuenta hay una alergia. Avisa al cliente y a cocina."]));
        let cook = house.app.login("cocina").await;
        let cards = cook.get("/api/kitchen").await.ok();
        for card in cards["cards"].as_array().unwrap() {
            assert_eq!(card["allergy"], "maní; camarón, ni trazas", "{card}");
        }
        house.set_allergy(id, json!({"allergens": [], "allergy_note": ""})).await;
        let cards = cook.get("/api/kitchen").await.ok();
        assert_eq!(cards["cards"][0]["allergy"], "");
    }

    async fn tables_that_are_joined_keep_every_allergy(house: House) {
        let (a, b) = (house.open_table(&house.rosa, "1").await, house.open_table(&house.rosa, "2").await);
        house.set_allergy(a, json!({"allergens": ["PEANUT"], "allergy_note": "palta"})).await;
        house.set_allergy(b, json!({"allergens": ["EGG"]})).await;
        house.order(a, "Lomo saltado").await;
        house.order(b, "Lomo saltado").await;
        let body = json!({"origin_table_id": house.table_id("1").await, "destination_table_id": house.table_id("2").await});
        house.rosa.post("/api/pos-options/merge-tables", body).await.ok();
        let both = house.load_account(&json!(b)).await;
        assert_eq!((&both["allergens"], &both["allergy_note"]), (&json!(["EGG", "PEANUT"]), &json!("palta")));
    }

    async fn toppings_and_options_warn_of_what_they_contain(house: House) {
        let admin = house.app.login("admin").await;
        let dish = house.product("Lomo saltado").await;
        let shrimp = json!({"name": "Camarones salteados", "sale_amount": "9", "allergens": ["CRUSTACEANS"]});
        let shrimp = admin.post("/api/toppings", shrimp).await.ok();
        assert_eq!(shrimp["allergens"], json!(["CRUSTACEANS"]));
        let sauce = admin.post("/api/toppings", json!({"name": "Salsa de maní", "sale_amount": "0", "allergens": ["PEANUT"]})).await.ok();
        let group = json!({"name": "Salsas", "options": [{"topping_id": sauce["id"], "amount": "0"}]});
        let group = admin.post("/api/choice-groups", group).await.ok();
        let offered: Vec<Value> = dish["toppings"].as_array().unwrap().iter().chain([&shrimp["id"]]).cloned().collect();
        let form = json!({"has_toppings": true, "topping_ids": offered, "choice_group_ids": [group["id"]]});
        admin.put(&format!("/api/products/{}", dish["id"]), form).await.ok();
        let id = house.open_table(&house.rosa, "12").await;
        house.set_allergy(id, json!({"allergens": ["PEANUT", "CRUSTACEANS"]})).await;
        let mut item = house.order_item(1, "Lomo saltado").await;
        item["toppings"] = json!([{"id": shrimp["id"]}]);
        item["choices"] = json!([{"group_id": group["id"], "option_id": group["options"][0]["id"]}]);
        let order = house.rosa.post("/api/orders", json!({"client_request": id, "products": [item]})).await.ok();
        let warnings: Vec<&str> = order["warnings"].as_array().unwrap().iter().map(|w| w.as_str().unwrap()).collect();
        assert_eq!(warnings.len(), 2, "{warnings:?}");
        assert!(warnings[0].starts_with("Camarones salteados lleva crustáceos") && warnings[1].starts_with("Salsa de maní lleva maní"), "{warnings:?}");
    }

    async fn an_allergy_told_after_sending_reaches_the_cooks_on_paper(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        house.order(id, "Lomo saltado").await;
        house.set_allergy(id, json!({"allergens": ["PEANUT"]})).await;
        let notice = house.papers().await.pop().unwrap();
        assert!(notice.has("NO ES PEDIDO NUEVO") && notice.has("ALERGIA: MANÍ") && notice.has("LOMO SALTADO"), "{}", notice.text);
        let printed = house.papers().await.len();
        house.set_allergy(id, json!({"allergens": ["PEANUT"], "name": "Ana"})).await;
        assert_eq!(house.papers().await.len(), printed, "nothing new to tell");
        house.set_allergy(id, json!({"allergens": []})).await;
        let notice = house.papers().await.pop().unwrap();
        assert!(notice.has("YA NO HAY ALERGIA"), "{}", notice.text);
        let log = house.app.login("admin").await.get("/api/pos-options/action-logs?action_type=ALLERGY_CHANGED").await.rows();
        let changes: Vec<_> = log.iter().map(|e| (&e["before"]["allergy"], &e["after"]["allergy"])).collect();
        assert_eq!(changes, [(&json!("maní"), &json!("")), (&json!(""), &json!("maní"))]);
    }

    async fn what_waits_for_its_course_tells_of_the_allergy_too(house: House) {
        let admin = house.app.login("admin").await;
        let mains = admin.post("/api/courses", json!({"name": "Fondos"})).await.ok();
        let dish = house.product("Lomo saltado").await;
        admin.put(&format!("/api/products/{}", dish["id"]), json!({"course_id": mains["id"]})).await.ok();
        let id = house.open_table(&house.rosa, "12").await;
        house.set_allergy(id, json!({"allergens": ["PEANUT"], "allergy_note": "ni trazas"})).await;
        let mut item = house.order_item(1, "Lomo saltado").await;
        item["hold"] = json!(true);
        house.rosa.post("/api/orders", json!({"client_request": id, "products": [item]})).await.ok();
        let wall = house.app.login("cocina").await.get("/api/kitchen").await.ok();
        assert_eq!((&wall["held"][0]["course"], &wall["held"][0]["allergy"]), (&json!("Fondos"), &json!("maní; ni trazas")));
    }

    async fn a_command_that_moves_takes_the_allergy_along(house: House) {
        let id = house.open_table(&house.rosa, "1").await;
        house.set_allergy(id, json!({"allergens": ["MILK"], "allergy_note": "leche, grave"})).await;
        let command = house.order(id, "Lomo saltado").await["command"]["id"].clone();
        let body = json!({"origin_table_id": house.table_id("1").await, "destination_table_id": house.table_id("2").await, "command_id": command});
        let moved = house.rosa.post("/api/pos-options/move-order", body).await.ok();
        let account = house.load_account(&moved["client_request"]["id"]).await;
        assert_eq!((&account["allergens"], &account["allergy_note"]), (&json!(["MILK"]), &json!("leche, grave")));
        let paper = house.papers().await.pop().unwrap();
        assert!(paper.has("CAMBIO DE MESA") && paper.has("ALERGIA: LÁCTEOS"), "{}", paper.text);
    }

    async fn long_notes_of_joined_tables_are_kept_whole(house: House) {
        let (a, b) = (house.open_table(&house.rosa, "1").await, house.open_table(&house.rosa, "2").await);
        let (one, other) = ("sin queso ni mantequilla, tampoco leche en polvo", "maní: anafilaxia, ni trazas, lleva epinefrina");
        house.set_allergy(a, json!({"allergy_note": one})).await;
        house.set_allergy(b, json!({"allergy_note": other})).await;
        house.order(a, "Lomo saltado").await;
        let body = json!({"origin_table_id": house.table_id("1").await, "destination_table_id": house.table_id("2").await});
        house.rosa.post("/api/pos-options/merge-tables", body).await.ok();
        let both = format!("{other}; {one}");
        assert_eq!(house.load_account(&json!(b)).await["allergy_note"], both);
        house.set_allergy(b, json!({"allergy_note": both, "allergens": ["MILK"]})).await;
    }

    async fn the_allergy_of_a_reservation_sits_down_with_its_guests(house: House) {
        let body = json!({"type": "TABLE", "table_id": house.table_id("12").await, "reserved_for": "2026-11-21T19:00:00-05:00",
            "client_name": "Ana", "phone": "999111222", "persons": 4, "allergens": ["FISH"]});
        let made = house.rosa.post("/api/client-requests", body).await.ok();
        let id = made["id"].as_i64().unwrap();
        assert_eq!(house.load_account(&json!(id)).await["allergens"], json!(["FISH"]), "{made}");
        let changed = house.set_allergy(id, json!({"allergens": ["FISH", "MOLLUSCS"], "allergy_note": "conchas"})).await;
        assert_eq!((&changed["allergens"], &changed["allergy_note"]), (&json!(["MOLLUSCS", "FISH"]), &json!("conchas")));
    }

    async fn an_unknown_allergen_or_a_long_note_is_refused(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let path = format!("/api/client-requests/{id}");
        for wrong in [json!({"allergens": ["PLUTONIUM"]}), json!({"allergens": "PEANUT"}), json!({"allergy_note": "a".repeat(81)})] {
            let refusal = house.rosa.put(&path, wrong.clone()).await;
            assert!(!refusal.status.is_success() && refusal.status.is_client_error(), "{wrong}: {}", refusal.json);
        }
        assert_eq!(house.load_account(&json!(id)).await["allergens"], json!([]));
    }
}
