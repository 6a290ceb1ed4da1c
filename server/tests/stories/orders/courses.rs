//! Courses of a meal: what leaves when an order is sent, what waits, and what is fired by waiter, cook or by itself.

use super::house::House;
use crate::{money::till::Till, on_both_databases, support::client::Client};
use serde_json::{Value, json};

/// The demo restaurant with courses: drinks leave at once, desserts fire by themselves.
struct Courses {
    drinks: Value,
    mains: Value,
    desserts: Value,
}

const STARTER: &str = "Causa limeña de pollo";
const MAIN: &str = "Lomo saltado";
const DESSERT: &str = "Picarones";
const DRINK: &str = "Chicha morada";

impl House {
    async fn set_up_courses(&self) -> Courses {
        let admin = self.app.login("admin").await;
        let mut ids = Vec::new();
        for course in [
            json!({"name": "Bebidas", "at_once": true}),
            json!({"name": "Entradas"}),
            json!({"name": "Fondos"}),
            json!({"name": "Postres", "auto_fire": true}),
        ] {
            ids.push(admin.post("/api/courses", course).await.ok()["id"].clone());
        }
        for (dish, course) in [(DRINK, &ids[0]), (STARTER, &ids[1]), (MAIN, &ids[2]), (DESSERT, &ids[3])] {
            let path = format!("/api/products/{}", self.product_id(dish).await);
            admin.put(&path, json!({"course_id": course})).await.ok();
        }
        Courses { drinks: ids[0].clone(), mains: ids[2].clone(), desserts: ids[3].clone() }
    }
    /// Lets Rosa order one of each dish at an account, and send it.
    async fn add(&self, account: &Value, dishes: &[&str]) -> Value {
        let mut products = Vec::new();
        for dish in dishes {
            products.push(self.order_item(1, dish).await);
        }
        self.rosa.post("/api/orders", json!({"client_request": account, "products": products})).await.ok()
    }
    async fn order_meal(&self, table: &str) -> Value {
        let id = json!(self.open_table(&self.rosa, table).await);
        self.add(&id, &[DRINK, STARTER, MAIN, DESSERT]).await
    }
}

async fn fire(someone: &Client, account: &Value, course: &Value) -> Value {
    someone.post(&format!("/api/client-requests/{account}/fire"), json!({"course_id": course})).await.ok()
}

/// The state of each course of an account in the order of eating.
fn states(account: &Value) -> Vec<(&str, &str)> {
    let courses = account["courses"].as_array().unwrap();
    courses.iter().map(|c| (c["name"].as_str().unwrap(), c["state"].as_str().unwrap())).collect()
}

