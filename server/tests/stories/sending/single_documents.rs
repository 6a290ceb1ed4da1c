//! Documents that are sent one by one.

use super::office::{Office, fast_pace, name};
use crate::on_both_databases;
use comanda::sending::{self, SendingPace};
use comanda_sunat_fake::{Code, Operation, Recorded, Rule, State, Trouble, When};
use serde_json::json;
use std::time::Duration;

on_both_databases! {
    async fn a_sold_document_is_accepted_with_the_hash_on_its_paper(office: Office) {
        let mut office = office;
        office.start_worker();
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        for sold in [&boleta, &factura] {
            let row = office.wait_for_state(sold, "ACCEPTED").await;
            assert_eq!((&row["sunat_code"], &row["hash"]), (&json!("0"), &sold["hash"]));
            assert!(row["sunat_message"].as_str().unwrap().contains("ha sido aceptada"), "{row}");
            let registered = office.registered(sold).unwrap();
            assert_eq!((registered.state, registered.digest_value.as_deref(), registered.is_digest_checked), (State::Accepted, sold["hash"].as_str(), true));
        }
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.violations.len()), (2, 0));
    }

    async fn observations_and_rejections_are_shown_in_words(office: Office) {
        let mut office = office;
        office.sunat.add_rule(Rule::new(When::Call(1), Trouble::Observe(vec![Code(4252)])).for_operation(Operation::SendBill));
        office.sunat.add_rule(Rule::new(When::Call(2), Trouble::Reject(Code(2800))).for_operation(Operation::SendBill));
        office.start_worker();
        let observed = office.boleta().await;
        let row = office.wait_for_state(&observed, "OBSERVED").await;
        assert_eq!(row["sunat_code"], "4252");
        assert!(row["sunat_message"].as_str().unwrap().contains("4252"), "{row}");
        let rejected = office.factura().await;
        let row = office.wait_for_state(&rejected, "REJECTED").await;
        assert_eq!(row["sunat_code"], "2800");
        let status = office.admin.get(&format!("/api/electronic-invoice/{}/check-document-status", rejected["id"])).await.ok();
        assert_eq!((&status["state"], &status["asked"]), (&json!("REJECTED"), &json!(true)));
        assert!(status["what_to_do"].as_str().unwrap().contains("siguiente número"), "{status}");
        office.admin.post(&format!("/api/billings/{}/send", rejected["id"]), json!({})).await.refused(409, "conflict");
    }

    async fn observations_of_an_ose_are_shown_in_words(office: Office) {
        let mut office = office;
        office.sunat.change_settings(|settings| settings.answers_as_ose = true);
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Observe(vec![Code(4252)])));
        office.start_worker();
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        for sold in [&boleta, &factura] {
            let row = office.wait_for_state(sold, "OBSERVED").await;
            assert_eq!(row["sunat_code"], "4252");
            assert!(row["sunat_message"].as_str().unwrap().starts_with("4252 - "), "{row}");
            office.refund(sold).await;
            office.wait_for_state(sold, "VOIDED").await;
        }
        let batches = office.admin.get("/api/electronic-billing/batches").await.rows();
        assert_eq!(batches.len(), 2);
        for batch in batches {
            assert_eq!((&batch["state"], &batch["sunat_code"]), (&json!("OBSERVED"), &json!("4252")), "{batch}");
            assert!(batch["sunat_message"].as_str().unwrap().starts_with("4252 - "), "{batch}");
        }
    }

    async fn a_killed_worker_loses_no_number_and_sends_no_other_bytes(office: Office) {
        let mut office = office;
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Hang(Recorded::Yes)).for_operation(Operation::SendBill).times(2));
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        office.start_worker();
        office.sunat.wait_until(|state| state.accepted == 2).await;
        office.kill_workers().await;
        assert_eq!(office.listed_document(&boleta).await["state"], "PENDING");
        let xmls = [office.xml(&boleta).await, office.xml(&factura).await];
        office.start_worker();
        for sold in [&boleta, &factura] {
            office.wait_for_state(sold, "ACCEPTED").await;
        }
        assert_eq!([office.xml(&boleta).await, office.xml(&factura).await], xmls);
        let state = office.sunat.snapshot();
        assert_eq!((state.accepted, state.violations.len(), state.gaps.len()), (2, 0, 0));
    }

    async fn of_several_workers_one_sends(office: Office) {
        let mut office = office;
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Late { by_ms: 30 }));
        for _ in 0..3 {
            // However slow this machine is, no call outlives its lease.
            let worker = sending::run_sender(office.till.house.app.app.clone(), SendingPace { lease: Duration::from_secs(60), ..fast_pace() });
            office.add_worker(tokio::spawn(worker));
        }
        let mut sold = Vec::new();
        for _ in 0..6 {
            sold.push(office.boleta().await);
        }
        for one in &sold {
            office.wait_for_state(one, "ACCEPTED").await;
        }
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.accepted), (6, 6));
        assert!(state.peak_calls_at_once <= 4, "{}", state.peak_calls_at_once);
    }

    async fn after_a_day_without_internet_documents_are_sent_in_order(office: Office) {
        let mut office = office;
        // Nobody listens at this address.
        office.configure_operator("http://127.0.0.1:1/billService").await;
        office.start_worker();
        let mut sold = Vec::new();
        for _ in 0..12 {
            sold.push(office.boleta().await);
        }
        let waiting = office.listed_document(&sold[0]).await;
        assert_eq!(waiting["state"], "PENDING");
        office.configure_operator(&office.sunat.bill_service_url()).await;
        for one in &sold {
            office.wait_for_state(one, "ACCEPTED").await;
        }
        let mut came: Vec<_> = sold.iter().map(|one| office.sunat.document(&name(one)).unwrap().order).collect();
        let expected = came.clone();
        came.sort_unstable();
        // Four are sent at the same time: a slow one is overtaken by the others and the next few, not by all that came after.
        assert!(came.iter().zip(&expected).all(|(a, b)| a.abs_diff(*b) < 8), "{expected:?}");
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.violations.len(), state.gaps.len()), (12, 0, 0));
        assert!(fast_pace().calls_at_once > 4 && state.peak_calls_at_once <= 4);
    }
}
