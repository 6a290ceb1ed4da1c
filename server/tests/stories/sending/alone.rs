//! Documents that go one by one.

use super::office::{Office, name, pace};
use crate::on_both_databases;
use comanda::sending::{self, Pace};
use comanda_sunat_fake::{Code, Operation, Rule, State, Taken, Trouble, When};
use serde_json::json;
use std::time::Duration;

on_both_databases! {
    async fn what_is_sold_is_accepted_with_the_hash_of_the_paper(office: Office) {
        let mut office = office;
        office.work();
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        for sold in [&boleta, &factura] {
            let row = office.until(sold, "ACCEPTED").await;
            assert_eq!((&row["sunat_code"], &row["hash"]), (&json!("0"), &sold["hash"]));
            assert!(row["sunat_message"].as_str().unwrap().contains("ha sido aceptada"), "{row}");
            let there = office.registered(sold).unwrap();
            assert_eq!((there.state, there.digest_value.as_deref(), there.is_digest_checked), (State::Accepted, sold["hash"].as_str(), true));
        }
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.violations.len()), (2, 0));
    }

    async fn observations_and_rejections_are_said_in_their_words(office: Office) {
        let mut office = office;
        office.sunat.on(Rule::new(When::Call(1), Trouble::Observe(vec![Code(4252)])).on(Operation::SendBill));
        office.sunat.on(Rule::new(When::Call(2), Trouble::Reject(Code(2800))).on(Operation::SendBill));
        office.work();
        let observed = office.boleta().await;
        let row = office.until(&observed, "OBSERVED").await;
        assert_eq!(row["sunat_code"], "4252");
        assert!(row["sunat_message"].as_str().unwrap().contains("4252"), "{row}");
        let rejected = office.factura().await;
        let row = office.until(&rejected, "REJECTED").await;
        assert_eq!(row["sunat_code"], "2800");
        let status = office.admin.get(&format!("/api/electronic-invoice/{}/check-document-status", rejected["id"])).await.ok();
        assert_eq!((&status["state"], &status["asked"]), (&json!("REJECTED"), &json!(true)));
        assert!(status["what_to_do"].as_str().unwrap().contains("siguiente número"), "{status}");
        office.admin.post(&format!("/api/billings/{}/send", rejected["id"]), json!({})).await.refused(409, "conflict");
    }

    async fn observations_of_an_ose_are_said_in_their_words(office: Office) {
        let mut office = office;
        office.sunat.change_settings(|settings| settings.answers_as_ose = true);
        office.sunat.on(Rule::new(When::Always, Trouble::Observe(vec![Code(4252)])));
        office.work();
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        for sold in [&boleta, &factura] {
            let row = office.until(sold, "OBSERVED").await;
            assert_eq!(row["sunat_code"], "4252");
            assert!(row["sunat_message"].as_str().unwrap().starts_with("4252 - "), "{row}");
            office.give_back(sold).await;
            office.until(sold, "VOIDED").await;
        }
        let batches = office.admin.get("/api/electronic-billing/batches").await.rows();
        assert_eq!(batches.len(), 2);
        for batch in batches {
            assert_eq!((&batch["state"], &batch["sunat_code"]), (&json!("OBSERVED"), &json!("4252")), "{batch}");
            assert!(batch["sunat_message"].as_str().unwrap().starts_with("4252 - "), "{batch}");
        }
    }

    async fn a_worker_that_is_killed_costs_no_number_and_sends_no_other_bytes(office: Office) {
        let mut office = office;
        office.sunat.on(Rule::new(When::Always, Trouble::Hang(Taken::Yes)).on(Operation::SendBill).times(2));
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        office.work();
        office.sunat.until(|state| state.accepted == 2).await;
        office.kill().await;
        assert_eq!(office.row(&boleta).await["state"], "PENDING");
        let kept = [office.xml(&boleta).await, office.xml(&factura).await];
        office.work();
        for sold in [&boleta, &factura] {
            office.until(sold, "ACCEPTED").await;
        }
        assert_eq!([office.xml(&boleta).await, office.xml(&factura).await], kept);
        let state = office.sunat.snapshot();
        assert_eq!((state.accepted, state.violations.len(), state.gaps.len()), (2, 0, 0));
    }

    async fn of_several_workers_one_sends(office: Office) {
        let mut office = office;
        office.sunat.on(Rule::new(When::Always, Trouble::Late { by_ms: 30 }));
        for _ in 0..3 {
            // However slow this machine is, no call outlives its lease.
            let worker = sending::run(office.till.house.app.app.clone(), Pace { lease: Duration::from_secs(60), ..pace() });
            office.hire(tokio::spawn(worker));
        }
        let mut sold = Vec::new();
        for _ in 0..6 {
            sold.push(office.boleta().await);
        }
        for one in &sold {
            office.until(one, "ACCEPTED").await;
        }
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.accepted), (6, 6));
        assert!(state.peak_calls_at_once <= 4, "{}", state.peak_calls_at_once);
    }

    async fn a_day_without_internet_drains_in_order(office: Office) {
        let mut office = office;
        // Nobody listens there.
        office.send_to("http://127.0.0.1:1/billService").await;
        office.work();
        let mut sold = Vec::new();
        for _ in 0..12 {
            sold.push(office.boleta().await);
        }
        let waiting = office.row(&sold[0]).await;
        assert_eq!(waiting["state"], "PENDING");
        office.send_to(&office.sunat.bill_service_url()).await;
        for one in &sold {
            office.until(one, "ACCEPTED").await;
        }
        let mut came: Vec<_> = sold.iter().map(|one| office.sunat.document(&name(one)).unwrap().order).collect();
        let expected = came.clone();
        came.sort_unstable();
        // Four are under way at once: one that is slow is overtaken by those beside it and the next few, not by all that came after.
        assert!(came.iter().zip(&expected).all(|(a, b)| a.abs_diff(*b) < 8), "{expected:?}");
        let state = office.sunat.snapshot();
        assert_eq!((state.calls[&Operation::SendBill], state.violations.len(), state.gaps.len()), (12, 0, 0));
        assert!(pace().calls_at_once > 4 && state.peak_calls_at_once <= 4);
    }
}
