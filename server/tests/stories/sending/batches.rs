//! Voids by RA and summaries by RC.

use super::office::Office;
use crate::on_both_databases;
use comanda_sunat_fake::{Code, Operation, Recorded, Rule, State, Trouble, When};
use serde_json::{Value, json};

impl Office {
    async fn batches(&self) -> Vec<Value> {
        self.admin.get("/api/electronic-billing/batches").await.rows()
    }

    /// Configures boletas to wait for the summary of their day.
    pub async fn send_boletas_by_summary(&self) {
        self.run_sql("UPDATE electronic_billing SET boletas = 'DAILY_SUMMARY'").await;
    }

    pub async fn send_summary(&self, documents: i64) {
        let today = self.sunat.snapshot().now.date();
        let summary = self.admin.post("/api/electronic-billing/summaries", json!({"date": today})).await.ok();
        assert_eq!(summary["documents"], documents);
    }
}

on_both_databases! {
    async fn a_void_is_sent_by_the_batch_of_its_series(office: Office) {
        let mut office = office;
        office.start_worker();
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        for sold in [&boleta, &factura] {
            office.wait_for_state(sold, "ACCEPTED").await;
            office.refund(sold).await;
        }
        for sold in [&boleta, &factura] {
            office.wait_for_state(sold, "VOIDED").await;
            assert_eq!(office.registered(sold).unwrap().state, State::Voided);
        }
        let mut kinds: Vec<_> = office.batches().await.iter().map(|b| (b["kind"].clone(), b["state"].clone(), b["lines"].clone())).collect();
        kinds.sort_by_key(|(kind, ..)| kind.to_string());
        assert_eq!(kinds, [(json!("RA"), json!("ACCEPTED"), json!(1)), (json!("RC"), json!("ACCEPTED"), json!(1))]);
    }

    async fn an_unsent_document_is_sent_and_then_voided(office: Office) {
        let mut office = office;
        let (boleta, factura) = (office.boleta().await, office.factura().await);
        for sold in [&boleta, &factura] {
            office.refund(sold).await;
            assert_eq!(office.listed_document(sold).await["state"], "VOIDING");
        }
        office.start_worker();
        for sold in [&boleta, &factura] {
            office.wait_for_state(sold, "VOIDED").await;
            assert_eq!(office.registered(sold).unwrap().state, State::Voided);
        }
    }

    async fn a_day_of_boletas_is_sent_in_one_summary(office: Office) {
        let mut office = office;
        office.send_boletas_by_summary().await;
        office.start_worker();
        let mut sold = vec![office.boleta().await, office.boleta().await];
        let factura = office.factura().await;
        office.wait_for_state(&factura, "ACCEPTED").await;
        assert_eq!(office.listed_document(&sold[0]).await["state"], "PENDING");
        office.send_summary(2).await;
        for one in &sold {
            office.wait_for_state(one, "ACCEPTED").await;
            assert!(office.registered(one).unwrap().summary.is_some());
        }
        // One more, and one that is voided before it was sent.
        sold.push(office.boleta().await);
        office.refund(&sold[2]).await;
        office.wait_for_state(&sold[2], "VOIDED").await;
        let rows = office.batches().await;
        let batches: Vec<_> = rows.iter().rev().map(|b| (b["number"].clone(), b["voids"].clone(), b["lines"].clone())).collect();
        assert_eq!(batches, [(json!(1), json!(false), json!(2)), (json!(2), json!(false), json!(1)), (json!(3), json!(true), json!(1))]);
        assert_eq!(office.sunat.snapshot().violations, []);
    }

    async fn yesterdays_boletas_are_sent_at_the_time_of_the_summary(office: Office) {
        let mut office = office;
        office.send_boletas_by_summary().await;
        let boleta = office.boleta().await;
        office.run_sql("UPDATE electronic_billing SET summary_time = '00:00'").await;
        let yesterday = office.sunat.snapshot().now.date().pred_opt().unwrap();
        let mut tx = office.till.house.db().write().await.unwrap();
        let changed = tx.query("UPDATE tax_documents SET issued_on = $1").bind(yesterday).run().await;
        tx.commit_or_roll_back(changed).await.unwrap();
        office.start_worker();
        office.wait_for_state(&boleta, "ACCEPTED").await;
        assert_eq!(office.batches().await[0]["documents_of"], json!(yesterday));
    }

    async fn a_lost_ticket_is_replaced_by_asking_for_the_documents(office: Office) {
        let mut office = office;
        office.send_boletas_by_summary().await;
        for recorded in [Recorded::Yes, Recorded::No] {
            office.sunat.add_rule(Rule::new(When::Always, Trouble::LoseTicket { after_asks: 2, taken: recorded }).for_operation(Operation::SendSummary).times(1));
            let sold = [office.boleta().await, office.boleta().await];
            office.start_worker();
            office.send_summary(2).await;
            for one in &sold {
                office.wait_for_state(one, "ACCEPTED").await;
            }
            office.kill_workers().await;
        }
        let state = office.sunat.snapshot();
        assert_eq!((state.accepted, state.violations.len()), (4, 0));
    }

    async fn a_batch_whose_answer_is_lost_is_never_sent_as_another_one(office: Office) {
        let mut office = office;
        office.send_boletas_by_summary().await;
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Cut(Recorded::Yes)).for_operation(Operation::SendSummary).times(1));
        let boleta = office.boleta().await;
        office.start_worker();
        office.send_summary(1).await;
        office.wait_for_state(&boleta, "ACCEPTED").await;
        let state = office.sunat.snapshot();
        assert_eq!((state.batches.len(), state.violations.len()), (1, 0));
    }

    async fn a_boleta_that_is_known_already_does_not_block_the_others(office: Office) {
        let mut office = office;
        office.start_worker();
        let single_boleta = office.boleta().await;
        office.wait_for_state(&single_boleta, "ACCEPTED").await;
        office.kill_workers().await;
        office.send_boletas_by_summary().await;
        // This is the state after the restore of a copy from before it was sent.
        office.run_sql("UPDATE tax_documents SET state = 'PENDING', accepted_at = NULL, by_summary = TRUE, next_try_at = NULL").await;
        let others = [office.boleta().await, office.boleta().await];
        office.start_worker();
        office.send_summary(3).await;
        for one in others.iter().chain([&single_boleta]) {
            office.wait_for_state(one, "ACCEPTED").await;
        }
        assert_eq!(office.sunat.snapshot().accepted, 3);
    }

    async fn a_refused_batch_waits_for_a_person(office: Office) {
        let mut office = office;
        office.start_worker();
        let factura = office.factura().await;
        office.wait_for_state(&factura, "ACCEPTED").await;
        office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2335))).for_operation(Operation::SendSummary).times(1));
        office.refund(&factura).await;
        let failed = office.wait_for_state(&factura, "FAILED").await;
        assert_eq!(failed["sunat_code"], "2335");
        // The document is valid: the action concerns its void.
        let advice = failed["what_to_do"].as_str().unwrap();
        assert!(advice.contains("sigue vigente") && advice.contains("Enviar de nuevo") && advice.contains("nota de crédito"), "{advice}");
        office.run_sql("UPDATE tax_documents SET issued_on = '2026-11-01'").await;
        let attention = office.admin.get("/api/dashboard").await.ok()["attention"].to_string();
        assert!(attention.contains("1 anulación que SUNAT no aceptó") && !attention.contains("sin enviar") && !attention.contains("no se pudo enviar"), "{attention}");
        let today = office.sunat.snapshot().now.date();
        let mut tx = office.till.house.db().write().await.unwrap();
        let changed = tx.query("UPDATE tax_documents SET issued_on = $1").bind(today).run().await;
        tx.commit_or_roll_back(changed).await.unwrap();
        office.admin.post(&format!("/api/billings/{}/send", factura["id"]), json!({})).await.ok();
        office.wait_for_state(&factura, "VOIDED").await;
    }

    async fn a_batch_dated_by_a_wrong_clock_is_sent_again_automatically(office: Office) {
        let mut office = office;
        office.start_worker();
        for (code, is_factura) in [(2236, true), (2301, false)] {
            let sold = if is_factura { office.factura().await } else { office.boleta().await };
            office.wait_for_state(&sold, "ACCEPTED").await;
            office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(code))).for_operation(Operation::SendSummary).times(1));
            office.refund(&sold).await;
            office.wait_for_state(&sold, "VOIDED").await;
        }
    }

    async fn after_seven_days_a_void_needs_a_credit_note(office: Office) {
        let mut office = office;
        office.start_worker();
        let factura = office.factura().await;
        office.wait_for_state(&factura, "ACCEPTED").await;
        office.kill_workers().await;
        let old = office.sunat.snapshot().now.date() - chrono::Days::new(8);
        let mut tx = office.till.house.db().write().await.unwrap();
        let changed = tx.query("UPDATE tax_documents SET issued_on = $1").bind(old).run().await;
        tx.commit_or_roll_back(changed).await.unwrap();
        office.refund(&factura).await;
        office.start_worker();
        assert_eq!(office.wait_for_state(&factura, "FAILED").await["sunat_code"], "2957");
        assert_eq!(office.batches().await.len(), 0);
    }
}
