//! From a pairing code to paper: agents, the jobs they are offered, what they report, and what people decide.

use crate::{
    on_both_databases,
    support::{
        app::TestApp,
        client::Client,
        places::{Place, Stage},
        socket::Socket,
    },
};
use chrono::{DateTime, Duration, Utc};
use comanda::clock::Clock;
use serde_json::{Value, json};

/// The demo restaurant with a clock that stories set, without the demo's own agent and printers.
struct Shop {
    app: TestApp,
    clock: Clock,
    admin: Client,
}

impl Stage for Shop {
    async fn set(place: &Place) -> Self {
        let start: DateTime<Utc> = "2026-11-21T18:00:00Z".parse().unwrap();
        let clock = Clock::fixed(start);
        let app = TestApp::bare(place, clock.clone()).await;
        comanda::demo::seed_demo(&app.app, 0).await.unwrap();
        let admin = app.login("admin").await;
        for agent in admin.get("/api/print-agents").await.rows() {
            admin.delete(&format!("/api/print-agents/{}", agent["id"])).await.ok();
        }
        Self { app, clock, admin }
    }
}

impl Shop {
    fn later(&self, by: Duration) {
        self.clock.set(self.clock.now() + by);
    }

    async fn code(&self) -> String {
        let made = self.admin.post("/api/print-agents/pairing-codes", json!({})).await.ok();
        made["code"].as_str().unwrap().to_owned()
    }

    async fn pair(&self, machine: &str) -> (i64, String) {
        let body =
            json!({"code": self.code().await, "machine": machine, "version": "1.0.0", "platform": "linux-x86_64"});
        let paired = self.app.nobody().post("/api/print-agents/pair", body).await.ok();
        (paired["agent_id"].as_i64().unwrap(), paired["token"].as_str().unwrap().to_owned())
    }

    async fn link(&self, token: &str) -> Socket {
        Socket::agent(self.app.address, token).await.unwrap()
    }

    async fn printer(&self, name: &str, agent: i64) -> i64 {
        let form = json!({"name": name, "type": "NETWORK", "address": "127.0.0.1:9100", "agent_id": agent});
        self.admin.post("/api/printers", form).await.ok()["id"].as_i64().unwrap()
    }

    async fn test_page(&self, printer: i64) -> String {
        let queued = self.admin.post(&format!("/api/printers/{printer}/test"), json!({})).await.ok();
        queued["print_job_id"].as_str().unwrap().to_owned()
    }

    async fn state(&self, job: &str) -> String {
        self.admin.get(&format!("/api/print-jobs/{job}")).await.ok()["state"].as_str().unwrap().to_owned()
    }

    /// A browser that watches the printers.
    async fn watch(&self) -> Socket {
        let auth = json!({"token": self.admin.token.clone().unwrap()});
        let mut browser = Socket::connect(self.app.address, auth).await.unwrap();
        assert_eq!(browser.ask("join", json!({"rooms": ["printing"]})).await["ok"], true);
        browser
    }
}

async fn pull(agent: &mut Socket) -> Value {
    agent.ask("pull_jobs", json!({"held": []})).await
}

fn jobs(pulled: &Value) -> Vec<&str> {
    pulled["jobs"].as_array().unwrap().iter().map(|job| job["id"].as_str().unwrap()).collect()
}

fn report(job: &str, printer: i64, state: &str) -> Value {
    json!({"id": job, "state": state, "level": "L2", "printer_id": printer, "at_ms": 0})
}

