//! Creating and changing products: every field is stored and returned, only named fields change, and everything invalid is refused.

use super::{DemoIds, logged, named, product};
use crate::{on_both_databases, support::app::TestApp, support::client::Client};
use serde_json::{Value, json};

/// A dish with every field that a dish can have.
fn full_dish_body(c: &DemoIds) -> Value {
    json!({
        "name": "  Arroz   chaufa de la casa ",
        "description": "Con langostinos",
        "category_id": c.categories[1]["id"].to_string(),
        "production_area_id": c.areas[1]["id"],
        "sale_amount": "42.505", "delivery_price": 44, "delivery_app_price": "50.10", "minimum_sale_price": "30",
        "cost_amount": "12.345678", "min_stock": "3", "is_delivered": 0, "has_stock": 1,
        "has_variants": true, "has_supplies": true, "has_toppings": true,
        "plate": "{\"base\":\"#b98442\",\"top\":[\"shrimp\"]}", "position": 7,
        "variants": [
            {"options": {c.option("Porción", "Personal"): "0"}},
            {"options": {c.option("Porción", "Familiar"): "20.5"}},
        ],
        "supply_items": [
            {"supply_id": c.supplies[0]["id"], "quantity": "1.5", "measurement_id": c.supplies[0]["measurement_id"]},
            {"supply_id": c.supplies[1]["id"], "quantity": 2},
        ],
        "topping_ids": [c.toppings[1]["id"], c.toppings[0]["id"]],
    })
}

async fn bare(admin: &Client, c: &DemoIds, name: &str) -> Value {
    let body = json!({"name": name, "category_id": c.categories[0]["id"], "sale_amount": "10"});
    admin.post("/api/products", body).await.ok()
}

