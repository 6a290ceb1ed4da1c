//! Refunds of electronic documents: by a credit note where the document stays, by a void where it does not.

use super::{super::till::Till, refund_as};
use crate::on_both_databases;
use comanda::money::Money;
use serde_json::{Value, json};

impl Till {
    pub async fn daily(&self) -> Value {
        self.luis.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", self.cycle)).await.ok()
    }
    /// Makes all documents accepted by SUNAT, and issued this many days ago.
    async fn mark_all_accepted(&self, days: i64) {
        self.house
            .sql("UPDATE tax_documents SET state = 'ACCEPTED', accepted_at = issued_at, next_try_at = NULL")
            .await;
        let day = self.house.app.app.clock().now() - chrono::Duration::hours(5 + 24 * days);
        let day = day.date_naive().and_hms_opt(17, 0, 0).unwrap().and_utc();
        let outcome: comanda::db::Result<()> = comanda::transact!(self.house.db(), |tx| {
            tx.query("UPDATE billings SET issued_at = $1").bind(day).run().await.map(drop)
        });
        outcome.unwrap();
    }
}

/// Asserts that the sales by product, with recargo and fees, come to what the documents come to.
pub(super) fn assert_products_match_documents(daily: &Value) {
    let money = |v: &Value| v.as_str().unwrap().parse::<Money>().unwrap();
    let sum_of = |list: &str| daily[list].as_array().unwrap().iter().map(|r| money(&r["total"])).sum::<Money>();
    assert_eq!(sum_of("products"), money(&daily["total"]), "{daily}");
    assert_eq!(sum_of("documents"), money(&daily["total"]), "{daily}");
    assert_eq!(sum_of("channels"), money(&daily["total"]), "{daily}");
}

