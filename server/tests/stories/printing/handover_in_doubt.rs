//! What the own printer may have printed is never doubled without a mark.

use super::{
    handover::{Kitchen, jobs_of, say},
    shop::{Shop, job_ids, pull, report_body},
};
use crate::on_both_databases;
use chrono::Duration;
use serde_json::{Value, json};

fn is_marked(job: &Value) -> bool {
    job["ticket"].to_string().matches("POSIBLE DUPLICADO").count() == 2
}

on_both_databases! {
    async fn a_job_that_was_sent_and_not_answered_moves_marked_and_its_own_agent_cancels_it(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        let mut agent = shop.connect_agent(&kitchen.token).await;
        let id = shop.admin.get(&format!("/api/printers/{}", kitchen.own)).await.ok()["agent_id"].clone();
        let came_or_went = |e: &Value| e["type"] == "agent.changed" && e["ids"]["agent_id"] == id;
        kitchen.browser.next_event("event", came_or_went).await;
        say(&mut agent, kitchen.own, "READY").await;
        shop.order(&shop.admin).await;
        let job = job_ids(&pull(&mut agent).await)[0].to_owned();
        // The answer arrived or not, and the line is gone; after three seconds the job counts as waiting again.
        drop(agent);
        kitchen.browser.next_event("event", came_or_went).await;
        shop.advance_clock(Duration::seconds(4));
        kitchen.browser.next_event("event", |e| e["ids"]["job_id"] == json!(job) && e["ids"]["state"] == "PENDING").await;
        shop.advance_clock(Duration::seconds(26));
        let moved = kitchen.next_at_stand_in(&job).await;
        assert!(is_marked(&moved), "{moved}");
        assert_eq!(shop.admin.get("/api/print-reliefs").await.rows()[0]["papers"][0]["marked"], true);
        // The agent comes back: it had the job, is told to cancel it, and is not given it again.
        let mut agent = shop.connect_agent(&kitchen.token).await;
        let pulled = agent.emit_and_wait("pull_jobs", json!({"held": [{"id": job, "state": "HELD"}]})).await;
        assert_eq!((job_ids(&pulled).len(), &pulled["commands"]), (0, &json!([{"id": job, "command": "CANCEL"}])));
        // It had printed it already: that is heard and changes nothing.
        agent.emit_and_wait("job_state", report_body(&job, kitchen.own, "DONE")).await;
        assert_eq!(shop.job_state(&job).await, "REROUTED");
        assert_eq!(pull(&mut agent).await["commands"], json!([]));
        assert_eq!((jobs_of(&shop, kitchen.own).await.len(), jobs_of(&shop, kitchen.stand_in).await.len()), (1, 1));
    }

    async fn a_printer_that_keeps_half_a_paper_is_asked_and_then_passed_over_with_a_mark(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        let (mut agent, job) = kitchen.take_order_without_paper(&shop).await;
        shop.advance_clock(Duration::seconds(30));
        agent.next_event("job_command", |_| true).await;
        // Its printer has the bytes, so it does not give the job up.
        agent.emit_and_wait("job_state", report_body(&job, kitchen.own, "HELD")).await;
        shop.advance_clock(Duration::seconds(14));
        assert_eq!(shop.job_state(&job).await, "HELD");
        shop.advance_clock(Duration::seconds(1));
        let moved = kitchen.next_at_stand_in(&job).await;
        assert!(is_marked(&moved), "{moved}");
        agent.emit_and_wait("job_state", report_body(&job, kitchen.own, "CANCELLED")).await;
        assert_eq!(jobs_of(&shop, kitchen.stand_in).await.len(), 1);
    }

    async fn a_job_given_back_after_it_was_begun_is_marked(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        for (state, reason) in [("HELD", json!("connection_lost")), ("UNCERTAIN", Value::Null)] {
            let (mut agent, job) = kitchen.take_order_without_paper(&shop).await;
            agent.emit_and_wait("job_state", report_body(&job, kitchen.own, state)).await;
            shop.advance_clock(Duration::seconds(30));
            agent.next_event("job_command", |_| true).await;
            let mut given_back = report_body(&job, kitchen.own, "CANCELLED");
            given_back["reason"] = reason;
            agent.emit_and_wait("job_state", given_back).await;
            let moved = kitchen.next_at_stand_in(&job).await;
            assert!(is_marked(&moved), "{state}: {moved}");
            kitchen.other.emit_and_wait("job_state", report_body(moved["id"].as_str().unwrap(), kitchen.stand_in, "DONE")).await;
        }
    }

    async fn a_printer_that_is_well_again_keeps_a_job_that_it_was_asked_for(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        let (mut agent, job) = kitchen.take_order_without_paper(&shop).await;
        shop.advance_clock(Duration::seconds(30));
        agent.next_event("job_command", |_| true).await;
        say(&mut agent, kitchen.own, "READY").await;
        agent.emit_and_wait("job_state", report_body(&job, kitchen.own, "PRINTING")).await;
        agent.emit_and_wait("job_state", report_body(&job, kitchen.own, "DONE")).await;
        assert_eq!(shop.job_state(&job).await, "DONE");
        assert_eq!(pull(&mut agent).await["commands"], json!([]));
        assert!(job_ids(&pull(&mut kitchen.other).await).is_empty());
        assert!(shop.admin.get("/api/print-reliefs").await.rows().is_empty());
    }

    async fn a_person_who_decides_meanwhile_is_obeyed(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        let (mut agent, job) = kitchen.take_order_without_paper(&shop).await;
        shop.advance_clock(Duration::seconds(30));
        agent.next_event("job_command", |_| true).await;
        shop.admin.post(&format!("/api/print-jobs/{job}/cancel"), json!({})).await.ok();
        agent.emit_and_wait("job_state", report_body(&job, kitchen.own, "CANCELLED")).await;
        assert_eq!(shop.job_state(&job).await, "CANCELLED");
        assert!(jobs_of(&shop, kitchen.stand_in).await.is_empty());
    }

    async fn a_job_given_back_to_a_printer_without_a_stand_in_is_written_for_it_again(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        let (mut agent, job) = kitchen.take_order_without_paper(&shop).await;
        shop.advance_clock(Duration::seconds(30));
        agent.next_event("job_command", |_| true).await;
        shop.admin.put(&format!("/api/printers/{}", kitchen.own), json!({"stand_in_id": null})).await.ok();
        agent.emit_and_wait("job_state", report_body(&job, kitchen.own, "CANCELLED")).await;
        let pulled = pull(&mut agent).await;
        assert_eq!(job_ids(&pulled).len(), 1, "{pulled}");
        assert_ne!(job_ids(&pulled)[0], job);
        assert!(!pulled["jobs"][0]["ticket"].to_string().contains("PARA IMPRESORA"), "{pulled}");
        assert!(job_ids(&pull(&mut kitchen.other).await).is_empty());
    }
}
