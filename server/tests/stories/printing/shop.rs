//! The demo restaurant with a clock that stories set, and print agents that the stories play.

use crate::support::{
    app::{TestApp, wait_until_seen},
    client::Client,
    database_place::{DatabasePlace, Fixture},
    socket::Socket,
};
use chrono::Duration;
use comanda::clock::Clock;
use serde_json::{Value, json};

/// The demo restaurant with a clock that stories set, without the demo's own agent and printers.
pub struct Shop {
    pub app: TestApp,
    pub clock: Clock,
    pub admin: Client,
}

impl Fixture for Shop {
    async fn create(place: &DatabasePlace) -> Self {
        let (app, clock) = TestApp::with_fixed_clock(place, "2026-11-21T18:00:00Z").await;
        let admin = app.login("admin").await;
        for agent in admin.get("/api/print-agents").await.rows() {
            admin.delete(&format!("/api/print-agents/{}", agent["id"])).await.ok();
        }
        Self { app, clock, admin }
    }
}

impl Shop {
    pub fn advance_clock(&self, duration: Duration) {
        self.clock.set(self.clock.now() + duration);
    }

    pub async fn pairing_code(&self) -> String {
        self.pairing_code_for(&[]).await
    }

    async fn pairing_code_for(&self, users: &[i64]) -> String {
        let pairing_code = self.admin.post("/api/print-agents/pairing-codes", json!({"user_ids": users})).await.ok();
        pairing_code["code"].as_str().unwrap().to_owned()
    }

    pub async fn pair(&self, machine: &str) -> (i64, String) {
        self.pair_for(machine, &[]).await
    }

    /// Pairs an agent that prints these users' tickets where each agent has its own channel.
    pub async fn pair_for(&self, machine: &str, users: &[i64]) -> (i64, String) {
        let code = self.pairing_code_for(users).await;
        let body = json!({"code": code, "machine": machine, "version": "1.0.0", "platform": "linux-x86_64"});
        let paired = self.app.anonymous_client().post("/api/print-agents/pair", body).await.ok();
        (paired["agent_id"].as_i64().unwrap(), paired["token"].as_str().unwrap().to_owned())
    }

    pub async fn connect_agent(&self, token: &str) -> Socket {
        Socket::connect_agent(self.app.address, token).await.unwrap()
    }

    pub async fn add_printer(&self, name: &str, agent: i64) -> i64 {
        let form = json!({"name": name, "type": "NETWORK", "address": "127.0.0.1:9100", "agent_id": agent});
        self.admin.post("/api/printers", form).await.ok()["id"].as_i64().unwrap()
    }

    /// Removes areas and cash boxes from all printers.
    pub async fn detach_all_printers(&self) {
        for printer in self.admin.get("/api/printers").await.rows() {
            let free = json!({"production_area_ids": [], "cashbox_ids": []});
            self.admin.put(&format!("/api/printers/{}", printer["id"]), free).await.ok();
        }
    }

    pub async fn request_test_page(&self, printer: i64) -> String {
        let queued = self.admin.post(&format!("/api/printers/{printer}/test"), json!({})).await.ok();
        queued["print_job_id"].as_str().unwrap().to_owned()
    }

    pub async fn job_state(&self, job: &str) -> String {
        self.admin.get(&format!("/api/print-jobs/{job}")).await.ok()["state"].as_str().unwrap().to_owned()
    }

    /// Connects a browser that watches the printers.
    pub async fn watch(&self) -> Socket {
        self.watch_with(&self.admin).await
    }

    /// Lets 25 hours pass. Sessions end after 16 hours, or 12 without a call: a user signs in on the way and is returned with a socket that
    /// listens.
    pub async fn let_25_hours_pass(&self) -> (Client, Socket) {
        self.advance_clock(Duration::hours(10));
        let admin = self.app.login("admin").await;
        let browser = self.watch_with(&admin).await;
        self.advance_clock(Duration::hours(11));
        wait_until_seen(&admin, self.app.app.clock().now()).await;
        self.advance_clock(Duration::hours(4));
        (admin, browser)
    }

    async fn watch_with(&self, client: &Client) -> Socket {
        let auth = json!({"token": client.token.clone().unwrap()});
        let mut browser = Socket::connect(self.app.address, auth).await.unwrap();
        assert_eq!(browser.emit_and_wait("join", json!({"rooms": ["printing"]})).await["ok"], true);
        browser
    }
}

pub async fn pull(agent: &mut Socket) -> Value {
    agent.emit_and_wait("pull_jobs", json!({"held": []})).await
}

pub fn job_ids(pulled: &Value) -> Vec<&str> {
    pulled["jobs"].as_array().unwrap().iter().map(|job| job["id"].as_str().unwrap()).collect()
}

pub fn report_body(job: &str, printer: i64, state: &str) -> Value {
    json!({"id": job, "state": state, "level": "L2", "printer_id": printer, "at_ms": 0})
}
