//! The public look-up: everything that the paper says, or its secret address, and nothing else.

use crate::{companies, money::till::Till, on_both_databases, support::client::Client};
use serde_json::{Value, json};

/// What the paper of a boleta of the demo says.
async fn paper(till: &Till, boleta: &Value) -> Value {
    let house = till.house.app.nobody().get("/api/public/company-info").await.ok();
    let day = till.document(&boleta["id"]).await["transmission"]["issued_on"].clone();
    json!({"ruc": house["ruc"], "type": "03", "serie": "b001", "number": "00000001", "date": day, "total": "28.00"})
}

async fn ask(client: &Client, body: &Value) -> crate::support::client::Reply {
    client.post("/api/public/consulta", body.clone()).await
}

on_both_databases! {
    async fn the_six_things_of_the_paper_open_it_and_five_of_them_do_not(till: Till) {
        let ana = till.client("DNI", "45871236", "Ana Soto").await;
        let boleta = till.boleta(json!({"client_id": ana})).await;
        let (nobody, right) = (till.house.app.nobody(), paper(&till, &boleta).await);
        let found = ask(&nobody, &right).await.ok();
        assert_eq!((&found["full_number"], &found["total"], &found["client"]), (&json!("B001-00000001"), &json!("28.00"), &json!("DNI ·····236")));
        assert_eq!((&found["name"], &found["is_demo"], &found["is_voided"]), (&json!("Boleta de venta electrónica"), &json!(true), &json!(false)));
        assert!(!found.to_string().contains("Soto") && !found.to_string().contains("45871236"), "{found}");
        let mut answers = Vec::new();
        for (field, wrong) in [
            ("ruc", json!("20131312955")), ("type", json!("01")), ("serie", json!("B002")), ("number", json!(2)),
            ("date", json!("2020-01-01")), ("total", json!("28.01")), ("type", json!("07")),
        ] {
            let mut asked = right.clone();
            asked[field] = wrong;
            let refused = ask(&nobody, &asked).await.refused(404, "not_found");
            answers.push((refused["message"].clone(), refused["errors"].clone()));
        }
        answers.dedup();
        assert_eq!(answers.len(), 1, "one answer for whatever does not fit: {answers:?}");
    }

    async fn its_address_gives_the_files_without_a_session_and_a_voided_one_says_so(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let nobody = till.house.app.nobody();
        let token = ask(&nobody, &paper(&till, &boleta).await).await.ok()["token"].as_str().unwrap().to_owned();
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

    async fn a_document_is_of_the_company_of_its_host_alone(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let right = paper(&till, &boleta).await;
        companies::second_company(&till.house.app).await;
        let (here, there) = (till.house.app.nobody().at_host(companies::DEMO), till.house.app.nobody().at_host(companies::OTHER));
        let token = ask(&here, &right).await.ok()["token"].as_str().unwrap().to_owned();
        ask(&there, &right).await.refused(404, "not_found");
        for file in ["", "/pdf", "/xml"] {
            there.get(&format!("/api/public/documents/{token}{file}")).await.refused(404, "not_found");
        }
    }

    async fn who_guesses_is_stopped_and_who_knows_is_not(till: Till) {
        let boleta = till.boleta(json!({})).await;
        let (nobody, right) = (till.house.app.nobody().via("203.0.113.7"), paper(&till, &boleta).await);
        for _ in 0..20 {
            ask(&nobody, &right).await.ok();
        }
        for cents in 0..15 {
            let mut asked = right.clone();
            asked["total"] = json!(format!("27.{cents:02}"));
            ask(&nobody, &asked).await.refused(404, "not_found");
        }
        let stopped = ask(&nobody, &right).await;
        assert!(stopped.retry_after.is_some());
        stopped.refused(429, "too_many_requests");
        ask(&till.house.app.nobody().via("203.0.113.8"), &right).await.ok();
    }
}
