//! Discounts: who may give them, their size, and their effect on the account.

use super::{TIP, adjust, charge, discount, listed_adjustments, percent, table, total, with_pin};
use crate::{on_both_databases, orders::house::House};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

on_both_databases! {
    async fn a_cashier_gives_at_most_a_tenth(house: House) {
        let id = table(&house).await;
        let luis = house.app.login("cajero").await;
        let answer = adjust(&luis, id, percent("10")).await.ok();
        assert_eq!(answer["client_request"]["totals"]["total"], "148.50");
        let discount_row = &answer["discounts"][0];
        assert_eq!((&discount_row["amount"], &discount_row["name"], &discount_row["percentage"]), (&json!("16.50"), &json!("Descuento 10%"), &json!("10")));
        assert_eq!((&discount_row["type_reason"], &discount_row["created_by_name"], &discount_row["enabled"]), (&json!("DISCOUNT"), &json!("Luis Cárdenas"), &json!(true)));
        // Twice ten per cent is not a small discount.
        let second_discount = discount(json!({"amount": "10.00", "description": "Cumpleaños"}));
        adjust(&luis, id, second_discount.clone()).await.refused(422, "pin_required");
        assert_eq!(total(&house, id).await, "148.50");
        let answer = adjust(&luis, id, with_pin(second_discount)).await.ok();
        let names: Vec<_> = answer["discounts"].as_array().unwrap().iter().map(|d| d["name"].clone()).collect();
        assert_eq!(names, ["Descuento 10%", "Cumpleaños"]);
        assert_eq!(answer["client_request"]["totals"]["total"], "138.50");
    }

    async fn a_courtesy_of_one_dish_needs_a_pin_except_from_the_office(house: House) {
        let id = table(&house).await;
        let lomo = house.load_account(&json!(id)).await["lines"][0]["id"].clone();
        let courtesy = discount(json!({"discountTypeId": 1, "line_ids": [lomo], "description": "Demora"}));
        adjust(&house.rosa, id, courtesy.clone()).await.refused(422, "pin_required");
        let mut wrong = courtesy.clone();
        wrong["pin"] = json!("0000");
        let refused = adjust(&house.rosa, id, wrong).await.refused(422, "wrong_pin");
        assert_eq!(refused["message"], "PIN incorrecto. Quedan 4 intentos.");
        assert_eq!(listed_adjustments(&house, id).await["discounts"], json!([]));
        let answer = adjust(&house.rosa, id, with_pin(courtesy.clone())).await.ok();
        assert_eq!(answer["client_request"]["totals"]["total"], "89.00");
        assert_eq!((&answer["discounts"][0]["amount"], &answer["discounts"][0]["name"]), (&json!("76.00"), &json!("Cortesía: Demora")));
        // The same dish cannot be given twice.
        let refused = adjust(&house.rosa, id, with_pin(courtesy)).await.refused(422, "invalid");
        assert!(refused["message"].as_str().unwrap().contains("nada que descontar"), "{refused}");
        let jorge = house.app.login("supervisor").await;
        adjust(&jorge, id, discount(json!({"discountTypeId": 1}))).await.ok();
        assert_eq!(total(&house, id).await, "0.00");
        for username in ["cocina", "contador"] {
            adjust(&house.app.login(username).await, id, percent("5")).await.refused(422, "not_permitted");
        }
    }

    async fn an_invalid_discount_is_refused_at_its_field(house: House) {
        let id = table(&house).await;
        let jorge = house.app.login("supervisor").await;
        for (body, field) in [
            (percent("0"), "discounts[0].percentage"),
            (percent("100.5"), "discounts[0].percentage"),
            (percent("-3"), "discounts[0].percentage"),
            (percent("diez"), "discounts[0].percentage"),
            (discount(json!({"amount": "165.01"})), "discounts[0].amount"),
            (discount(json!({"amount": "0.005"})), "discounts[0].amount"),
            (discount(json!({"amount": "99999999"})), "discounts[0].amount"),
            (discount(json!({"amount": "1e3"})), "discounts[0].amount"),
            (discount(json!({"percentage": "10", "line_ids": [999_999]})), "discounts[0].line_ids[0]"),
            (discount(json!({"discountMethod": "HALF", "amount": "1"})), "discounts[0].discountMethod"),
            (json!({}), "discounts"),
            (json!({"discounts": [], "charges": []}), "discounts"),
        ] {
            let refused = adjust(&jorge, id, body.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{body} {refused}");
        }
        let most = adjust(&jorge, id, discount(json!({"amount": 165.01}))).await.refused(422, "invalid");
        assert_eq!(most["current"]["most"], "165.00");
        adjust(&jorge, 999_999, percent("10")).await.refused(404, "not_found");
        jorge.get("/api/adjustments-by-request-id/999999").await.refused(404, "not_found");
        assert_eq!(listed_adjustments(&house, id).await, json!({"discounts": [], "charges": []}));
        // Numbers are accepted as text too; unknown fields are ignored.
        let loose = discount(json!({"discountTypeId": "2", "discountMethod": "PERCENTAGE", "percentage": 10, "chargesDiscount": {"x": 1}}));
        adjust(&jorge, id, loose).await.ok();
        let empty = house.open_table(&house.rosa, "5").await;
        adjust(&jorge, empty, percent("10")).await.refused(422, "invalid");
    }

    async fn a_discount_is_switched_off_and_on_and_removed(house: House) {
        let id = table(&house).await;
        let luis = house.app.login("cajero").await;
        let first = adjust(&luis, id, percent("10")).await.ok()["discounts"][0]["id"].clone();
        let path = format!("/api/billing-adjustment/{first}");
        // Removing a discount needs no PIN, not even from the waiter.
        let disabled = house.rosa.patch(&path, json!({"enabled": false})).await.ok();
        assert_eq!(disabled["client_request"]["totals"]["total"], "165.00");
        // The discount still says what it would come to.
        assert_eq!((&disabled["discounts"][0]["enabled"], &disabled["discounts"][0]["amount"]), (&json!(false), &json!("16.50")));
        let second_reply = house.rosa.patch(&path, json!({"enabled": false})).await.ok();
        assert_eq!(second_reply["client_request"]["version"], disabled["client_request"]["version"]);
        // Switching a discount on is giving it.
        house.rosa.patch(&path, json!({"enabled": true})).await.refused(422, "pin_required");
        luis.patch(&path, json!({"enabled": true})).await.ok();
        assert_eq!(total(&house, id).await, "148.50");
        // Ten more per cent beside it are too many once it is on.
        luis.patch(&path, json!({"enabled": false})).await.ok();
        adjust(&luis, id, percent("10")).await.ok();
        luis.patch(&path, json!({"enabled": true})).await.refused(422, "pin_required");
        luis.patch(&path, with_pin(json!({"enabled": true}))).await.ok();
        assert_eq!(total(&house, id).await, "132.00");
        house.rosa.delete(&path).await.ok();
        assert_eq!(total(&house, id).await, "148.50");
        house.rosa.delete(&path).await.refused(404, "not_found");
        house.rosa.patch(&path, json!({"enabled": true})).await.refused(404, "not_found");
        luis.patch(&path, json!({"enabled": "si"})).await.refused(422, "invalid");
    }

    async fn removing_unsent_dishes_does_not_turn_a_small_discount_into_a_large_one(house: House) {
        let id = table(&house).await;
        let luis = house.app.login("cajero").await;
        let more = house.order_item(2, "Cau cau").await;
        let added = luis.post("/api/orders", json!({"client_request": id, "products": [more], "send": false})).await.ok();
        // 221.00 on the account: 19.00 are less than a tenth, and more than a tenth of 165.00.
        adjust(&luis, id, discount(json!({"amount": "19.00"}))).await.ok();
        let path = format!("/api/orders/{}", added["lines"][0]);
        let refused = luis.delete(&path).await.refused(409, "conflict");
        assert!(refused["message"].as_str().unwrap().contains("Quita primero el descuento"), "{refused}");
        assert_eq!(total(&house, id).await, "202.00", "nothing of it happened");
        luis.put(&path, json!({"qty": 1})).await.ok();
        assert_eq!(total(&house, id).await, "174.00");
        luis.delete(&path).await.refused(409, "conflict");
        // The office may give more than a tenth, so it may also remove the dishes.
        house.app.login("supervisor").await.delete(&path).await.ok();
        assert_eq!(total(&house, id).await, "146.00");
        // A discount that is large already is not checked again.
        let unsent_order = luis.post("/api/orders", json!({"client_request": id, "products": [house.order_item(1, "Inca Kola 500 ml").await], "send": false})).await.ok();
        luis.delete(&format!("/api/orders/{}", unsent_order["lines"][0])).await.ok();
        // Without the discount nothing prevents it.
        let other = house.rosa.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok()["id"].clone();
        let cart = luis.post("/api/orders", json!({"client_request": other, "products": [house.order_item(1, "Lomo saltado").await], "send": false})).await.ok();
        let adjusted = adjust(&luis, other.as_i64().unwrap(), percent("5")).await.ok();
        let path = format!("/api/orders/{}", cart["lines"][0]);
        luis.delete(&path).await.refused(409, "conflict");
        luis.delete(&format!("/api/billing-adjustment/{}", adjusted["discounts"][0]["id"])).await.ok();
        luis.delete(&path).await.ok();
    }

    async fn below_the_minimum_price_even_the_owner_types_a_pin(house: House) {
        let id = table(&house).await;
        let admin = house.app.login("admin").await;
        let combo = house.load_account(&json!(id)).await["lines"][1]["id"].clone();
        // The combo of 89.00 is never sold below 75.00.
        let combo_discount = |percentage: &str| discount(json!({"percentage": percentage, "line_ids": [combo]}));
        let preview = adjust_preview(&admin, id, combo_discount("20")).await;
        assert_eq!((&preview["needs_pin"], &preview["below_minimum"]), (&json!(true), &json!(["Combo criollo para dos"])));
        assert_eq!((&preview["difference"], &preview["totals"]["total"]), (&json!("-17.80"), &json!("147.20")));
        adjust(&admin, id, combo_discount("20")).await.refused(422, "pin_required");
        let preview = adjust_preview(&admin, id, combo_discount("15")).await;
        assert_eq!((&preview["needs_pin"], &preview["below_minimum"]), (&json!(false), &json!([])));
        adjust(&admin, id, with_pin(combo_discount("20"))).await.ok();
        // A courtesy is exempt for those who may give one.
        adjust(&admin, id, discount(json!({"discountTypeId": 1, "line_ids": [combo]}))).await.ok();
        assert_eq!(total(&house, id).await, "76.00");
    }

    async fn a_discount_sent_twice_is_given_once(house: House) {
        let id = table(&house).await;
        let luis = house.app.login("cajero").await;
        let mut body = percent("10");
        body["client_request_id"] = json!(id);
        let key = Uuid::new_v4();
        let first = luis.post_with_key("/api/billing-adjustment", body.clone(), key).await.ok();
        // The second one would make twenty per cent; it gets the answer of the first.
        assert_eq!(luis.post_with_key("/api/billing-adjustment", body, key).await.ok(), first);
        assert_eq!(listed_adjustments(&house, id).await["discounts"].as_array().unwrap().len(), 1);
        let path = format!("/api/billing-adjustment/{}", first["discounts"][0]["id"]);
        let key = Uuid::new_v4();
        let removal = luis.send(Method::DELETE, &path, None, Some(key)).await.ok();
        assert_eq!(luis.send(Method::DELETE, &path, None, Some(key)).await.ok(), removal);
    }

    async fn of_two_cashiers_at_the_same_time_one_is_asked_for_a_pin(house: House) {
        let id = table(&house).await;
        let (one, two) = (house.app.login("cajero").await, house.app.login("cajero").await);
        let (a, b) = tokio::join!(adjust(&one, id, percent("10")), adjust(&two, id, percent("10")));
        let discounts_granted = [&a, &b].iter().filter(|r| r.status.is_success()).count();
        assert_eq!(discounts_granted, 1, "{a:?} {b:?}");
        let refused = if a.status.is_success() { b } else { a };
        refused.refused(422, "pin_required");
        assert_eq!(total(&house, id).await, "148.50");
    }

    async fn a_waiter_may_not_discount_another_waiters_table(house: House) {
        house.sql("UPDATE global_settings SET waiters_share_tables = FALSE").await;
        let id = table(&house).await;
        let diego = house.app.login("mozo2").await;
        adjust(&diego, id, with_pin(percent("10"))).await.refused(422, "not_permitted");
        adjust(&diego, id, charge(TIP, json!({"amount": "5"}))).await.refused(422, "not_permitted");
    }

    async fn the_log_names_who_gave_a_discount_and_who_allowed_it(house: House) {
        let id = table(&house).await;
        let jorge = house.app.login("supervisor").await.user_id();
        let mut body = discount(json!({"discountTypeId": 1, "description": "Demora"}));
        (body["pin"], body["approver_id"]) = (json!(comanda::demo::SUPERVISOR_PIN), json!(jorge));
        let answer = adjust(&house.rosa, id, body).await.ok();
        assert_eq!(answer["discounts"][0]["approver_name"], "Jorge Benavides");
        house.rosa.delete(&format!("/api/billing-adjustment/{}", answer["discounts"][0]["id"])).await.ok();
        let mut tx = house.db().read().await.unwrap();
        let rows: Vec<(String, i64, Option<i64>, Option<i64>)> = tx
            .query("SELECT action_type, user_id, approver_id, amount FROM action_logs WHERE entity = 'billing_adjustment' ORDER BY id")
            .all()
            .await
            .unwrap();
        let rosa = house.rosa.user_id();
        assert_eq!(rows, [
            ("DISCOUNT_ADDED".to_owned(), rosa, Some(jorge), Some(165_000_000)),
            ("DISCOUNT_REMOVED".to_owned(), rosa, None, Some(165_000_000)),
        ]);
    }
}

async fn adjust_preview(client: &crate::support::client::Client, request: i64, more: Value) -> Value {
    let mut body = more;
    body["client_request_id"] = json!(request);
    client.post("/api/billing-adjustment/preview", body).await.ok()
}
