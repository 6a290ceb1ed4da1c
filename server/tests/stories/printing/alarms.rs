//! Unconfirmed kitchen papers: the alarm at the tills, and what people then do.

use super::shop::{Shop, job_ids, pull, report_body};
use crate::{on_both_databases, support::client::Client};
use chrono::Duration;
use serde_json::{Value, json};

impl Shop {
    /// Creates a kitchen printer for COCINA, and another one that could help; returns both and the agent's token.
    pub(super) async fn kitchen(&self) -> (i64, i64, String) {
        let (agent, token) = self.pair("PC-COCINA").await;
        for printer in self.admin.get("/api/printers").await.rows() {
            self.admin.put(&format!("/api/printers/{}", printer["id"]), json!({"production_area_ids": []})).await.ok();
        }
        let areas = self.admin.get("/api/production-areas").await.rows();
        let kitchen = areas.iter().find(|a| a["name"] == "COCINA").unwrap()["id"].clone();
        let printer = self.add_printer("Impresora de cocina", agent).await;
        let path = format!("/api/printers/{printer}");
        self.admin.put(&path, json!({"production_area_ids": [kitchen]})).await.ok();
        (printer, self.add_printer("Impresora de barra", agent).await, token)
    }

    /// Orders one dish of the kitchen.
    pub(super) async fn order(&self, client: &Client) {
        let sale = client.get("/api/catalog/sale").await.ok();
        let is_from_kitchen =
            |p: &&Value| p["production_area"] == "COCINA" && p["has_variants"] == false && p["is_combo"] == false;
        let dish = sale["products"].as_array().unwrap().iter().find(is_from_kitchen).unwrap()["id"].clone();
        let account = client.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
        client
            .post(
                "/api/orders",
                json!({"client_request": account["id"], "products": [{"product": {"id": dish}, "qty": 1}]}),
            )
            .await
            .ok();
    }
}

async fn alarms(client: &Client) -> Vec<Value> {
    client.get("/api/print-alarms").await.rows()
}

