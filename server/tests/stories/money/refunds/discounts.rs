//! Discounts after the sale: a credit note takes an amount off a document as a whole (04) or off lines (05), and that money is returned.
//! Everything stays sold; later refunds return only what is left.

use super::{super::till::Till, notes::assert_products_match_documents, refund_as};
use crate::{
    on_both_databases,
    support::client::{Client, Reply},
};
use comanda::money::Money;
use serde_json::{Value, json};

async fn discount(client: &Client, billing: &Value, code: &str, more: Value) -> Reply {
    let mut body = json!({"reason_code": code, "reason": "Demora", "pin": "1234"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.post(&format!("/api/billings/{}/credit-note", billing["id"]), body).await
}

fn money(v: &Value) -> Money {
    v.as_str().unwrap().parse().unwrap()
}

impl Till {
    async fn discount_document(&self, billing: &Value, code: &str, more: Value) -> Reply {
        discount(&self.luis, billing, code, more).await
    }
    /// Sells two Lomos saltados and a Chicha morada, S/ 85.00, in cash.
    async fn sell_for_85(&self, more: Value) -> Value {
        let id = self.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        self.pay(id, json!({"Efectivo": "85"}), more).await.ok()
    }
    /// The number of a document's notes and the sum that they take off; asserts that each adds up.
    async fn discount_notes_total(&self, billing: &Value) -> (usize, String) {
        let document = self.document(&billing["id"]).await;
        let notes = document["credit_notes"].as_array().unwrap();
        for note in notes {
            let parts = ["taxable", "igv", "exonerated", "unaffected", "other_charges"].map(|f| money(&note[f]));
            assert_eq!(parts.into_iter().sum::<Money>(), money(&note["total"]), "{note}");
            let lines: Money = note["lines"].as_array().unwrap().iter().map(|l| money(&l["total"])).sum();
            assert_eq!(lines + money(&note["other_charges"]), money(&note["total"]), "{note}");
        }
        for field in ["total", "taxable", "igv", "exonerated", "unaffected", "other_charges"] {
            let all: Money = notes.iter().map(|n| money(&n[field])).sum();
            assert!(all <= money(&document[field]), "{field}: {document}");
            let is_fully_credited =
                notes.iter().map(|n| money(&n["total"])).sum::<Money>() == money(&document["total"]);
            assert!(!is_fully_credited || all == money(&document[field]), "{field}: {document}");
        }
        (notes.len(), notes.iter().map(|n| money(&n["total"])).sum::<Money>().to_string())
    }
}

on_both_databases! {
    async fn a_discount_on_a_whole_document_leaves_everything_sold(till: Till) {
        let paid = till.sell_for_85(json!({})).await;
        let billing = &paid["billing"];
        let stock = till.house.store_room().await;
        let before = till.house.papers().await.len();
        let quote = till.luis.get(&format!("/api/billings/{}/credit-note-quote?amount=10.00", billing["id"])).await.ok();
        assert_eq!((&quote["total"], &quote["left"], &quote["entries"][0]["amount"]), (&json!("10.00"), &json!("75.00"), &json!("10.00")));
        assert_eq!((&quote["discountable"][0]["left"], &quote["discountable"][0]["amount"]), (&json!("76.00"), &json!("8.94")));
        let discounted = till.discount_document(billing, "04", json!({"amount": "10.00"})).await.ok();
        let note = &discounted["credit_note"];
        assert_eq!((&note["reason_code"], &note["total"], &note["taxable"], &note["igv"]), (&json!("04"), &json!("10.00"), &json!("8.48"), &json!("1.52")));
        assert_eq!((&discounted["refund"]["total"], &discounted["refund"]["remove_inventory"]), (&json!("10.00"), &json!(false)));
        let rest = &discounted["charged_again"];
        assert_eq!((&rest["total"], &rest["credited"], &rest["billing"]["id"]), (&json!("75.00"), &json!("10.00"), &billing["id"]));
        assert_eq!((&discounted["client_request"]["is_paid"], &discounted["client_request"]["due"]), (&json!(true), &json!("0.00")));
        assert_eq!(till.expected_amount("Efectivo").await, "275.00");
        assert_eq!(till.house.stock_changes_since(&stock).await, []);
        let order = till.order(&paid["client_request_id"]).await;
        assert!(!order.to_string().contains("DISMISSED"), "{order}");
        let daily = till.daily().await;
        assert_products_match_documents(&daily);
        assert_eq!((&daily["total"], &daily["voids"]["count"]), (&json!("75.00"), &json!(0)));
        // A boleta has no discount by note: SUNAT wants it as a lower value (rule 4367).
        let papers = till.house.papers().await.split_off(before);
        for text in ["NOTA DE CRÉDITO ELECTRÓNICA", "Disminución en el valor", "Descuento global", "Queda de B001-00000001", "lo vendido sigue vendido"] {
            assert!(papers.iter().any(|p| p.text.contains(text)), "{text}: {papers:?}");
        }
        let xml = String::from_utf8(till.luis.get(&format!("/api/credit-notes/{}/xml", note["id"])).await.bytes).unwrap();
        assert!(xml.contains("<cbc:ResponseCode>09</cbc:ResponseCode>"), "{xml}");
        // All that is left is refunded, by the office or at the till.
        let last = till.discount_document(billing, "06", json!({})).await.ok();
        assert_eq!((&last["credit_note"]["total"], till.discount_notes_total(billing).await), (&json!("75.00"), (2, "85.00".into())));
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        let daily = till.daily().await;
        assert_products_match_documents(&daily);
        assert_eq!(daily["total"], "0.00");
        till.discount_document(billing, "04", json!({"amount": "1.00"})).await.refused(409, "conflict");
    }

    async fn a_discounted_line_refunds_what_is_left_of_it(till: Till) {
        let ruc = till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let paid = till.sell_for_85(json!({"billing_type_id": 2, "client_id": ruc})).await;
        let (billing, line) = (&paid["billing"], &paid["billing"]["lines"][0]["id"]);
        let discounted = till.discount_document(billing, "05", json!({"lines": [{"id": line, "amount": "8.00"}]})).await.ok();
        let note = &discounted["credit_note"];
        assert_eq!((&note["full_number"], &note["lines"][0]["quantity"], &note["lines"][0]["unit_price"]), (&json!("FC01-00000001"), &json!("2"), &json!("4.00")));
        let xml = String::from_utf8(till.luis.get(&format!("/api/credit-notes/{}/xml", note["id"])).await.bytes).unwrap();
        assert!(xml.contains("<cbc:ResponseCode>05</cbc:ResponseCode>") && xml.contains("Descuento en Lomo saltado"), "{xml}");
        assert_eq!(discounted["refund"]["lines"], json!([{"line_id": discounted["refund"]["lines"][0]["line_id"], "name": "Lomo saltado", "quantity": "0", "amount": "8.00"}]));
        // Each of the two has 34.00 left.
        let quote = till.luis.get(&format!("/api/billings/{}/credit-note-quote?lines={line}:1", billing["id"])).await.ok();
        assert_eq!((&quote["total"], &quote["left"]), (&json!("34.00"), &json!("43.00")));
        let one = till.discount_document(billing, "07", json!({"lines": [{"id": line, "qty": 1}]})).await.ok();
        assert_eq!((&one["credit_note"]["total"], &one["charged_again"]["total"]), (&json!("34.00"), &json!("43.00")));
        assert_products_match_documents(&till.daily().await);
        till.discount_document(billing, "05", json!({"lines": [{"id": line, "amount": "34.01"}]})).await.refused(422, "invalid");
        till.discount_document(billing, "05", json!({"lines": [{"id": line, "amount": "4.00"}]})).await.ok();
        let two = till.discount_document(billing, "07", json!({"lines": [{"id": line, "qty": 1}]})).await.ok();
        assert_eq!(two["credit_note"]["total"], "30.00");
        till.discount_document(billing, "07", json!({"lines": [{"id": line, "qty": 1}]})).await.refused(422, "invalid");
        let last = till.discount_document(billing, "06", json!({})).await.ok();
        assert_eq!((&last["credit_note"]["total"], till.discount_notes_total(billing).await), (&json!("9.00"), (5, "85.00".into())));
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        assert_products_match_documents(&till.daily().await);
    }

    async fn igv_kinds_recargo_and_tip_keep_their_parts(till: Till) {
        let admin = till.house.app.login("admin").await;
        let id = till.send_takeaway(&[(2, "Cau cau"), (1, "Lomo saltado"), (3, "Inca Kola 500 ml")]).await;
        let products = admin.get("/api/products?page=false").await.rows();
        for (name, treatment) in [("Cau cau", "UNAFFECTED"), ("Lomo saltado", "EXONERATED")] {
            let product = products.iter().find(|p| p["name"] == name).unwrap();
            admin.put(&format!("/api/products/{}", product["id"]), json!({"igv_treatment": treatment})).await.ok();
        }
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, is_percentage, percentage, description, created_by, created_at)
            SELECT id, 'DISCOUNT', 2, TRUE, 10000000, 'Descuento 10%', attendant_id, opened_at FROM client_requests").await;
        till.house.sql("INSERT INTO billing_adjustments (client_request_id, kind, additional_charge_type_id, is_percentage, percentage, description, created_by, created_at)
            SELECT r.id, 'CHARGE', t.id, TRUE, 10000000, t.name, r.attendant_id, r.opened_at FROM client_requests r, additional_charge_types t WHERE t.code IN ('TIP', 'SERVICE')").await;
        let due = till.payment_info(id).await["total"].clone();
        let paid = till.pay(id, json!({"Efectivo": due}), json!({})).await.ok();
        let billing = &paid["billing"];
        let note = till.discount_document(billing, "04", json!({"amount": "11.11"})).await.ok()["credit_note"].clone();
        for part in ["taxable", "igv", "exonerated", "unaffected"] {
            assert_ne!(note[part], "0.00", "{note}");
        }
        assert_eq!(note["other_charges"], "0.00");
        assert_products_match_documents(&till.daily().await);
        let lines = &billing["lines"];
        till.discount_document(billing, "05", json!({"lines": [{"id": lines[0]["id"], "amount": "3.33"}, {"id": lines[1]["id"], "amount": "0.01"}]})).await.ok();
        till.discount_document(billing, "07", json!({"lines": [{"id": lines[0]["id"], "qty": 1}]})).await.ok();
        assert_products_match_documents(&till.daily().await);
        till.discount_document(billing, "04", json!({"amount": "5.55"})).await.ok();
        till.discount_document(billing, "07", json!({"lines": [{"id": lines[2]["id"], "qty": 2}]})).await.ok();
        assert_products_match_documents(&till.daily().await);
        till.discount_document(billing, "06", json!({})).await.ok();
        assert_eq!(till.discount_notes_total(billing).await, (6, billing["total"].as_str().unwrap().to_owned()));
        let daily = till.daily().await;
        assert_products_match_documents(&daily);
        assert_eq!((&daily["total"], &daily["tips"], till.expected_amount("Efectivo").await), (&json!("0.00"), &json!("0.00"), json!("200.00")));
    }

    async fn an_invalid_discount_is_refused_at_its_field(till: Till) {
        let paid = till.sell_for_85(json!({})).await;
        let (billing, line) = (&paid["billing"], &paid["billing"]["lines"][0]["id"]);
        let line_discount = |amount: Value| json!({"lines": [{"id": line, "amount": amount}]});
        for (code, more, field) in [
            ("04", json!({}), "amount"), ("04", json!({"amount": "0"}), "amount"), ("04", json!({"amount": "-1.00"}), "amount"),
            ("04", json!({"amount": "1.005"}), "amount"), ("04", json!({"amount": "85.01"}), "amount"), ("04", json!({"amount": "85.00"}), "amount"),
            ("04", json!({"amount": "1.00", "lines": []}), "lines"), ("04", json!({"amount": "1.00", "remove_inventory": true}), "remove_inventory"),
            ("05", json!({}), "lines"), ("05", json!({"lines": []}), "lines"), ("05", line_discount(json!("0.00")), "lines.0.amount"),
            ("05", line_discount(json!("-8.00")), "lines.0.amount"), ("05", line_discount(json!("76.01")), "lines.0.amount"), ("05", line_discount(json!("1.001")), "lines.0.amount"),
            ("05", json!({"lines": [{"id": line, "qty": 1}]}), "lines.0.amount"), ("05", json!({"lines": [{"id": line, "qty": 1, "amount": "1.00"}]}), "lines.0.amount"),
            ("05", json!({"lines": [{"id": 9999, "amount": "1.00"}]}), "lines.0.id"),
            ("05", json!({"lines": [{"id": line, "amount": "1.00"}, {"id": line, "amount": "1.00"}]}), "lines.1.id"),
            ("05", json!({"lines": [{"id": line, "amount": "1.00"}], "amount": "1.00"}), "amount"),
            ("05", json!({"lines": [{"id": line, "amount": "76.00"}, {"id": paid["billing"]["lines"][1]["id"], "amount": "9.00"}]}), "lines"),
            ("07", json!({"lines": [{"id": line, "amount": "1.00"}]}), "lines.0.qty"), ("06", json!({"amount": "1.00"}), "amount"),
        ] {
            let refused = till.discount_document(billing, code, more.clone()).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{code} {more}: {refused}");
        }
        let all = till.discount_document(billing, "04", json!({"amount": "85.00"})).await.refused(422, "invalid");
        assert!(all["message"].as_str().unwrap().contains("06"), "{all}");
        for query in ["amount=85.00", "amount=0", "discounts=x", "lines=1:1&amount=1.00"] {
            till.luis.get(&format!("/api/billings/{}/credit-note-quote?{query}", billing["id"])).await.refused(422, "invalid");
        }
        assert_eq!((till.discount_notes_total(billing).await.0, till.expected_amount("Efectivo").await), (0, json!("285.00")));
    }

    async fn a_discount_needs_a_pin_and_an_open_cycle_and_is_given_once(till: Till) {
        let paid = till.sell_for_85(json!({})).await;
        let billing = &paid["billing"];
        let path = format!("/api/billings/{}/credit-note", billing["id"]);
        let body = json!({"reason_code": "04", "reason": "Demora", "amount": "10.00", "pin": "1234"});
        till.luis.post(&path, json!({"reason_code": "04", "reason": "Demora", "amount": "10.00"})).await.refused(422, "pin_required");
        let waiter = till.house.app.login("mozo").await;
        waiter.post(&path, body.clone()).await.refused(422, "not_permitted");
        let jorge = till.house.app.login("supervisor").await;
        assert!(!jorge.post(&path, body.clone()).await.status.is_success(), "no open cycle to give it from");
        let key = uuid::Uuid::new_v4();
        let first = till.luis.post_with_key(&path, body.clone(), key).await.ok();
        assert_eq!(first, till.luis.post_with_key(&path, body.clone(), key).await.ok());
        assert_eq!(till.expected_amount("Efectivo").await, "275.00");
        // Two discounts at once are both given, as far as something is left.
        let jorge = till.open_second_till().await;
        let big = json!({"amount": "50.00"});
        let (a, b) = tokio::join!(discount(&till.luis, billing, "04", big.clone()), discount(&jorge, billing, "04", big));
        let (won, lost) = if a.status.is_success() { (a, b) } else { (b, a) };
        assert_eq!(won.ok()["charged_again"]["total"], "25.00");
        assert!(!lost.status.is_success());
        assert_eq!(till.discount_notes_total(billing).await, (2, "60.00".into()));
        // By another method than it was paid, like any refund.
        let yape = till.discount_document(billing, "04", json!({"amount": "5.00", "payment_options": {"Yape": "5.00"}})).await.ok();
        assert_eq!((&yape["refund"]["entries"][0]["name"], till.expected_amount("Yape").await), (&json!("Yape"), json!("-5.00")));
    }

    async fn parts_of_an_account_are_discounted_separately(till: Till) {
        let id = till.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        let lines = till.line_ids(id).await;
        let one = json!({"products": [{"id": lines[0], "qty": 1}]});
        let first = till.pay(id, json!({"Efectivo": "38"}), one).await.ok();
        till.discount_document(&first["billing"], "04", json!({"amount": "8.00"})).await.ok();
        assert_eq!(till.payment_info(id).await["total"], "47.00", "the others pay what they would have");
        let second = till.pay(id, json!({"Efectivo": "47"}), json!({})).await.ok();
        assert_eq!((&second["billing"]["total"], &second["client_request"]["is_paid"]), (&json!("47.00"), &json!(true)));
        let chicha = json!({"products": [{"id": lines[1], "qty": 1}]});
        assert_eq!(refund_as(&till.luis, &second, "CLOSE", chicha).await.ok()["refund"]["total"], "9.00");
        assert_eq!(till.discount_document(&first["billing"], "06", json!({})).await.ok()["refund"]["total"], "30.00");
        assert_products_match_documents(&till.daily().await);
        // Paid by shares, which name no dish.
        let id = till.send_takeaway(&[(2, "Cau cau")]).await;
        let half = till.pay(id, json!({"Efectivo": "28"}), json!({"share": {"of": 2}})).await.ok();
        till.discount_document(&half["billing"], "04", json!({"amount": "3.00"})).await.ok();
        let other = till.pay(id, json!({"Efectivo": "28"}), json!({"share": {"of": 2}})).await.ok();
        assert_eq!((&other["billing"]["total"], &other["client_request"]["is_paid"]), (&json!("28.00"), &json!(true)));
        assert_products_match_documents(&till.daily().await);
    }

    async fn discounts_work_by_consumption_and_from_a_later_cycle(till: Till) {
        let paid = till.sell_for_85(json!({"by_consumption": true})).await;
        let jorge = till.open_second_till().await;
        let discounted = discount(&jorge, &paid["billing"], "04", json!({"amount": "10.00"})).await.ok();
        assert_eq!((&discounted["credit_note"]["lines"][0]["description"], till.expected_amount("Efectivo").await), (&json!("POR CONSUMO"), json!("285.00")));
        // Each dish has its part of the discount: the Chicha 1.06 of 9.00.
        let chicha = json!({"products": [{"id": paid["lines"][1]["line_id"], "qty": 1}]});
        let back = refund_as(&jorge, &discounted["charged_again"], "CLOSE", chicha).await.ok();
        assert_eq!((&back["credit_note"]["total"], &back["charged_again"]["total"]), (&json!("7.94"), &json!("67.06")));
        assert_eq!(till.discount_document(&paid["billing"], "06", json!({})).await.ok()["credit_note"]["total"], "67.06");
        assert_eq!(till.discount_notes_total(&paid["billing"]).await, (3, "85.00".into()));
        assert_products_match_documents(&till.daily().await);
    }

    async fn an_account_that_is_collected_anew_keeps_its_discount(till: Till) {
        let ruc = till.create_client("RUC", "20100070970", "Inversiones del Sur").await;
        let paid = till.sell_for_85(json!({"billing_type_id": 2, "client_id": ruc})).await;
        till.discount_document(&paid["billing"], "04", json!({"amount": "10.00"})).await.ok();
        let open = till.discount_document(&paid["billing"], "02", json!({})).await.ok();
        assert_eq!((&open["refund"]["total"], &open["client_request"]["due"]), (&json!("75.00"), &json!("75.00")));
        let id = paid["client_request_id"].as_i64().unwrap();
        let new_payment = till.pay(id, json!({"Efectivo": "75"}), json!({})).await.ok();
        assert_eq!((&new_payment["billing"]["total"], till.expected_amount("Efectivo").await), (&json!("75.00"), json!("275.00")));
        assert_products_match_documents(&till.daily().await);
    }
}
