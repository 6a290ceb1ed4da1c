//! Deleting what somebody begins to use: either it is gone and the other request is told so, or it is in use and stays.

use super::{TIMES, assert_exactly_one_succeeded};
use crate::{
    money::till::{Till, payment},
    on_both_databases,
    orders::house::House,
    support::client::Client,
};
use serde_json::{Value, json};

/// Creates a row of a list; returns its id.
async fn create_row(admin: &Client, list: &str, body: Value) -> i64 {
    admin.post(&format!("/api/{list}"), body).await.ok()["id"].as_i64().unwrap()
}

/// Deletes a row while a new row of `list` begins to use it.
async fn race_delete_against_use(two: (&Client, &Client), deleted_path: &str, list: &str, body: Value) {
    let (path, list) = (format!("/api/{deleted_path}"), format!("/api/{list}"));
    let (deleted, used) = tokio::join!(two.0.delete(&path), two.1.post(&list, body));
    assert_exactly_one_succeeded(&format!("{deleted_path} for {list}"), &deleted, &used);
}

on_both_databases! {
    async fn a_category_is_deleted_empty_or_stays(house: House) {
        let (admin, jorge) = (house.app.login("admin").await, house.app.login("supervisor").await);
        let two = (&admin, &jorge);
        for n in 0..TIMES {
            for (kind, list, body) in [
                ("PRODUCT", "products", json!({"sale_amount": "9.00"})),
                ("PRODUCT", "comment", json!({})),
                ("SUPPLY", "supplies", json!({"measurement_id": 1})),
                ("TOPPING", "toppings", json!({"sale_amount": "1.00"})),
            ] {
                let category = create_row(&admin, "categories", json!({"name": format!("De paso {list} {n}"), "type": kind})).await;
                let mut body = body;
                body["category_id"] = json!(category);
                body["name"] = json!(format!("Nuevo {n}"));
                race_delete_against_use(two, &format!("categories/{category}"), list, body).await;
            }
        }
    }

    async fn nothing_is_assigned_to_a_deleted_or_wrong_category(house: House) {
        let admin = house.app.login("admin").await;
        let create_category = async |kind: &str| create_row(&admin, "categories", json!({"name": format!("De paso {kind}"), "type": kind})).await;
        let (dishes, store) = (create_category("PRODUCT").await, create_category("SUPPLY").await);
        admin.post("/api/toppings", json!({"name": "Nuevo", "sale_amount": "1.00", "category_id": dishes})).await.refused(422, "invalid");
        for category in [dishes, store] {
            admin.delete(&format!("/api/categories/{category}")).await.ok();
        }
        for (list, body) in [
            ("comment", json!({"category_id": dishes})),
            ("supplies", json!({"category_id": store, "measurement_id": 1})),
            ("products", json!({"category_id": dishes, "sale_amount": "9.00"})),
        ] {
            let mut body = body;
            body["name"] = json!("Nuevo");
            let refused = admin.post(&format!("/api/{list}"), body).await.refused(422, "invalid");
            assert!(refused["errors"]["category_id"].is_array(), "{list}: {refused}");
        }
    }

    async fn a_unit_an_area_a_topping_and_a_dish_are_deleted_unused_or_stay(house: House) {
        let (admin, jorge) = (house.app.login("admin").await, house.app.login("supervisor").await);
        let two = (&admin, &jorge);
        let category = admin.get("/api/categories?active_only=true").await.rows()[0]["id"].clone();
        for n in 0..TIMES {
            let unit = create_row(&admin, "measurements", json!({"symbol": format!("u{n}"), "name": "Una medida"})).await;
            race_delete_against_use(two, &format!("measurements/{unit}"), "supplies", json!({"name": format!("Nuevo {n}"), "measurement_id": unit})).await;
            let area = create_row(&admin, "production-areas", json!({"name": format!("Horno {n}")})).await;
            let dish = |name: &str| json!({"name": format!("{name} {n}"), "category_id": category, "sale_amount": "9.00"});
            let mut baked = dish("Del horno");
            baked["production_area_id"] = json!(area);
            race_delete_against_use(two, &format!("production-areas/{area}"), "products", baked).await;
            let topping = create_row(&admin, "toppings", json!({"name": format!("Encima {n}"), "sale_amount": "1.00"})).await;
            let mut topped = dish("Con adicional");
            (topped["has_toppings"], topped["topping_ids"]) = (json!(true), json!([topping]));
            race_delete_against_use(two, &format!("toppings/{topping}"), "products", topped).await;
            let option = create_row(&admin, "toppings", json!({"name": format!("Opción {n}"), "sale_amount": "1.00"})).await;
            let choices = |name: &str, topping: i64| json!({"name": format!("{name} {n}"), "options": [{"topping_id": topping}]});
            race_delete_against_use(two, &format!("toppings/{option}"), "choice-groups", choices("Con opción", option)).await;
            let kept = create_row(&admin, "toppings", json!({"name": format!("Otra opción {n}"), "sale_amount": "1.00"})).await;
            let group = create_row(&admin, "choice-groups", choices("Grupo", kept)).await;
            let mut offering = dish("Con grupo");
            offering["choice_group_ids"] = json!([group]);
            race_delete_against_use(two, &format!("choice-groups/{group}"), "products", offering).await;
            let opened = create_row(&admin, "choice-groups", choices("Grupo que se abre", kept)).await;
            let mut opening = choices("Grupo que abre", kept);
            opening["options"][0]["group_id"] = json!(opened);
            race_delete_against_use(two, &format!("choice-groups/{opened}"), "choice-groups", opening).await;
            let part = create_row(&admin, "products", dish("Parte")).await;
            let mut combo = dish("Combo");
            (combo["is_combo"], combo["combo_items"]) = (json!(true), json!([{"product_id": part, "quantity": 1}]));
            race_delete_against_use(two, &format!("products/{part}"), "products", combo).await;
            let supply = create_row(&admin, "supplies", json!({"name": format!("Insumo {n}"), "measurement_id": 1})).await;
            let mut cooked = dish("Con receta");
            (cooked["has_supplies"], cooked["supply_items"]) = (json!(true), json!([{"supply_id": supply, "quantity": "1"}]));
            race_delete_against_use(two, &format!("supplies/{supply}"), "products", cooked).await;
        }
    }

    async fn a_method_of_payment_is_deleted_unused_or_stays(till: Till) {
        let admin = till.house.app.login("admin").await;
        for n in 0..TIMES {
            let name = format!("Vale {n}");
            let option = create_row(&admin, "payment-options", json!({"name": name, "payment_type_id": 3})).await;
            let id = till.send_takeaway(&[(1, "Cau cau")]).await;
            let body = payment(id, json!({name: "28"}), json!({}));
            race_delete_against_use((&admin, &till.luis), &format!("payment-options/{option}"), "payments", body).await;
        }
    }

    async fn a_deleted_or_disabled_cash_box_or_shift_cannot_be_opened(till: Till) {
        let (admin, jorge) = (till.house.app.login("admin").await, till.house.app.login("supervisor").await);
        let turn = admin.get("/api/turns").await.rows()[0]["id"].clone();
        for n in 0..TIMES {
            for switched_off in [false, true] {
                let name = format!("Caja {n}{switched_off}");
                let cashbox = create_row(&admin, "cashboxes", json!({"name": name})).await;
                let path = format!("/api/cashboxes/{cashbox}");
                let taken_away = async {
                    if switched_off { admin.put(&path, json!({"status": "INACTIVE"})).await } else { admin.delete(&path).await }
                };
                let body = json!({"cashbox_id": cashbox, "turn_id": turn, "open_amount": "10.00", "status": "OPEN"});
                let (deletion, opening_reply) = tokio::join!(taken_away, jorge.post("/api/cashbox-cycles", body));
                if !assert_exactly_one_succeeded(&name, &deletion, &opening_reply) {
                    let close = format!("/api/cashbox-cycles/{}", opening_reply.ok()["id"]);
                    jorge.put(&close, json!({"status": "CLOSED", "close_amount": "10.00"})).await.ok();
                }
            }
        }
    }
}
