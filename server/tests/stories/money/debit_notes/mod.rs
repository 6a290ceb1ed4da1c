//! Debit notes: what they add, and who pays it when.

mod reversals;

use super::{
    credit::in_days,
    till::{Till, payment},
};
use crate::{on_both_databases, people::mail::outbox};
use serde_json::{Value, json};

/// The body of a debit note for late interest, in cash; the fields of `more` override it.
fn debit_note_body(amount: &str, more: Value) -> Value {
    let mut body = json!({"pin": "1234", "reason": "Pagó con 30 días de atraso", "reason_code": "01", "amount": amount,
        "payment_options": {"Efectivo": amount}});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

fn path(billing: &Value) -> String {
    format!("/api/billings/{}/debit-note", billing["id"])
}

impl Till {
    /// Sells 47.00 by factura to Kiosko, in cash; returns the document.
    async fn factura(&self) -> Value {
        let kiosko = self.create_kiosko().await;
        let id = self.send_takeaway(&[(1, "Lomo saltado"), (1, "Chicha morada")]).await;
        let more = json!({"billing_type_id": 2, "client_id": kiosko});
        self.pay(id, json!({"Efectivo": "47"}), more).await.ok()["billing"].clone()
    }
    /// Issues a debit note; returns its payment.
    async fn debit(&self, billing: &Value, amount: &str, more: Value) -> Value {
        self.luis.post(&path(billing), debit_note_body(amount, more)).await.ok()
    }
    async fn void(&self, billing: &Value) -> crate::support::client::Reply {
        let body = json!({"pin": "1234", "reason": "No correspondía", "print": false});
        self.luis.post(&format!("/api/electronic-invoice/{}/void", billing["id"]), body).await
    }
    /// Credits all of a document.
    async fn credit(&self, billing: &Value, code: &str) -> crate::support::client::Reply {
        let body = json!({"pin": "1234", "reason": "No correspondía", "reason_code": code, "print": false});
        self.luis.post(&format!("/api/billings/{}/credit-note", billing["id"]), body).await
    }
    /// The quote of undoing a document.
    async fn undo_quote(&self, billing: &Value) -> Value {
        self.luis.get(&format!("/api/billings/{}/credit-note-quote", billing["id"])).await.ok()
    }
    /// Makes the debit notes too old to be voided.
    async fn expire_void_period(&self) {
        self.house.sql("UPDATE billings SET issued_at = '2026-01-05T17:00:00Z' WHERE billing_type_id = 5").await;
    }
    async fn sold_today(&self) -> Value {
        self.luis.get(&format!("/api/pos-options/daily-report?cashbox_cycle_id={}", self.cycle)).await.ok()["total"]
            .clone()
    }
}

on_both_databases! {
    async fn interest_is_collected_as_a_sale_on_a_document_of_its_own(till: Till) {
        let factura = till.factura().await;
        let quote = till.luis.get(&format!("{}-quote?reason_code=01&amount=11.80", path(&factura))).await.ok();
        assert_eq!((&quote["document"], &quote["most"], &quote["client_can_owe"]), (&factura["full_number"], &json!("47.00"), &json!(true)));
        let paid = till.debit(&factura, "11.80", json!({"email": "kiosko@ejemplo.pe"})).await;
        let note = &paid["billing"];
        for figure in ["taxable", "igv", "igv_percent", "total", "total_in_words"] {
            assert_eq!(note[figure], quote["figures"][figure], "{figure}");
        }
        assert_eq!((&note["full_number"], &note["taxable"], &note["igv"]), (&json!("FD01-00000001"), &json!("10.00"), &json!("1.80")));
        assert_eq!(note["client_name"], "KIOSKO S.A.");
        assert_eq!((&note["debit"]["document"], &note["debit"]["reason_code"]), (&factura["full_number"], &json!("01")));
        assert_eq!((till.expected_amount("Efectivo").await, till.sold_today().await), (json!("258.80"), json!("58.80")));
        let changed = till.luis.get(&format!("/api/billings/{}", factura["id"])).await.ok();
        assert_eq!((&changed["debit_notes"][0]["full_number"], &changed["debit_notes"][0]["total"]), (&json!("FD01-00000001"), &json!("11.80")));
        assert_eq!(changed["total"], "47.00");
        let rows = till.luis.get("/api/billings?billing_type_id=5").await.rows();
        assert_eq!((rows.len(), &rows[0]["id"]), (1, &note["id"]));
        let paper = till.house.papers().await.pop().unwrap().text;
        for text in ["NOTA DE DÉBITO ELECTRÓNICA", "FD01-00000001", "Modifica: Factura F001-00000001", "Intereses por mora", "Pagó con 30 días", "11.80"] {
            assert!(paper.contains(text), "{text}: {paper}");
        }
        let xml = String::from_utf8(till.luis.get(&format!("/api/billings/{}/xml", note["id"])).await.bytes).unwrap();
        for text in ["<DebitNote", "<cbc:ResponseCode>01</cbc:ResponseCode>", "<cbc:ID>F001-1</cbc:ID>", "cac:RequestedMonetaryTotal"] {
            assert!(xml.contains(text), "{text}: {xml}");
        }
        assert!(till.luis.get(&format!("/api/billings/{}/pdf?format=a4", note["id"])).await.bytes.starts_with(b"%PDF"));
        let emails = outbox(&till.house.app, 1).await;
        assert!(emails[0].contains("To: kiosko@ejemplo.pe") && emails[0].contains("08-FD01-1.xml"), "{}", emails[0]);
    }

    async fn a_penalty_bears_no_igv_and_a_boleta_has_its_own_series(till: Till) {
        let id = till.send_takeaway(&[(1, "Lomo saltado")]).await;
        let boleta = till.pay(id, json!({"Efectivo": "38"}), json!({})).await.ok()["billing"].clone();
        let note = till.debit(&boleta, "20", json!({"reason_code": "03", "reason": "Rompió la vajilla"})).await["billing"].clone();
        assert_eq!((&note["full_number"], &note["unaffected"], &note["igv"]), (&json!("BD01-00000001"), &json!("20.00"), &json!("0.00")));
        let more = till.debit(&boleta, "3.50", json!({"reason_code": "02"})).await["billing"].clone();
        assert_eq!((&more["full_number"], &more["taxable"], &more["igv"]), (&json!("BD01-00000002"), &json!("2.97"), &json!("0.53")));
    }

    async fn a_debit_note_may_be_owed_and_collected_like_any_debt(till: Till) {
        let kiosko = till.create_kiosko().await;
        let factura = till.sell_on_credit(kiosko, &["85"]).await["billing"].clone();
        let terms = json!({"payment_options": {"Crédito": "5"}, "instalments": [{"amount": "5", "due_on": in_days(15)}]});
        let note = till.debit(&factura, "5", terms).await["billing"].clone();
        let debt = till.debt(kiosko).await;
        assert_eq!((&debt["due"], &debt["receivables"][1]["document"]), (&json!("90.00"), &note["full_number"]));
        assert_eq!(till.expected_amount("Efectivo").await, "200.00");
        till.void(&note).await.ok();
        assert_eq!(till.debt(kiosko).await["due"], "85.00");
        // The collected part is refunded as money.
        let terms = json!({"payment_options": {"Crédito": "5"}, "instalments": [{"amount": "5", "due_on": in_days(15)}]});
        let note = till.debit(&factura, "5", terms).await["billing"].clone();
        till.collect(kiosko, "90").await.ok();
        assert_eq!(till.expected_amount("Efectivo").await, "290.00");
        till.void(&note).await.ok();
        assert_eq!((till.expected_amount("Efectivo").await, till.debt(kiosko).await["due"].clone()), (json!("285.00"), json!("0.00")));
    }

    async fn no_more_is_added_than_credit_notes_left(till: Till) {
        let factura = till.factura().await;
        let line = factura["lines"][0]["id"].clone();
        let part = json!({"pin": "1234", "reason": "Llegó frío", "reason_code": "07", "lines": [{"id": line, "qty": 1}]});
        till.luis.post(&format!("/api/billings/{}/credit-note", factura["id"]), part).await.ok();
        assert_eq!(till.luis.get(&format!("{}-quote", path(&factura))).await.ok()["most"], "9.00");
        let refused = till.luis.post(&path(&factura), debit_note_body("9.01", json!({}))).await;
        assert!(refused.json.to_string().contains("lo que queda de él después de sus notas de crédito"), "{}", refused.json);
        refused.refused(422, "invalid");
        let note = till.debit(&factura, "9", json!({})).await["billing"].clone();
        assert_eq!(till.luis.get(&format!("/api/billings/{}", factura["id"])).await.ok()["actions"]["debit_note"], false);
        till.luis.get(&format!("{}-quote", path(&factura))).await.refused(409, "conflict");
        till.void(&note).await.ok();
        till.credit(&factura, "06").await.ok();
        till.luis.post(&path(&factura), debit_note_body("1", json!({}))).await.refused(409, "conflict");
    }

    async fn an_invalid_amount_or_day_says_what_to_write(till: Till) {
        let factura = till.factura().await;
        for (amount, says) in [("", "número"), ("mucho", "un número como 12.50"), ("-5", "desde S/ 1.00"), ("5.005", "dos decimales"), ("1e400", "un número como"), ("999999999999999", "un número como")] {
            let quote = till.luis.get(&format!("{}-quote?reason_code=01&amount={amount}", path(&factura))).await.refused(422, "invalid");
            assert!(quote["errors"]["amount"][0].as_str().unwrap().contains(says), "{amount}: {quote}");
            if !amount.is_empty() {
                let refusal = till.luis.post(&path(&factura), debit_note_body(amount, json!({}))).await.refused(422, "invalid");
                assert!(refusal["errors"]["amount"][0].as_str().unwrap().contains(says), "{amount}: {refusal}");
            }
        }
        let quote = till.luis.get(&format!("{}-quote?reason_code=99", path(&factura))).await.refused(422, "invalid");
        assert!(quote["errors"]["reason_code"][0].as_str().unwrap().contains("01, 02 o 03"), "{quote}");
        for day in ["ayer", "2026-13-40", "28/11/2026", "20261128", ""] {
            let terms = json!({"payment_options": {"Crédito": "5"}, "instalments": [{"amount": "5", "due_on": day}]});
            let refused = till.luis.post(&path(&factura), debit_note_body("5", terms)).await.refused(422, "invalid");
            let message = refused["errors"]["instalments[0].due_on"][0].as_str().unwrap();
            assert!(message.contains("escribe una fecha como 2026-11-28") || message == "Escribe un valor.", "{day}: {message}");
        }
        // All calls use the same words.
        for (call, field, says) in [
            ("/api/billings?date_from=ayer", "date_from", "una fecha como"), ("/api/billings?client_id=x", "client_id", "no es un identificador"),
            ("/api/refunds?date_to=2026-02-30", "date_to", "una fecha como"), ("/api/payments?per_page=x", "per_page", "un número entero"),
            ("/api/billings?to_send=quizas", "to_send", "true o false"), ("/api/billings?state=MAL", "state", "PENDING"),
        ] {
            let refused = till.luis.get(call).await.refused(422, "invalid");
            assert!(refused["errors"][field][0].as_str().is_some_and(|message| message.contains(says)), "{call}: {refused}");
        }
    }

    async fn impossible_debit_notes_are_refused(till: Till) {
        let factura = till.factura().await;
        let kiosko = factura["client_id"].clone();
        for (amount, field) in [("0", "amount"), ("-5", "amount"), ("0.99", "amount"), ("5.005", "amount"), ("47.01", "amount"), ("99999999", "amount")] {
            let reply = till.luis.post(&path(&factura), debit_note_body(amount, json!({}))).await;
            assert!(!reply.json["errors"][field].is_null(), "{amount}: {}", reply.json);
            till.luis.get(&format!("{}-quote?reason_code=01&amount={amount}", path(&factura))).await.refused(422, "invalid");
        }
        for (wrong, status) in [
            (json!({"reason": "  "}), 422), (json!({"reason": "x".repeat(600)}), 422), (json!({"reason_code": "04"}), 422), (json!({"amount": "mucho"}), 422),
            (json!({"payment_options": {"Efectivo": "4"}}), 422), (json!({"payment_options": {}}), 422), (json!({"payment_options": {"Oro": "5"}}), 422),
            (json!({"payment_options": {"Crédito": "5"}}), 422), (json!({"email": "nadie"}), 422), (json!({"pin": "0000"}), 422), (json!({"pin": null}), 422),
        ] {
            let reply = till.luis.post(&path(&factura), debit_note_body("5", wrong.clone())).await;
            assert_eq!(reply.status, status, "{wrong}: {}", reply.json);
        }
        till.house.rosa.post(&path(&factura), debit_note_body("5", json!({}))).await.refused(422, "not_permitted");
        till.luis.post(&path(&json!({"id": 999_999})), debit_note_body("5", json!({}))).await.refused(404, "not_found");
        let id = till.send_takeaway(&[(1, "Lomo saltado")]).await;
        let nota = till.pay(id, json!({"Efectivo": "38"}), json!({"billing_type_id": 3})).await.ok()["billing"].clone();
        till.luis.post(&path(&nota), debit_note_body("5", json!({}))).await.refused(409, "conflict");
        let id = till.send_takeaway(&[(1, "Lomo saltado")]).await;
        let voided = till.pay(id, json!({"Efectivo": "38"}), json!({"billing_type_id": 2, "client_id": kiosko})).await.ok()["billing"].clone();
        till.void(&voided).await.ok();
        till.luis.post(&path(&voided), debit_note_body("5", json!({}))).await.refused(409, "conflict");
        let other = till.open_second_till().await;
        let body = payment(till.send_takeaway(&[(1, "Lomo saltado")]).await, json!({"Efectivo": "38"}), json!({}));
        let other_document = other.post("/api/payments", body).await.ok()["billing"].clone();
        till.luis.post(&path(&other_document), debit_note_body("5", json!({}))).await.refused(404, "not_found");
        // An account cannot be paid with a debit note as its document.
        let id = till.send_takeaway(&[(1, "Lomo saltado")]).await;
        till.pay(id, json!({"Efectivo": "38"}), json!({"billing_type_id": 5})).await.refused(422, "invalid");
        assert!(till.luis.get("/api/billings?billing_type_id=5").await.rows().is_empty());
    }

    async fn a_repeated_call_issues_once_and_two_at_once_stay_within_the_bound(till: Till) {
        let factura = till.factura().await;
        let key = uuid::Uuid::new_v4();
        let first = till.luis.post_with_key(&path(&factura), debit_note_body("5", json!({})), key).await.ok();
        assert_eq!(first, till.luis.post_with_key(&path(&factura), debit_note_body("5", json!({})), key).await.ok());
        assert_eq!(till.expected_amount("Efectivo").await, "252.00");
        let at = path(&factura);
        let give = || till.luis.post(&at, debit_note_body("30", json!({})));
        let (one, other) = tokio::join!(give(), give());
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422]);
        assert_eq!(till.luis.get("/api/billings?billing_type_id=5").await.rows().len(), 2);
    }

    async fn without_its_series_it_is_refused_before_any_money_moves(till: Till) {
        let factura = till.factura().await;
        till.house.sql("UPDATE billing_series SET enabled = FALSE WHERE serie = 'FD01'").await;
        let reply = till.luis.post(&path(&factura), debit_note_body("5", json!({}))).await;
        assert!(reply.json.to_string().contains("notas de débito que empiece con F"), "{}", reply.json);
        assert_eq!(till.expected_amount("Efectivo").await, "247.00");
    }
}
