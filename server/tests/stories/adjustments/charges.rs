//! Tips, recargo al consumo, delivery and other charges.

use super::{DELIVERY, OTHER, SERVICE, TIP, adjust, charge, listed_adjustments, percent, table, total, with_pin};
use crate::{on_both_databases, orders::house::House};
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

on_both_databases! {
    async fn a_waiter_adds_charges_freely_and_removes_them_with_a_pin(house: House) {
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
        // A cashier may take off a tenth.
        let luis = house.app.login("cajero").await;
        luis.patch(&path, json!({"enabled": false})).await.ok();
        assert_eq!(total(&house, id).await, "165.00");
        // Removing a charge that is switched off already needs no PIN.
        house.rosa.delete(&path).await.ok();
        adjust(&luis, id, charge(OTHER, json!({"amount": "40", "extraDescription": "Descorche"}))).await.ok();
        let other = listed_adjustments(&house, id).await["charges"][0].clone();
        assert_eq!((&other["name"], &other["amount"]), (&json!("Descorche"), &json!("40.00")));
        let path = format!("/api/billing-adjustment/{}", other["id"]);
        luis.delete(&path).await.refused(422, "pin_required");
        luis.send(Method::DELETE, &path, Some(with_pin(json!({}))), Some(Uuid::new_v4())).await.ok();
        assert_eq!(total(&house, id).await, "165.00");
    }

    async fn recargo_is_added_once_and_at_most_thirteen_percent(house: House) {
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

    async fn discount_and_charge_can_come_with_an_order(house: House) {
        let id = house.open_table(&house.rosa, "12").await;
        let order = json!({
            "client_request": id,
            "products": [house.order_item(2, "Lomo saltado").await],
            "status": "DELIVERED", "discount": "70.00", "additional_charges_total": "0.00",
            "discount_data": {"discountTypeId": 2, "discountMethod": "PERCENTAGE", "percentage": "50", "amount": "1"},
            "additional_charges": [{"additionalChargeTypeId": TIP, "amount": "5"}],
        });
        house.rosa.post("/api/orders", order.clone()).await.refused(422, "pin_required");
        // The order and its adjustments are written together or not at all.
        assert_eq!(house.load_account(&json!(id)).await["lines"], json!([]));
        let answer = house.rosa.post("/api/orders", with_pin(order)).await.ok();
        let account = &answer["client_request"];
        assert_eq!((&account["totals"]["total"], &account["lines"][0]["status"]), (&json!("43.00"), &json!("PENDING")));
        let nothing = json!({"client_request": id, "products": [house.order_item(1, "Cau cau").await], "discount_data": null, "additional_charges": []});
        house.rosa.post("/api/orders", nothing).await.ok();
    }

    async fn the_pre_bill_names_each_adjustment(house: House) {
        let id = table(&house).await;
        let jorge = house.app.login("supervisor").await;
        adjust(&jorge, id, percent("10")).await.ok();
        adjust(&jorge, id, charge(SERVICE, json!({"percentage": "10"}))).await.ok();
        adjust(&jorge, id, charge(TIP, json!({"amount": "8"}))).await.ok();
        let disabled_id = adjust(&jorge, id, charge(OTHER, json!({"amount": "9"}))).await.ok()["charges"][2]["id"].clone();
        jorge.patch(&format!("/api/billing-adjustment/{disabled_id}"), json!({"enabled": false})).await.ok();
        house.rosa.post(&format!("/api/orders/{id}/pre-order-print"), json!({})).await.ok();
        let papers = house.papers().await;
        let paper = &papers.iter().rfind(|p| p.document == "PREBILL").unwrap().text;
        for (label, amount) in [("Subtotal", "165.00"), ("Descuento 10%", "-16.50"), ("Recargo al consumo 10%", "12.58"), ("Propina", "8.00"), ("Por persona (4)", "42.27")] {
            assert!(paper.lines().any(|l| l.starts_with(label) && l.trim_end().ends_with(amount)), "{label} {amount}\n{paper}");
        }
        assert!(!paper.contains("Otro cargo"), "{paper}");
        // The client asked for the bill; that state stays, whatever is added or taken off now.
        adjust(&jorge, id, charge(TIP, json!({"amount": "2"}))).await.ok();
        assert!(house.load_account(&json!(id)).await["billed_at"].is_string());
    }
}
