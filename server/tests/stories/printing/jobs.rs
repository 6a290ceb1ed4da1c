//! The life of print jobs: offered, reported, lost, late, decided by people.

use super::shop::{Shop, job_ids, pull, report_body};
use crate::on_both_databases;
use chrono::Duration;
use serde_json::json;

on_both_databases! {
    async fn a_job_wakes_and_reaches_only_the_agent_of_its_printer(shop: Shop) {
        let (cash, cash_token) = shop.pair("PC-CAJA").await;
        let (bar, bar_token) = shop.pair("PC-BAR").await;
        let printer = shop.add_printer("Impresora caja", cash).await;
        shop.add_printer("Impresora bar", bar).await;
        let (mut cash_agent, mut bar_agent) = (shop.connect_agent(&cash_token).await, shop.connect_agent(&bar_token).await);
        let job = shop.request_test_page(printer).await;
        let woken = cash_agent.next_event("send_message", |_| true).await;
        assert_eq!(woken["message"], json!({"type": "jobs"}));
        assert!(!woken.to_string().contains("LOMO"), "a wake carries no content");
        let other = pull(&mut bar_agent).await;
        assert!(job_ids(&other).is_empty(), "{other}");
        assert!(other["printers"].as_array().unwrap().iter().all(|p| p["id"] != printer));
        let pulled = pull(&mut cash_agent).await;
        assert_eq!(job_ids(&pulled), [job.as_str()]);
        assert_eq!(pulled["jobs"][0]["printer_id"], printer);
        assert_eq!(pulled["jobs"][0]["document"], "TEST");
        assert!(pulled["printers"].as_array().unwrap().iter().any(|p| p["id"] == printer && p["type"] == "NETWORK"));
    }

    async fn an_order_wakes_the_agent_that_prints_it_and_no_other(shop: Shop) {
        let (_, _, token) = shop.kitchen().await;
        let (_, bar_token) = shop.pair("PC-BAR").await;
        let (mut kitchen_agent, mut bar_agent) = (shop.connect_agent(&token).await, shop.connect_agent(&bar_token).await);
        shop.order(&shop.admin).await;
        let woken = kitchen_agent.next_event("send_message", |_| true).await;
        assert_eq!(woken["message"], json!({"type": "jobs"}));
        assert_eq!(job_ids(&pull(&mut kitchen_agent).await).len(), 1);
        // Whatever the agent was told came before this answer.
        assert!(job_ids(&pull(&mut bar_agent).await).is_empty());
        assert!(bar_agent.has_no_events(), "it is not for it");
    }

    async fn an_unanswered_offer_is_repeated_and_then_given_up(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let job = shop.request_test_page(printer).await;
        let mut agent = shop.connect_agent(&token).await;
        assert_eq!(job_ids(&pull(&mut agent).await), [job.as_str()]);
        assert!(job_ids(&pull(&mut agent).await).is_empty(), "it is on its way");
        drop(agent);
        let mut agent = shop.connect_agent(&token).await;
        assert_eq!(job_ids(&pull(&mut agent).await), [job.as_str()], "the first answer may never have arrived");
        shop.advance_clock(Duration::seconds(4));
        agent.next_event("send_message", |_| true).await;
        assert_eq!(job_ids(&pull(&mut agent).await), [job.as_str()], "no answer for three seconds");
        for _ in 0..2 {
            assert_eq!(agent.emit_and_wait("job_spooled", json!({"ids": [job]})).await, json!({"ok": true}));
        }
        assert_eq!(shop.job_state(&job).await, "SPOOLED");
        shop.advance_clock(Duration::seconds(4));
        let held = json!({"held": [{"id": job, "state": "SPOOLED"}]});
        assert!(job_ids(&agent.emit_and_wait("pull_jobs", held).await).is_empty());
        let row = shop.admin.get(&format!("/api/print-jobs?printer_id={printer}")).await.rows();
        assert_eq!(row.len(), 1, "{row:?}");
    }

    async fn a_late_report_does_not_move_a_printed_job_back(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let job = shop.request_test_page(printer).await;
        let mut agent = shop.connect_agent(&token).await;
        pull(&mut agent).await;
        let mut browser = shop.watch().await;
        for state in ["SPOOLED", "PRINTING", "DONE", "PRINTING", "HELD", "UNCERTAIN", "DONE"] {
            assert_eq!(agent.emit_and_wait("job_state", report_body(&job, printer, state)).await, json!({"ok": true}), "{state}");
        }
        browser.next_event("event", |e| e["type"] == "job.changed" && e["ids"]["state"] == "DONE").await;
        agent.emit_and_wait("job_spooled", json!({"ids": [job]})).await;
        let view = shop.admin.get(&format!("/api/print-jobs/{job}")).await.ok();
        assert_eq!((&view["state"], &view["level"]), (&json!("DONE"), &json!("L2")));
        assert!(view["finished_at"].is_string());
        assert!(job_ids(&pull(&mut agent).await).is_empty());
    }

    async fn a_late_job_waits_for_a_person_and_is_printed_marked(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let job = shop.request_test_page(printer).await;
        let (admin, mut browser) = shop.let_25_hours_pass().await;
        browser.next_event("event", |e| e["type"] == "job.changed" && e["ids"]["state"] == "EXPIRED").await;
        let mut agent = shop.connect_agent(&token).await;
        assert!(job_ids(&pull(&mut agent).await).is_empty());
        let waiter = shop.app.login("mozo").await;
        waiter.post(&format!("/api/print-jobs/{job}/release"), json!({})).await.refused(422, "not_permitted");
        admin.post(&format!("/api/print-jobs/{job}/release"), json!({})).await.ok();
        let pulled = pull(&mut agent).await;
        assert_eq!(job_ids(&pulled), [job.as_str()]);
        assert_eq!(pulled["jobs"][0]["marks"], json!(["ATRASADO"]));
        admin.post(&format!("/api/print-jobs/{job}/release"), json!({})).await.refused(409, "conflict");
    }

    async fn people_decide_about_a_job(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let (first, second) = (shop.request_test_page(printer).await, shop.request_test_page(printer).await);
        shop.admin.post(&format!("/api/print-jobs/{first}/cancel"), json!({})).await.ok();
        assert_eq!(shop.job_state(&first).await, "CANCELLED");
        let mut agent = shop.connect_agent(&token).await;
        assert_eq!(job_ids(&pull(&mut agent).await), [second.as_str()]);
        agent.emit_and_wait("job_state", report_body(&second, printer, "SPOOLED")).await;
        shop.admin.post(&format!("/api/print-jobs/{second}/cancel"), json!({})).await.ok();
        let command = agent.next_event("job_command", |_| true).await;
        assert_eq!(command, json!({"id": second, "command": "CANCEL"}));
        assert_eq!(shop.job_state(&second).await, "SPOOLED", "what is at the agent is given up there");
        let held = json!({"held": [{"id": second, "state": "SPOOLED"}]});
        assert_eq!(agent.emit_and_wait("pull_jobs", held).await["commands"], json!([command]));
        agent.emit_and_wait("job_state", report_body(&second, printer, "CANCELLED")).await;
        assert_eq!(pull(&mut agent).await["commands"], json!([]));
        let reprint = shop.admin.post(&format!("/api/print-jobs/{second}/reprint"), json!({})).await.ok();
        let pulled = pull(&mut agent).await;
        assert_eq!(job_ids(&pulled), [reprint["print_job_id"].as_str().unwrap()]);
        assert_eq!((&pulled["jobs"][0]["marks"], &pulled["jobs"][0]["copy"]), (&json!(["REIMPRESION"]), &json!(2)));
        let third = pulled["jobs"][0]["id"].as_str().unwrap();
        agent.emit_and_wait("job_state", report_body(third, printer, "UNCERTAIN")).await;
        shop.admin.post(&format!("/api/print-jobs/{third}/reprint"), json!({})).await.ok();
        assert_eq!(agent.next_event("job_command", |_| true).await, json!({"id": third, "command": "REPRINT_CONFIRMED"}));
        let mut printed = report_body(third, printer, "DONE");
        printed["duplicate"] = json!(true);
        agent.emit_and_wait("job_state", printed).await;
        let papers = shop.admin.get(&format!("/api/printers/{printer}/paper")).await.rows();
        assert_eq!(papers.len(), 1, "{papers:?}");
        assert_eq!((&papers[0]["columns"], &papers[0]["duplicate"]), (&json!(48), &json!(true)));
        let first_line = papers[0]["lines"][0]["runs"][0]["text"].as_str().unwrap().trim().to_owned();
        assert_eq!(first_line, "** POSIBLE DUPLICADO **");
    }

    async fn a_job_that_the_agent_lost_is_offered_again(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let (waiting, begun) = (shop.request_test_page(printer).await, shop.request_test_page(printer).await);
        let mut agent = shop.connect_agent(&token).await;
        pull(&mut agent).await;
        agent.emit_and_wait("job_spooled", json!({"ids": [waiting, begun]})).await;
        agent.emit_and_wait("job_state", report_body(&begun, printer, "PRINTING")).await;
        shop.advance_clock(Duration::seconds(31));
        assert_eq!(job_ids(&pull(&mut agent).await), [waiting.as_str()]);
        assert_eq!(shop.job_state(&begun).await, "UNCERTAIN", "it may be on paper: a person looks");
    }

    async fn a_pull_between_printing_and_report_does_not_affect_the_report(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let stand_in = shop.add_printer("Impresora bar", id).await;
        let job = shop.request_test_page(printer).await;
        let path = format!("/api/print-jobs/{job}");
        let mut agent = shop.connect_agent(&token).await;
        pull(&mut agent).await;
        for (state, reason) in [("HELD", "offline"), ("HELD", "cover_open")] {
            agent.emit_and_wait("pull_jobs", json!({"held": [{"id": job, "state": state}]})).await;
            let mut held = report_body(&job, printer, state);
            held["reason"] = json!(reason);
            agent.emit_and_wait("job_state", held).await;
            assert_eq!(shop.admin.get(&path).await.ok()["reason"], reason);
        }
        for later in [0, 31] {
            shop.advance_clock(Duration::seconds(later));
            agent.emit_and_wait("pull_jobs", json!({"held": [{"id": job, "state": "REROUTED"}]})).await;
            assert_eq!(shop.job_state(&job).await, "HELD", "after {later} s: where it came out is not known yet");
        }
        agent.emit_and_wait("job_state", report_body(&job, stand_in, "REROUTED")).await;
        let view = shop.admin.get(&path).await.ok();
        assert_eq!((&view["state"], &view["printed_on"]), (&json!("REROUTED"), &json!("Impresora bar")));
    }

    async fn a_browser_names_a_job_and_sends_no_content(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let job = shop.request_test_page(printer).await;
        let mut agent = shop.connect_agent(&token).await;
        pull(&mut agent).await;
        let mut browser = shop.watch().await;
        let channel = shop.admin.get("/api/company-info").await.ok()["uuid_channel"].clone();
        let forged = json!({"channel": channel, "message": {"job_id": "0193a000-0000-7000-8000-000000000000"}});
        assert_eq!(browser.emit_and_wait("send_message", forged).await, json!({"ok": false}));
        let elsewhere = json!({"channel": "x", "message": {"job_id": job}});
        assert_eq!(browser.emit_and_wait("send_message", elsewhere).await, json!({"ok": false}));
        let named = json!({"channel": channel, "message": {"job_id": job, "ticket": "forged"}});
        assert_eq!(browser.emit_and_wait("send_message", named).await, json!({"ok": true}));
        let woken = agent.next_event("send_message", |_| true).await;
        assert_eq!(woken["channel"], channel);
        assert!(!woken.to_string().contains("forged"));
        assert_eq!(job_ids(&pull(&mut agent).await), [job.as_str()]);
    }
}
