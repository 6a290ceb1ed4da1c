//! Refunds of payments of an amount or share, beside other payments: the money is returned, and the account stays as it was sold. Céntimos
//! that are left between documents do not matter.

use super::{super::till::Till, notes::assert_products_match_documents};
use crate::{on_both_databases, support::client::Reply};
use comanda::{money::Money, settings::tax};
use serde_json::{Value, json};

const RECARGO_AND_TIP: &str =
    "INSERT INTO billing_adjustments (client_request_id, kind, additional_charge_type_id, is_percentage, percentage, description, created_by, created_at)
     SELECT r.id, 'CHARGE', t.id, TRUE, 10000000, t.name, r.attendant_id, r.opened_at FROM client_requests r, additional_charge_types t
     WHERE t.code IN ('TIP', 'SERVICE')";
const RECARGO_AND_DISCOUNT: [&str; 2] = [
    "INSERT INTO billing_adjustments (client_request_id, kind, additional_charge_type_id, is_percentage, percentage, description, created_by, created_at)
     SELECT r.id, 'CHARGE', t.id, TRUE, 10000000, t.name, r.attendant_id, r.opened_at FROM client_requests r, additional_charge_types t
     WHERE t.code = 'SERVICE' AND r.closed_at IS NULL",
    "INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, percentage, description, created_by, created_at)
     SELECT id, 'DISCOUNT', 2, TRUE, 3000000, 'Descuento', attendant_id, opened_at FROM client_requests WHERE closed_at IS NULL",
];

