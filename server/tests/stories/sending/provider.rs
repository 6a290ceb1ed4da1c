//! By way of a provider who signs and sends in the company's name.

use super::office::{Office, number};
use crate::on_both_databases;
use comanda::sending::{self, Pace};
use comanda_sunat_fake::{FakeProvider, ProviderTrouble};
use serde_json::{Value, json};
use std::time::Duration;

const TOKEN: &str = "token-de-prueba";

/// Sets the provider up as the screen does.
async fn set_up(office: &Office, token: &str) -> FakeProvider {
    let provider = FakeProvider::start(TOKEN).await.unwrap();
    let ours = json!({"apifact_url": provider.url(), "token_apifact": token});
    office.admin.put("/api/company-info", ours).await.ok();
    office.admin.put("/api/electronic-billing", json!({"gateway": "PROVIDER", "boletas": "DAILY_SUMMARY"})).await.ok();
    provider
}

async fn note_until(office: &Office, billing: &Value, state: &str) -> Value {
    let waited = tokio::time::timeout(Duration::from_secs(30), async {
        loop {
            let note = office.row(billing).await["credit_notes"][0].clone();
            if note["state"] == state {
                return note;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    });
    waited.await.unwrap()
}

on_both_databases! {
    async fn a_provider_gets_documents_voids_and_notes_under_our_numbers(office: Office) {
        let mut office = office;
        let provider = set_up(&office, TOKEN).await;
        provider.on(ProviderTrouble::OnlyRegister);
        office.work();
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        for sold in [&boleta, &factura] {
            let row = office.until(sold, "ACCEPTED").await;
            assert!(row["sunat_message"].as_str().unwrap().contains("aceptad"), "{row}");
            let there = provider.document(&number(sold)).unwrap();
            assert_eq!((there.state, there.told["totales"]["total_venta"].as_f64()), ("05", Some(7.0)));
        }
        for sold in [&boleta, &factura] {
            office.give_back(sold).await;
            office.until(sold, "VOIDED").await;
            assert_eq!(provider.document(&number(sold)).unwrap().state, "11");
        }
        let credited = office.factura().await;
        office.until(&credited, "ACCEPTED").await;
        let body = json!({"reason_code": "06", "reason": "Devolvió todo", "pin": comanda::demo::PIN});
        office.till.luis.post(&format!("/api/billings/{}/credit-note", credited["id"]), body).await.ok();
        let note = note_until(&office, &credited, "ACCEPTED").await;
        let there = provider.document(&format!("{}-1", note["serie"].as_str().unwrap())).unwrap();
        let changes = provider.document(&number(&credited)).unwrap().external_id;
        assert_eq!(there.told["documento_afectado"]["external_id"], json!(changes));
    }

    async fn a_provider_who_refuses_rejects_or_is_unwell(office: Office) {
        let mut office = office;
        let provider = set_up(&office, TOKEN).await;
        office.work();
        provider.on(ProviderTrouble::Reject(2800));
        let rejected = office.factura().await;
        let row = office.until(&rejected, "REJECTED").await;
        assert_eq!(row["sunat_code"], "2800");
        provider.on(ProviderTrouble::Observe(4252));
        let observed = office.boleta().await;
        office.until(&observed, "OBSERVED").await;
        provider.on(ProviderTrouble::Refuse("La fecha de emisión es muy antigua".into()));
        let refused = office.boleta().await;
        let row = office.until(&refused, "FAILED").await;
        assert_eq!(row["sunat_message"], "La fecha de emisión es muy antigua");
        office.admin.post(&format!("/api/billings/{}/send", refused["id"]), json!({})).await.ok();
        office.until(&refused, "ACCEPTED").await;
        let troubles = [
            ProviderTrouble::Http { status: 502, taken: false },
            ProviderTrouble::Http { status: 500, taken: true },
            ProviderTrouble::Hang { taken: false },
            ProviderTrouble::Hang { taken: true },
        ];
        for trouble in troubles {
            let had = provider.count();
            provider.on(trouble);
            let boleta = office.boleta().await;
            office.until(&boleta, "ACCEPTED").await;
            assert_eq!(provider.count(), had + 1);
        }
    }

    async fn a_number_that_he_has_of_somebody_else_waits_for_a_person(office: Office) {
        let mut office = office;
        let provider = set_up(&office, TOKEN).await;
        let boleta = office.boleta().await;
        let told = json!({"serie_documento": boleta["serie"], "numero_documento": boleta["number"]});
        let taken = reqwest::Client::new().post(format!("{}/api/documents", provider.url())).bearer_auth(TOKEN).json(&told);
        taken.send().await.unwrap();
        office.work();
        let row = office.until(&boleta, "FAILED").await;
        assert_eq!(row["sunat_code"], "1033");
    }

    async fn a_sender_killed_in_the_middle_finds_what_he_has(office: Office) {
        let mut office = office;
        let provider = set_up(&office, TOKEN).await;
        provider.on(ProviderTrouble::Hang { taken: true });
        let boleta = office.boleta().await;
        office.work();
        while provider.count() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        office.kill().await;
        office.work();
        office.until(&boleta, "ACCEPTED").await;
        assert_eq!(provider.count(), 1);
    }

    // With the pace of real life: nothing is tried again for half an hour unless somebody mends it.
    async fn a_mended_token_sends_what_waited_at_once(office: Office) {
        let mut office = office;
        let provider = set_up(&office, "token-de-otro").await;
        let boleta = office.boleta().await;
        office.hire(tokio::spawn(sending::run(office.till.house.app.app.clone(), Pace::default())));
        office.until(&boleta, "FAILED").await;
        let status = office.admin.get(&format!("/api/electronic-invoice/{}/check-document-status", boleta["id"])).await.ok();
        assert!(status["what_to_do"].as_str().unwrap().contains("token"), "{status}");
        office.admin.put("/api/company-info", json!({"token_apifact": TOKEN})).await.ok();
        office.until(&boleta, "ACCEPTED").await;
        assert_eq!(provider.count(), 1);
    }

    async fn a_mended_password_sends_what_waited_at_once(office: Office) {
        let mut office = office;
        office.send_to(&office.sunat.bill_service_url()).await;
        office.admin.put("/api/electronic-billing", json!({"sol_password": "equivocada"})).await.ok();
        let boleta = office.boleta().await;
        office.hire(tokio::spawn(sending::run(office.till.house.app.app.clone(), Pace::default())));
        office.until(&boleta, "FAILED").await;
        office.admin.put("/api/electronic-billing", json!({"sol_password": "moddatos"})).await.ok();
        office.until(&boleta, "ACCEPTED").await;
    }
}