on_both_databases! {
    async fn a_code_pairs_one_agent_and_no_second(shop: Shop) {
        let code = shop.code().await;
        assert_eq!(code.len(), 6, "{code}");
        let body = json!({"code": code, "machine": "PC-CAJA", "version": "1.0.0", "platform": "linux-x86_64"});
        let paired = shop.app.nobody().post("/api/print-agents/pair", body.clone()).await.ok();
        assert_eq!(paired["company_name"], "La Terraza de Miraflores");
        shop.app.nobody().post("/api/print-agents/pair", body).await.refused(422, "pairing_code_invalid");
        let agents = shop.admin.get("/api/print-agents").await.rows();
        assert_eq!((agents.len(), &agents[0]["machine"], &agents[0]["online"]), (1, &json!("PC-CAJA"), &json!(false)));
        assert!(!json!(agents).to_string().contains(paired["token"].as_str().unwrap()));
    }

    async fn a_wrong_code_an_old_one_and_guessing_are_refused(shop: Shop) {
        let code = shop.code().await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        shop.app.nobody().post("/api/print-agents/pair", json!({"code": wrong})).await.refused(422, "pairing_code_invalid");
        shop.later(Duration::minutes(10));
        shop.app.nobody().post("/api/print-agents/pair", json!({"code": code})).await.refused(422, "pairing_code_invalid");
        for _ in 0..8 {
            shop.app.nobody().post("/api/print-agents/pair", json!({"code": wrong})).await.refused(422, "pairing_code_invalid");
        }
        let good = shop.code().await;
        shop.app.nobody().post("/api/print-agents/pair", json!({"code": good})).await.refused(429, "too_many_requests");
    }

    async fn only_the_office_deals_with_agents_and_printers(shop: Shop) {
        for (who, sees) in [("supervisor", true), ("cajero", true), ("mozo", false)] {
            let person = shop.app.login(who).await;
            assert_eq!(person.get("/api/printers").await.status == 200, sees, "{who}");
        }
        for who in ["cajero", "mozo"] {
            let person = shop.app.login(who).await;
            person.post("/api/print-agents/pairing-codes", json!({})).await.refused(422, "not_permitted");
            person.get("/api/print-agents").await.refused(422, "not_permitted");
            person.post("/api/printers", json!({"name": "X", "type": "VIRTUAL"})).await.refused(422, "not_permitted");
        }
        let waiter = shop.app.login("mozo").await;
        waiter.post("/api/cash-drawer/open", json!({})).await.refused(422, "not_permitted");
        waiter.get("/api/printer-area").await.rows();
    }

    async fn an_agent_is_on_line_while_it_is_connected_and_out_once_revoked(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let mut browser = shop.watch().await;
        let mut agent = shop.link(&token).await;
        browser.event("event", |e| e["type"] == "agent.changed").await;
        let row = shop.admin.get("/api/print-agents").await.rows().remove(0);
        assert_eq!((&row["online"], &row["version"]), (&json!(true), &json!("9.9.9")));
        shop.admin.delete(&format!("/api/print-agents/{id}")).await.ok();
        agent.ended().await;
        assert!(Socket::agent(shop.app.address, &token).await.is_err());
        assert!(Socket::agent(shop.app.address, "made up").await.is_err());
        assert!(shop.admin.get("/api/print-agents").await.rows().is_empty());
        shop.admin.delete(&format!("/api/print-agents/{id}")).await.refused(404, "not_found");
    }

    async fn a_job_wakes_and_reaches_only_the_agent_of_its_printer(shop: Shop) {
        let (cash, cash_token) = shop.pair("PC-CAJA").await;
        let (bar, bar_token) = shop.pair("PC-BAR").await;
        let printer = shop.printer("Impresora caja", cash).await;
        shop.printer("Impresora bar", bar).await;
        let (mut at_cash, mut at_bar) = (shop.link(&cash_token).await, shop.link(&bar_token).await);
        let job = shop.test_page(printer).await;
        let woken = at_cash.event("send_message", |_| true).await;
        assert_eq!(woken["message"], json!({"type": "jobs"}));
        assert!(!woken.to_string().contains("LOMO"), "a wake carries no content");
        let other = pull(&mut at_bar).await;
        assert!(jobs(&other).is_empty(), "{other}");
        assert!(other["printers"].as_array().unwrap().iter().all(|p| p["id"] != printer));
        let pulled = pull(&mut at_cash).await;
        assert_eq!(jobs(&pulled), [job.as_str()]);
        assert_eq!(pulled["jobs"][0]["printer_id"], printer);
        assert_eq!(pulled["jobs"][0]["document"], "TEST");
        assert!(pulled["printers"].as_array().unwrap().iter().any(|p| p["id"] == printer && p["type"] == "NETWORK"));
    }

    async fn what_was_offered_and_not_answered_is_offered_again_and_then_no_more(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.printer("Impresora caja", id).await;
        let job = shop.test_page(printer).await;
        let mut agent = shop.link(&token).await;
        assert_eq!(jobs(&pull(&mut agent).await), [job.as_str()]);
        assert!(jobs(&pull(&mut agent).await).is_empty(), "it is on its way");
        drop(agent);
        let mut agent = shop.link(&token).await;
        assert_eq!(jobs(&pull(&mut agent).await), [job.as_str()], "the first answer may never have arrived");
        shop.later(Duration::seconds(4));
        agent.event("send_message", |_| true).await;
        assert_eq!(jobs(&pull(&mut agent).await), [job.as_str()], "no answer for three seconds");
        for _ in 0..2 {
            assert_eq!(agent.ask("job_spooled", json!({"ids": [job]})).await, json!({"ok": true}));
        }
        assert_eq!(shop.state(&job).await, "SPOOLED");
        shop.later(Duration::seconds(4));
        let held = json!({"held": [{"id": job, "state": "SPOOLED"}]});
        assert!(jobs(&agent.ask("pull_jobs", held).await).is_empty());
        let row = shop.admin.get(&format!("/api/print-jobs?printer_id={printer}")).await.rows();
        assert_eq!(row.len(), 1, "{row:?}");
    }

    async fn a_late_report_does_not_move_a_printed_job_back(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.printer("Impresora caja", id).await;
        let job = shop.test_page(printer).await;
        let mut agent = shop.link(&token).await;
        pull(&mut agent).await;
        let mut browser = shop.watch().await;
        for state in ["SPOOLED", "PRINTING", "DONE", "PRINTING", "HELD", "UNCERTAIN", "DONE"] {
            assert_eq!(agent.ask("job_state", report(&job, printer, state)).await, json!({"ok": true}), "{state}");
        }
        browser.event("event", |e| e["type"] == "job.changed" && e["ids"]["state"] == "DONE").await;
        agent.ask("job_spooled", json!({"ids": [job]})).await;
        let view = shop.admin.get(&format!("/api/print-jobs/{job}")).await.ok();
        assert_eq!((&view["state"], &view["level"]), (&json!("DONE"), &json!("L2")));
        assert!(view["finished_at"].is_string());
        assert!(jobs(&pull(&mut agent).await).is_empty());
    }

    async fn an_agent_cannot_speak_of_anothers_jobs_and_printers(shop: Shop) {
        let (cash, cash_token) = shop.pair("PC-CAJA").await;
        let (_, bar_token) = shop.pair("PC-BAR").await;
        let printer = shop.printer("Impresora caja", cash).await;
        let job = shop.test_page(printer).await;
        let (mut at_bar, _at_cash) = (shop.link(&bar_token).await, shop.link(&cash_token).await);
        at_bar.ask("job_state", report(&job, printer, "DONE")).await;
        at_bar.ask("job_spooled", json!({"ids": [job]})).await;
        at_bar.ask("printer_state", json!({"printer_id": printer, "state": "READY", "at_ms": 0})).await;
        assert_eq!(shop.state(&job).await, "PENDING");
        let row = shop.admin.get(&format!("/api/printers/{printer}")).await.ok();
        assert_eq!((&row["state"], &row["waiting_jobs"]), (&json!("OFFLINE"), &json!(1)));
    }

    async fn a_printers_state_shows_while_its_agent_is_there(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.printer("Impresora caja", id).await;
        let mut browser = shop.watch().await;
        let mut agent = shop.link(&token).await;
        browser.event("event", |e| e["type"] == "agent.changed").await;
        agent.ask("printer_state", json!({"printer_id": printer, "state": "PAPER_OUT", "level": "L2", "at_ms": 0})).await;
        browser.event("event", |e| e["type"] == "printer.changed" && e["ids"]["printer_id"] == printer).await;
        let path = format!("/api/printers/{printer}");
        let row = shop.admin.get(&path).await.ok();
        assert_eq!((&row["state"], &row["level"]), (&json!("PAPER_OUT"), &json!("L2")));
        drop(agent);
        browser.event("event", |e| e["type"] == "agent.changed").await;
        assert_eq!(shop.admin.get(&path).await.ok()["state"], "OFFLINE");
    }

    async fn what_came_too_late_waits_for_a_person_and_prints_marked(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.printer("Impresora caja", id).await;
        let job = shop.test_page(printer).await;
        let mut browser = shop.watch().await;
        shop.later(Duration::hours(25));
        browser.event("event", |e| e["type"] == "job.changed" && e["ids"]["state"] == "EXPIRED").await;
        // The session of the morning has ended with the day.
        let admin = shop.app.login("admin").await;
        let mut agent = shop.link(&token).await;
        assert!(jobs(&pull(&mut agent).await).is_empty());
        let waiter = shop.app.login("mozo").await;
        waiter.post(&format!("/api/print-jobs/{job}/release"), json!({})).await.refused(422, "not_permitted");
        admin.post(&format!("/api/print-jobs/{job}/release"), json!({})).await.ok();
        let pulled = pull(&mut agent).await;
        assert_eq!(jobs(&pulled), [job.as_str()]);
        assert_eq!(pulled["jobs"][0]["marks"], json!(["ATRASADO"]));
        admin.post(&format!("/api/print-jobs/{job}/release"), json!({})).await.refused(409, "conflict");
    }

    async fn people_decide_what_becomes_of_a_job(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.printer("Impresora caja", id).await;
        let (first, second) = (shop.test_page(printer).await, shop.test_page(printer).await);
        shop.admin.post(&format!("/api/print-jobs/{first}/cancel"), json!({})).await.ok();
        assert_eq!(shop.state(&first).await, "CANCELLED");
        let mut agent = shop.link(&token).await;
        assert_eq!(jobs(&pull(&mut agent).await), [second.as_str()]);
        agent.ask("job_state", report(&second, printer, "SPOOLED")).await;
        shop.admin.post(&format!("/api/print-jobs/{second}/cancel"), json!({})).await.ok();
        let told = agent.event("job_command", |_| true).await;
        assert_eq!(told, json!({"id": second, "command": "CANCEL"}));
        assert_eq!(shop.state(&second).await, "SPOOLED", "what is at the agent is given up there");
        let held = json!({"held": [{"id": second, "state": "SPOOLED"}]});
        assert_eq!(agent.ask("pull_jobs", held).await["commands"], json!([told]));
        agent.ask("job_state", report(&second, printer, "CANCELLED")).await;
        assert_eq!(pull(&mut agent).await["commands"], json!([]));
        let again = shop.admin.post(&format!("/api/print-jobs/{second}/reprint"), json!({})).await.ok();
        let pulled = pull(&mut agent).await;
        assert_eq!(jobs(&pulled), [again["print_job_id"].as_str().unwrap()]);
        assert_eq!((&pulled["jobs"][0]["marks"], &pulled["jobs"][0]["copy"]), (&json!(["REIMPRESION"]), &json!(2)));
        let third = pulled["jobs"][0]["id"].as_str().unwrap();
        agent.ask("job_state", report(third, printer, "UNCERTAIN")).await;
        shop.admin.post(&format!("/api/print-jobs/{third}/reprint"), json!({})).await.ok();
        assert_eq!(agent.event("job_command", |_| true).await, json!({"id": third, "command": "REPRINT_CONFIRMED"}));
        let mut printed = report(third, printer, "DONE");
        printed["duplicate"] = json!(true);
        agent.ask("job_state", printed).await;
        let papers = shop.admin.get(&format!("/api/printers/{printer}/paper")).await.rows();
        assert_eq!(papers.len(), 1, "{papers:?}");
        assert_eq!((&papers[0]["columns"], &papers[0]["duplicate"]), (&json!(48), &json!(true)));
        let first_line = papers[0]["lines"][0]["runs"][0]["text"].as_str().unwrap().trim().to_owned();
        assert_eq!(first_line, "** POSIBLE DUPLICADO **");
    }

    async fn a_job_that_the_agent_lost_is_offered_again(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.printer("Impresora caja", id).await;
        let (waiting, begun) = (shop.test_page(printer).await, shop.test_page(printer).await);
        let mut agent = shop.link(&token).await;
        pull(&mut agent).await;
        agent.ask("job_spooled", json!({"ids": [waiting, begun]})).await;
        agent.ask("job_state", report(&begun, printer, "PRINTING")).await;
        shop.later(Duration::seconds(31));
        assert_eq!(jobs(&pull(&mut agent).await), [waiting.as_str()]);
        assert_eq!(shop.state(&begun).await, "UNCERTAIN", "it may be on paper: a person looks");
    }

    async fn a_browser_names_a_job_and_passes_no_content(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.printer("Impresora caja", id).await;
        let job = shop.test_page(printer).await;
        let mut agent = shop.link(&token).await;
        pull(&mut agent).await;
        let mut browser = shop.watch().await;
        let forged = json!({"channel": "x", "message": {"job_id": "0193a000-0000-7000-8000-000000000000"}});
        assert_eq!(browser.ask("send_message", forged).await, json!({"ok": false}));
        let named = json!({"channel": "x", "message": {"job_id": job, "ticket": "forged"}});
        assert_eq!(browser.ask("send_message", named).await, json!({"ok": true}));
        let woken = agent.event("send_message", |_| true).await;
        assert!(!woken.to_string().contains("forged"));
        assert_eq!(jobs(&pull(&mut agent).await), [job.as_str()]);
    }

    async fn a_printers_form_is_checked_field_by_field(shop: Shop) {
        let (id, _token) = shop.pair("PC-CAJA").await;
        let (other, _token) = shop.pair("PC-BAR").await;
        let add = async |form: Value| shop.admin.post("/api/printers", form).await;
        let wrong = add(json!({"name": "", "type": "NETWORK", "address": "192.168.1.900", "size": "70", "agent_id": id})).await;
        let wrong = wrong.refused(422, "invalid");
        for field in ["name", "address", "size"] {
            assert!(wrong["errors"][field].is_array(), "{field}: {wrong}");
        }
        let nobodys = add(json!({"name": "Cocina", "type": "USB", "address": "x"})).await.refused(422, "invalid");
        assert!(nobodys["errors"]["agent_id"].is_array(), "{nobodys}");
        let first = shop.printer("Impresora uno", id).await;
        let second = shop.printer("Impresora dos", other).await;
        let taken = add(json!({"name": "Impresora uno", "type": "VIRTUAL", "agent_id": id})).await.refused(409, "already_exists");
        assert!(taken["errors"]["name"].is_array(), "{taken}");
        let path = format!("/api/printers/{first}");
        for stand_in in [first, second, 999_999] {
            let refused = shop.admin.put(&path, json!({"stand_in_id": stand_in})).await.refused(422, "invalid");
            assert!(refused["errors"]["stand_in_id"].is_array(), "{refused}");
        }
    }

    async fn a_printer_in_use_stays_and_a_free_one_goes(shop: Shop) {
        let (id, _token) = shop.pair("PC-CAJA").await;
        let printer = shop.printer("Impresora nueva", id).await;
        let path = format!("/api/printers/{printer}");
        let area = shop.admin.get("/api/production-areas").await.rows()[0]["id"].clone();
        let linked = shop.admin.put(&path, json!({"production_area_ids": [area], "size": "58"})).await.ok();
        assert_eq!((&linked["production_area_ids"], &linked["size"], &linked["name"]), (&json!([area]), &json!("58"), &json!("Impresora nueva")));
        let areas = shop.admin.get("/api/printer-area").await.rows();
        assert!(areas.iter().any(|a| a["printer_id"] == printer && a["production_area_id"] == area), "{areas:?}");
        shop.admin.delete(&path).await.refused(409, "in_use");
        shop.admin.put(&path, json!({"production_area_ids": []})).await.ok();
        shop.admin.delete(&path).await.ok();
        shop.admin.get(&path).await.refused(404, "not_found");
    }

    async fn the_only_agent_takes_printers_over_with_what_waits(shop: Shop) {
        let (old, _token) = shop.pair("PC-VIEJA").await;
        let printer = shop.printer("Impresora caja", old).await;
        let job = shop.test_page(printer).await;
        shop.admin.delete(&format!("/api/print-agents/{old}")).await.ok();
        let (new, token) = shop.pair("PC-NUEVA").await;
        assert_eq!(shop.admin.get(&format!("/api/printers/{printer}")).await.ok()["agent_id"], new);
        let mut agent = shop.link(&token).await;
        assert!(jobs(&pull(&mut agent).await).contains(&job.as_str()));
    }

    async fn the_drawer_opens_once_and_is_logged(shop: Shop) {
        let (id, token) = shop.pair("PC-CAJA").await;
        let printer = shop.printer("Impresora cajón", id).await;
        let cashier = shop.app.login("cajero").await;
        let boxes = shop.admin.get("/api/cashboxes").await.rows();
        let boxes: Vec<_> = boxes.iter().map(|b| b["id"].clone()).collect();
        shop.admin.put(&format!("/api/printers/{printer}"), json!({"cashbox_ids": boxes})).await.ok();
        cashier.post("/api/cash-drawer/open", json!({})).await.refused(409, "conflict");
        shop.admin.put(&format!("/api/printers/{printer}"), json!({"opens_drawer": true})).await.ok();
        let job = cashier.post("/api/cash-drawer/open", json!({})).await.ok()["print_job_id"].clone();
        let mut agent = shop.link(&token).await;
        let pulled = pull(&mut agent).await;
        let drawer = pulled["jobs"].as_array().unwrap().iter().find(|j| j["id"] == job).unwrap();
        assert_eq!((&drawer["document"], &drawer["open_drawer"]), (&json!("DRAWER"), &json!(true)));
        shop.admin.post(&format!("/api/print-jobs/{}/reprint", job.as_str().unwrap()), json!({})).await.refused(409, "conflict");
    }

    async fn a_virtual_printer_without_an_agent_shows_its_paper(shop: Shop) {
        let made = shop.admin.post("/api/printers", json!({"name": "En pantalla", "type": "VIRTUAL", "size": "58"})).await.ok();
        assert_eq!(made["state"], "READY");
        let printer = made["id"].as_i64().unwrap();
        let job = shop.test_page(printer).await;
        assert_eq!(shop.state(&job).await, "DONE");
        let papers = shop.admin.get(&format!("/api/printers/{printer}/paper?limit=5")).await.rows();
        assert_eq!((&papers[0]["job_id"], &papers[0]["columns"]), (&json!(job), &json!(32)));
        let pdf = shop.admin.get(&format!("/api/print-jobs/{job}/pdf")).await;
        assert!(pdf.status == 200 && pdf.bytes.starts_with(b"%PDF-"));
    }
}
