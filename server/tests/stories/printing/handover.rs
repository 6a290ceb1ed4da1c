//! A printer that cannot print hands its papers over to its stand-in at another machine, and takes the next ones itself.

use super::shop::{Shop, job_ids, pull, report_body};
use crate::{
    on_both_databases,
    support::{client::Client, socket::Socket},
};
use chrono::Duration;
use serde_json::{Value, json};

/// A kitchen printer with a stand-in at another machine, and what plays their agents.
pub struct Kitchen {
    pub own: i64,
    pub stand_in: i64,
    pub token: String,
    /// The agent of the stand-in, whose printer is ready.
    pub other: Socket,
    pub browser: Socket,
}

impl Kitchen {
    pub async fn open(shop: &Shop) -> Self {
        let (own, _, token) = shop.kitchen().await;
        let (agent, other_token) = shop.pair("PC-PARRILLA").await;
        let stand_in = shop.add_printer("Parrilla", agent).await;
        let form = json!({"stand_in_id": stand_in, "stand_in_after_s": 30});
        let saved = shop.admin.put(&format!("/api/printers/{own}"), form).await.ok();
        assert_eq!((&saved["stand_in_name"], &saved["stand_in_after_s"]), (&json!("Parrilla"), &json!(30)));
        let mut other = shop.connect_agent(&other_token).await;
        say(&mut other, stand_in, "READY").await;
        Self { own, stand_in, token, other, browser: shop.watch().await }
    }

    /// Connects the agent of the kitchen's own printer, which has no paper, and lets it take the next order's job.
    pub async fn take_order_without_paper(&mut self, shop: &Shop) -> (Socket, String) {
        let mut agent = shop.connect_agent(&self.token).await;
        say(&mut agent, self.own, "PAPER_OUT").await;
        shop.order(&shop.admin).await;
        let job = job_ids(&pull(&mut agent).await)[0].to_owned();
        agent.emit_and_wait("job_spooled", json!({"ids": [job]})).await;
        let mut held = report_body(&job, self.own, "HELD");
        held["reason"] = json!("paper_out");
        agent.emit_and_wait("job_state", held).await;
        (agent, job)
    }

    /// Waits until the job has gone over, and returns what the agent of the stand-in gets.
    pub async fn next_at_stand_in(&mut self, job: &str) -> Value {
        let is_moved =
            |e: &Value| e["type"] == "job.changed" && e["ids"]["job_id"] == job && e["ids"]["state"] == "REROUTED";
        self.browser.next_event("event", is_moved).await;
        let pulled = pull(&mut self.other).await;
        assert_eq!(job_ids(&pulled).len(), 1, "{pulled}");
        pulled["jobs"][0].clone()
    }
}

pub(super) async fn say(agent: &mut Socket, printer: i64, state: &str) {
    agent.emit_and_wait("printer_state", json!({"printer_id": printer, "state": state, "at_ms": 0})).await;
}

async fn reliefs(client: &Client) -> Vec<Value> {
    client.get("/api/print-reliefs").await.rows()
}

async fn notices(client: &Client) -> String {
    json!(client.get("/api/printer-notices").await.rows()).to_string()
}

/// The jobs of a printer, the newest first.
pub async fn jobs_of(shop: &Shop, printer: i64) -> Vec<Value> {
    shop.admin.get(&format!("/api/print-jobs?printer_id={printer}")).await.rows()
}

