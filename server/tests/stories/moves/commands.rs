//! Moving one command to another table.

use super::{NO_CHARGE, Rate, adjust, kitchen_cards, move_order, state, table_change_papers, table_on_map};
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::{House, lines},
    support::client::Client,
};
use serde_json::{Value, json};

/// Sends one more command; returns the answer.
async fn send_more(house: &House, id: &Value, products: &[Value]) -> Value {
    house.rosa.post("/api/orders", json!({"client_request": id, "products": products})).await.ok()
}

async fn pay(luis: &Client, id: &Value, more: Value) -> Value {
    let mut body = json!({"client_request_id": id, "payment_options": {"Efectivo": "500"}, "billing_type_id": 1});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    luis.post("/api/payments", body).await.ok()
}

fn named(account: &Value) -> Vec<(String, String)> {
    lines(account)
}

on_both_databases! {
    async fn a_command_moves_to_a_free_table_with_its_lines(house: House) {
        let first = house.send_order("5", &[house.order_item(2, "Lomo saltado").await]).await;
        let id = &first["client_request"]["id"];
        let second = send_more(&house, id, &[house.order_item(1, "Cau cau").await, house.order_item(1, "Chicha morada").await]).await;
        house.rosa.post(&format!("/api/orders/{id}/pre-order-print"), json!({})).await.ok();
        let moved = move_order(&house, &house.rosa, &second["command"]["id"], "5", "20").await.ok();

        let destination = &moved["client_request"];
        assert_eq!(destination["user"]["name"], "Rosa Quispe");
        assert_eq!(named(destination), [("Cau cau".into(), "1".into()), ("Chicha morada".into(), "1".into())]);
        assert_eq!(destination["lines"].as_array().unwrap().iter().map(|l| l["id"].clone()).collect::<Vec<_>>(), *second["lines"].as_array().unwrap());
        assert_eq!(destination["commands"][0]["id"], second["command"]["id"]);
        assert_eq!(destination["totals"]["total"], "37.00");
        let origin = &moved["origin"];
        assert_eq!((&origin["totals"]["total"], origin["commands"].as_array().unwrap().len()), (&json!("76.00"), 1));
        assert_eq!((state(&house, "5").await.as_str(), state(&house, "20").await.as_str()), ("OCCUPIED", "OCCUPIED"), "the pre-bill no longer holds");

        let cards = kitchen_cards(&house).await;
        assert_eq!(cards.iter().map(|c| (c.0.as_str(), c.2.len())).collect::<Vec<_>>(), [("MESA 5", 1), ("MESA 20", 2)]);
        let papers = table_change_papers(&house).await;
        assert_eq!(papers.iter().map(|p| p.area.as_str()).collect::<Vec<_>>(), ["COCINA", "BAR"]);
        assert!(papers[0].text.contains("MESA 5 - TERRAZA -> MESA 20 - SALÓN") && papers[0].text.contains("Comanda 0002"), "{}", papers[0].text);
        assert!(!papers[0].text.contains("LOMO"));
    }

    async fn the_last_command_leaves_an_empty_account_that_is_closed_by_hand(house: House) {
        let sent = house.send_order("5", &[house.order_item(1, "Lomo saltado").await]).await;
        house.send_order("6", &[house.order_item(1, "Cau cau").await]).await;
        let moved = move_order(&house, &house.rosa, &sent["command"]["id"], "5", "6").await.ok();
        assert_eq!(named(&moved["client_request"]), [("Lomo saltado".into(), "1".into()), ("Cau cau".into(), "1".into())]);
        assert_eq!((&moved["origin"]["lines"], &moved["origin"]["closed_at"]), (&json!([]), &Value::Null));
        assert_eq!(state(&house, "5").await, "OCCUPIED");
        house.rosa.put(&format!("/api/tables/{}/close", house.table_id("5").await), json!({})).await.ok();
        assert_eq!(state(&house, "5").await, "AVAILABLE");
    }

    async fn dismissed_units_of_a_command_move_with_it(house: House) {
        let sent = house.send_order("5", &[house.order_item(3, "Lomo saltado").await]).await;
        let (id, line) = (&sent["client_request"]["id"], &sent["lines"][0]);
        let why = json!({"order_ids": [line], "quantities": {line.to_string(): 1}, "pin": comanda::demo::PIN, "reason": "Uno menos"});
        house.rosa.put(&format!("/api/orders/{id}/dismiss"), why).await.ok();
        let moved = move_order(&house, &house.rosa, &sent["command"]["id"], "5", "6").await.ok();
        let states: Vec<_> = moved["client_request"]["lines"].as_array().unwrap().iter().map(|l| (l["qty"].clone(), l["status"].clone())).collect();
        assert_eq!(states, [(json!("2"), json!("PENDING")), (json!("1"), json!("DISMISSED"))]);
        assert_eq!(moved["origin"]["lines"], json!([]));
        assert!(table_change_papers(&house).await[0].text.contains(" 2 LOMO SALTADO"));
    }

    async fn paid_units_stay_and_the_others_move_as_a_line_of_their_own(till: Till) {
        let house = &till.house;
        let lomo = house.product("Lomo saltado").await;
        let products = [json!({"product": {"id": lomo["id"]}, "variant_id": lomo["variants"][0]["id"], "qty": 3, "comment": "sin cebolla", "toppings": [{"id": lomo["toppings"][0]}]}), house.order_item(1, "Cau cau").await];
        let sent = house.send_order("5", &products).await;
        let (id, line) = (&sent["client_request"]["id"], &sent["lines"][0]);
        let cook = house.app.login("cocina").await;
        cook.post("/api/kitchen/advance", json!({"items": [{"line_id": line}], "status": "PROCESSING"})).await.ok();
        // 38 + 4
        pay(&till.luis, id, json!({"products": [{"id": line, "qty": 1}]})).await;
        let moved = move_order(house, &house.rosa, &sent["command"]["id"], "5", "6").await.ok();

        let origin = &moved["origin"];
        assert_eq!((&origin["lines"][0]["id"], &origin["lines"][0]["qty"], &origin["lines"][0]["qty_paid"]), (line, &json!("1"), &json!("1")));
        assert_eq!((&origin["is_paid"], &origin["totals"]["total"], &origin["totals"]["due"]), (&json!(true), &json!("42.00"), &json!("0.00")));
        assert_eq!(state(house, "5").await, "AVAILABLE", "everything left is paid");
        let destination = &moved["client_request"];
        assert_eq!(destination["totals"]["total"], "112.00");
        let part = destination["lines"].as_array().unwrap().iter().find(|l| l["name"] == "Lomo saltado").unwrap();
        assert_ne!(part["id"], *line);
        let facts = ["qty", "qty_paid", "status", "comment", "command_id"].map(|f| part[f].clone());
        assert_eq!(facts, [json!("2"), json!("0"), json!("PROCESSING"), json!("sin cebolla"), sent["command"]["id"].clone()]);
        assert_eq!(part["toppings"].as_array().unwrap().len(), 1);
        assert_eq!(destination["commands"][0]["number"], 1, "the command is known at both tables");

        let cards = kitchen_cards(house).await;
        let drawn: Vec<_> = cards.iter().map(|c| (c.0.as_str(), c.2.clone())).collect();
        assert_eq!(drawn, [("MESA 5", vec!["1 Lomo saltado".to_owned()]), ("MESA 6", vec!["1 Cau cau".to_owned(), "2 Lomo saltado".to_owned()])]);
        pay(&till.luis, &destination["id"], json!({})).await;
        assert_eq!(till.expected_amount("Efectivo").await, "354.00", "200 + 42 + 112: nothing lost, nothing twice");
    }

    async fn a_table_paid_by_amounts_keeps_what_covers_them(till: Till) {
        let house = &till.house;
        let first = house.send_order("5", &[house.order_item(1, "Lomo saltado").await]).await;
        let id = &first["client_request"]["id"];
        let second = send_more(house, id, &[house.order_item(1, "Cau cau").await]).await;
        pay(&till.luis, id, json!({"amount": "40", "payment_options": {"Efectivo": "40"}})).await;
        let refusal = move_order(house, &house.rosa, &second["command"]["id"], "5", "6").await.refused(409, "already_paid");
        assert!(refusal["message"].as_str().unwrap().contains("40.00"), "{refusal}");
        let account = house.load_account(id).await;
        assert_eq!((account["lines"].as_array().unwrap().len(), &account["totals"]["due"]), (2, &json!("26.00")));
        assert_eq!(table_on_map(house, "6").await["client_request_id"], Value::Null, "nothing was opened");
        assert!(table_change_papers(house).await.is_empty());
        // The other command is covered by what stays.
        let moved = move_order(house, &house.rosa, &first["command"]["id"], "5", "6").await;
        moved.refused(409, "already_paid");
    }

    async fn a_discount_moves_with_the_dishes_that_it_names(house: House) {
        let first = house.send_order("5", &[house.order_item(2, "Lomo saltado").await]).await;
        let id = &first["client_request"]["id"];
        let second = send_more(&house, id, &[house.order_item(1, "Cau cau").await]).await;
        let both = json!([first["lines"][0], second["lines"][0]]);
        adjust(&house, id, "DISCOUNT", NO_CHARGE, Rate::Percent(50), Some(both.clone())).await;
        adjust(&house, id, "DISCOUNT", NO_CHARGE, Rate::Soles(13), Some(both)).await;
        adjust(&house, id, "DISCOUNT", NO_CHARGE, Rate::Soles(4), Some(json!([second["lines"][0]]))).await;
        // 76 + 28, less 52, 13 and 4.
        assert_eq!(house.load_account(id).await["totals"]["total"], "35.00");
        let moved = move_order(&house, &house.rosa, &second["command"]["id"], "5", "6").await.ok();
        // 13 is 9.50 of 76 and 3.50 of 28.
        assert_eq!((&moved["origin"]["totals"]["total"], &moved["client_request"]["totals"]["total"]), (&json!("28.50"), &json!("6.50")));
        let shown: Vec<_> = moved["client_request"]["totals"]["discounts"].as_array().unwrap().iter().map(|d| d["amount"].clone()).collect();
        assert_eq!(shown.len(), 3, "{shown:?}");
    }

    async fn a_command_must_exist_and_have_something_unpaid(till: Till) {
        let house = &till.house;
        let sent = house.send_order("5", &[house.order_item(1, "Lomo saltado").await]).await;
        let (id, command) = (&sent["client_request"]["id"], &sent["command"]["id"]);
        let other = house.send_order("6", &[house.order_item(1, "Cau cau").await]).await;
        move_order(house, &house.rosa, &json!(999_999), "5", "6").await.refused(404, "not_found");
        let elsewhere = move_order(house, &house.rosa, &other["command"]["id"], "5", "7").await.refused(409, "conflict");
        assert_eq!(elsewhere["current"]["client_request_id"], other["client_request"]["id"]);
        move_order(house, &house.rosa, command, "5", "5").await.refused(422, "invalid");
        move_order(house, &house.rosa, command, "7", "8").await.refused(409, "conflict");
        house.reserve("9", 10).await;
        move_order(house, &house.rosa, command, "5", "9").await.refused(409, "conflict");
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE").await;
        let diego = house.app.login("mozo2").await;
        house.open_table(&diego, "10").await;
        move_order(house, &diego, command, "5", "10").await.refused(422, "not_permitted");
        move_order(house, &house.rosa, command, "5", "10").await.refused(422, "not_permitted");
        send_more(house, id, &[house.order_item(1, "Chicha morada").await]).await;
        pay(&till.luis, id, json!({"products": [{"id": sent["lines"][0], "qty": 1}]})).await;
        let paid = move_order(house, &house.rosa, command, "5", "6").await.refused(409, "conflict");
        assert!(paid["message"].as_str().unwrap().contains("no queda nada por pagar"), "{paid}");
    }

    async fn a_table_lists_its_movable_commands(till: Till) {
        let house = &till.house;
        let sent = house.send_order("5", &[house.order_item(3, "Lomo saltado").await]).await;
        let id = &sent["client_request"]["id"];
        let table = house.table_id("5").await;
        house.rosa.post("/api/orders", json!({"client_request": id, "products": [house.order_item(1, "Cau cau").await], "send": false})).await.ok();
        pay(&till.luis, id, json!({"products": [{"id": sent["lines"][0], "qty": 1}]})).await;
        let path = format!("/api/pos-options/orders-by-table/{table}");
        let shown = house.rosa.get(&path).await.ok();
        assert_eq!((&shown["table"], &shown["salon"], &shown["client_request"]["id"]), (&json!("5"), &json!("Terraza"), id));
        let command = &shown["commands"][0];
        assert_eq!((&command["number"], &command["movable_amount"]), (&json!(1), &json!("76.00")));
        assert_eq!((&command["lines"][0]["qty"], &command["lines"][0]["movable_qty"]), (&json!("3"), &json!("2")));
        assert_eq!(shown["unsent"][0]["name"], "Cau cau");
        let free = house.rosa.get(&format!("/api/pos-options/orders-by-table/{}", house.table_id("6").await)).await.ok();
        assert_eq!((&free["client_request"], &free["commands"]), (&Value::Null, &json!([])));
        house.rosa.get("/api/pos-options/orders-by-table/999999").await.refused(404, "not_found");
        house.app.login("contador").await.get(&path).await.refused(422, "not_permitted");
    }

    async fn a_moved_command_is_printed_again_at_both_tables(till: Till) {
        let house = &till.house;
        let sent = house.send_order("5", &[house.order_item(2, "Lomo saltado").await, house.order_item(1, "Cau cau").await]).await;
        let id = &sent["client_request"]["id"];
        send_more(house, id, &[house.order_item(1, "Chicha morada").await]).await;
        pay(&till.luis, id, json!({"products": [{"id": sent["lines"][0], "qty": 1}]})).await;
        move_order(house, &house.rosa, &sent["command"]["id"], "5", "6").await.ok();
        house.rosa.post(&format!("/api/commands/{}/reprint", sent["command"]["id"]), json!({})).await.ok();
        let papers: Vec<_> = house.papers().await.into_iter().filter(|p| p.document == "REPRINT").collect();
        let drawn: Vec<_> = papers.iter().map(|p| (p.text.contains("M E S A   5"), p.text.contains("M E S A   6"), p.text.contains(" 1 LOMO SALTADO"))).collect();
        assert_eq!(drawn, [(true, false, true), (false, true, true)], "{papers:#?}");
    }

    async fn a_discount_does_not_grow_by_moving_dishes_away(house: House) {
        let big = house.send_order("1", &[house.order_item(10, "Lomo saltado").await]).await;
        let small = house.send_order("2", &[house.order_item(1, "Lomo saltado").await]).await;
        let luis = house.app.login("cajero").await;
        let places = |from, to| json!({"origin_table_id": from, "destination_table_id": to, "command_id": big["command"]["id"]});
        let (one, two) = (house.table_id("1").await, house.table_id("2").await);
        luis.post("/api/pos-options/move-order", places(one, two)).await.ok();
        let discount = json!({"client_request_id": small["client_request"]["id"], "discounts": [{"discountTypeId": 2, "discountMethod": "FIXED", "amount": "38.00"}]});
        luis.post("/api/billing-adjustment", discount).await.ok();
        let refused = luis.post("/api/pos-options/move-order", places(two, one)).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("el descuento"), "{refused}");
        let account = house.load_account(&small["client_request"]["id"]).await;
        assert_eq!((&account["totals"]["subtotal"], account["lines"].as_array().unwrap().len()), (&json!("418.00"), 2));
    }
}
