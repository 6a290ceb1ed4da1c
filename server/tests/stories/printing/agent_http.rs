//! The agent's HTTP calls with its own token, and what they are refused.

use super::shop::{Shop, job_ids, pull, report_body};
use crate::{companies, on_both_databases, support::client::Client};
use serde_json::json;
use uuid::Uuid;

impl Shop {
    /// The agent's own HTTP client, as a technician uses it at its machine.
    pub(super) fn at_machine(&self, token: &str) -> Client {
        let mut machine = self.app.anonymous_client();
        machine.token = Some(token.to_owned());
        machine
    }
}

on_both_databases! {
    async fn an_agent_sees_its_setup(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let (other, _) = shop.pair("PC-BAR").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        shop.add_printer("Impresora bar", other).await;
        shop.request_test_page(printer).await;
        let setup = shop.at_machine(&token).get("/api/agent").await.ok();
        assert_eq!(setup["agent"], json!({"id": id, "name": "PC-CAJA", "version": "1.0.0", "machine": "PC-CAJA"}));
        assert_eq!(setup["company_name"], "La Terraza de Miraflores");
        assert_eq!(setup["server_time_ms"], shop.clock.now().timestamp_millis());
        let printers = setup["printers"].as_array().unwrap();
        assert_eq!(printers.len(), 1, "another agent's is not shown: {printers:?}");
        let one = &printers[0];
        assert_eq!((&one["id"], &one["type"], &one["address"], &one["size"]), (&json!(printer), &json!("NETWORK"), &json!("127.0.0.1:9100"), &json!("80")));
        assert_eq!((&one["state"], &one["last_job_at_ms"]), (&json!("OFFLINE"), &json!(shop.clock.now().timestamp_millis())));
        assert_eq!(setup["jobs_waiting"], json!({printer.to_string(): 1}));
        let named = |list: &str, name: &str| setup[list].as_array().unwrap().iter().any(|x| x["name"] == name && x["id"].is_i64());
        assert!(named("areas", "CAJA"), "{}", setup["areas"]);
        assert!(!setup["cashboxes"].as_array().unwrap().is_empty());
    }

    async fn a_technician_sets_printers_up(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let (other, _) = shop.pair("PC-BAR").await;
        let machine = shop.at_machine(&token);
        let setup = machine.get("/api/agent").await.ok();
        let (area, cashbox) = (setup["areas"][0].clone(), setup["cashboxes"][0].clone());
        let form = json!({"name": "Cocina USB", "type": "USB", "address": "usb:04b8:0202:X7K1", "size": "58",
            "production_area_ids": [area["id"]], "cashbox_ids": [cashbox["id"]], "opens_drawer": true});
        let key = Uuid::new_v4();
        let printer = machine.post_with_key("/api/agent/printers", form.clone(), key).await.ok();
        assert_eq!((&printer["production_areas"], &printer["cashboxes"], &printer["opens_drawer"]), (&json!([area]), &json!([cashbox]), &json!(true)));
        assert_eq!(machine.post_with_key("/api/agent/printers", form, key).await.ok(), printer, "sent twice, made once");
        let row = shop.admin.get(&format!("/api/printers/{}", printer["id"])).await.ok();
        assert_eq!((&row["agent_id"], &row["name"]), (&json!(id), &json!("Cocina USB")));
        let path = format!("/api/agent/printers/{}", printer["id"]);
        let moved = machine.put(&path, json!({"address": "usb:04b8:0202@1-2.3"})).await.ok();
        assert_eq!((&moved["address"], &moved["size"]), (&json!("usb:04b8:0202@1-2.3"), &json!("58")));
        machine.put(&path, json!({"agent_id": other})).await.refused(422, "invalid");
        machine.post("/api/agent/printers", json!({"name": "Cocina USB", "type": "VIRTUAL"})).await.refused(409, "already_exists");
        let wrong = machine.post("/api/agent/printers", json!({"name": "", "type": "NETWORK", "address": "", "size": "80"})).await.refused(422, "invalid");
        assert!(wrong["errors"]["address"].is_array() && wrong["errors"]["name"].is_array(), "{wrong}");
        let sizeless = machine.post("/api/agent/printers", json!({"name": "Otra", "type": "VIRTUAL", "size": "70"})).await.refused(422, "invalid");
        assert_eq!(sizeless["errors"]["size"][0], "Revisa el campo size: puede ser 80 o 58.");
        machine.delete(&path).await.refused(409, "in_use");
        machine.put(&path, json!({"production_area_ids": [], "cashbox_ids": []})).await.ok();
        let job = machine.post(&format!("{path}/test"), json!({})).await.ok()["job_id"].as_str().unwrap().to_owned();
        machine.delete(&path).await.refused(409, "in_use");
        machine.post(&format!("/api/agent/jobs/{job}/cancel"), json!({})).await.ok();
        machine.delete(&path).await.ok();
        let log = shop.admin.get("/api/pos-options/action-logs?action_type=PRINTER_ADDED").await.rows();
        let line = log.iter().find(|l| l["after"]["name"] == "Cocina USB").unwrap();
        assert_eq!((&line["user_name"], &line["user_id"]), (&json!("Agente PC-CAJA"), &json!(null)));
    }

    async fn a_technician_decides_about_jobs(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let machine = shop.at_machine(&token);
        let test = async || machine.post(&format!("/api/agent/printers/{printer}/test"), json!({})).await.ok()["job_id"].as_str().unwrap().to_owned();
        let (first, second) = (test().await, test().await);
        machine.post(&format!("/api/agent/jobs/{first}/cancel"), json!({})).await.ok();
        let waiting = machine.get("/api/agent/jobs?state=WAITING").await.rows();
        assert_eq!((waiting.len(), &waiting[0]["id"], &waiting[0]["printer"]), (1, &json!(second), &json!("Impresora caja")));
        assert_eq!(machine.get("/api/agent/jobs?per_page=1").await.json["total_rows"], 2);
        let mut agent = shop.connect_agent(&token).await;
        assert_eq!(job_ids(&pull(&mut agent).await), [second.as_str()]);
        agent.emit_and_wait("job_state", report_body(&second, printer, "UNCERTAIN")).await;
        machine.post(&format!("/api/agent/jobs/{second}/reprint"), json!({})).await.ok();
        assert_eq!(agent.next_event("job_command", |_| true).await, json!({"id": second, "command": "REPRINT_CONFIRMED"}));
        let third = test().await;
        let (admin, mut browser) = shop.let_25_hours_pass().await;
        browser.next_event("event", |e| e["type"] == "job.changed" && e["ids"]["state"] == "EXPIRED").await;
        machine.post(&format!("/api/agent/jobs/{third}/release"), json!({})).await.ok();
        machine.post(&format!("/api/agent/jobs/{third}/release"), json!({})).await.refused(409, "conflict");
        machine.post("/api/agent/jobs/none/cancel", json!({})).await.refused(404, "not_found");
        let log = admin.get("/api/pos-options/action-logs?action_type=PRINT_JOB_RELEASED").await.rows();
        assert_eq!(log[0]["user_name"], "Agente PC-CAJA");
    }

    async fn another_agents_printers_and_jobs_are_not_found(shop: Shop) {
        let (id, _) = shop.pair("PC-CAJA").await;
        let (_, bar_token) = shop.pair("PC-BAR").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let job = shop.request_test_page(printer).await;
        let bar = shop.at_machine(&bar_token);
        let path = format!("/api/agent/printers/{printer}");
        bar.put(&path, json!({"name": "Mía"})).await.refused(404, "not_found");
        bar.post(&format!("{path}/test"), json!({})).await.refused(404, "not_found");
        bar.delete(&path).await.refused(404, "not_found");
        bar.put("/api/agent/printers/999999", json!({"name": "Mía"})).await.refused(404, "not_found");
        for wish in ["cancel", "release", "reprint"] {
            bar.post(&format!("/api/agent/jobs/{job}/{wish}"), json!({})).await.refused(404, "not_found");
        }
        assert!(bar.get("/api/agent/jobs").await.rows().is_empty());
        assert!(bar.get(&format!("/api/agent/jobs?printer_id={printer}")).await.rows().is_empty());
        let stand_in = bar.post("/api/agent/printers", json!({"name": "Barra", "type": "VIRTUAL", "stand_in_id": printer})).await;
        stand_in.refused(422, "invalid");
        let row = shop.admin.get(&format!("/api/printers/{printer}")).await.ok();
        assert_eq!((&row["name"], &row["waiting_jobs"]), (&json!("Impresora caja"), &json!(1)));
    }

    async fn only_a_valid_token_of_this_company_opens(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        shop.app.anonymous_client().get("/api/agent").await.refused(401, "unauthenticated");
        shop.at_machine("made up").get("/api/agent").await.refused(401, "unauthenticated");
        shop.admin.get("/api/agent").await.refused(422, "not_permitted");
        // The token opens nothing else.
        for path in ["/api/printers", "/api/print-jobs", "/api/profile", "/api/floor"] {
            shop.at_machine(&token).get(path).await.refused(401, "unauthenticated");
        }
        companies::second_company(&shop.app).await;
        shop.at_machine(&token).at_host(companies::DEMO).get("/api/agent").await.ok();
        shop.at_machine(&token).at_host(companies::OTHER).get("/api/agent").await.refused(401, "unauthenticated");
        let admin = companies::admin_at(&shop.app, companies::DEMO).await;
        admin.delete(&format!("/api/print-agents/{id}")).await.ok();
        let revoked = shop.at_machine(&token).at_host(companies::DEMO);
        revoked.get("/api/agent").await.refused(401, "unauthenticated");
        revoked.post("/api/agent/printers", json!({"name": "X", "type": "VIRTUAL"})).await.refused(401, "unauthenticated");
    }

    async fn odd_bodies_of_an_agent_cause_no_server_error(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora caja", id).await;
        let machine = shop.at_machine(&token);
        for odd in [json!(null), json!(-1), json!(i64::MAX), json!("x".repeat(5_000)), json!([[]]), json!("nul \u{0}"), json!({"a": 1})] {
            for field in ["name", "type", "address", "size", "profile", "stand_in_id", "agent_id", "production_area_ids", "cashbox_ids", "status"] {
                let body = json!({"name": "Otra", "type": "VIRTUAL", field: odd});
                for reply in [machine.post("/api/agent/printers", body.clone()).await, machine.put(&format!("/api/agent/printers/{printer}"), body).await] {
                    assert!(reply.status.as_u16() < 500, "{field} {odd}: {}", reply.json);
                }
            }
            let address = format!("/api/agent/jobs?printer_id={odd}&state={odd}&page={odd}").replace(' ', "%20").replace('\0', "");
            assert!(machine.get(&address).await.status.as_u16() < 500, "{address}");
        }
    }
}
