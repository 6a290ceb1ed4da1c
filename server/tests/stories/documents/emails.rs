//! PDF and XML by mail: at the payment, and on request.

use crate::{
    money::till::Till,
    on_both_databases,
    people::mail::{outbox, settings, smtp_server},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Waits at most ten seconds until a document's transmission satisfies `wanted`, and returns it.
async fn wait_for_transmission(till: &Till, billing: &Value, wanted: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let transmission = till.document(&billing["id"]).await["transmission"].clone();
        if wanted(&transmission) {
            return transmission;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "{transmission}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

on_both_databases! {
    async fn the_address_given_at_the_till_gets_pdf_and_xml_and_is_remembered(till: Till) {
        let ana = till.create_client("DNI", "45871236", "Ana Soto").await;
        let boleta = till.boleta(json!({"client_id": ana, "email": " Ana@Ejemplo.pe "})).await;
        let email = outbox(&till.house.app, 1).await.remove(0);
        for part in ["To: ana@ejemplo.pe", "filename=\"B001-00000001.pdf\"", "03-B001-1.xml", "application/pdf"] {
            assert!(email.contains(part), "{part}: {email}");
        }
        let transmission = wait_for_transmission(&till, &boleta, |transmission| !transmission["mailed_at"].is_null()).await;
        assert_eq!((&transmission["mail_to"], &transmission["mail_error"]), (&json!("ana@ejemplo.pe"), &json!("")));
        let client = till.luis.get(&format!("/api/clients/{ana}")).await.ok();
        assert_eq!(client["email"], "ana@ejemplo.pe");
        till.boleta(json!({"client_id": ana, "email": "otra@ejemplo.pe"})).await;
        let client = till.luis.get(&format!("/api/clients/{ana}")).await.ok();
        assert_eq!(client["email"], "ana@ejemplo.pe", "what is known stays");
    }

    async fn a_wrong_address_prevents_the_payment_and_a_nota_de_venta_is_not_mailed(till: Till) {
        let id = till.send_takeaway(&[(1, "Cau cau")]).await;
        let refused = till.pay(id, json!({"Efectivo": "28"}), json!({"email": "ana"})).await.refused(422, "invalid");
        assert!(refused["errors"]["email"].is_array(), "{refused}");
        let nota = json!({"email": "ana@ejemplo.pe", "billing_type_id": 3});
        let paid = till.pay(id, json!({"Efectivo": "28"}), nota).await.ok();
        assert!(paid["warnings"].to_string().contains("correo"), "{paid}");
        let boleta = till.boleta(json!({"email": ""})).await;
        assert_eq!(till.document(&boleta["id"]).await["transmission"]["mail_to"], "");
    }

    async fn a_document_is_mailed_again_once_for_each_request(till: Till) {
        let (port, mut emails) = smtp_server().await;
        let admin = till.house.app.login("admin").await;
        admin.put("/api/smtp", settings(port)).await.ok();
        let boleta = till.boleta(json!({})).await;
        let at = format!("/api/billings/{}/mail", boleta["id"]);
        let refused = till.luis.post(&at, json!({})).await.refused(422, "invalid");
        assert!(refused["errors"]["email"].is_array(), "{refused}");
        let (key, body) = (Uuid::new_v4(), json!({"email": "ana@ejemplo.pe"}));
        let (a, b) = tokio::join!(till.luis.post_with_key(&at, body.clone(), key), till.luis.post_with_key(&at, body.clone(), key));
        assert_eq!((a.ok(), &json!("ana@ejemplo.pe")), (b.json["response"].clone(), &b.json["response"]["mail_to"]));
        let email = emails.recv().await.unwrap();
        let token = till.document(&boleta["id"]).await["transmission"]["token"].clone();
        let link = format!("https://caja.laterraza.pe/c/{}", token.as_str().unwrap());
        let unfolded = email.replace("=\n", "");
        assert!(unfolded.contains(&link) && email.contains("B001-00000001.pdf"), "{email}");
        wait_for_transmission(&till, &boleta, |transmission| !transmission["mailed_at"].is_null()).await;
        till.luis.post(&at, body).await.ok();
        emails.recv().await.unwrap();
        wait_for_transmission(&till, &boleta, |transmission| !transmission["mailed_at"].is_null()).await;
        assert!(emails.try_recv().is_err(), "one email for each time");
        let log = admin.get("/api/pos-options/action-logs?action_type=DOCUMENT_MAILED").await.rows();
        assert_eq!(log.len(), 2);
    }

    async fn a_refusing_mail_server_is_reported_and_tried_again(till: Till) {
        let (port, mut emails) = smtp_server().await;
        let admin = till.house.app.login("admin").await;
        let mut wrong = settings(port);
        wrong["password"] = json!("otra");
        admin.put("/api/smtp", wrong).await.ok();
        let boleta = till.boleta(json!({"email": "ana@ejemplo.pe"})).await;
        let transmission = wait_for_transmission(&till, &boleta, |transmission| transmission["mail_error"] != "").await;
        assert!(transmission["mail_error"].as_str().unwrap().contains("contraseña") && transmission["mailed_at"].is_null(), "{transmission}");
        admin.put("/api/smtp", settings(port)).await.ok();
        till.house.sql("UPDATE tax_documents SET mail_at = issued_at WHERE mail_at IS NOT NULL").await;
        assert!(emails.recv().await.unwrap().contains("ana@ejemplo.pe"));
        let transmission = wait_for_transmission(&till, &boleta, |transmission| !transmission["mailed_at"].is_null()).await;
        assert_eq!(transmission["mail_error"], "");
    }

    async fn mails_to_strangers_are_limited(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let at = format!("/api/billings/{}/mail", boleta["id"]);
        for _ in 0..10 {
            till.luis.post(&at, json!({"email": "ana@ejemplo.pe"})).await.ok();
        }
        till.luis.post(&at, json!({"email": "ana@ejemplo.pe"})).await.refused(429, "too_many_requests");
        till.luis.post(&at, json!({"email": "otra@ejemplo.pe"})).await.ok();
    }
}