on_both_databases! {
    async fn a_printer_without_paper_gives_its_papers_to_its_stand_in_and_takes_the_next_itself(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        let waiter = shop.app.login("mozo").await;
        let (mut agent, job) = kitchen.take_order_without_paper(&shop).await;
        shop.advance_clock(Duration::seconds(16));
        kitchen.browser.next_event("event", |e| e["type"] == "alarm.changed").await;
        let alarm = waiter.get("/api/print-alarms").await.rows().remove(0);
        assert!(alarm["advice"].as_str().unwrap().ends_with("Si no vuelve, sale por Parrilla."), "{alarm}");
        assert_eq!(shop.job_state(&job).await, "HELD", "it has thirty seconds");
        shop.advance_clock(Duration::seconds(14));
        // Its agent answers: it gives the job up before anybody else prints it.
        assert_eq!(agent.next_event("job_command", |_| true).await, json!({"id": job, "command": "CANCEL"}));
        assert!(job_ids(&pull(&mut kitchen.other).await).is_empty(), "it is still at its own agent");
        for _ in 0..2 {
            let answer = agent.emit_and_wait("job_state", report_body(&job, kitchen.own, "CANCELLED")).await;
            assert_eq!(answer, json!({"ok": true}));
        }
        let moved = kitchen.next_at_stand_in(&job).await;
        let paper = moved["ticket"].to_string();
        for part in ["PARA IMPRESORA DE COCINA", "Su impresora no tiene papel. Llévalo a COCINA."] {
            assert!(paper.contains(part), "{part} in {paper}");
        }
        assert!(!paper.contains("POSIBLE DUPLICADO"), "nothing of it is on paper: {paper}");
        let own_job = shop.admin.get(&format!("/api/print-jobs/{job}")).await.ok();
        assert_eq!((&moved["printer_id"], &moved["sequence"]), (&json!(kitchen.stand_in), &own_job["sequence"]));
        assert_eq!((&own_job["state"], &own_job["printed_on"]), (&json!("REROUTED"), &json!("Parrilla")));
        assert!(waiter.get("/api/print-alarms").await.rows().is_empty());
        let new_id = moved["id"].as_str().unwrap().to_owned();
        kitchen.other.emit_and_wait("job_state", report_body(&new_id, kitchen.stand_in, "DONE")).await;

        // Both places know, and the office sees the paper.
        let told = notices(&waiter).await;
        for part in ["Impresora de cocina no tiene papel", "Mientras tanto imprime Parrilla.", "Parrilla imprime también lo de Impresora de cocina", "PARA IMPRESORA DE COCINA: llévalos a COCINA."] {
            assert!(told.contains(part), "{part} in {told}");
        }
        let relief = reliefs(&shop.admin).await.remove(0);
        assert_eq!(relief["title"], "Impresora de cocina no tiene papel. Sus papeles salen solos por Parrilla.");
        assert_eq!((&relief["active"], &relief["stand_in_id"], relief["papers"].as_array().unwrap().len()), (&json!(true), &json!(kitchen.stand_in), 1));
        let paper = &relief["papers"][0];
        assert_eq!((&paper["id"], &paper["state"], &paper["level"], &paper["marked"], &paper["dishes"]), (&json!(new_id), &json!("DONE"), &json!("L2"), &json!(false), &json!(1)));
        waiter.get("/api/print-reliefs").await.refused(422, "not_permitted");

        // With a new roll the next paper comes out at its own printer, and the old one nowhere else.
        say(&mut agent, kitchen.own, "READY").await;
        assert_eq!(pull(&mut agent).await["commands"], json!([]));
        shop.order(&shop.admin).await;
        let pulled = pull(&mut agent).await;
        assert_eq!(job_ids(&pulled).len(), 1, "{pulled}");
        let next = job_ids(&pulled)[0].to_owned();
        agent.emit_and_wait("job_state", report_body(&next, kitchen.own, "DONE")).await;
        assert!(!notices(&waiter).await.contains("Parrilla"));
        let relief = reliefs(&shop.admin).await.remove(0);
        assert_eq!((&relief["active"], &relief["title"]), (&json!(false), &json!("Impresora de cocina imprime otra vez. Esto salió por Parrilla.")));
        assert_eq!(jobs_of(&shop, kitchen.stand_in).await.len(), 1);
    }

    async fn what_no_agent_ever_got_moves_at_once_when_its_time_is_over(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        shop.order(&shop.admin).await;
        let job = jobs_of(&shop, kitchen.own).await[0]["id"].as_str().unwrap().to_owned();
        shop.advance_clock(Duration::seconds(30));
        let moved = kitchen.next_at_stand_in(&job).await;
        let paper = moved["ticket"].to_string();
        assert!(paper.contains("Su impresora no responde. Llévalo a COCINA.") && !paper.contains("POSIBLE DUPLICADO"), "{paper}");
        let mut agent = shop.connect_agent(&kitchen.token).await;
        let pulled = pull(&mut agent).await;
        assert_eq!((job_ids(&pulled).len(), &pulled["commands"]), (0, &json!([])), "it never was there");
        // Its cancellation is for its own place, and goes over like it if it still has to.
        let account = shop.admin.get(&format!("/api/print-jobs/{job}")).await.ok()["client_request_id"].clone();
        let line = shop.admin.get(&format!("/api/orders?client_request_id={account}")).await.rows()[0]["id"].clone();
        let body = json!({"order_ids": [line], "quantities": {line.to_string(): 1}, "pin": comanda::demo::PIN, "reason": "No quiere", "made": false});
        shop.admin.put(&format!("/api/orders/{account}/dismiss"), body).await.ok();
        let kinds = async |printer: i64| jobs_of(&shop, printer).await.iter().map(|j| j["document"].clone()).collect::<Vec<_>>();
        assert_eq!(kinds(kitchen.own).await, ["CANCELLATION", "COMMAND"]);
        assert_eq!(kinds(kitchen.stand_in).await, ["COMMAND"]);
    }

    async fn a_stand_in_that_cannot_print_either_gets_nothing_until_it_can(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        let (mut agent, job) = kitchen.take_order_without_paper(&shop).await;
        let stand_in = kitchen.stand_in;
        say(&mut kitchen.other, stand_in, "COVER_OPEN").await;
        shop.advance_clock(Duration::seconds(60));
        kitchen.browser.next_event("event", |e| e["type"] == "alarm.changed").await;
        assert_eq!(shop.admin.get("/api/print-alarms").await.rows()[0]["jobs"][0]["id"], json!(job));
        assert_eq!((shop.job_state(&job).await, jobs_of(&shop, stand_in).await.len()), ("HELD".into(), 0));
        say(&mut kitchen.other, stand_in, "READY").await;
        agent.next_event("job_command", |_| true).await;
        agent.emit_and_wait("job_state", report_body(&job, kitchen.own, "CANCELLED")).await;
        kitchen.next_at_stand_in(&job).await;
    }

    async fn a_stand_in_that_fails_afterwards_rings_and_its_papers_stay_there(shop: Shop) {
        let mut kitchen = Kitchen::open(&shop).await;
        let (third, third_token) = shop.pair("PC-BAR").await;
        let bar = shop.add_printer("Barra nueva", third).await;
        shop.admin.put(&format!("/api/printers/{}", kitchen.stand_in), json!({"stand_in_id": bar})).await.ok();
        let mut third = shop.connect_agent(&third_token).await;
        say(&mut third, bar, "READY").await;
        shop.order(&shop.admin).await;
        let job = jobs_of(&shop, kitchen.own).await[0]["id"].as_str().unwrap().to_owned();
        shop.advance_clock(Duration::seconds(30));
        let moved = kitchen.next_at_stand_in(&job).await["id"].as_str().unwrap().to_owned();
        kitchen.other.emit_and_wait("job_spooled", json!({"ids": [moved]})).await;
        say(&mut kitchen.other, kitchen.stand_in, "ERROR").await;
        let is_told = |e: &Value| e["type"] == "job.changed" && e["ids"]["job_id"] == json!(moved) && e["ids"]["state"] == "SPOOLED";
        kitchen.browser.next_event("event", is_told).await;
        shop.advance_clock(Duration::seconds(120));
        // The second event about it is the alarm.
        kitchen.browser.next_event("event", is_told).await;
        let alarm = shop.admin.get("/api/print-alarms").await.rows().remove(0);
        assert_eq!((&alarm["printer"], &alarm["jobs"][0]["id"], &alarm["jobs"][0]["moved"]), (&json!("Parrilla"), &json!(moved), &json!(true)));
        assert!(!alarm["advice"].as_str().unwrap().contains("Barra nueva"), "one step only: {alarm}");
        assert!(jobs_of(&shop, bar).await.is_empty());
        assert!(job_ids(&pull(&mut third).await).is_empty());
    }
}
