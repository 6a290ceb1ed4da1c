//! Refunds of sales on credit: the debt is reduced first, and money is returned only from what was collected.

use super::{super::till::Till, in_days, instalments};
use crate::on_both_databases;
use serde_json::{Value, json};

impl Till {
    /// Luis refunds a sale; the fields of `more` override the body's.
    async fn refund_sale(&self, payment: &Value, more: Value) -> Value {
        let mut body = json!({"outcome": "CLOSE", "reason": "No llegó", "pin": "1234"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.luis.post(&format!("/api/payments/{}/refund", payment["id"]), body).await.ok()
    }
}

fn refunded_money(refund: &Value) -> Vec<(&str, &str)> {
    let entries = refund["refund"]["entries"].as_array().unwrap();
    entries.iter().map(|e| (e["name"].as_str().unwrap(), e["amount"].as_str().unwrap())).collect()
}

on_both_databases! {
    async fn a_full_refund_ends_the_debt_and_returns_what_was_collected(till: Till) {
        let kiosko = till.create_kiosko().await;
        let paid = till.sell_on_credit(kiosko, &["85.00"]).await;
        till.collect(kiosko, "30.00").await.ok();
        assert_eq!(till.expected_amount("Efectivo").await, "230.00");
        let quote = till.luis.get(&format!("/api/payments/{}/refund-quote", paid["id"])).await.ok();
        assert_eq!((&quote["entries"][0]["name"], &quote["entries"][0]["amount"], &quote["entries"][1]["amount"]), (&json!("Crédito"), &json!("55.00"), &json!("30.00")));
        let before = till.house.papers().await.len();
        let back = till.refund_sale(&paid, json!({})).await;
        assert_eq!(refunded_money(&back), [("Crédito", "55.00"), ("Efectivo", "30.00")]);
        let slip = till.house.papers().await.split_off(before).pop().unwrap().text;
        assert!(slip.contains("CRÉDITO (baja de la deuda)"), "{slip}");
        assert_eq!((till.expected_amount("Efectivo").await, till.debt(kiosko).await["due"].clone()), (json!("200.00"), json!("0.00")));
        assert_eq!(till.detail().await["sold_on_credit"], "30.00");
        till.collect(kiosko, "1.00").await.refused(409, "conflict");
    }

    async fn a_refund_without_money_needs_no_cash_box(till: Till) {
        let kiosko = till.create_kiosko().await;
        let owed = till.sell_on_credit(kiosko, &["85.00"]).await;
        let admin = till.house.app.login("admin").await;
        let body = json!({"outcome": "CLOSE", "reason": "No llegó", "pin": "1234"});
        let back = admin.post(&format!("/api/payments/{}/refund", owed["id"]), body.clone()).await.ok();
        assert_eq!((refunded_money(&back), &back["refund"]["cycle_id"]), (vec![("Crédito", "85.00")], &json!(till.cycle)));
        assert_eq!((till.debt(kiosko).await["due"].clone(), till.expected_amount("Efectivo").await), (json!("0.00"), json!("200.00")));
        // The collected part is money, which leaves a drawer.
        let collected = till.sell_on_credit(kiosko, &["85.00"]).await;
        till.collect(kiosko, "30.00").await.ok();
        admin.post(&format!("/api/payments/{}/refund", collected["id"]), body).await.refused(409, "no_open_cycle");
    }

    async fn a_partial_refund_reduces_the_last_instalments(till: Till) {
        let kiosko = till.create_kiosko().await;
        let paid = till.sell_on_credit(kiosko, &["42.50", "42.50"]).await;
        till.collect(kiosko, "10.00").await.ok();
        let lines = till.line_ids(paid["client_request_id"].as_i64().unwrap()).await;
        let back = till.refund_sale(&paid, json!({"products": [{"id": lines[0], "qty": 1}]})).await;
        assert_eq!((refunded_money(&back), &back["credit_note"]["total"]), (vec![("Crédito", "38.00")], &json!("38.00")));
        let debt = till.debt(kiosko).await;
        assert_eq!((&debt["due"], &debt["receivables"][0]["document"]), (&json!("37.00"), &json!("F001-00000001")));
        let due: Vec<_> = debt["receivables"][0]["instalments"].as_array().unwrap().iter().map(|i| i["due"].clone()).collect();
        assert_eq!(due, ["32.50", "4.50"]);
        // The rest is refunded too: 37.00 was still owed, 10.00 had been collected.
        let last = till.refund_sale(&back["charged_again"], json!({"payment_options": {"Yape": "10.00"}})).await;
        assert_eq!(refunded_money(&last), [("Crédito", "37.00"), ("Yape", "10.00")]);
        assert_eq!((till.debt(kiosko).await["due"].clone(), till.expected_amount("Yape").await), (json!("0.00"), json!("-10.00")));
    }

    async fn a_refund_above_the_debt_is_paid_in_money(till: Till) {
        let kiosko = till.create_kiosko().await;
        let paid = till.sell_on_credit(kiosko, &["85.00"]).await;
        till.collect(kiosko, "60.00").await.ok();
        let lines = till.line_ids(paid["client_request_id"].as_i64().unwrap()).await;
        let body = json!({"outcome": "CLOSE", "reason": "No llegó", "pin": "1234", "products": [{"id": lines[0], "qty": 1}], "payment_options": {"Crédito": "38.00"}});
        till.luis.post(&format!("/api/payments/{}/refund", paid["id"]), body).await.refused(422, "invalid");
        let back = till.refund_sale(&paid, json!({"products": [{"id": lines[0], "qty": 1}]})).await;
        assert_eq!(refunded_money(&back), [("Crédito", "25.00"), ("Efectivo", "13.00")]);
        assert_eq!((&back["charged_again"]["entries"][0]["amount"], till.debt(kiosko).await["due"].clone()), (&json!("47.00"), json!("0.00")));
        let last = till.refund_sale(&back["charged_again"], json!({})).await;
        assert_eq!((refunded_money(&last), till.expected_amount("Efectivo").await), (vec![("Efectivo", "47.00")], json!("200.00")));
    }

    async fn a_discount_reduces_the_debt_first(till: Till) {
        let kiosko = till.create_kiosko().await;
        let paid = till.sell_on_credit(kiosko, &["42.50", "42.50"]).await;
        till.collect(kiosko, "80.00").await.ok();
        let body = json!({"reason_code": "04", "reason": "Demora", "amount": "8.00", "pin": "1234"});
        let credited = till.luis.post(&format!("/api/billings/{}/credit-note", paid["billing"]["id"]), body).await.ok();
        assert_eq!(refunded_money(&credited), [("Crédito", "5.00"), ("Efectivo", "3.00")]);
        assert_eq!((till.debt(kiosko).await["due"].clone(), till.expected_amount("Efectivo").await), (json!("0.00"), json!("277.00")));
        let last = till.refund_sale(&credited["charged_again"], json!({})).await;
        assert_eq!((&last["refund"]["total"], till.expected_amount("Efectivo").await), (&json!("77.00"), json!("200.00")));
    }

    async fn a_new_nota_for_the_rest_says_what_is_left_to_pay(till: Till) {
        let kiosko = till.create_kiosko().await;
        let id = till.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        let more = json!({"billing_type_id": 3, "client_id": kiosko, "instalments": instalments(&["40.00", "20.00"])});
        let paid = till.pay(id, json!({"Crédito": "60", "Efectivo": "25"}), more).await.ok();
        till.house.sql("UPDATE receivable_instalments SET due_on = '2026-01-15' WHERE number = 1").await;
        let back = till.refund_sale(&paid, json!({"products": [{"id": till.line_ids(id).await[0], "qty": 1}]})).await;
        let new_charge = &back["charged_again"];
        // 22.00 of the 40.00 stay owed: they were overdue, and are due tomorrow on the new document.
        assert_eq!((&new_charge["billing"]["full_number"], &new_charge["billing"]["instalments"][0]["amount"]), (&json!("NV01-00000002"), &json!("22.00")));
        assert_eq!(new_charge["billing"]["instalments"][0]["due_on"], json!(in_days(1)));
        let debt = till.debt(kiosko).await;
        assert_eq!((&debt["receivables"][0]["document"], &debt["due"], &debt["overdue"]), (&json!("NV01-00000002"), &json!("22.00"), &json!("22.00")));
    }

    async fn a_void_whose_money_was_returned_otherwise_ends_the_debt_too(till: Till) {
        let kiosko = till.create_kiosko().await;
        let paid = till.sell_on_credit(kiosko, &["85.00"]).await;
        till.collect(kiosko, "30.00").await.ok();
        let body = json!({"reason": "Error de RUC", "pin": "1234", "money": "RETURNED_OTHERWISE"});
        let back = till.luis.post(&format!("/api/electronic-invoice/{}/void", paid["billing"]["id"]), body).await.ok();
        assert_eq!(refunded_money(&back), [("Crédito", "55.00")]);
        assert_eq!((till.expected_amount("Efectivo").await, till.debt(kiosko).await["due"].clone()), (json!("230.00"), json!("0.00")));
    }
}
