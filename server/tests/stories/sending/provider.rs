//! Sending by a provider who signs and sends in the company's name.

use super::office::{Office, number};
use crate::on_both_databases;
use comanda::sending::{self, SendingPace};
use comanda_sunat_fake::{FakeProvider, ProviderTrouble};
use serde_json::{Value, json};
use std::time::Duration;

const TOKEN: &str = "token-de-prueba";

/// Configures the provider as the screen does.
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
            let note = office.listed_document(billing).await["credit_notes"][0].clone();
            if note["state"] == state {
                return note;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    });
    waited.await.unwrap()
}

on_both_databases! {
    async fn a_provider_gets_documents_voids_and_notes_with_our_numbers(office: Office) {
        let mut office = office;
        let provider = set_up(&office, TOKEN).await;
        provider.add_trouble(ProviderTrouble::OnlyRegister);
        office.start_worker();
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        for sold in [&boleta, &factura] {
            let row = office.wait_for_state(sold, "ACCEPTED").await;
            assert!(row["sunat_message"].as_str().unwrap().contains("aceptad"), "{row}");
            let received = provider.document(&number(sold)).unwrap();
            assert_eq!((received.state, received.body["totales"]["total_venta"].as_f64()), ("05", Some(7.0)));
        }
        for sold in [&boleta, &factura] {
            office.refund(sold).await;
            office.wait_for_state(sold, "VOIDED").await;
            assert_eq!(provider.document(&number(sold)).unwrap().state, "11");
        }
        let credited = office.factura().await;
        office.wait_for_state(&credited, "ACCEPTED").await;
        let body = json!({"reason_code": "06", "reason": "Devolvió todo", "pin": comanda::demo::PIN});
        office.till.luis.post(&format!("/api/billings/{}/credit-note", credited["id"]), body).await.ok();
        let note = note_until(&office, &credited, "ACCEPTED").await;
        let received = provider.document(&format!("{}-1", note["serie"].as_str().unwrap())).unwrap();
        let changes = provider.document(&number(&credited)).unwrap().external_id;
        assert_eq!(received.body["documento_afectado"]["external_id"], json!(changes));
    }

    async fn a_providers_refusals_rejections_and_failures_are_handled(office: Office) {
        let mut office = office;
        let provider = set_up(&office, TOKEN).await;
        office.start_worker();
        provider.add_trouble(ProviderTrouble::Reject(2800));
        let rejected = office.factura().await;
        let row = office.wait_for_state(&rejected, "REJECTED").await;
        assert_eq!(row["sunat_code"], "2800");
        provider.add_trouble(ProviderTrouble::Observe(4252));
        let observed = office.boleta().await;
        office.wait_for_state(&observed, "OBSERVED").await;
        provider.add_trouble(ProviderTrouble::Refuse("La fecha de emisión es muy antigua".into()));
        let refused = office.boleta().await;
        let row = office.wait_for_state(&refused, "FAILED").await;
        assert_eq!(row["sunat_message"], "La fecha de emisión es muy antigua");
        office.admin.post(&format!("/api/billings/{}/send", refused["id"]), json!({})).await.ok();
        office.wait_for_state(&refused, "ACCEPTED").await;
        let troubles = [
            ProviderTrouble::Http { status: 502, recorded: false },
            ProviderTrouble::Http { status: 500, recorded: true },
            ProviderTrouble::Hang { recorded: false },
            ProviderTrouble::Hang { recorded: true },
        ];
        for trouble in troubles {
            let count_before = provider.count();
            provider.add_trouble(trouble);
            let boleta = office.boleta().await;
            office.wait_for_state(&boleta, "ACCEPTED").await;
            assert_eq!(provider.count(), count_before + 1);
        }
    }

    async fn a_number_that_the_provider_has_of_another_document_waits_for_a_person(office: Office) {
        let mut office = office;
        let provider = set_up(&office, TOKEN).await;
        let boleta = office.boleta().await;
        let document = json!({"serie_documento": boleta["serie"], "numero_documento": boleta["number"]});
        let foreign_post = reqwest::Client::new().post(format!("{}/api/documents", provider.url())).bearer_auth(TOKEN).json(&document);
        foreign_post.send().await.unwrap();
        office.start_worker();
        let row = office.wait_for_state(&boleta, "FAILED").await;
        assert_eq!(row["sunat_code"], "1033");
    }

    async fn a_killed_sender_finds_what_the_provider_has(office: Office) {
        let mut office = office;
        let provider = set_up(&office, TOKEN).await;
        provider.add_trouble(ProviderTrouble::Hang { recorded: true });
        let boleta = office.boleta().await;
        office.start_worker();
        while provider.count() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        office.kill_workers().await;
        office.start_worker();
        office.wait_for_state(&boleta, "ACCEPTED").await;
        assert_eq!(provider.count(), 1);
    }

    // With the production intervals: nothing is retried for half an hour unless somebody corrects it.
    async fn a_corrected_token_sends_waiting_documents_at_once(office: Office) {
        let mut office = office;
        let provider = set_up(&office, "token-de-otro").await;
        let boleta = office.boleta().await;
        office.add_worker(tokio::spawn(sending::run_sender(office.till.house.app.app.clone(), SendingPace::default())));
        office.wait_for_state(&boleta, "FAILED").await;
        let status = office.admin.get(&format!("/api/electronic-invoice/{}/check-document-status", boleta["id"])).await.ok();
        assert!(status["what_to_do"].as_str().unwrap().contains("token"), "{status}");
        office.admin.put("/api/company-info", json!({"token_apifact": TOKEN})).await.ok();
        office.wait_for_state(&boleta, "ACCEPTED").await;
        assert_eq!(provider.count(), 1);
    }

    async fn a_corrected_password_sends_waiting_documents_at_once(office: Office) {
        let mut office = office;
        office.configure_operator(&office.sunat.bill_service_url()).await;
        office.admin.put("/api/electronic-billing", json!({"sol_password": "equivocada"})).await.ok();
        let boleta = office.boleta().await;
        office.add_worker(tokio::spawn(sending::run_sender(office.till.house.app.app.clone(), SendingPace::default())));
        office.wait_for_state(&boleta, "FAILED").await;
        office.admin.put("/api/electronic-billing", json!({"sol_password": "moddatos"})).await.ok();
        office.wait_for_state(&boleta, "ACCEPTED").await;
    }
}