on_both_databases! {
    async fn a_partial_refund_is_credited_and_the_document_stays(till: Till) {
        let id = till.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        let lines = till.line_ids(id).await;
        let paid = till.pay(id, json!({"Efectivo": "85"}), json!({})).await.ok();
        let before = till.house.papers().await.len();
        let refunded = till.refund(&paid, "CLOSE", json!({"products": [{"id": lines[0], "qty": 1}]})).await.ok();
        let note = &refunded["credit_note"];
        assert_eq!((&note["full_number"], &note["total"], &note["reason_code"]), (&json!("BC01-00000001"), &json!("38.00"), &json!("07")));
        assert_eq!((&note["taxable"], &note["igv"], &note["state"]), (&json!("32.21"), &json!("5.79"), &json!("PENDING")));
        assert_eq!((&note["lines"][0]["quantity"], &note["lines"][0]["unit_price"]), (&json!("1"), &json!("38.00")));
        assert!(note["hash"].is_string());
        // The rest is paid on the same document.
        let rest = &refunded["charged_again"];
        assert_eq!((&rest["total"], &rest["billing"]["full_number"], &rest["billing"]["total"]), (&json!("47.00"), &json!("B001-00000001"), &json!("85.00")));
        assert_eq!((&refunded["client_request"]["is_paid"], &refunded["client_request"]["due"]), (&json!(true), &json!("0.00")));
        assert_eq!(till.expected_amount("Efectivo").await, "247.00");
        let papers = till.house.papers().await.split_off(before);
        let printed = |text: &str| papers.iter().any(|p| p.text.contains(text));
        for text in ["NOTA DE CRÉDITO ELECTRÓNICA", "Modifica: Boleta B001-00000001", "Devolución por ítem", "NOTA DE CRÉDITO BC01-00000001", "Queda de B001-00000001"] {
            assert!(printed(text), "{text}: {papers:?}");
        }
        let daily = till.daily().await;
        assert_products_match_documents(&daily);
        assert_eq!((&daily["total"], &daily["tickets"], &daily["voids"]["count"]), (&json!("47.00"), &json!(1), &json!(0)));
        let note_row = daily["documents"].as_array().unwrap().iter().find(|d| d["name"] == "Nota de crédito").unwrap();
        assert_eq!((&note_row["count"], &note_row["total"]), (&json!(1), &json!("-38.00")));
        // The rest is refunded too: the document comes to nothing, and stays.
        let last = till.refund(rest, "CLOSE", json!({})).await.ok();
        assert_eq!((&last["credit_note"]["full_number"], &last["credit_note"]["total"]), (&json!("BC01-00000002"), &json!("47.00")));
        let document = till.document(&paid["billing"]["id"]).await;
        assert_eq!((&document["state"], &document["voided_at"]), (&json!("PENDING"), &Value::Null));
        let sum = |field: &str| document["credit_notes"].as_array().unwrap().iter().map(|n| n[field].as_str().unwrap().parse::<f64>().unwrap()).sum::<f64>();
        assert_eq!((format!("{:.2}", sum("taxable")), format!("{:.2}", sum("igv"))), ("72.04".into(), "12.96".into()));
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        let daily = till.daily().await;
        assert_products_match_documents(&daily);
        assert_eq!(daily["total"], "0.00");
        till.refund(rest, "CLOSE", json!({})).await.refused(409, "conflict");
        let pdf = till.luis.get(&format!("/api/credit-notes/{}/pdf?format=a4", note["id"])).await;
        assert!(pdf.status.is_success());
        till.luis.get("/api/credit-notes/999/pdf").await.refused(404, "not_found");
        till.house.app.login("mozo").await.get(&format!("/api/credit-notes/{}/pdf", note["id"])).await.refused(422, "not_permitted");
    }

    async fn discount_recargo_and_tip_are_refunded_in_their_parts(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Inca Kola 500 ml")]).await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, percentage, description, created_by, created_at)
            SELECT id, 'DISCOUNT', 2, TRUE, 10000000, 'Descuento 10%', attendant_id, opened_at FROM client_requests").await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, additional_charge_type_id, is_percentage, percentage, description, created_by, created_at)
            SELECT r.id, 'CHARGE', t.id, TRUE, 10000000, t.name, r.attendant_id, r.opened_at FROM client_requests r, additional_charge_types t WHERE t.code IN ('TIP', 'SERVICE')").await;
        let lines = till.line_ids(id).await;
        let due = till.payment_info(id).await["total"].clone();
        let paid = till.pay(id, json!({"Efectivo": due}), json!({})).await.ok();
        let daily = till.daily().await;
        assert_products_match_documents(&daily);
        let part = till.refund(&paid, "CLOSE", json!({"products": [{"id": lines[0], "qty": 1}]})).await.ok();
        assert_eq!(part["charged_again"]["billing"]["id"], paid["billing"]["id"]);
        assert_ne!(part["credit_note"]["other_charges"], "0.00");
        assert_products_match_documents(&till.daily().await);
        let rest = till.refund(&part["charged_again"], "CLOSE", json!({"products": [{"id": lines[1], "qty": 1}]})).await.ok();
        assert_products_match_documents(&till.daily().await);
        till.refund(&rest["charged_again"], "CLOSE", json!({})).await.ok();
        let daily = till.daily().await;
        assert_products_match_documents(&daily);
        assert_eq!((&daily["total"], &daily["tips"]), (&json!("0.00"), &json!("0.00")));
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
    }

    async fn a_partial_refund_by_consumption_is_a_part_of_the_one_line(till: Till) {
        let id = till.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        let lines = till.line_ids(id).await;
        let paid = till.pay(id, json!({"Efectivo": "85"}), json!({"by_consumption": true})).await.ok();
        let refunded = till.refund(&paid, "CLOSE", json!({"products": [{"id": lines[1], "qty": 1}]})).await.ok();
        assert_eq!((&refunded["credit_note"]["total"], &refunded["credit_note"]["lines"][0]["description"]), (&json!("9.00"), &json!("POR CONSUMO")));
        let last = till.refund(&refunded["charged_again"], "CLOSE", json!({})).await.ok();
        assert_eq!(last["credit_note"]["total"], "76.00");
        assert_products_match_documents(&till.daily().await);
    }

    async fn a_full_refund_voids_the_document_while_that_is_allowed(till: Till) {
        let fresh = till.sell(&[(1, "Cau cau")]).await;
        till.mark_all_accepted(7).await;
        let refunded = till.refund(&fresh, "CLOSE", json!({})).await.ok();
        assert_eq!((&refunded["credit_note"], &till.document(&fresh["billing"]["id"]).await["state"]), (&Value::Null, &json!("VOIDING")));
        let old = till.sell(&[(1, "Cau cau")]).await;
        till.mark_all_accepted(8).await;
        let refunded = till.refund(&old, "CLOSE", json!({})).await.ok();
        assert_eq!((&refunded["credit_note"]["reason_code"], &refunded["credit_note"]["total"]), (&json!("06"), &json!("28.00")));
        let document = till.document(&old["billing"]["id"]).await;
        assert_eq!((&document["state"], &document["credit_notes"][0]["full_number"]), (&json!("ACCEPTED"), &json!("BC01-00000001")));
        let second_sale = till.sell(&[(1, "Cau cau")]).await;
        till.mark_all_accepted(8).await;
        let refunded = till.refund(&second_sale, "REOPEN", json!({})).await.ok();
        assert_eq!(refunded["credit_note"]["reason_code"], "01");
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        assert_products_match_documents(&till.daily().await);
        // The account is collected anew, with a document of its own.
        let id = refunded["client_request"]["id"].as_i64().unwrap();
        let paid = till.pay(id, json!({"Efectivo": "28"}), json!({})).await.ok();
        assert_eq!((&paid["billing"]["total"], &paid["billing"]["full_number"]), (&json!("28.00"), &json!("B001-00000004")));
        assert_products_match_documents(&till.daily().await);
    }

    async fn documents_that_are_not_electronic_or_were_refused_get_no_note(till: Till) {
        let id = till.send_takeaway(&[(2, "Cau cau")]).await;
        let lines = till.line_ids(id).await;
        let paid = till.pay(id, json!({"Efectivo": "56"}), json!({"billing_type_id": 3})).await.ok();
        let refunded = till.refund(&paid, "CLOSE", json!({"products": [{"id": lines[0], "qty": 1}]})).await.ok();
        assert_eq!((&refunded["credit_note"], &refunded["charged_again"]["billing"]["full_number"]), (&Value::Null, &json!("NV01-00000002")));
        let paid = till.sell(&[(2, "Cau cau")]).await;
        till.house.sql("UPDATE tax_documents SET state = 'REJECTED', next_try_at = NULL").await;
        let line = paid["lines"][0]["line_id"].clone();
        let refunded = till.refund(&paid, "CLOSE", json!({"products": [{"id": line, "qty": 1}]})).await.ok();
        assert_eq!((&refunded["credit_note"], &refunded["charged_again"]["billing"]["full_number"]), (&Value::Null, &json!("B001-00000002")));
        assert_products_match_documents(&till.daily().await);
    }

    async fn a_factura_has_notes_of_its_own_series_and_none_at_the_till(till: Till) {
        let ruc = till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let id = till.send_takeaway(&[(2, "Cau cau")]).await;
        let lines = till.line_ids(id).await;
        let paid = till.pay(id, json!({"Efectivo": "56"}), json!({"billing_type_id": 2, "client_id": ruc})).await.ok();
        let part = json!({"products": [{"id": lines[0], "qty": 1}]});
        let jorge = till.open_second_till().await;
        let (a, b) = tokio::join!(refund_as(&till.luis, &paid, "CLOSE", part.clone()), refund_as(&jorge, &paid, "CLOSE", part));
        let (won, lost) = if a.status.is_success() { (a, b) } else { (b, a) };
        assert_eq!(won.ok()["credit_note"]["full_number"], "FC01-00000001");
        assert!(lost.refused(409, "conflict")["message"].as_str().unwrap().contains("F001-00000001 ya fue devuelto"));
        let config = till.luis.get("/api/payments-get-config").await.ok();
        let ids: Vec<&Value> = config["billing_types"].as_array().unwrap().iter().map(|t| &t["id"]).collect();
        assert_eq!(ids, [&json!(1), &json!(2), &json!(3)]);
        let other = till.send_takeaway(&[(1, "Cau cau")]).await;
        till.pay(other, json!({"Efectivo": "28"}), json!({"billing_type_id": 4})).await.refused(422, "invalid");
    }

    async fn a_document_is_undone_by_its_own_number(till: Till) {
        let void = |id: &Value| format!("/api/electronic-invoice/{id}/void");
        let body = json!({"pin": "1234", "reason": "Error de caja"});
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let id = &paid["billing"]["id"];
        till.luis.post(&void(id), json!({"reason": "Error de caja"})).await.refused(422, "pin_required");
        till.house.app.login("mozo").await.post(&void(id), body.clone()).await.refused(422, "not_permitted");
        till.luis.post(&void(&json!(999)), body.clone()).await.refused(404, "not_found");
        let (key, path) = (uuid::Uuid::new_v4(), void(id));
        let first = till.luis.post_with_key(&path, body.clone(), key).await.ok();
        assert_eq!(first, till.luis.post_with_key(&path, body.clone(), key).await.ok());
        assert_eq!((&first["refund"]["total"], &till.document(id).await["state"]), (&json!("28.00"), &json!("VOIDING")));
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        till.luis.post(&path, body.clone()).await.refused(409, "conflict");
        // The money was returned some other way: the drawer keeps what it has.
        let paid = till.sell(&[(1, "Cau cau")]).await;
        let otherwise = json!({"pin": "1234", "reason": "Se transfirió", "money": "RETURNED_OTHERWISE"});
        let refunded = till.luis.post(&void(&paid["billing"]["id"]), otherwise).await.ok();
        assert_eq!((&refunded["refund"]["total"], &refunded["refund"]["entries"]), (&json!("28.00"), &json!([])));
        assert_eq!(till.expected_amount("Efectivo").await, "228.00");
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let nota = till.pay(id, json!({"Efectivo": "28"}), json!({"billing_type_id": 3})).await.ok();
        till.luis.post(&void(&nota["billing"]["id"]), body.clone()).await.refused(409, "conflict");
        let rejected = till.sell(&[(1, "Cau cau")]).await;
        till.house.sql("UPDATE tax_documents SET state = 'REJECTED', next_try_at = NULL").await;
        till.luis.post(&void(&rejected["billing"]["id"]), body).await.refused(409, "conflict");
        assert_products_match_documents(&till.daily().await);
    }

    async fn a_credit_note_is_requested_by_lines_or_for_all(till: Till) {
        let id = till.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        let paid = till.pay(id, json!({"Efectivo": "85"}), json!({})).await.ok();
        let path = format!("/api/billings/{}/credit-note", paid["billing"]["id"]);
        let lines = &paid["billing"]["lines"];
        let request_note = |code: &str, more: Value| {
            let mut body = json!({"reason_code": code, "reason": "Llegó frío", "pin": "1234"});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            till.luis.post(&path, body)
        };
        let units = |n: i64| json!({"lines": [{"id": lines[0]["id"], "qty": n}]});
        for (code, more) in [("04", json!({})), ("05", json!({})), ("08", json!({})), ("07", json!({})), ("07", units(3)), ("07", units(0)), ("01", units(1)), ("07", json!({"lines": [{"id": 9999, "qty": 1}]}))] {
            request_note(code, more).await.refused(422, "invalid");
        }
        let (a, b) = tokio::join!(request_note("07", units(2)), request_note("07", units(2)));
        let (won, lost) = if a.status.is_success() { (a, b) } else { (b, a) };
        assert_eq!(won.ok()["credit_note"]["total"], "76.00");
        assert!(!lost.status.is_success());
        assert_eq!(till.expected_amount("Efectivo").await, "209.00");
        request_note("07", units(1)).await.refused(422, "invalid");
        let last = request_note("06", json!({})).await.ok();
        assert_eq!((&last["credit_note"]["total"], &last["credit_note"]["reason_code"]), (&json!("9.00"), &json!("06")));
        request_note("06", json!({})).await.refused(409, "conflict");
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        assert_products_match_documents(&till.daily().await);
    }
}