on_both_databases! {
    async fn every_field_is_stored_and_returned(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let saved_product = admin.post("/api/products", full_dish_body(&c)).await.ok();
        assert_eq!(admin.get(&format!("/api/products/{}", saved_product["id"])).await.ok(), saved_product);
        for (field, value) in [
            ("name", json!("Arroz chaufa de la casa")), ("description", json!("Con langostinos")),
            ("category_id", c.categories[1]["id"].clone()), ("category", c.categories[1]["name"].clone()),
            ("production_area", c.areas[1]["name"].clone()), ("sale_amount", json!("42.505")),
            ("delivery_price", json!("44.00")), ("delivery_app_price", json!("50.10")), ("minimum_sale_price", json!("30.00")),
            ("cost_amount", json!("12.345678")), ("min_stock", json!("3")), ("stock_left", json!("0")),
            ("is_delivered", json!(false)), ("has_stock", json!(true)), ("has_variants", json!(true)),
            ("has_supplies", json!(true)), ("has_toppings", json!(true)), ("is_combo", json!(false)),
            ("position", json!(7)), ("status", json!("ACTIVE")), ("type", json!("PRODUCT")), ("below_min_stock", json!(true)),
            ("updated_by", json!(admin.user["name"])), ("image", json!(null)),
        ] {
            assert_eq!(saved_product[field], value, "{field}");
        }
        let variants = saved_product["variants"].as_array().unwrap();
        assert_eq!((&variants[1]["name"], &variants[1]["additional_amount"]), (&json!("Familiar"), &json!("20.50")));
        let recipe = saved_product["supplies_with_details"].as_array().unwrap();
        assert_eq!((recipe.len(), &recipe[0]["quantity"], &recipe[0]["name"]), (2, &json!("1.5"), &c.supplies[0]["name"]));
        let toppings: Vec<&Value> = saved_product["toppings"].as_array().unwrap().iter().map(|t| &t["name"]).collect();
        let mut chosen = [&c.toppings[0], &c.toppings[1]];
        chosen.sort_by_key(|topping| topping["id"].as_i64());
        assert_eq!(toppings, chosen.map(|topping| &topping["name"]));
        let log = logged(&admin, "PRODUCT_CREATED").await;
        assert_eq!((&log["entity_id"], &log["after"]["sale_amount"]), (&saved_product["id"], &json!("42.505")), "{log}");
    }

    async fn a_change_affects_the_named_fields_and_is_announced_to_tills(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        let c = DemoIds::load(&admin).await;
        let saved_product = admin.post("/api/products", full_dish_body(&c)).await.ok();
        let path = format!("/api/products/{}", saved_product["id"]);
        let mut expected = saved_product.clone();
        for (change, field, value) in [
            (json!({"status": "INACTIVE"}), "status", json!("INACTIVE")),
            (json!({"delivery_price": null}), "delivery_price", json!(null)),
            (json!({"sale_amount": "45"}), "sale_amount", json!("45.00")),
            (json!({"production_area_id": null}), "production_area_id", json!(null)),
        ] {
            let changed = admin.put(&path, change).await.ok();
            assert_eq!(changed[field], value);
            for followed in [field, "margin_percent", "updated_at", "production_area", "skips_kitchen"] {
                expected[followed] = changed[followed].clone();
            }
            assert_eq!(changed, expected);
        }
        let log = logged(&admin, "PRICE_CHANGED").await;
        assert_eq!((&log["before"]["sale_amount"], &log["after"]["sale_amount"]), (&json!("42.505"), &json!("45.00")), "{log}");
        assert_eq!(log["after"]["status"], json!(null), "only what changed");

        let before = waiter.get("/api/catalog/sale").await.ok()["version"].clone();
        admin.put(&path, json!({"status": "ACTIVE"})).await.ok();
        assert_ne!(waiter.get("/api/catalog/sale").await.ok()["version"], before);
        let same = admin.put(&path, json!({"status": "ACTIVE"})).await.ok();
        assert_eq!(admin.put(&path, json!({})).await.ok(), same, "nothing said, nothing changed");
    }

    async fn disabled_parts_are_kept_until_they_are_enabled(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let saved_product = admin.post("/api/products", full_dish_body(&c)).await.ok();
        let path = format!("/api/products/{}", saved_product["id"]);
        let switched_off = admin.put(&path, json!({"has_variants": false, "has_supplies": false, "has_toppings": false})).await.ok();
        assert_eq!((&switched_off["variants"], switched_off["supplies_with_details"].as_array().unwrap().len()), (&json!([]), 2));
        let switched_on = admin.put(&path, json!({"has_variants": true, "has_supplies": true, "has_toppings": true})).await.ok();
        for field in ["variants", "supplies_with_details", "topping_ids", "food_cost"] {
            assert_eq!(switched_on[field], saved_product[field], "{field}");
        }
    }

    async fn a_choice_that_comes_back_is_the_same_choice(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let saved_product = admin.post("/api/products", full_dish_body(&c)).await.ok();
        let path = format!("/api/products/{}", saved_product["id"]);
        let whole: Value = saved_product["variants"].as_array().unwrap().iter().map(|v| json!({"options": v["options"]})).collect();
        let one = admin.put(&path, json!({"variants": [whole[1]]})).await.ok();
        assert_eq!(one["variants"].as_array().unwrap().len(), 1);
        assert_eq!(one["variants"][0]["id"], saved_product["variants"][1]["id"]);
        let back = admin.put(&path, json!({"variants": whole})).await.ok();
        assert_eq!(back["variants"], saved_product["variants"]);
        // Two attributes make a variant's name of two words.
        let two = json!([{"options": {c.option("Porción", "Familiar"): "1", c.option("Término", "Medio"): "2"}}]);
        let two = admin.put(&path, json!({"variants": two})).await.ok();
        assert_eq!((&two["variants"][0]["name"], &two["variants"][0]["additional_amount"]), (&json!("Medio, Familiar"), &json!("3.00")));
    }

    async fn an_invalid_product_is_refused_at_its_field(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let saved_product = bare(&admin, &c, "Tamal verde").await;
        let (medium, rare) = (c.option("Término", "Medio"), c.option("Término", "Inglés"));
        let supply = &c.supplies[0]["id"];
        let other_unit = c.unit(if c.supplies[0]["measurement"] == "l" || c.supplies[0]["measurement"] == "ml" { "kg" } else { "l" });
        for (body, field) in [
            (json!({"category_id": 999_999}), "category_id"),
            (json!({"production_area_id": 999_999}), "production_area_id"),
            (json!({"sale_amount": "-1"}), "sale_amount"),
            (json!({"sale_amount": "1.2345"}), "sale_amount"),
            (json!({"name": ""}), "name"),
            (json!({"has_variants": true, "variants": [{"options": {"999999": "0"}}]}), "variants.0.options"),
            (json!({"has_variants": true, "variants": [{"options": {medium: "0", rare: "0"}}]}), "variants.0.options"),
            (json!({"is_combo": true}), "combo_items"),
            (json!({"is_combo": true, "combo_items": []}), "combo_items"),
            (json!({"is_combo": true, "combo_items": [{"product_id": saved_product["id"], "quantity": 1}]}), "combo_items.0.product_id"),
            (json!({"is_combo": true, "combo_items": [{"product_id": 999_999, "quantity": 1}]}), "combo_items.0.product_id"),
            (json!({"is_combo": true, "combo_items": [{"product_id": c.products[0]["id"], "quantity": "0.5"}]}), "combo_items.0.quantity"),
            (json!({"has_supplies": true}), "supply_items"),
            (json!({"has_supplies": true, "supply_items": [{"supply_id": 999_999, "quantity": 1}]}), "supply_items.0.supply_id"),
            (json!({"has_supplies": true, "supply_items": [{"supply_id": supply, "quantity": 0}]}), "supply_items.0.quantity"),
            (json!({"has_supplies": true, "supply_items": [{"supply_id": supply, "quantity": 1, "measurement_id": other_unit}]}), "supply_items.0.measurement_id"),
            (json!({"has_toppings": true, "topping_ids": [999_999]}), "topping_ids.0"),
            (json!({"topping_ids": []}), "topping_ids"),
        ] {
            let refused = admin.put(&format!("/api/products/{}", saved_product["id"]), body.clone()).await.refused(422, "invalid");
            assert_eq!(refused["errors"].as_object().unwrap().keys().collect::<Vec<_>>(), [field], "{body}");
        }
        assert_eq!(product(&admin, "Tamal verde").await, saved_product, "nothing of it was kept");
        for (body, field) in [(json!({}), "category_id"), (json!({"category_id": c.categories[0]["id"]}), "sale_amount")] {
            let refused = admin.post("/api/products", body).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{refused}");
        }
    }

    async fn names_are_unique_regardless_of_capitals_and_accents(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let saved_product = bare(&admin, &c, "Ají relleno").await;
        let same_name = json!({"name": "AJI RELLENO", "category_id": c.categories[1]["id"], "sale_amount": "1"});
        let refused = admin.post("/api/products", same_name.clone()).await.refused(409, "already_exists");
        assert!(refused["message"].as_str().unwrap().contains("Ají relleno") && refused["errors"]["name"].is_array(), "{refused}");
        let lomo = product(&admin, "Lomo saltado").await;
        admin.put(&format!("/api/products/{}", lomo["id"]), json!({"name": "aji Relleno"})).await.refused(409, "already_exists");
        admin.put(&format!("/api/products/{}", saved_product["id"]), json!({"name": "AJÍ RELLENO"})).await.ok();
        admin.delete(&format!("/api/products/{}", saved_product["id"])).await.ok();
        admin.post("/api/products", same_name).await.ok();
        // Of two created at the same moment one succeeds.
        let twin = json!({"name": "Rocoto relleno nuevo", "category_id": c.categories[1]["id"], "sale_amount": "1"});
        let (one, two) = tokio::join!(admin.post("/api/products", twin.clone()), admin.post("/api/products", twin.clone()));
        let mut states = [one.status.as_u16(), two.status.as_u16()];
        states.sort_unstable();
        assert_eq!(states, [200, 409]);
    }

    async fn combos_do_not_nest(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let (dish, drink) = (bare(&admin, &c, "Plato uno").await, bare(&admin, &c, "Bebida uno").await);
        let items = json!([{"product_id": dish["id"], "quantity": 2}, {"product_id": drink["id"], "quantity": 1}]);
        let body = json!({"name": "Combo uno", "category_id": c.categories[0]["id"], "sale_amount": "25", "is_combo": true, "combo_items": items});
        let combo = admin.post("/api/products", body).await.ok();
        assert_eq!(combo["combo_has_product"].as_array().unwrap().len(), 2);
        assert_eq!(combo["combo_has_product"][0]["quantity"], "2");
        let path = format!("/api/products/{}", dish["id"]);
        let nested = json!({"is_combo": true, "combo_items": [{"product_id": drink["id"], "quantity": 1}]});
        let refused = admin.put(&path, nested).await.refused(409, "in_use");
        assert!(refused["message"].as_str().unwrap().contains("Combo uno"), "{refused}");
        let outer_combo = json!({"name": "Combo dos", "category_id": c.categories[0]["id"], "sale_amount": "25", "is_combo": true,
            "combo_items": [{"product_id": combo["id"], "quantity": 1}]});
        admin.post("/api/products", outer_combo).await.refused(422, "invalid");
        let single = admin.put(&format!("/api/products/{}", combo["id"]), json!({"is_combo": false})).await.ok();
        assert_eq!(single["combo_has_product"], json!([]));
        admin.put(&format!("/api/products/{}", combo["id"]), json!({"is_combo": true})).await.refused(422, "invalid");
    }

    async fn only_the_office_writes_and_a_repeated_call_does_nothing(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let body = json!({"name": "Una sola vez", "category_id": c.categories[0]["id"], "sale_amount": "10"});
        for role in ["cajero", "mozo", "cocina", "contador"] {
            let other = app.login(role).await;
            other.post("/api/products", body.clone()).await.refused(422, "not_permitted");
            other.put("/api/products/1", json!({"name": "x"})).await.refused(422, "not_permitted");
            other.delete("/api/products/1").await.refused(422, "not_permitted");
        }
        let key = uuid::Uuid::new_v4();
        let first = admin.post_with_key("/api/products", body.clone(), key).await.ok();
        assert_eq!(admin.post_with_key("/api/products", body, key).await.ok(), first);
        assert_eq!(admin.get("/api/products?term=una%20sola").await.rows().len(), 1);
        admin.put("/api/products/999999", json!({"name": "x"})).await.refused(404, "not_found");
        app.login("supervisor").await.put(&format!("/api/products/{}", first["id"]), json!({"sale_amount": 11})).await.ok();
    }

    async fn lists_are_sorted_filtered_and_paged(app: TestApp) {
        let admin = app.login("admin").await;
        let c = DemoIds::load(&admin).await;
        let names = |rows: Vec<Value>| rows.iter().map(|p| p["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        let rising = names(admin.get("/api/products?sort=name&page=false").await.rows());
        let mut falling = names(admin.get("/api/products?sort=-name&page=false").await.rows());
        falling.reverse();
        assert_eq!(rising, falling);
        assert!(rising.len() > 50 && rising[0].to_lowercase() < rising[1].to_lowercase());
        for column in ["position", "category", "production_area", "sale_amount", "delivery_price", "food_cost", "margin_percent", "status"] {
            assert_eq!(admin.get(&format!("/api/products?sort=-{column}")).await.rows().len(), 20, "{column}");
        }
        admin.get("/api/products?sort=secret").await.refused(422, "invalid");
        let by_margin = admin.get("/api/products?sort=margin_percent&page=false").await.rows();
        let known: Vec<f64> = by_margin.iter().filter_map(|p| p["margin_percent"].as_str()?.parse().ok()).collect();
        assert!(known.len() > 20 && known.windows(2).all(|w| w[0] <= w[1]), "{known:?}");
        let path_of_category = format!("/api/products?page=false&filters={{\"category_id\":[{}],\"status\":[\"ACTIVE\"]}}", c.categories[2]["id"]);
        let filtered = admin.get(&path_of_category.replace('"', "%22").replace('{', "%7B").replace('}', "%7D")).await.rows();
        assert!(!filtered.is_empty() && filtered.iter().all(|p| p["category_id"] == c.categories[2]["id"]));
        let second = admin.get("/api/products?sort=name&page=2&per_page=5").await.rows();
        assert_eq!(names(second), rising[5..10]);
        let waiter = app.login("mozo").await.get("/api/products?term=lomo%20saltado").await.rows();
        assert_eq!((&waiter[0]["food_cost"], &waiter[0]["cost_amount"], &waiter[0]["margin_percent"]), (&json!(null), &json!(null), &json!(null)));
        assert_eq!(named(&waiter, "Lomo saltado")["sale_amount"], "38.00");
    }
}
