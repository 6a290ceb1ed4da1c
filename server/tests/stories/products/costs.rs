//! The cost and margin of products.

use super::{DemoIds, named, product};
use crate::{money::till::Till, on_both_databases, orders::house::House};
use serde_json::{Value, json};

on_both_databases! {
    async fn a_dish_costs_what_its_recipe_costs_today(house: House) {
        let admin = house.app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        house.wait_until_valued().await;
        house.sql("UPDATE supplies SET has_stock = FALSE WHERE name = 'Huevo'").await;
        let egg = named(&c.supplies, "Huevo");
        assert_eq!((&egg["cost_amount"], &egg["measurement"]), (&json!("7.20"), &json!("doc")));
        let body = json!({"name": "Dos huevos", "category_id": c.categories[0]["id"], "sale_amount": "11.80", "cost_amount": "9",
            "has_supplies": true, "supply_items": [{"supply_id": egg["id"], "quantity": 2, "measurement_id": c.unit("und")}]});
        let eggs = admin.post("/api/products", body).await.ok();
        assert_eq!((&eggs["food_cost"], &eggs["cost_source"], &eggs["margin_percent"]), (&json!("1.20"), &json!("RECIPE"), &json!("88")));
        let line = &eggs["supplies_with_details"][0];
        assert_eq!((&line["quantity_supply"], &line["unit_price"], &line["total_price"]), (&json!("0.166667"), &json!("7.20"), &json!("1.20")));

        let path = format!("/api/products/{}", eggs["id"]);
        let with_own_cost = admin.put(&path, json!({"own_cost": true})).await.ok();
        assert_eq!((&with_own_cost["food_cost"], &with_own_cost["cost_source"], &with_own_cost["own_cost"]), (&json!("9.00"), &json!("OWN"), &json!(true)));
        admin.put(&path, json!({"cost_amount": null})).await.refused(422, "invalid");
        let supply_path = format!("/api/supplies/{}", egg["id"]);
        admin.put(&supply_path, json!({"cost_amount": "100000.01"})).await.refused(422, "invalid");
        admin.put(&path, json!({"own_cost": false})).await.ok();

        house.sql("UPDATE supplies SET cost_amount = 14400000 WHERE name = 'Huevo'").await;
        assert_eq!(product(&admin, "Dos huevos").await["food_cost"], "2.40");
        house.sql("UPDATE supplies SET cost_amount = NULL WHERE name = 'Huevo'").await;
        let unknown = product(&admin, "Dos huevos").await;
        assert_eq!((&unknown["food_cost"], &unknown["margin_percent"]), (&json!(null), &json!(null)), "unknown is not zero");
        let row = admin.get("/api/products?term=dos%20huevos").await.rows()[0].clone();
        assert_eq!(row["food_cost"], json!(null));
    }

    async fn a_counted_product_costs_its_average_whatever_was_typed(house: House) {
        let admin = house.app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let beef = named(&c.supplies, "Lomo fino");
        let dish = |name: &str, grams: i64| json!({"name": name, "category_id": c.categories[0]["id"], "sale_amount": "118", "has_supplies": true,
            "supply_items": [{"supply_id": beef["id"], "quantity": grams, "measurement_id": c.unit("g")}]});
        admin.post("/api/products", dish("Carne poca", 100)).await.ok();
        admin.post("/api/products", dish("Carne mucha", 200)).await.ok();
        house.wait_until_valued().await;
        house.sql("UPDATE stock_values SET unit_cost = 60000000 WHERE item_kind = 'SUPPLY'
            AND item_id = (SELECT id FROM supplies WHERE name = 'Lomo fino')").await;
        let little = product(&admin, "Carne poca").await;
        assert_eq!((&little["food_cost"], &little["margin_percent"]), (&json!("6.00"), &json!("94")));
        assert_eq!(little["cost_is_pending"], false);
        let listed = admin.get("/api/supplies?term=lomo&sort=-unit_cost").await.rows()[0].clone();
        assert_eq!((&listed["unit_cost"], &listed["cost_amount"]), (&json!("60.00"), &json!("48.00")), "recipes take the average");
        assert_eq!(little["supplies_with_details"][0]["unit_price"], "60.00");
        house.sql("UPDATE supplies SET cost_amount = NULL WHERE name = 'Lomo fino'").await;
        assert_eq!(product(&admin, "Carne mucha").await["food_cost"], "12.00", "what is valued needs nothing typed");
        for (sort, first) in [("food_cost", "Carne poca"), ("-food_cost", "Carne mucha"), ("margin_percent", "Carne mucha")] {
            let rows = admin.get(&format!("/api/products?term=carne&sort={sort}")).await.rows();
            assert_eq!(rows[0]["name"], first, "{sort}");
        }
        house.sql("UPDATE stock_values SET replay_from = valued_at, changes = changes - 1 WHERE item_kind = 'SUPPLY'
            AND item_id = (SELECT id FROM supplies WHERE name = 'Lomo fino')").await;
        let waits = product(&admin, "Carne poca").await;
        assert_eq!((&waits["cost_is_pending"], &waits["food_cost"]), (&json!(true), &json!("6.00")));
    }

    async fn a_combo_costs_what_its_dishes_cost(house: House) {
        let admin = house.app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let plain = |name: &str, cost: Value| json!({"name": name, "category_id": c.categories[0]["id"], "sale_amount": "10", "cost_amount": cost});
        let one = admin.post("/api/products", plain("Parte uno", json!("2.50"))).await.ok();
        let two = admin.post("/api/products", plain("Parte dos", json!("4"))).await.ok();
        assert_eq!((&one["food_cost"], &one["cost_source"]), (&json!("2.50"), &json!("OWN")));
        let body = json!({"name": "Combo barato", "category_id": c.categories[0]["id"], "sale_amount": "23.60", "is_combo": true,
            "combo_items": [{"product_id": one["id"], "quantity": 2}, {"product_id": two["id"], "quantity": 1}]});
        let combo = admin.post("/api/products", body).await.ok();
        assert_eq!((&combo["food_cost"], &combo["cost_source"], &combo["margin_percent"]), (&json!("9.00"), &json!("COMBO"), &json!("55")));
        admin.put(&format!("/api/products/{}", two["id"]), json!({"cost_amount": null})).await.ok();
        assert_eq!(product(&admin, "Combo barato").await["food_cost"], json!(null));
    }

    async fn a_sold_dish_cost_what_its_form_told(till: Till) {
        let (house, admin) = (&till.house, till.house.app.login("admin").await);
        let c = DemoIds::load(&admin).await;
        house.wait_until_valued().await;
        house.sql("UPDATE supplies SET has_stock = FALSE, cost_amount = 7200000 WHERE name = 'Huevo'").await;
        let (egg, beef, kola) = (named(&c.supplies, "Huevo"), named(&c.supplies, "Lomo fino"), house.product("Inca Kola 500 ml").await);
        let dish = async |name: &str, more: Value| {
            let mut body = json!({"name": name, "category_id": c.categories[0]["id"], "sale_amount": "59.00", "cost_amount": "2.50"});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            admin.post("/api/products", body).await.ok()["id"].clone()
        };
        let recipe = json!({"has_supplies": true, "supply_items": [{"supply_id": egg["id"], "quantity": 2, "measurement_id": c.unit("und")},
            {"supply_id": beef["id"], "quantity": 200, "measurement_id": c.unit("g")}]});
        let plain = dish("Tamal comprado", json!({})).await;
        dish("Bistec montado", recipe.clone()).await;
        let mut own = recipe.clone();
        own["own_cost"] = json!(true);
        dish("Bistec de la casa", own).await;
        let house_steak = product(&admin, "Bistec de la casa").await["id"].clone();
        dish("Combo tamal", json!({"is_combo": true, "combo_items": [{"product_id": plain, "quantity": 2}, {"product_id": kola["id"], "quantity": 1},
            {"product_id": house_steak, "quantity": 1}]})).await;
        dish("Sin costo", json!({"cost_amount": null})).await;
        let names = ["Tamal comprado", "Bistec montado", "Bistec de la casa", "Combo tamal"];

        let account = till.send_takeaway(&[(2, names[0]), (2, names[1]), (2, names[2]), (2, names[3]), (1, "Sin costo")]).await;
        till.pay(account, json!({"Efectivo": "531.00"}), json!({})).await.ok();
        house.wait_until_valued().await;
        let mut told = Vec::new();
        for name in names {
            told.push((name.to_owned(), product(&admin, name).await["food_cost"].clone()));
        }
        let sold = async || {
            let report = admin.get("/api/menu-engineering").await.ok();
            let cost = |name: &str| report["dishes"].as_array().unwrap().iter().find(|d| d["name"] == name).unwrap_or_else(|| panic!("{name}: {report}"))["cost"].clone();
            assert_eq!(report["without_cost"].as_array().unwrap().iter().map(|d| d["name"].clone()).collect::<Vec<_>>(), [json!("Sin costo")]);
            names.map(|name| (name.to_owned(), cost(name))).to_vec()
        };
        assert_eq!(sold().await, told, "the list and the report have one answer");
        house.sql("UPDATE products SET cost_amount = 9000000").await;
        house.sql("UPDATE supplies SET cost_amount = 9000000").await;
        assert_eq!(sold().await, told, "what was sold cost what it did that day");
    }

    async fn a_topping_without_a_cost_makes_the_cost_unknown_unless_it_is_a_wish(till: Till) {
        let (house, admin) = (&till.house, till.house.app.login("admin").await);
        let c = DemoIds::load(&admin).await;
        let dish = async |name: &str, topping: Value| {
            let topping = admin.post("/api/toppings", topping).await.ok()["id"].clone();
            let body = json!({"name": name, "category_id": c.categories[0]["id"], "sale_amount": "59.00", "cost_amount": "2.50",
                "has_toppings": true, "topping_ids": [topping]});
            let saved = admin.post("/api/products", body).await.ok();
            json!({"product": {"id": saved["id"]}, "qty": 1, "toppings": [{"id": topping, "quantity": 2}]})
        };
        let lines = [
            dish("Tamal con deseo", json!({"name": "Sin salsa", "sale_amount": "0"})).await,
            dish("Tamal con queso", json!({"name": "Queso de prueba", "sale_amount": "4"})).await,
            dish("Tamal con jamón", json!({"name": "Jamón de prueba", "sale_amount": "4", "cost_amount": "1.20"})).await,
        ];
        house.send_order("12", &lines).await;
        let mut tx = house.db().read().await.unwrap();
        let costs: Vec<Option<comanda::money::Money>> = tx
            .query("SELECT entered_cost FROM order_lines WHERE product_id IN (SELECT id FROM products WHERE name LIKE 'Tamal con %') ORDER BY id")
            .column()
            .await
            .unwrap();
        assert_eq!(costs, [Some("2.50".parse().unwrap()), None, Some("4.90".parse().unwrap())]);
    }

    async fn the_largest_possible_costs_can_be_sorted(house: House) {
        let admin = house.app.login("admin").await;
        house.wait_until_valued().await;
        house.sql("UPDATE supplies SET cost_amount = 1000000000000000").await;
        house.sql("UPDATE stock_values SET unit_cost = 1000000000000000 WHERE unit_cost IS NOT NULL").await;
        house.sql("UPDATE product_supplies SET quantity_base = 1000000000000000").await;
        assert_eq!(admin.get("/api/products?sort=margin_percent").await.rows().len(), 20);
        assert_eq!(admin.get("/api/products?sort=-food_cost&page=false").await.rows()[0]["food_cost"], json!(null), "too large to tell");
    }
}
