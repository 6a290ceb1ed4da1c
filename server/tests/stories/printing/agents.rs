//! Pairing print agents, who may manage them, and what each may access.

use super::shop::{Shop, job_ids, pull, report_body};
use crate::{on_both_databases, support::socket::Socket};
use chrono::Duration;
use serde_json::json;

on_both_databases! {
    async fn a_code_pairs_one_agent_and_no_second(shop: Shop) {
        let code = shop.pairing_code().await;
        assert_eq!(code.len(), 6, "{code}");
        let body = json!({"code": code, "machine": "PC-CAJA", "version": "1.0.0", "platform": "linux-x86_64"});
        let paired = shop.app.anonymous_client().post("/api/print-agents/pair", body.clone()).await.ok();
        assert_eq!(paired["company_name"], "La Terraza de Miraflores");
        shop.app.anonymous_client().post("/api/print-agents/pair", body).await.refused(422, "pairing_code_invalid");
        let agents = shop.admin.get("/api/print-agents").await.rows();
        assert_eq!((agents.len(), &agents[0]["machine"], &agents[0]["online"]), (1, &json!("PC-CAJA"), &json!(false)));
        assert!(!json!(agents).to_string().contains(paired["token"].as_str().unwrap()));
    }

    async fn a_wrong_or_old_code_and_guessing_are_refused(shop: Shop) {
        let code = shop.pairing_code().await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        shop.app.anonymous_client().post("/api/print-agents/pair", json!({"code": wrong})).await.refused(422, "pairing_code_invalid");
        shop.advance_clock(Duration::minutes(10));
        shop.app.anonymous_client().post("/api/print-agents/pair", json!({"code": code})).await.refused(422, "pairing_code_invalid");
        for _ in 0..8 {
            shop.app.anonymous_client().post("/api/print-agents/pair", json!({"code": wrong})).await.refused(422, "pairing_code_invalid");
        }
        let good = shop.pairing_code().await;
        shop.app.anonymous_client().post("/api/print-agents/pair", json!({"code": good})).await.refused(429, "too_many_requests");
    }

    async fn only_the_office_manages_agents_and_printers(shop: Shop) {
        for (username, sees) in [("supervisor", true), ("cajero", true), ("mozo", false)] {
            let person = shop.app.login(username).await;
            assert_eq!(person.get("/api/printers").await.status == 200, sees, "{username}");
        }
        for username in ["cajero", "mozo"] {
            let person = shop.app.login(username).await;
            person.post("/api/print-agents/pairing-codes", json!({})).await.refused(422, "not_permitted");
            person.get("/api/print-agents").await.refused(422, "not_permitted");
            person.post("/api/printers", json!({"name": "X", "type": "VIRTUAL"})).await.refused(422, "not_permitted");
        }
        let waiter = shop.app.login("mozo").await;
        waiter.post("/api/cash-drawer/open", json!({})).await.refused(422, "not_permitted");
        waiter.get("/api/printer-area").await.rows();
    }

    async fn an_agent_is_online_while_connected_and_excluded_once_revoked(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let mut browser = shop.watch().await;
        let mut agent = shop.connect_agent(&token).await;
        browser.next_event("event", |e| e["type"] == "agent.changed").await;
        let row = shop.admin.get("/api/print-agents").await.rows().remove(0);
        assert_eq!((&row["online"], &row["version"]), (&json!(true), &json!("9.9.9")));
        shop.admin.delete(&format!("/api/print-agents/{id}")).await.ok();
        agent.wait_for_end().await;
        assert!(Socket::connect_agent(shop.app.address, &token).await.is_err());
        assert!(Socket::connect_agent(shop.app.address, "made up").await.is_err());
        assert!(shop.admin.get("/api/print-agents").await.rows().is_empty());
        shop.admin.delete(&format!("/api/print-agents/{id}")).await.refused(404, "not_found");
    }

    async fn an_agent_cannot_access_anothers_jobs_and_printers(shop: Shop) {
        let (cash, cash_token) = shop.pair("PC-CAJA").await;
        let (_, bar_token) = shop.pair("PC-BAR").await;
        let printer = shop.add_printer("Impresora caja", cash).await;
        let job = shop.request_test_page(printer).await;
        let (mut bar_agent, _at_cash) = (shop.connect_agent(&bar_token).await, shop.connect_agent(&cash_token).await);
        bar_agent.emit_and_wait("job_state", report_body(&job, printer, "DONE")).await;
        bar_agent.emit_and_wait("job_spooled", json!({"ids": [job]})).await;
        bar_agent.emit_and_wait("printer_state", json!({"printer_id": printer, "state": "READY", "at_ms": 0})).await;
        assert_eq!(shop.job_state(&job).await, "PENDING");
        let row = shop.admin.get(&format!("/api/printers/{printer}")).await.ok();
        assert_eq!((&row["state"], &row["waiting_jobs"]), (&json!("OFFLINE"), &json!(1)));
    }

    async fn the_only_agent_takes_over_printers_with_their_waiting_jobs(shop: Shop) {
        let (old, _token) = shop.pair("PC-VIEJA").await;
        let printer = shop.add_printer("Impresora caja", old).await;
        let job = shop.request_test_page(printer).await;
        shop.admin.delete(&format!("/api/print-agents/{old}")).await.ok();
        let (new, token) = shop.pair("PC-NUEVA").await;
        assert_eq!(shop.admin.get(&format!("/api/printers/{printer}")).await.ok()["agent_id"], new);
        let mut agent = shop.connect_agent(&token).await;
        assert!(job_ids(&pull(&mut agent).await).contains(&job.as_str()));
    }
}
