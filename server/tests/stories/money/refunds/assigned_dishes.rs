//! Saying which dishes a payment of an amount was for.

use super::super::till::Till;
use crate::on_both_databases;
use serde_json::{Value, json};

async fn assign_dishes(till: &Till, id: i64, line: i64, quantity: Value) -> crate::support::client::Reply {
    till.luis
        .post("/api/orders-paided", json!({"client_request_id": id, "products": [{"id": line, "qty": quantity}]}))
        .await
}

on_both_databases! {
    async fn assigned_dishes_are_within_what_was_paid_by_amount(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let lines = till.line_ids(id).await;
        let none = assign_dishes(&till, id, lines[0], json!(1)).await.refused(409, "conflict");
        assert_eq!(none["current"]["left"], "0.00");
        till.pay(id, json!({"Efectivo": "40"}), json!({"amount": "40.00"})).await.ok();
        let covered = assign_dishes(&till, id, lines[0], json!(1)).await.ok();
        assert_eq!(covered, json!({"paid_by_money": "40.00", "assigned": "28.00", "left": "12.00"}));
        let info = till.payment_info(id).await;
        assert_eq!((&info["lines"][0]["qty_paid"], &info["total"], &info["mode"]), (&json!("1"), &json!("23.00"), &json!("AMOUNT")));
        let more = assign_dishes(&till, id, lines[0], json!(1)).await.refused(409, "balance_changed");
        assert_eq!(more["current"]["left"], "12.00");
        assign_dishes(&till, id, lines[1], json!(1)).await.ok();
        // Sent again, the dish is already assigned.
        assign_dishes(&till, id, lines[1], json!(1)).await.refused(409, "balance_changed");
        assert_eq!(till.expected_amount("Efectivo").await, "240.00");
        let rest = till.pay(id, json!({"Efectivo": "23"}), json!({})).await.ok();
        assert_eq!((&rest["total"], &rest["client_request"]["is_paid"]), (&json!("23.00"), &json!(true)));
        assign_dishes(&till, id, lines[0], json!(1)).await.refused(409, "conflict");
    }

    async fn an_assignment_ends_with_the_payment_behind_it(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        let lines = till.line_ids(id).await;
        let paid = till.pay(id, json!({"Efectivo": "40"}), json!({"amount": "40.00"})).await.ok();
        assign_dishes(&till, id, lines[0], json!(1)).await.ok();
        let refunded = till.refund(&paid, "REOPEN", json!({})).await.ok();
        assert_eq!(refunded["client_request"]["due"], "63.00");
        let info = till.payment_info(id).await;
        assert_eq!((&info["lines"][0]["qty_paid"], &info["mode"]), (&json!("0"), &Value::Null));
        assign_dishes(&till, id, lines[0], json!(1)).await.refused(409, "conflict");
    }

    async fn invalid_assignments_are_refused(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let line = till.line_ids(id).await[0];
        till.pay(id, json!({"Efectivo": "10"}), json!({"amount": "10.00"})).await.ok();
        for quantity in [json!(0), json!(-1), json!("0.5"), json!("dos"), json!(null)] {
            assign_dishes(&till, id, line, quantity).await.refused(422, "invalid");
        }
        let none = till.luis.post("/api/orders-paided", json!({"client_request_id": id, "products": []})).await;
        none.refused(422, "invalid");
        assign_dishes(&till, 9999, line, json!(1)).await.refused(404, "not_found");
        let body = json!({"client_request_id": id, "products": [{"id": line, "qty": 1}]});
        till.house.rosa.post("/api/orders-paided", body).await.refused(422, "not_permitted");
    }
}