on_both_databases! {
    async fn an_unconfirmed_kitchen_paper_raises_an_alarm_that_ends_automatically(shop: Shop) {
        let (printer, _, token) = shop.kitchen().await;
        let mut browser = shop.watch().await;
        let waiter = shop.app.login("mozo").await;
        shop.order(&waiter).await;
        shop.request_test_page(printer).await;
        assert!(alarms(&waiter).await.is_empty(), "it has fifteen seconds");
        let since = shop.clock.now();
        shop.advance_clock(Duration::seconds(16));
        browser.next_event("event", |e| e["type"] == "alarm.changed").await;
        let raised = alarms(&waiter).await;
        assert_eq!(raised.len(), 1, "{raised:?}");
        let alarm = &raised[0];
        assert_eq!((&alarm["printer"], &alarm["areas"], &alarm["printer_state"]), (&json!("Impresora de cocina"), &json!(["COCINA"]), &json!("OFFLINE")));
        assert_eq!((&alarm["agent"], &alarm["agent_online"]), (&json!("PC-COCINA"), &json!(false)));
        assert_eq!(alarm["since"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap(), since);
        assert_eq!(alarm["jobs"].as_array().unwrap().len(), 1, "a test page rings nowhere: {alarm}");
        let job = alarm["jobs"][0]["id"].as_str().unwrap().to_owned();
        let mut agent = shop.connect_agent(&token).await;
        assert!(job_ids(&pull(&mut agent).await).contains(&job.as_str()));
        agent.emit_and_wait("printer_state", json!({"printer_id": printer, "state": "PAPER_OUT", "at_ms": 0})).await;
        agent.emit_and_wait("job_state", report_body(&job, printer, "HELD")).await;
        let alarm = alarms(&waiter).await.remove(0);
        assert_eq!((&alarm["printer_state"], &alarm["agent_online"], &alarm["jobs"][0]["state"]), (&json!("PAPER_OUT"), &json!(true), &json!("HELD")));
        let mut browser = shop.watch().await;
        agent.emit_and_wait("job_state", report_body(&job, printer, "DONE")).await;
        browser.next_event("event", |e| e["type"] == "alarm.changed").await;
        assert!(alarms(&waiter).await.is_empty());
        shop.app.login("contador").await.get("/api/print-alarms").await.refused(422, "not_permitted");
    }

    async fn a_waiting_paper_is_moved_to_another_printer(shop: Shop) {
        let (printer, bar, token) = shop.kitchen().await;
        let mut browser = shop.watch().await;
        shop.order(&shop.admin).await;
        shop.advance_clock(Duration::seconds(16));
        browser.next_event("event", |e| e["type"] == "alarm.changed").await;
        let job = alarms(&shop.admin).await[0]["jobs"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/print-jobs/{job}/reroute");
        for wrong in [printer, 999_999] {
            let refused = shop.admin.post(&path, json!({"printer_id": wrong})).await.refused(422, "invalid");
            assert!(refused["errors"]["printer_id"].is_array(), "{refused}");
        }
        shop.app.login("mozo").await.post(&path, json!({"printer_id": bar})).await.refused(422, "not_permitted");
        shop.app.login("cajero").await.post(&path, json!({"printer_id": bar})).await.refused(422, "not_permitted");
        let new = shop.admin.post(&path, json!({"printer_id": bar})).await.ok()["print_job_id"].as_str().unwrap().to_owned();
        shop.admin.post(&path, json!({"printer_id": bar})).await.refused(409, "conflict");
        assert!(alarms(&shop.admin).await.is_empty());
        let old = shop.admin.get(&format!("/api/print-jobs/{job}")).await.ok();
        assert_eq!((&old["state"], &old["printed_on"]), (&json!("REROUTED"), &json!("Impresora de barra")));
        let mut agent = shop.connect_agent(&token).await;
        let pulled = pull(&mut agent).await;
        assert_eq!(job_ids(&pulled), [new.as_str()], "and the old one nowhere");
        let text = pulled["jobs"][0]["ticket"].to_string();
        assert!(text.contains("DESVIADO DE: Impresora de cocina") && !text.contains("POSIBLE DUPLICADO"), "{text}");
        assert_eq!(pulled["jobs"][0]["printer_id"], bar);
    }

    async fn a_paper_that_an_agent_may_still_print_says_so_elsewhere(shop: Shop) {
        let (printer, bar, token) = shop.kitchen().await;
        shop.order(&shop.admin).await;
        let mut agent = shop.connect_agent(&token).await;
        let job = job_ids(&pull(&mut agent).await)[0].to_owned();
        agent.emit_and_wait("job_spooled", json!({"ids": [job]})).await;
        agent.emit_and_wait("job_state", report_body(&job, printer, "HELD")).await;
        shop.admin.post(&format!("/api/print-jobs/{job}/reroute"), json!({"printer_id": bar})).await.ok();
        assert_eq!(agent.next_event("job_command", |_| true).await, json!({"id": job, "command": "CANCEL"}));
        let pulled = agent.emit_and_wait("pull_jobs", json!({"held": [{"id": job, "state": "HELD"}]})).await;
        assert_eq!(pulled["commands"], json!([{"id": job, "command": "CANCEL"}]));
        assert!(pulled["jobs"][0]["ticket"].to_string().contains("POSIBLE DUPLICADO"), "{pulled}");
        agent.emit_and_wait("job_state", report_body(&job, printer, "CANCELLED")).await;
        assert_eq!(shop.job_state(&job).await, "REROUTED");
        assert_eq!(pull(&mut agent).await["commands"], json!([]));
    }

    async fn somebody_confirms_the_paper(shop: Shop) {
        let (printer, _, token) = shop.kitchen().await;
        shop.order(&shop.admin).await;
        let mut agent = shop.connect_agent(&token).await;
        let job = job_ids(&pull(&mut agent).await)[0].to_owned();
        let path = format!("/api/print-jobs/{job}/confirm");
        shop.admin.post(&path, json!({})).await.refused(409, "conflict");
        agent.emit_and_wait("job_state", report_body(&job, printer, "UNCERTAIN")).await;
        shop.admin.post(&path, json!({})).await.ok();
        let row = shop.admin.get(&format!("/api/print-jobs/{job}")).await.ok();
        assert_eq!((&row["state"], &row["level"], &row["reason"]), (&json!("DONE"), &json!(null), &json!("seen_by_person")));
        assert_eq!(agent.next_event("job_command", |_| true).await["command"], "CANCEL");
        agent.emit_and_wait("job_state", report_body(&job, printer, "CANCELLED")).await;
        assert_eq!(shop.job_state(&job).await, "DONE");
        let log = shop.admin.get("/api/pos-options/action-logs?action_type=PRINT_JOB_CONFIRMED").await.rows();
        assert_eq!(log.len(), 1);
    }

    async fn the_history_is_searched_and_filtered(shop: Shop) {
        let (printer, bar, _) = shop.kitchen().await;
        shop.order(&shop.admin).await;
        shop.advance_clock(Duration::seconds(1));
        shop.request_test_page(bar).await;
        let get = async |query: &str| shop.admin.get(&format!("/api/print-jobs?{query}")).await.rows();
        assert_eq!(get("term=cocina").await.len(), 1);
        assert_eq!(get("term=BARRA").await.len(), 1);
        assert_eq!(get("term=100%25").await.len(), 0);
        assert_eq!(get("filters=%7B%22document%22:[%22TEST%22]%7D").await[0]["printer_id"], bar);
        assert_eq!(get(&format!("filters=%7B%22printer_id%22:[{printer}]%7D")).await.len(), 1);
        assert_eq!(get("filters=%7B%22state%22:[%22DONE%22]%7D").await.len(), 0);
        assert_eq!(get("sort=created_at").await[0]["document"], "COMMAND");
        assert_eq!(get("").await[0]["document"], "TEST");
        shop.admin.get("/api/print-jobs?sort=colour").await.refused(422, "invalid");
        shop.admin.get("/api/print-jobs?filters=x").await.refused(422, "invalid");
    }
}
