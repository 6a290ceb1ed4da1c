//! Credit notes as documents of their own: listed, counted, downloaded, looked up and mailed.

use crate::{money::till::Till, on_both_databases, people::mail::outbox};
use serde_json::{Value, json};

impl Till {
    /// Sells a Lomo saltado and two Chichas moradas by boleta, S/ 56.00, and credits one Chicha; returns both documents.
    pub async fn sell_and_credit(&self, more: Value) -> (Value, Value) {
        let id = self.send_takeaway(&[(1, "Lomo saltado"), (2, "Chicha morada")]).await;
        let boleta = self.pay(id, json!({"Efectivo": "56"}), more).await.ok()["billing"].clone();
        let form = json!({"pin": "1234", "reason": "Se cobró de más", "reason_code": "07", "lines": [{"id": boleta["lines"][1]["id"], "qty": 1}]});
        let credited = self.luis.post(&format!("/api/billings/{}/credit-note", boleta["id"]), form).await.ok();
        (boleta, credited["credit_note"].clone())
    }
}

on_both_databases! {
    async fn a_note_is_listed_with_its_files_and_counted_by_its_state(till: Till) {
        let ana = till.create_client("DNI", "45871236", "Ana Soto").await;
        let (boleta, note) = till.sell_and_credit(json!({"client_id": ana})).await;
        till.sell_and_credit(json!({})).await;
        let rows = till.luis.get("/api/credit-notes").await.rows();
        assert_eq!((rows.len(), &rows[1]["full_number"], &rows[1]["document"]), (2, &json!("BC01-00000001"), &boleta["full_number"]));
        for narrow in [format!("client_id={ana}"), "term=soto".into(), "term=BC01-1".into(), "term=B001-00000001".into(), format!("billing_id={}", boleta["id"])] {
            let rows = till.luis.get(&format!("/api/credit-notes?{narrow}")).await.rows();
            assert_eq!((rows.len(), &rows[0]["client_name"]), (1, &json!("Ana Soto")), "{narrow}");
        }
        till.house.sql("UPDATE tax_documents SET state = 'REJECTED', sunat_code = '2108', sunat_message = 'fuera de fecha', cdr = xml, next_try_at = NULL WHERE serie = 'BC01' AND number = 1").await;
        let counters = till.luis.get("/api/credit-notes/counters?state=ACCEPTED").await.ok();
        assert_eq!((&counters["all"], counters["states"].as_array().unwrap().len()), (&json!(2), 2), "{counters}");
        let sale_counters = till.luis.get("/api/billings/counters").await.ok();
        assert_eq!(sale_counters["all"], 2);
        assert_eq!(till.luis.get("/api/credit-notes?state=REJECTED").await.rows().len(), 1);
        assert_eq!(till.luis.get("/api/credit-notes?to_send=true").await.rows().len(), 1);
        let at = format!("/api/credit-notes/{}", note["id"]);
        let shown = till.luis.get(&at).await.ok();
        assert_eq!((&shown["document"], &shown["total"], &shown["state"]), (&boleta["full_number"], &json!("9.00"), &json!("REJECTED")));
        assert!(shown["what_to_do"].is_string() && shown["transmission"]["has_cdr"] == true, "{shown}");
        assert_eq!(shown["actions"], json!({"mail": true, "send": false, "check": false, "reissue": true}));
        let xml = String::from_utf8(till.luis.get(&format!("{at}/xml")).await.bytes).unwrap();
        assert!(xml.contains("<CreditNote") && xml.contains("BC01-1"), "{xml}");
        assert_eq!(till.luis.get(&format!("{at}/cdr")).await.content_type.as_deref(), Some("application/zip"));
        assert!(till.luis.get(&format!("{at}/pdf?format=a4")).await.bytes.starts_with(b"%PDF"));
    }

    async fn a_note_is_looked_up_by_its_printed_facts(till: Till) {
        let (_, note) = till.sell_and_credit(json!({})).await;
        let nobody = till.house.app.anonymous_client();
        let ruc = nobody.get("/api/public/company-info").await.ok()["ruc"].clone();
        let day = till.luis.get(&format!("/api/credit-notes/{}", note["id"])).await.ok()["transmission"]["issued_on"].clone();
        let facts = json!({"ruc": ruc, "type": "07", "serie": "BC01", "number": "1", "date": day, "total": "9.00"});
        let found = nobody.post("/api/public/consulta", facts.clone()).await.ok();
        assert_eq!((&found["name"], &found["full_number"], &found["changes"]), (&json!("Nota de crédito electrónica"), &json!("BC01-00000001"), &json!("B001-00000001")));
        let at = format!("/api/public/documents/{}", found["token"].as_str().unwrap());
        assert!(nobody.get(&format!("{at}/pdf")).await.bytes.starts_with(b"%PDF"));
        assert!(String::from_utf8(nobody.get(&format!("{at}/xml")).await.bytes).unwrap().contains("<CreditNote"));
        for (field, wrong) in [("type", json!("03")), ("total", json!("56.00")), ("number", json!(2))] {
            let mut other = facts.clone();
            other[field] = wrong;
            nobody.post("/api/public/consulta", other).await.refused(404, "not_found");
        }
    }

    async fn a_note_is_mailed_to_the_address_of_its_document(till: Till) {
        let (_, silent) = till.sell_and_credit(json!({})).await;
        let (_, note) = till.sell_and_credit(json!({"email": "ana@ejemplo.pe"})).await;
        let emails = outbox(&till.house.app, 2).await;
        let email = emails.iter().find(|email| email.contains("07-BC01-2.xml")).unwrap();
        assert!(email.contains("To: ana@ejemplo.pe") && email.contains("BC01-00000002.pdf"), "{email}");
        let mail_to = |note: &Value| format!("/api/credit-notes/{}", note["id"]);
        assert_eq!(till.luis.get(&mail_to(&silent)).await.ok()["transmission"]["mail_to"], "");
        let second_mail = till.luis.post(&format!("{}/mail", mail_to(&note)), json!({"email": "otra@ejemplo.pe"})).await.ok();
        assert_eq!(second_mail["mail_to"], "otra@ejemplo.pe");
    }
}
