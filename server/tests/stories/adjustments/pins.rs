//! Whose PIN allows an adjustment.

use super::{adjust, discount, table};
use crate::{on_both_databases, orders::house::House};
use serde_json::json;

on_both_databases! {
    async fn those_with_a_pin_of_their_own_and_the_right_are_offered(house: House) {
        for action in ["large_discount", "dismiss_sent", "below_minimum"] {
            let rows = house.rosa.get(&format!("/api/approvers?action={action}")).await.rows();
            let names: Vec<_> = rows.iter().map(|r| r["name"].as_str().unwrap()).collect();
            assert_eq!(names, ["Jorge Benavides"], "{action}");
            assert_eq!(rows[0].as_object().unwrap().len(), 2, "nothing but id and name");
        }
        // Nobody is offered for an action that they may not do even with a PIN.
        house.rosa.get("/api/approvers?action=void_document").await.refused(422, "not_permitted");
        assert_eq!(house.rosa.get("/api/approvers?action=sing").await.status.as_u16(), 422);
        house.sql("UPDATE users SET status = 'INACTIVE' WHERE username = 'supervisor'").await;
        assert!(house.rosa.get("/api/approvers?action=large_discount").await.rows().is_empty());
    }

    async fn a_personal_pin_counts_only_for_its_owner(house: House) {
        let id = table(&house).await;
        let jorge = house.app.login("supervisor").await.user_id();
        let discount_with_pin = |pin: &str, approver: serde_json::Value| {
            let mut body = discount(json!({"discountTypeId": 1}));
            (body["pin"], body["approver_id"]) = (json!(pin), approver);
            body
        };
        let (own_pin, company_pin) = (comanda::demo::SUPERVISOR_PIN, comanda::demo::PIN);
        adjust(&house.rosa, id, discount_with_pin(own_pin, json!(null))).await.refused(422, "wrong_pin");
        adjust(&house.rosa, id, discount_with_pin(company_pin, json!(jorge))).await.refused(422, "wrong_pin");
        // Rosa's own id allows nothing, whatever PIN she types.
        adjust(&house.rosa, id, discount_with_pin(company_pin, json!(house.rosa.user_id()))).await.refused(422, "wrong_pin");
        adjust(&house.rosa, id, discount_with_pin(own_pin, json!(jorge.to_string()))).await.ok();
    }
}
