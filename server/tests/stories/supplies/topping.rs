//! Toppings with a recipe, with a linked supply, or with neither.

use super::supply::{supply, unit};
use crate::{on_both_databases, orders::house::House, support::client::Client};
use serde_json::{Value, json};

async fn topping(client: &Client, name: &str) -> Value {
    let found = client.get("/api/toppings?page=false").await.rows();
    found.into_iter().find(|t| t["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

on_both_databases! {
    async fn with_a_recipe_it_costs_what_its_supplies_cost_now(house: House) {
        let admin = house.app.login("admin").await;
        let (oil, unit_, ml, dozen) =
            (supply(&admin, "Aceite vegetal").await, unit(&admin, "und").await, unit(&admin, "ml").await, unit(&admin, "doc").await);
        // None of its supplies was bought yet: it costs what is typed.
        let egg = json!({"name": "Huevo de campo", "cost_amount": "7.20", "measurement_id": dozen["id"], "category_id": oil["category_id"]});
        let egg = admin.post("/api/supplies", egg).await.ok();
        let body = json!({
            "name": "Huevo  montado", "sale_amount": "5", "has_recipe": true, "min_stock": "1", "cost_amount": "9",
            "supply_items": [
                {"supply_id": egg["id"], "quantity": "2", "measurement_id": unit_["id"]},
                {"supply_id": oil["id"], "quantity": "20", "measurement_id": ml["id"]},
            ],
        });
        let saved_topping = admin.post("/api/toppings", body).await.ok();
        assert_eq!((&saved_topping["name"], &saved_topping["sale_amount"], &saved_topping["food_cost"], &saved_topping["has_recipe"], &saved_topping["products"]),
            (&json!("Huevo montado"), &json!("5.00"), &json!("1.39"), &json!(true), &json!(0)));
        assert_eq!(saved_topping["supply_items"][0], json!({
            "supply_id": egg["id"], "name": "Huevo de campo", "quantity": "2", "measurement_id": unit_["id"], "measurement": "und",
            "quantity_supply": "0.166667", "supply_measurement": "doc", "unit_price": "7.20", "total_price": "1.20",
        }));
        let path = format!("/api/toppings/{}", saved_topping["id"]);
        assert_eq!(admin.get(&path).await.ok(), saved_topping);
        admin.put(&format!("/api/supplies/{}", egg["id"]), json!({"cost_amount": "12"})).await.ok();
        assert_eq!(admin.get(&path).await.ok()["food_cost"], "2.19");
        admin.put(&format!("/api/supplies/{}", egg["id"]), json!({"cost_amount": null})).await.ok();
        assert_eq!(admin.get(&path).await.ok()["food_cost"], json!(null), "unknown is not zero");
        let plain = admin.put(&path, json!({"has_recipe": false})).await.ok();
        assert_eq!((&plain["food_cost"], &plain["supply_items"]), (&json!("9.00"), &json!([])));
        admin.delete(&path).await.ok();
        admin.get(&path).await.refused(404, "not_found");
    }

    async fn a_linked_topping_takes_its_quantity_of_the_supply(house: House) {
        let admin = house.app.login("admin").await;
        let avocado = topping(&admin, "Palta").await;
        assert_eq!((&avocado["supply"], &avocado["supply_quantity"], &avocado["measurement"], &avocado["food_cost"]),
            (&json!("Palta"), &json!("120"), &json!("g"), &json!("1.20")));
        let path = format!("/api/toppings/{}", avocado["id"]);
        let renamed = admin.put(&path, json!({"name": "Media palta", "sale_amount": "6.50"})).await.ok();
        assert_eq!((&renamed["supply_quantity"], &renamed["measurement"], &renamed["sale_amount"]), (&json!("120"), &json!("g"), &json!("6.50")));
        let kg = unit(&admin, "kg").await;
        let more = admin.put(&path, json!({"supply_quantity": "0.15", "measurement_id": kg["id"]})).await.ok();
        assert_eq!((&more["food_cost"], &more["measurement"]), (&json!("1.50"), &json!("kg")));
        let shrimp = supply(&admin, "Langostino").await;
        let other = admin.put(&path, json!({"supply_id": shrimp["id"]})).await.ok();
        assert_eq!((&other["supply"], &other["supply_quantity"], &other["measurement"]), (&json!("Langostino"), &json!("1"), &json!("kg")));
        let refused = admin.delete(&format!("/api/supplies/{}", shrimp["id"])).await.refused(409, "in_use");
        assert!(refused["message"].as_str().unwrap().contains("Langostinos"), "{refused}");
        // The order screen sells it under its new name at once.
        let sale = house.rosa.get("/api/catalog/sale").await.ok();
        assert!(sale["toppings"].as_array().unwrap().iter().any(|t| t["name"] == "Media palta" && t["sale_amount"] == "6.50"));
    }

    async fn an_invalid_topping_is_refused_at_its_field(house: House) {
        let admin = house.app.login("admin").await;
        let (egg, l) = (supply(&admin, "Huevo").await["id"].clone(), unit(&admin, "l").await["id"].clone());
        let item = |quantity: &str| json!([{"supply_id": egg, "quantity": quantity}]);
        for (field, body) in [
            ("sale_amount", json!({"name": "Queso"})),
            ("name", json!({"sale_amount": "1"})),
            ("sale_amount", json!({"name": "Queso", "sale_amount": "-1"})),
            ("sale_amount", json!({"name": "Queso", "sale_amount": "10000.01"})),
            ("cost_amount", json!({"name": "Queso", "sale_amount": "1", "cost_amount": "-1"})),
            ("supply_items", json!({"name": "Queso", "sale_amount": "1", "has_recipe": true})),
            ("supply_items.0.quantity", json!({"name": "Queso", "sale_amount": "1", "has_recipe": true, "supply_items": item("0")})),
            ("supply_items.0.measurement_id", json!({"name": "Queso", "sale_amount": "1", "has_recipe": true, "supply_items": [{"supply_id": egg, "quantity": "1", "measurement_id": l}]})),
            ("supply_id", json!({"name": "Queso", "sale_amount": "1", "has_stock": true})),
            ("supply_id", json!({"name": "Queso", "sale_amount": "1", "has_stock": true, "supply_id": 999_999})),
            ("supply_quantity", json!({"name": "Queso", "sale_amount": "1", "has_stock": true, "supply_id": egg, "supply_quantity": "0"})),
            ("has_stock", json!({"name": "Queso", "sale_amount": "1", "has_stock": true, "supply_id": egg, "has_recipe": true, "supply_items": item("1")})),
            ("category_id", json!({"name": "Queso", "sale_amount": "1", "category_id": 999_999})),
        ] {
            let refused = admin.post("/api/toppings", body.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{body}: {refused}");
        }
        admin.post("/api/toppings", json!({"name": "PLATANO FRITO", "sale_amount": "1"})).await.refused(409, "already_exists");
        house.rosa.post("/api/toppings", json!({"name": "Queso", "sale_amount": "1"})).await.refused(422, "not_permitted");
    }

    async fn an_offered_topping_is_not_deleted_and_costs_are_hidden_from_some(house: House) {
        let admin = house.app.login("admin").await;
        let egg = topping(&admin, "Huevo frito").await;
        let refused = admin.delete(&format!("/api/toppings/{}", egg["id"])).await.refused(409, "in_use");
        assert!(refused["message"].as_str().unwrap().starts_with("No se puede eliminar Huevo frito: lo ofrece "), "{refused}");
        let waiter_view = topping(&house.rosa, "Huevo frito").await;
        assert_eq!((&waiter_view["sale_amount"], &waiter_view["food_cost"], &waiter_view["supply_items"]), (&egg["sale_amount"], &json!(null), &json!([])));
        let found = admin.get("/api/toppings?term=PLATANO&sort=-sale_amount").await.rows();
        assert_eq!(found.len(), 1);
        let recipes = admin.get("/api/toppings?page=false&filters=%7B%22has_recipe%22%3A%5Btrue%5D%7D").await.rows();
        assert!(recipes.len() == 3 && recipes.iter().all(|t| t["has_recipe"] == true));
        assert!(admin.get("/api/toppings?per_page=2").await.json["total_pages"].as_i64().unwrap() >= 3);
    }
}