impl Till {
    /// Three guests pay a third each by factura; the account has a recargo and a tip.
    async fn three_guests(&self) -> (i64, Vec<Value>) {
        let id = self.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada"), (3, "Inca Kola 500 ml")]).await;
        self.house.sql(RECARGO_AND_TIP).await;
        let ruc = self.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let mut paid = Vec::new();
        for _ in 0..3 {
            let share = self.payment_info(id).await["shares"][1]["amount"].clone();
            let more = json!({"share": {"of": 3}, "billing_type_id": 2, "client_id": ruc});
            paid.push(self.pay(id, json!({"Efectivo": share}), more).await.ok());
        }
        (id, paid)
    }
    async fn credit_note(&self, payment: &Value, more: Value) -> Reply {
        let mut body = json!({"pin": comanda::demo::PIN, "reason": "Comida fría"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.luis.post(&format!("/api/billings/{}/credit-note", payment["billing"]["id"]), body).await
    }
    async fn is_closed_and_paid(&self, id: i64) {
        let account = self.order(&json!(id)).await;
        assert!(account["closed_at"].is_string() && account["is_paid"] == true, "{account}");
        assert_eq!(account["totals"]["due"], "0.00", "{account}");
    }
}

on_both_databases! {
    async fn each_guests_factura_is_credited_or_voided_by_itself(till: Till) {
        let (id, paid) = till.three_guests().await;
        till.is_closed_and_paid(id).await;
        let quoted = till.refund_quote(&paid[0], "").await;
        assert_eq!((&quoted["can_close"], &quoted["returns_stock"], &quoted["balances"]), (&json!(true), &json!(false), &json!(true)));
        let note = till.credit_note(&paid[0], json!({"reason_code": "06"})).await.ok();
        assert_eq!(note["credit_note"]["total"], paid[0]["billing"]["total"]);
        assert_eq!(note["refund"]["total"], paid[0]["total"]);
        till.is_closed_and_paid(id).await;
        let daily = till.daily().await;
        assert_products_match_documents(&daily);
        // The second factura is voided, since it is of today; so is the third.
        for payment in &paid[1..] {
            let path = format!("/api/electronic-invoice/{}/void", payment["billing"]["id"]);
            let voided = till.luis.post(&path, json!({"pin": comanda::demo::PIN, "reason": "Comida fría"})).await.ok();
            assert_eq!((&voided["credit_note"], &voided["refund"]["total"]), (&Value::Null, &payment["total"]));
            assert_products_match_documents(&till.daily().await);
        }
        let daily = till.daily().await;
        assert_eq!((&daily["total"], &daily["tips"]), (&json!("0.00"), &json!("0.00")), "{daily}");
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        // Nothing is refunded twice.
        for payment in till.luis.get(&format!("/api/payments?client_request_id={id}")).await.rows() {
            till.refund(&payment, "CLOSE", json!({})).await.refused(409, "conflict");
            till.refund(&payment, "REOPEN", json!({})).await.refused(409, "conflict");
        }
        till.credit_note(&paid[0], json!({"reason_code": "06"})).await.refused(409, "conflict");
        let types = till.house.app.login("admin").await.get("/api/billing-sales-by-type").await.ok();
        let notes = types.as_array().unwrap().iter().find(|t| t["billing_type_id"] == 4).unwrap();
        assert_eq!(notes["documents"], 1, "{types}");
    }

    async fn the_others_are_collected_anew_at_their_old_amounts(till: Till) {
        let (id, paid) = till.three_guests().await;
        till.credit_note(&paid[0], json!({"reason_code": "06"})).await.ok();
        let back = till.credit_note(&paid[1], json!({"reason_code": "02"})).await.ok();
        assert_eq!(back["client_request"]["due"], paid[1]["total"]);
        let new_payment = till.pay(id, json!({"Efectivo": paid[1]["total"]}), json!({})).await.ok();
        assert_eq!((&new_payment["billing"]["total"], &new_payment["client_request"]["is_paid"]), (&paid[1]["billing"]["total"], &json!(true)));
        assert_eq!(new_payment["billing"]["other_charges"], paid[1]["billing"]["other_charges"]);
        assert_products_match_documents(&till.daily().await);
    }

    async fn a_discount_returns_money_and_no_dish(till: Till) {
        let (id, paid) = till.three_guests().await;
        let before = till.daily().await["products"].as_array().unwrap().iter().map(|p| p["quantity"].clone()).collect::<Vec<_>>();
        let note = till.credit_note(&paid[0], json!({"reason_code": "04", "amount": "5.00"})).await.ok();
        assert_eq!((&note["credit_note"]["total"], &note["refund"]["total"]), (&json!("5.00"), &json!("5.00")));
        till.is_closed_and_paid(id).await;
        let daily = till.daily().await;
        assert_products_match_documents(&daily);
        assert_eq!(daily["products"].as_array().unwrap().iter().map(|p| p["quantity"].clone()).collect::<Vec<_>>(), before);
        let rest = till.credit_note(&paid[0], json!({"reason_code": "06"})).await.ok();
        let (all, credited) = (paid[0]["billing"]["total"].as_str().unwrap(), rest["credit_note"]["total"].as_str().unwrap());
        assert_eq!(all.parse::<Money>().unwrap() - credited.parse::<Money>().unwrap(), Money::units(5));
        assert_products_match_documents(&till.daily().await);
        till.is_closed_and_paid(id).await;
    }

    async fn impossible_refunds_are_refused(till: Till) {
        let (_, paid) = till.three_guests().await;
        let line = &paid[0]["billing"]["lines"][0]["id"];
        let by_lines = till.credit_note(&paid[0], json!({"reason_code": "07", "lines": [{"id": line, "qty": "1"}]})).await.refused(422, "invalid");
        assert!(by_lines["message"].as_str().unwrap().contains("motivo 04"), "{by_lines}");
        let stock = till.credit_note(&paid[0], json!({"reason_code": "06", "remove_inventory": true})).await.refused(422, "invalid");
        assert!(stock["message"].as_str().unwrap().contains("Inventario"), "{stock}");
        till.refund(&paid[0], "CLOSE", json!({"remove_inventory": true})).await.refused(422, "invalid");
    }

    async fn an_open_account_stays_open_for_what_is_due(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau")]).await;
        let first = till.pay(id, json!({"Efectivo": "10"}), json!({"amount": "10"})).await.ok();
        till.pay(id, json!({"Efectivo": "20"}), json!({"amount": "20"})).await.ok();
        let refunded = till.refund(&first, "CLOSE", json!({})).await.ok();
        assert_eq!((&refunded["client_request"]["due"], &refunded["client_request"]["closed_at"]), (&json!("26.00"), &Value::Null));
        let rest = till.pay(id, json!({"Efectivo": "26"}), json!({})).await.ok();
        assert_eq!((&rest["billing"]["total"], &rest["client_request"]["is_paid"]), (&json!("26.00"), &json!(true)));
        assert_products_match_documents(&till.daily().await);
    }

    async fn a_centimo_between_documents_blocks_nothing(till: Till) {
        let admin = till.house.app.login("admin").await;
        let today = tax::issue_date(till.house.app.app.clock().now());
        admin.post("/api/tax-rates", json!({"valid_from": today, "percent": "15", "name": "De la ley"})).await.ok();
        till.house.sql("UPDATE products SET sale_amount = 24000000 WHERE name = 'Cau cau'").await;
        till.house.sql("UPDATE products SET sale_amount = 33000000 WHERE name = 'Lomo saltado'").await;
        for outcome in ["NOTE", "VOID"] {
            let id = till.send_takeaway(&[(3, "Cau cau"), (2, "Lomo saltado")]).await;
            for text in RECARGO_AND_DISCOUNT {
                till.house.sql(text).await;
            }
            let line = till.line_ids(id).await[0];
            let quoted = till.payment_info(id).await;
            let one = quoted["lines"][0]["due_amounts"][0].clone();
            let first = till.pay(id, json!({"Efectivo": one}), json!({"products": [{"id": line, "qty": 1}]})).await.ok();
            let due = till.payment_info(id).await["total"].clone();
            let rest = till.pay(id, json!({"Efectivo": due}), json!({})).await.ok();
            let dish = rest["billing"]["lines"][1]["id"].clone();
            till.credit_note(&rest, json!({"reason_code": "07", "lines": [{"id": dish, "qty": "1"}]})).await.ok();
            if outcome == "NOTE" {
                till.credit_note(&first, json!({"reason_code": "06"})).await.ok();
            } else {
                till.refund(&first, "CLOSE", json!({})).await.ok();
            }
            assert_products_match_documents(&till.daily().await);
            // The rest can be refunded after it.
            till.credit_note(&rest, json!({"reason_code": "06"})).await.ok();
            assert_products_match_documents(&till.daily().await);
        }
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
    }
}
