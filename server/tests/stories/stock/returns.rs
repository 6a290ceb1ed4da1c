//! Returned stock is what was taken out, in the same proportion as the returned units.

use super::store_room::parse_quantity;
use crate::{money::till::Till, on_both_databases, orders::house::House};
use serde_json::{Value, json};

async fn dismiss(house: &House, sent: &Value, line: &Value, quantity: i64, was_made: bool) {
    let body = json!({"order_ids": [line], "quantities": {line.to_string(): quantity}, "pin": comanda::demo::PIN, "reason": "Cliente se arrepintió", "made": was_made});
    house.rosa.put(&format!("/api/orders/{}/dismiss", sent["client_request"]["id"]), body).await.ok();
}

async fn refund(till: &Till, payment: &Value, then: &str, more: Value) -> Value {
    let mut body = json!({"outcome": then, "reason": "Se quejó", "pin": comanda::demo::PIN});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    till.luis.post(&format!("/api/payments/{}/refund", payment["id"]), body).await.ok()
}

fn reasons(moves: &[(String, String, Option<String>)]) -> Vec<String> {
    moves.iter().map(|(reason, quantity, _)| format!("{reason} {quantity}")).collect()
}

on_both_databases! {
    async fn unmade_dishes_return_their_ingredients(house: House) {
        let before = house.store_room().await;
        let sent = house.send_order("12", &[house.order_item(2, "Lomo saltado").await, house.order_item(1, "Agua sin gas").await]).await;
        for (line, quantity) in [(0, 2), (1, 1)] {
            dismiss(&house, &sent, &sent["lines"][line], quantity, false).await;
        }
        assert_eq!(house.stock_changes_since(&before).await, []);
        assert_eq!(reasons(&house.moves_of("Lomo fino").await), ["SALE -0.4", "DISMISSED 0.4"]);
        house.assert_ledger_adds_up().await;
    }

    async fn made_dishes_are_waste(house: House) {
        let before = house.store_room().await;
        let sent = house.send_order("12", &[house.order_item(2, "Anticuchos de corazón").await]).await;
        dismiss(&house, &sent, &sent["lines"][0], 2, true).await;
        assert_eq!(house.stock_changes_since(&before).await, [("Corazón de res".to_owned(), "-0.4".to_owned()), ("Papa blanca".to_owned(), "-0.24".to_owned())]);
        assert_eq!(reasons(&house.moves_of("Corazón de res").await), ["SALE -0.4", "DISMISSED 0.4", "WASTE -0.4"]);
        house.assert_ledger_adds_up().await;
    }

    async fn a_part_returns_its_share_by_the_recipe_of_its_sale(house: House) {
        let sent = house.send_order("12", &[house.order_item(3, "Leche de tigre").await]).await;
        let line = &sent["lines"][0];
        house.sql("UPDATE product_supplies SET quantity_base = quantity_base * 10").await;
        dismiss(&house, &sent, line, 1, false).await;
        assert_eq!(reasons(&house.moves_of("Pescado fresco").await), ["SALE -0.18", "SPLIT 0.06", "SPLIT -0.06", "DISMISSED 0.06"]);
        dismiss(&house, &sent, line, 2, false).await;
        assert_eq!(house.on_hand("Pescado fresco").await, parse_quantity("80"));
        house.assert_ledger_adds_up().await;
    }

    async fn indivisible_shares_still_add_up(house: House) {
        house.sql("UPDATE product_supplies SET quantity_base = 33333 WHERE supply_id IN (SELECT id FROM supplies WHERE name = 'Lomo fino')").await;
        let sent = house.send_order("12", &[house.order_item(1, "Lomo saltado").await]).await;
        house.wait_until_valued().await;
        // As after a purchase by weight: a line of three whose quantity is not divisible by three.
        house.sql("UPDATE order_lines SET quantity = 3000000").await;
        house.sql("UPDATE stock_moves SET line_quantity = -3000000, quantity = quantity - 1 WHERE line_id IS NOT NULL").await;
        house.sql("UPDATE stock_items SET on_hand = on_hand - 1 WHERE (item_kind, item_id) IN (SELECT item_kind, item_id FROM stock_moves WHERE line_id IS NOT NULL)").await;
        // The earlier valuation is repeated.
        house.sql("UPDATE stock_values SET replay_from = (SELECT MIN(m.at) FROM stock_moves m WHERE m.line_id IS NOT NULL AND m.item_kind = stock_values.item_kind AND m.item_id = stock_values.item_id)").await;
        for _ in 0..3 {
            dismiss(&house, &sent, &sent["lines"][0], 1, false).await;
        }
        assert_eq!(house.on_hand("Lomo fino").await, parse_quantity("90"));
        house.assert_ledger_adds_up().await;
    }

    async fn returned_bottles_can_be_sold_again(house: House) {
        house.leave_in_stock("Agua sin gas", "1").await;
        let sent = house.send_order("12", &[house.order_item(1, "Agua sin gas").await]).await;
        assert_eq!(house.product("Agua sin gas").await["sold_out"], true);
        dismiss(&house, &sent, &sent["lines"][0], 1, false).await;
        assert_eq!(house.product("Agua sin gas").await["sold_out"], false);
        house.send_order("13", &[house.order_item(1, "Agua sin gas").await]).await;
    }

    async fn closing_a_table_by_hand_returns_unmade_dishes(house: House) {
        let before = house.store_room().await;
        house.send_order("12", &[house.order_item(2, "Ceviche clásico").await]).await;
        let table = house.table_id("12").await;
        house.rosa.put(&format!("/api/tables/{table}/close"), json!({"pin": comanda::demo::PIN, "reason": "Se fueron"})).await.ok();
        assert_eq!(house.stock_changes_since(&before).await, []);
    }

    async fn a_payment_names_its_document_at_the_moves_of_its_lines(till: Till) {
        let id = till.send_takeaway(&[(2, "Anticuchos de corazón"), (1, "Agua sin gas")]).await;
        let lines = till.line_ids(id).await;
        let document = |paid: &Value| Some(paid["billing"]["full_number"].as_str().unwrap().to_owned());
        let first = till.pay(id, json!({"Efectivo": "32.00"}), json!({"products": [{"id": lines[0], "qty": 1}]})).await.ok();
        assert_eq!(till.house.moves_of("Corazón de res").await[0].2, document(&first));
        assert_eq!(till.house.moves_of("Agua sin gas").await[0].2, None, "that one is not paid");
        let rest = till.pay(id, json!({"Efectivo": "37.00"}), json!({})).await.ok();
        let both = format!("{}, {}", document(&first).unwrap(), document(&rest).unwrap());
        assert_eq!(till.house.moves_of("Corazón de res").await[0].2, Some(both));
        assert_eq!(till.house.moves_of("Agua sin gas").await[0].2, document(&rest));
    }

    async fn lines_paid_before_sending_move_stock_with_their_document(till: Till) {
        let id = till.luis.post("/api/client-requests", json!({"type": "ORDER"})).await.ok()["id"].as_i64().unwrap();
        let cart = json!({"client_request": id, "products": [till.house.order_item(2, "Agua sin gas").await], "send": false});
        till.luis.post("/api/orders", cart).await.ok();
        let paid = till.pay(id, json!({"Efectivo": "10.00"}), json!({})).await.ok();
        let moves = till.house.moves_of("Agua sin gas").await;
        assert_eq!(moves, [("SALE".to_owned(), "-2".to_owned(), paid["billing"]["full_number"].as_str().map(str::to_owned))]);
    }

    async fn lines_moved_to_another_table_take_their_share_along(till: Till) {
        let house = &till.house;
        let before = house.store_room().await;
        let sent = house.send_order("12", &[house.order_item(3, "Leche de tigre").await]).await;
        let (id, line) = (sent["client_request"]["id"].as_i64().unwrap(), sent["lines"][0].as_i64().unwrap());
        let paid = till.pay(id, json!({"Efectivo": "26.00"}), json!({"products": [{"id": line, "qty": 1}]})).await.ok();
        let body = json!({"command_id": sent["command"]["id"], "origin_table_id": house.table_id("12").await, "destination_table_id": house.table_id("13").await});
        let moved = house.rosa.post("/api/pos-options/move-order", body).await.ok();
        let destination = house.load_account(&moved["client_request"]["id"]).await;
        let part = &destination["lines"][0];
        assert_eq!((&part["qty"], part["id"] != json!(line)), (&json!("2"), true));
        let document = paid["billing"]["full_number"].as_str().map(str::to_owned);
        let fish = house.moves_of("Pescado fresco").await;
        assert_eq!(reasons(&fish), ["SALE -0.18", "SPLIT 0.12", "SPLIT -0.12"]);
        assert_eq!((&fish[0].2, &fish[2].2), (&document, &None));
        let rest = till.pay(destination["id"].as_i64().unwrap(), json!({"Efectivo": "52.00"}), json!({})).await.ok();
        assert_eq!(house.moves_of("Pescado fresco").await[2].2, rest["billing"]["full_number"].as_str().map(str::to_owned));
        refund(&till, &rest, "CLOSE", json!({"remove_inventory": true})).await;
        refund(&till, &paid, "CLOSE", json!({"remove_inventory": true})).await;
        assert_eq!(house.stock_changes_since(&before).await, []);
        house.assert_ledger_adds_up().await;
    }

    async fn a_refund_returns_its_units_and_no_others(till: Till) {
        let id = till.send_takeaway(&[(3, "Pollo a la brasa 1/4")]).await;
        let line = till.line_ids(id).await[0];
        let one = |puts_back: bool| json!({"products": [{"id": line, "qty": 1}], "remove_inventory": puts_back});
        let paid = till.pay(id, json!({"Efectivo": "87.00"}), json!({})).await.ok();
        let first = refund(&till, &paid, "CLOSE", one(true)).await;
        let expected = ["SALE -1.05", "SPLIT 0.35", "SPLIT -0.35", "REFUNDED 0.35"];
        let moves = till.house.moves_of("Pollo").await;
        assert_eq!(reasons(&moves), expected);
        let new_charge = &first["charged_again"];
        let document = paid["billing"]["full_number"].as_str().map(str::to_owned);
        assert_eq!(moves[0].2, document, "what stays sold stays on its document, of which a credit note takes the rest");
        let second = refund(&till, new_charge, "CLOSE", one(false)).await;
        assert_eq!(reasons(&till.house.moves_of("Pollo").await)[4..], ["SPLIT 0.35", "SPLIT -0.35", "REFUNDED 0.35", "WASTE -0.35"]);
        assert_eq!(till.house.on_hand("Pollo").await, parse_quantity("139.3"));
        refund(&till, &second["charged_again"], "CLOSE", json!({"remove_inventory": true})).await;
        assert_eq!(till.house.on_hand("Pollo").await, parse_quantity("139.65"), "all but what was wasted");
        till.house.assert_ledger_adds_up().await;
    }

    async fn the_kardex_tells_a_part_that_came_back_by_its_name_and_its_document(till: Till) {
        let id = till.send_takeaway(&[(4, "Pollo a la brasa 1/4")]).await;
        let line = json!(till.line_ids(id).await[0]);
        let sent = json!({"client_request": {"id": id}});
        dismiss(&till.house, &sent, &line, 1, false).await;
        dismiss(&till.house, &sent, &line, 1, true).await;
        let paid = till.pay(id, json!({"Efectivo": "58.00"}), json!({})).await.ok();
        refund(&till, &paid, "CLOSE", json!({"remove_inventory": false})).await;
        let kardex = till.house.kardex_of_supply("Pollo").await;
        let rows: Vec<(String, Value)> = kardex["rows"].as_array().unwrap().iter().map(|row| {
            let quantity = row["entry"].as_str().map_or_else(|| format!("-{}", row["exit"].as_str().unwrap()), str::to_owned);
            (format!("{} {quantity}", row["reason"].as_str().unwrap()), row["document"].clone())
        }).collect();
        let document = &paid["billing"]["full_number"];
        let expected = [("SALE -1.4", document), ("DISMISSED 0.35", &Value::Null), ("DISMISSED 0.35", &Value::Null), ("WASTE -0.35", &Value::Null),
            ("REFUNDED 0.7", document), ("WASTE -0.7", document)];
        assert_eq!(rows[1..], expected.map(|(what, document)| (what.to_owned(), document.clone())));
        assert_eq!((&kardex["exits"], &kardex["after_quantity"]), (&json!("2.45"), &kardex["rows"][6]["balance"]));
        let admin = till.house.app.login("admin").await;
        let path = format!("/api/products/kardex/{}/file?item_type=SUPPLY&format=csv", till.house.supply_id("Pollo").await);
        let text = String::from_utf8(admin.get(&path).await.bytes).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("Merma: plato anulado") || line.contains("Devolución")).collect();
        assert_eq!(lines.iter().filter(|line| line.contains(document.as_str().unwrap())).count(), 2, "{text}");
        assert!(!text.contains("Cuenta dividida"), "{text}");
    }

    async fn a_reopened_account_stays_sold(till: Till) {
        let id = till.send_takeaway(&[(1, "Pollo a la brasa 1/4")]).await;
        let paid = till.pay(id, json!({"Efectivo": "29.00"}), json!({})).await.ok();
        refund(&till, &paid, "REOPEN", json!({})).await;
        assert_eq!(reasons(&till.house.moves_of("Pollo").await), ["SALE -0.35"]);
    }
}
