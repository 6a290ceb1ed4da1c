//! The public look-up of a document needs everything that its paper says, or its secret address, and shows nothing else.

use crate::{companies, money::till::Till, on_both_databases, support::client::Client};
use serde_json::{Value, json};

/// The facts that are printed on the paper of a demo boleta.
async fn printed_facts(till: &Till, boleta: &Value) -> Value {
    let house = till.house.app.anonymous_client().get("/api/public/company-info").await.ok();
    let day = till.document(&boleta["id"]).await["transmission"]["issued_on"].clone();
    json!({"ruc": house["ruc"], "type": "03", "serie": "b001", "number": "00000001", "date": day, "total": "28.00"})
}

async fn look_up(client: &Client, body: &Value) -> crate::support::client::Reply {
    client.post("/api/public/consulta", body.clone()).await
}

on_both_databases! {
    async fn the_six_printed_facts_open_a_document_and_five_do_not(till: Till) {
        let ana = till.create_client("DNI", "45871236", "Ana Soto").await;
        let boleta = till.boleta(json!({"client_id": ana})).await;
        let (nobody, right) = (till.house.app.anonymous_client(), printed_facts(&till, &boleta).await);
        let found = look_up(&nobody, &right).await.ok();
        assert_eq!((&found["full_number"], &found["total"], &found["client"]), (&json!("B001-00000001"), &json!("28.00"), &json!("DNI ·····236")));
        assert_eq!((&found["name"], &found["is_demo"], &found["is_voided"]), (&json!("Boleta de venta electrónica"), &json!(true), &json!(false)));
        assert!(!found.to_string().contains("Soto") && !found.to_string().contains("45871236"), "{found}");
        let mut answers = Vec::new();
        for (field, wrong) in [
            ("ruc", json!("20131312955")), ("type", json!("01")), ("serie", json!("B002")), ("number", json!(2)),
            ("date", json!("2020-01-01")), ("total", json!("28.01")), ("type", json!("07")),
        ] {
            let mut facts = right.clone();
            facts[field] = wrong;
            let refused = look_up(&nobody, &facts).await.refused(404, "not_found");
            answers.push((refused["message"].clone(), refused["errors"].clone()));
        }
        answers.dedup();
        assert_eq!(answers.len(), 1, "one answer for whatever does not fit: {answers:?}");
    }

    async fn the_secret_address_gives_the_files_without_a_session_and_shows_a_void(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let nobody = till.house.app.anonymous_client();
        let token = look_up(&nobody, &printed_facts(&till, &boleta).await).await.ok()["token"].as_str().unwrap().to_owned();
        let at = format!("/api/public/documents/{token}");
        assert_eq!(nobody.get(&at).await.ok()["client"], json!(null));
        assert!(nobody.get(&format!("{at}/pdf")).await.bytes.starts_with(b"%PDF"));
        let xml = nobody.get(&format!("{at}/xml")).await;
        assert_eq!(xml.content_type.as_deref(), Some("application/xml"));
        for path in ["/api/public/documents/nada", "/api/public/documents/nada/pdf", "/api/public/documents/%27/xml"] {
            nobody.get(path).await.refused(404, "not_found");
        }
        let refund = json!({"pin": "1234", "reason": "Se equivocó", "outcome": "REOPEN"});
        till.luis.post(&format!("/api/payments/{}/refund", boleta["payment_id"]), refund).await.ok();
        assert_eq!(nobody.get(&at).await.ok()["is_voided"], true);
    }

    async fn a_document_is_found_only_at_its_companys_host(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let right = printed_facts(&till, &boleta).await;
        companies::second_company(&till.house.app).await;
        let (demo_client, other_client) = (till.house.app.anonymous_client().at_host(companies::DEMO), till.house.app.anonymous_client().at_host(companies::OTHER));
        let token = look_up(&demo_client, &right).await.ok()["token"].as_str().unwrap().to_owned();
        look_up(&other_client, &right).await.refused(404, "not_found");
        for file in ["", "/pdf", "/xml"] {
            other_client.get(&format!("/api/public/documents/{token}{file}")).await.refused(404, "not_found");
        }
    }

    async fn guessers_are_stopped_and_holders_of_the_paper_are_not(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let (nobody, right) = (till.house.app.anonymous_client().forwarded_for("203.0.113.7"), printed_facts(&till, &boleta).await);
        for _ in 0..20 {
            look_up(&nobody, &right).await.ok();
        }
        for cents in 0..15 {
            let mut facts = right.clone();
            facts["total"] = json!(format!("27.{cents:02}"));
            look_up(&nobody, &facts).await.refused(404, "not_found");
        }
        let stopped = look_up(&nobody, &right).await;
        assert!(stopped.retry_after.is_some());
        stopped.refused(429, "too_many_requests");
        look_up(&till.house.app.anonymous_client().forwarded_for("203.0.113.8"), &right).await.ok();
    }
}
