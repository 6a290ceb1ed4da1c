//! Dismissals on an account that is paid in part.

use super::till::Till;
use crate::on_both_databases;
use serde_json::{Value, json};

fn dismissal(lines: &[i64]) -> Value {
    json!({"order_ids": lines, "pin": "1234", "reason": "Se fueron"})
}

on_both_databases! {
    async fn an_account_closes_when_everything_left_is_paid(till: Till) {
        let id = till.send_takeaway(&[(1, "Lomo saltado"), (1, "Chicha morada")]).await;
        let lines = till.line_ids(id).await;
        till.pay(id, json!({"Efectivo": "38.00"}), json!({"products": [{"id": lines[0], "qty": 1}]})).await.ok();
        let account = till.luis.put(&format!("/api/orders/{id}/dismiss"), dismissal(&lines[1..])).await.ok();
        assert_eq!((&account["is_paid"], &account["totals"]["due"]), (&json!(true), &json!("0.00")));
        assert!(account["closed_at"].is_string());
    }

    async fn paid_lines_that_were_never_sent_go_to_the_kitchen(till: Till) {
        let id = till.send_takeaway(&[(1, "Lomo saltado")]).await;
        let lines = till.line_ids(id).await;
        let chicha = json!({"client_request": id, "products": [till.house.order_item(1, "Chicha morada").await], "send": false});
        till.luis.post("/api/orders", chicha).await.ok();
        till.pay(id, json!({"Efectivo": "9.00"}), json!({"amount": "9.00"})).await.ok();
        let account = till.luis.put(&format!("/api/orders/{id}/dismiss"), dismissal(&lines[..1])).await.ok();
        assert_eq!((&account["is_paid"], &account["lines"][1]["qty_paid"]), (&json!(true), &json!("1")));
        assert!(account["lines"][1]["command_id"].is_number(), "{account}");
        let papers = till.house.papers().await;
        assert!(papers.iter().any(|p| p.document == "COMMAND" && p.text.contains(" 1 CHICHA MORADA")), "{papers:?}");
    }

    async fn a_dismissal_never_leaves_more_paid_than_ordered(till: Till) {
        let id = till.send_takeaway(&[(1, "Lomo saltado"), (1, "Chicha morada")]).await;
        let lines = till.line_ids(id).await;
        till.pay(id, json!({"Efectivo": "40.00"}), json!({"amount": "40.00"})).await.ok();
        let path = format!("/api/orders/{id}/dismiss");
        let refusal = till.luis.put(&path, dismissal(&lines[1..])).await.refused(409, "already_paid");
        assert_eq!(refusal["current"]["paid"], "40.00");
        let account = till.luis.get(&format!("/api/orders/{id}")).await.ok();
        assert_eq!((&account["totals"]["total"], &account["lines"][1]["status"]), (&json!("47.00"), &json!("PENDING")));
    }
}
