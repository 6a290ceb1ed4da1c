//! Sending an order takes out what its lines are made of.

use super::store_room::parse_quantity;
use crate::{on_both_databases, orders::house::House, support::socket::Socket};
use serde_json::{Value, json};

fn named(list: Vec<(String, String)>) -> Vec<String> {
    list.into_iter().map(|(name, quantity)| format!("{name} {quantity}")).collect()
}

on_both_databases! {
    async fn a_dish_takes_its_recipe_and_its_toppings(house: House) {
        let before = house.store_room().await;
        let lomo = house.product("Lomo saltado").await;
        let sale = house.rosa.get("/api/catalog/sale").await.ok();
        let topping = |name: &str| sale["toppings"].as_array().unwrap().iter().find(|t| t["name"] == name).unwrap()["id"].clone();
        let with_extras = json!({"product": {"id": lomo["id"]}, "variant_id": lomo["variants"][0]["id"], "qty": 3, "toppings": [
            {"id": topping("Huevo frito"), "quantity": 2}, {"id": topping("Plátano frito"), "quantity": 1}, {"id": topping("Zarza criolla"), "quantity": 1}]});
        let sent = house.send_order("12", &[with_extras]).await;
        assert_eq!(sent["warnings"], json!([]));
        assert_eq!(named(house.stock_changes_since(&before).await), [
            // 40 ml in each dish and 10 ml for each egg, all thrice.
            "Aceite vegetal -0.18", "Arroz -0.36", "Cebolla roja -0.3", "Huevo -6", "Lomo fino -0.6", "Papa blanca -0.66",
            "Plátano de freír -3", "Tomate -0.24",
        ]);
        house.assert_ledger_adds_up().await;
    }

    async fn a_combo_takes_what_its_dishes_are_made_of(house: House) {
        let before = house.store_room().await;
        house.send_order("12", &[house.order_item(2, "Combo parrillero").await, house.order_item(1, "Ocopa arequipeña").await]).await;
        assert_eq!(named(house.stock_changes_since(&before).await), [
            "Aceite vegetal -0.06", "Corazón de res -0.4", "Inca Kola 500 ml -4", "Papa blanca -0.74", "Pollo -0.7",
        ]);
    }

    async fn unsent_lines_take_nothing(house: House) {
        let before = house.store_room().await;
        let id = house.open_table(&house.rosa, "12").await;
        let cart = json!({"client_request": id, "products": [house.order_item(2, "Lomo saltado").await], "send": false});
        let added = house.rosa.post("/api/orders", cart).await.ok();
        house.rosa.delete(&format!("/api/orders/{}", added["lines"][0])).await.ok();
        assert_eq!(house.stock_changes_since(&before).await, []);
    }

    async fn the_last_bottles_are_sold_and_then_none(house: House) {
        house.leave_in_stock("Inca Kola 500 ml", "3").await;
        let mut till = Socket::connect(house.app.address, json!({"token": house.rosa.token, "kind": "browser"})).await.unwrap();
        till.emit_and_wait("join", json!({"rooms": ["catalog"]})).await;
        let id = house.open_table(&house.rosa, "12").await;
        let four = json!({"client_request": id, "products": [house.order_item(1, "Lomo saltado").await, house.order_item(4, "Inca Kola 500 ml").await]});
        let refused = house.rosa.post("/api/orders", four).await.refused(409, "sold_out");
        assert!(refused["message"].as_str().unwrap().contains("Inca Kola 500 ml (quedan 3)"), "{refused}");
        assert_eq!(refused["current"]["items"][0]["left"], "3");
        assert!(house.papers().await.is_empty(), "nothing prints of what is refused");
        assert_eq!(house.load_account(&json!(id)).await["lines"], json!([]));
        assert_eq!(house.on_hand("Lomo fino").await, parse_quantity("90"));

        house.rosa.post("/api/orders", json!({"client_request": id, "products": [house.order_item(3, "Inca Kola 500 ml").await]})).await.ok();
        till.next_event("event", |e| e["type"] == "catalog.changed").await;
        let product = house.product("Inca Kola 500 ml").await;
        assert_eq!((&product["sold_out"], &product["stock_left"]), (&json!(true), &json!("0")));
        assert_eq!(house.product("Combo parrillero").await["sold_out"], true, "its two bottles are not there");
        assert_eq!(house.product("Lomo saltado").await["stock_left"], Value::Null);
        let one = json!({"client_request": id, "products": [house.order_item(1, "Inca Kola 500 ml").await]});
        let refused = house.rosa.post("/api/orders", one).await.refused(409, "sold_out");
        assert!(refused["message"].as_str().unwrap().contains("(no queda)"), "{refused}");
        house.assert_ledger_adds_up().await;
    }

    async fn a_combo_does_not_get_missing_bottles(house: House) {
        house.leave_in_stock("Inca Kola 500 ml", "3").await;
        let id = house.open_table(&house.rosa, "12").await;
        let both = json!({"client_request": id, "products": [house.order_item(1, "Combo parrillero").await, house.order_item(2, "Inca Kola 500 ml").await]});
        house.rosa.post("/api/orders", both).await.refused(409, "sold_out");
        let exactly = json!({"client_request": id, "products": [house.order_item(1, "Combo parrillero").await, house.order_item(1, "Inca Kola 500 ml").await]});
        house.rosa.post("/api/orders", exactly).await.ok();
        assert_eq!(house.on_hand("Inca Kola 500 ml").await, parse_quantity("0"));
    }

    async fn adding_more_than_the_stock_to_the_cart_is_refused(house: House) {
        house.leave_in_stock("Agua con gas", "3").await;
        let id = house.open_table(&house.rosa, "12").await;
        let water = house.order_item(2, "Agua con gas").await;
        let cart = |products: &[&Value]| json!({"client_request": id, "products": products, "send": false});
        let added = house.rosa.post("/api/orders", cart(&[&water])).await.ok();
        house.rosa.post("/api/orders", cart(&[&water])).await.refused(409, "sold_out");
        let line = added["lines"][0].clone();
        house.rosa.put(&format!("/api/orders/{line}"), json!({"qty": 4})).await.refused(409, "sold_out");
        house.rosa.put(&format!("/api/orders/{line}"), json!({"qty": 3})).await.ok();
        house.leave_in_stock("Agua con gas", "1").await;
        house.rosa.post("/api/commands", json!({"client_request_id": id})).await.refused(409, "sold_out");
        assert_eq!(house.load_account(&json!(id)).await["lines"][0]["command_id"], Value::Null, "the cart is as it was");
    }

    async fn a_company_may_sell_below_zero(house: House) {
        house.sql("UPDATE global_settings SET negative_stock = TRUE").await;
        house.leave_in_stock("Agua con gas", "1").await;
        let sent = house.send_order("12", &[house.order_item(3, "Agua con gas").await]).await;
        assert_eq!(sent["warnings"], json!(["Stock en negativo: Agua con gas (-2). Revisa el almacén."]));
        assert_eq!(house.product("Agua con gas").await["sold_out"], false);
        house.assert_ledger_adds_up().await;
    }

    async fn supplies_may_run_out_with_a_warning(house: House) {
        house.leave_in_stock("Lomo fino", "0.3").await;
        let sent = house.send_order("12", &[house.order_item(2, "Lomo saltado").await]).await;
        assert_eq!(sent["warnings"], json!(["Stock en negativo: Lomo fino (-0.1 kg). Revisa el almacén."]));
        assert_eq!(sent["command"]["warnings"], sent["warnings"]);
        let second_order = house.send_order("13", &[house.order_item(1, "Lomo saltado").await]).await;
        assert_eq!(second_order["warnings"], json!([]), "the waiter is told once");
        let dashboard = house.app.login("admin").await.get("/api/dashboard").await.ok();
        let notice = dashboard["attention"].as_array().unwrap().iter().find(|a| a["kind"] == "STOCK").unwrap().clone();
        assert_eq!(notice["text"], "Stock en negativo: Lomo fino (-0.3 kg)");
    }

    async fn an_uncounted_supply_is_not_taken(house: House) {
        house.sql("UPDATE supplies SET has_stock = FALSE WHERE name = 'Arroz'").await;
        let before = house.store_room().await;
        house.send_order("12", &[house.order_item(1, "Arroz con pollo").await]).await;
        assert_eq!(named(house.stock_changes_since(&before).await), ["Cebolla roja -0.04", "Pollo -0.3"]);
    }

    async fn of_two_simultaneous_orders_for_the_last_bottle_one_is_refused(house: House) {
        house.leave_in_stock("Cerveza Pilsen 620 ml", "1").await;
        let luis = house.app.login("cajero").await;
        let (first, second) = (house.open_table(&house.rosa, "12").await, house.open_table(&luis, "13").await);
        let bottle = house.order_item(1, "Cerveza Pilsen 620 ml").await;
        let body = |id: i64| json!({"client_request": id, "products": [bottle]});
        let (one, other) = tokio::join!(house.rosa.post("/api/orders", body(first)), luis.post("/api/orders", body(second)));
        let (mut sold, mut refused) = (0, 0);
        for reply in [one, other] {
            if reply.status == 200 { sold += 1 } else { reply.refused(409, "sold_out"); refused += 1 }
        }
        assert_eq!((sold, refused), (1, 1));
        assert_eq!(house.on_hand("Cerveza Pilsen 620 ml").await, parse_quantity("0"));
        house.assert_ledger_adds_up().await;
    }

    async fn a_repeated_send_takes_once(house: House) {
        let before = house.store_room().await;
        let id = house.open_table(&house.rosa, "12").await;
        let body = json!({"client_request": id, "products": [house.order_item(2, "Agua sin gas").await]});
        let key = uuid::Uuid::new_v4();
        house.rosa.post_with_key("/api/orders", body.clone(), key).await.ok();
        house.rosa.post_with_key("/api/orders", body, key).await.ok();
        assert_eq!(named(house.stock_changes_since(&before).await), ["Agua sin gas -2"]);
    }
}