/// The names of the lines of a command.
fn sent(command: &Value) -> Vec<&str> {
    command["lines"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect()
}

/// Moves every sent line of an account on until it is served.
async fn serve_all(house: &House, account: &Value) {
    let cook = house.app.login("cocina").await;
    for status in ["PROCESSING", "PREPARED", "DELIVERED"] {
        cook.post(&format!("/api/client-requests/{account}/advance"), json!({"status": status, "confirm": true}))
            .await
            .ok();
    }
}

on_both_databases! {
    async fn drinks_and_the_first_course_leave_and_the_rest_waits_until_it_is_fired(house: House) {
        let courses = house.set_up_courses().await;
        let order = house.order_meal("12").await;
        let account = &order["client_request"];
        assert_eq!(sent(&order["command"]), [DRINK, STARTER]);
        assert_eq!(states(account), [("Bebidas", "FIRED"), ("Entradas", "FIRED"), ("Fondos", "HELD"), ("Postres", "HELD")]);
        let next: Vec<_> = account["courses"].as_array().unwrap().iter().filter(|c| c["is_next"] == true).map(|c| &c["course_id"]).collect();
        assert_eq!(next, [&courses.mains]);
        let printed: String = house.papers().await.iter().map(|paper| paper.text.clone()).collect();
        assert!(printed.contains("- ENTRADAS -") && printed.contains("CAUSA") && !printed.contains("LOMO"), "{printed}");

        let fired = fire(&house.rosa, &account["id"], &courses.mains).await;
        assert_eq!(sent(&fired["command"]), [MAIN]);
        assert_eq!(states(&fired["client_request"])[2..], [("Fondos", "FIRED"), ("Postres", "HELD")]);
        let paper = house.papers().await.pop().unwrap();
        assert!(paper.has("MARCHAR FONDOS") && paper.has("1 LOMO SALTADO") && !paper.has("DESPUÉS"), "{}", paper.text);
        let path = format!("/api/client-requests/{}/fire", account["id"]);
        let again = house.rosa.post(&path, json!({"course_id": courses.mains})).await.refused(409, "not_sendable");
        assert!(again["message"].as_str().unwrap().starts_with("Fondos ya salió a las "), "{again}");
        house.rosa.post(&path, json!({"course_id": null})).await.refused(409, "not_sendable");
        house.rosa.post(&path, json!({"course_id": 999_999})).await.refused(409, "not_sendable");
    }

    async fn the_wall_shows_what_comes_and_a_cook_may_fire_it_but_not_tick_it(house: House) {
        let courses = house.set_up_courses().await;
        let order = house.order_meal("12").await;
        let cook = house.app.login("cocina").await;
        let wall = cook.get("/api/kitchen").await.ok();
        let held = wall["held"].as_array().unwrap();
        let shown: Vec<_> = held.iter().map(|c| (c["course"].as_str().unwrap(), c["label"].as_str().unwrap(), c["is_next"] == true)).collect();
        assert_eq!(shown, [("Fondos", "MESA 12", true), ("Postres", "MESA 12", false)]);
        let lomo = wall["totals"].as_array().unwrap().iter().find(|t| t["name"] == MAIN).unwrap();
        assert_eq!((&lomo["pending"], &lomo["coming"]), (&json!("0"), &json!("1")));
        let card = wall["cards"].as_array().unwrap().iter().find(|c| c["course"] == "Entradas").unwrap();
        assert_eq!((&card["lines"][0]["course"], &card["lines"][1]["course"]), (&json!("Bebidas"), &json!("Entradas")));
        let line = json!([{"line_id": held[0]["lines"][0]["id"]}]);
        cook.post("/api/kitchen/advance", json!({"items": line, "status": "PROCESSING"})).await.refused(409, "conflict");
        fire(&cook, &order["client_request"]["id"], &courses.mains).await;
        let wall = cook.get("/api/kitchen").await.ok();
        assert_eq!(wall["held"].as_array().unwrap().len(), 1);
        let fired = wall["cards"].as_array().unwrap().iter().find(|c| c["course"] == "Fondos").expect("the mains are on the wall");
        assert_eq!(fired["number"], 2, "a command of its own, whose minutes begin now");
    }

    async fn what_is_added_later_joins_its_course(house: House) {
        let courses = house.set_up_courses().await;
        let order = house.order_meal("12").await;
        let id = &order["client_request"]["id"];
        let more = house.add(id, &[MAIN]).await;
        assert_eq!(more["command"], Value::Null, "it waits with the other mains");
        let kitchen = house.app.login("cocina").await.get("/api/kitchen").await.ok();
        assert_eq!(kitchen["totals"].as_array().unwrap().iter().find(|t| t["name"] == MAIN).unwrap()["coming"], "2");
        fire(&house.rosa, id, &courses.mains).await;
        let late = house.add(id, &[MAIN, STARTER, DRINK, DESSERT]).await;
        assert_eq!(sent(&late["command"]), [MAIN, STARTER, DRINK], "their courses were reached");
        house.rosa.post("/api/commands", json!({"client_request_id": id})).await.refused(409, "not_sendable");
    }

    async fn the_waiter_decides_otherwise_by_dish(house: House) {
        let courses = house.set_up_courses().await;
        let id = json!(house.open_table(&house.rosa, "12").await);
        let with = |mut item: Value, more: Value| {
            item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            item
        };
        let products = json!([
            house.order_item(1, STARTER).await,
            with(house.order_item(1, DESSERT).await, json!({"hold": false})),
            with(house.order_item(1, DRINK).await, json!({"hold": true})),
            with(house.order_item(1, MAIN).await, json!({"course_id": null})),
        ]);
        let order = house.rosa.post("/api/orders", json!({"client_request": id, "products": products})).await.ok();
        assert_eq!(sent(&order["command"]), [STARTER, DESSERT, MAIN], "the comanda is in the order of the account");
        let wrong = json!([with(house.order_item(1, STARTER).await, json!({"course_id": 999_999}))]);
        house.rosa.post("/api/orders", json!({"client_request": id, "products": wrong})).await.refused(422, "invalid");

        let waiting = order["client_request"]["lines"].as_array().unwrap().iter().find(|l| l["name"] == DRINK).unwrap();
        let line = format!("/api/orders/{}", waiting["id"]);
        let changed = house.rosa.put(&line, json!({"course_id": courses.mains, "qty": 2})).await.ok();
        assert_eq!((&changed["course"]["name"], &changed["qty"]), (&json!("Fondos"), &json!("2")));
        let released = house.rosa.put(&line, json!({"hold": false})).await.ok();
        assert_eq!(released["held_at"], Value::Null);
        let command = house.rosa.post("/api/commands", json!({"client_request_id": id})).await.ok();
        assert_eq!(sent(&command), [DRINK]);
    }

    async fn what_waits_is_removed_without_a_pin_and_the_wall_forgets_it(house: House) {
        house.set_up_courses().await;
        let order = house.order_meal("12").await;
        for line in order["client_request"]["lines"].as_array().unwrap().iter().filter(|l| !l["held_at"].is_null()) {
            house.rosa.delete(&format!("/api/orders/{}", line["id"])).await.ok();
        }
        let wall = house.app.login("cocina").await.get("/api/kitchen").await.ok();
        assert_eq!(wall["held"], json!([]));
        assert_eq!(house.papers().await.iter().filter(|paper| paper.document == "CANCELLATION").count(), 0);
    }

    async fn serving_everything_fires_the_next_course_by_itself(house: House) {
        let courses = house.set_up_courses().await;
        let order = house.order_meal("12").await;
        let id = &order["client_request"]["id"];
        serve_all(&house, id).await;
        assert_eq!(states(&house.load_account(id).await)[2..], [("Fondos", "HELD"), ("Postres", "HELD")], "mains are fired by a person");
        fire(&house.rosa, id, &courses.mains).await;
        serve_all(&house, id).await;
        assert_eq!(states(&house.load_account(id).await)[2..], [("Fondos", "SERVED"), ("Postres", "FIRED")]);
    }

    async fn a_course_that_sold_out_meanwhile_keeps_waiting_and_hinders_nobody(house: House) {
        let courses = house.set_up_courses().await;
        let order = house.order_meal("12").await;
        let id = &order["client_request"]["id"];
        fire(&house.rosa, id, &courses.mains).await;
        let cashier = house.app.login("cajero").await;
        let dessert = house.product_id(DESSERT).await;
        cashier.put(&format!("/api/products/{dessert}/sold-out"), json!({"sold_out": true})).await.ok();
        serve_all(&house, id).await;
        assert_eq!(states(&house.load_account(id).await)[2..], [("Fondos", "SERVED"), ("Postres", "HELD")]);
        let path = format!("/api/client-requests/{id}/fire");
        house.rosa.post(&path, json!({"course_id": courses.desserts})).await.refused(409, "sold_out");
        let more = house.add(id, &[DRINK]).await;
        assert_eq!(sent(&more["command"]), [DRINK], "what is sold out and waits stops no drink");
    }

    async fn moves_keep_what_waits_with_its_guests(house: House) {
        let courses = house.set_up_courses().await;
        house.order_meal("12").await;
        house.add(&json!(house.open_table(&house.rosa, "1").await), &[MAIN]).await;
        let body = json!({"origin_table_id": house.table_id("12").await, "destination_table_id": house.table_id("1").await});
        house.rosa.post("/api/pos-options/merge-tables", body).await.ok();
        let wall = house.app.login("cocina").await.get("/api/kitchen").await.ok();
        assert!(wall["held"].as_array().unwrap().iter().all(|c| c["label"] == "MESA 1"), "{}", wall["held"]);
        let floor = house.rosa.get("/api/floor").await.ok();
        let tables = floor["salons"].as_array().unwrap().iter().flat_map(|s| s["tables"].as_array().unwrap());
        let table = tables.into_iter().find(|t| t["name"] == "1").unwrap();
        assert_eq!((&table["request"]["held_count"], &table["request"]["unsent_count"]), (&json!(2), &json!(0)));
        fire(&house.rosa, &table["client_request_id"], &courses.mains).await;
    }

    async fn a_full_payment_sends_what_still_waits(house: House) {
        house.set_up_courses().await;
        let order = house.order_meal("12").await;
        let account = &order["client_request"];
        let till = Till::open_in(house).await;
        let options = json!({"Efectivo": account["totals"]["total"]});
        till.pay(account["id"].as_i64().unwrap(), options, json!({})).await.ok();
        let cook = till.house.app.login("cocina").await.get("/api/kitchen").await.ok();
        assert_eq!(cook["held"], json!([]));
        let names: Vec<&str> = cook["cards"].as_array().unwrap().iter().flat_map(|c| c["lines"].as_array().unwrap()).map(|l| l["name"].as_str().unwrap()).collect();
        assert!(names.contains(&MAIN) && names.contains(&DESSERT), "{names:?}");
    }

    async fn take_away_does_not_wait(house: House) {
        house.set_up_courses().await;
        let open = json!({"type": "ORDER", "client_name": "Jorge"});
        let account = house.rosa.post("/api/client-requests", open).await.ok();
        let order = house.add(&account["id"], &[DRINK, STARTER, MAIN, DESSERT]).await;
        assert_eq!(sent(&order["command"]).len(), 4);
        assert_eq!(order["client_request"]["courses"], json!([]));
    }

    async fn a_comanda_announces_what_comes_later_where_the_restaurant_wants_it(house: House) {
        house.set_up_courses().await;
        house.app.login("admin").await.put("/api/global-settings", json!({"print_held_courses": true})).await.ok();
        house.order_meal("12").await;
        let papers = house.papers().await;
        let kitchen = papers.iter().find(|paper| paper.area == "COCINA").unwrap();
        assert!(kitchen.text.contains("DESPUÉS") && kitchen.text.contains("FONDOS: 1 Lomo saltado"), "{}", kitchen.text);
    }

    async fn two_tills_fire_a_course_once(house: House) {
        let courses = house.set_up_courses().await;
        let order = house.order_meal("12").await;
        let path = format!("/api/client-requests/{}/fire", order["client_request"]["id"]);
        let body = json!({"course_id": courses.mains});
        let replies = futures::future::join_all((0..4).map(|_| house.rosa.post(&path, body.clone()))).await;
        assert_eq!(replies.iter().filter(|reply| reply.status.is_success()).count(), 1);
        let printed: Vec<_> = house.papers().await.into_iter().filter(|paper| paper.has("MARCHAR FONDOS")).collect();
        assert_eq!(printed.len(), 1);
    }

    async fn another_waiters_table_is_not_fired(house: House) {
        let courses = house.set_up_courses().await;
        let order = house.order_meal("12").await;
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE").await;
        let other = house.app.login("mozo2").await;
        let path = format!("/api/client-requests/{}/fire", order["client_request"]["id"]);
        other.post(&path, json!({"course_id": courses.mains})).await.refused(422, "not_permitted");
        assert_eq!(states(&house.load_account(&order["client_request"]["id"]).await)[2], ("Fondos", "HELD"));
        assert!(courses.drinks.is_number());
    }
}
