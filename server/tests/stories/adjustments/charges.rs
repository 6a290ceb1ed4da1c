//! Tips, recargo al consumo, delivery and whatever else is charged.

use super::{DELIVERY, OTHER, SERVICE, TIP, adjust, charge, listed, percent, table, total, with_pin};
use crate::{on_both_databases, orders::house::House};
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

on_both_databases! {
    async fn a_waiter_adds_them_freely_and_gives_them_up_with_a_pin(house: House) {
        let types = house.rosa.get("/api/additional-charge-types").await.rows();
        let codes: Vec<_> = types.iter().map(|t| t["code"].as_str().unwrap()).collect();
        assert_eq!(codes, ["TIP", "OTHER", "DELIVERY", "SERVICE"]);
        let id = table(&house).await;
        let answer = adjust(&house.rosa, id, charge(TIP, json!({"percentage": "10"}))).await.ok();
        let tip = &answer["charges"][0];
        assert_eq!((&tip["amount"], &tip["name"], &tip["code"]), (&json!("16.50"), &json!("Propina 10%"), &json!("TIP")));
        assert_eq!(answer["client_request"]["totals"]["total"], "181.50");
        let path = format!("/api/billing-adjustment/{}", tip["id"]);
        house.rosa.patch(&path, json!({"enabled": false})).await.refused(422, "pin_required");
        house.rosa.delete(&path).await.refused(422, "pin_required");
        // A tenth is a cashier's to give.
        let luis = house.app.login("cajero").await;
        luis.patch(&path, json!({"enabled": false})).await.ok();
        assert_eq!(total(&house, id).await, "165.00");
        // What is off already is nothing to give up.
        house.rosa.delete(&path).await.ok();
        adjust(&luis, id, charge(OTHER, json!({"amount": "40", "extraDescription": "Descorche"}))).await.ok();
        let other = listed(&house, id).await["charges"][0].clone();
        assert_eq!((&other["name"], &other["amount"]), (&json!("Descorche"), &json!("40.00")));
        let path = format!("/api/billing-adjustment/{}", other["id"]);
        luis.delete(&path).await.refused(422, "pin_required");
        luis.send(Method::DELETE, &path, Some(with_pin(json!({}))), Some(Uuid::new_v4())).await.ok();
        assert_eq!(total(&house, id).await, "165.00");
    }

    async fn recargo_once_and_thirteen_at_most(house: House) {
        let id = table(&house).await;
        for (body, field) in [
            (charge(SERVICE, json!({"percentage": "13.5"})), "charges[0].percentage"),
            (charge(SERVICE, json!({"amount": "5"})), "charges[0].percentage"),
            (charge(TIP, json!({"amount": "-5"})), "charges[0].amount"),
            (charge(TIP, json!({"amount": "20000"})), "charges[0].amount"),
            (charge(TIP, json!({"amount": "5", "isDiscountable": true})), "charges[0].isDiscountable"),
            (charge(77, json!({"amount": "5"})), "charges[0].additionalChargeTypeId"),
        ] {
            let refused = adjust(&house.rosa, id, body.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{body} {refused}");
        }
        let answer = adjust(&house.rosa, id, charge(SERVICE, json!({"percentage": "10"}))).await.ok();
        // 165.00 hold 139.83 of value.
        assert_eq!(answer["client_request"]["totals"]["total"], "178.98");
        adjust(&house.rosa, id, charge(SERVICE, json!({"percentage": "5"}))).await.refused(409, "already_exists");
        adjust(&house.rosa, id, charge(DELIVERY, json!({"amount": "7"}))).await.ok();
        adjust(&house.rosa, id, charge(DELIVERY, json!({"amount": "7"}))).await.refused(409, "already_exists");
    }

    async fn a_discountable_charge_is_in_the_base_of_a_percentage(house: House) {
        let id = table(&house).await;
        let jorge = house.app.login("supervisor").await;
        adjust(&jorge, id, charge(OTHER, json!({"amount": "35", "isDiscountable": true}))).await.ok();
        adjust(&jorge, id, percent("10")).await.ok();
        assert_eq!(total(&house, id).await, "180.00");
    }

    async fn both_come_with_an_order_in_one_go(house: House) {
        let id = house.open(&house.rosa, "12").await;
        let order = json!({
            "client_request": id,
            "products": [house.ask(2, "Lomo saltado").await],
            "status": "DELIVERED", "discount": "70.00", "additional_charges_total": "0.00",
            "discount_data": {"discountTypeId": 2, "discountMethod": "PERCENTAGE", "percentage": "50", "amount": "1"},
            "additional_charges": [{"additionalChargeTypeId": TIP, "amount": "5"}],
        });
        house.rosa.post("/api/orders", order.clone()).await.refused(422, "pin_required");
        // All or nothing.
        assert_eq!(house.account(&json!(id)).await["lines"], json!([]));
        let answer = house.rosa.post("/api/orders", with_pin(order)).await.ok();
        let account = &answer["client_request"];
        assert_eq!((&account["totals"]["total"], &account["lines"][0]["status"]), (&json!("43.00"), &json!("PENDING")));
        let nothing = json!({"client_request": id, "products": [house.ask(1, "Cau cau").await], "discount_data": null, "additional_charges": []});
        house.rosa.post("/api/orders", nothing).await.ok();
    }

    async fn the_pre_bill_names_each_of_them(house: House) {
        let id = table(&house).await;
        let jorge = house.app.login("supervisor").await;
        adjust(&jorge, id, percent("10")).await.ok();
        adjust(&jorge, id, charge(SERVICE, json!({"percentage": "10"}))).await.ok();
        adjust(&jorge, id, charge(TIP, json!({"amount": "8"}))).await.ok();
        let off = adjust(&jorge, id, charge(OTHER, json!({"amount": "9"}))).await.ok()["charges"][2]["id"].clone();
        jorge.patch(&format!("/api/billing-adjustment/{off}"), json!({"enabled": false})).await.ok();
        house.rosa.post(&format!("/api/orders/{id}/pre-order-print"), json!({})).await.ok();
        let papers = house.papers().await;
        let paper = &papers.iter().rfind(|p| p.document == "PREBILL").unwrap().text;
        for (label, amount) in [("Subtotal", "165.00"), ("Descuento 10%", "-16.50"), ("Recargo al consumo 10%", "12.58"), ("Propina", "8.00"), ("Por persona (4)", "42.27")] {
            assert!(paper.lines().any(|l| l.starts_with(label) && l.trim_end().ends_with(amount)), "{label} {amount}\n{paper}");
        }
        assert!(!paper.contains("Otro cargo"), "{paper}");
        // The client asked for the bill; that stands, whatever is added or taken off now.
        adjust(&jorge, id, charge(TIP, json!({"amount": "2"}))).await.ok();
        assert!(house.account(&json!(id)).await["billed_at"].is_string());
    }
}
