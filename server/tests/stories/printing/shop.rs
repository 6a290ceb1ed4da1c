//! The demo restaurant with a clock that stories set, and agents that stories play themselves.

use crate::support::{
    app::{TestApp, recorded_as_seen},
    client::Client,
    places::{Place, Stage},
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

impl Stage for Shop {
    async fn set(place: &Place) -> Self {
        let (app, clock) = TestApp::since(place, "2026-11-21T18:00:00Z").await;
        let admin = app.login("admin").await;
        for agent in admin.get("/api/print-agents").await.rows() {
            admin.delete(&format!("/api/print-agents/{}", agent["id"])).await.ok();
        }
        Self { app, clock, admin }
    }
}

impl Shop {
    pub fn later(&self, by: Duration) {
        self.clock.set(self.clock.now() + by);
    }

    pub async fn code(&self) -> String {
        self.code_for(&[]).await
    }

    async fn code_for(&self, users: &[i64]) -> String {
        let made = self.admin.post("/api/print-agents/pairing-codes", json!({"user_ids": users})).await.ok();
        made["code"].as_str().unwrap().to_owned()
    }

    pub async fn pair(&self, machine: &str) -> (i64, String) {
        self.pair_for(machine, &[]).await
    }

    /// An agent that these users' tickets go to where every agent has its own.
    pub async fn pair_for(&self, machine: &str, users: &[i64]) -> (i64, String) {
        let code = self.code_for(users).await;
        let body = json!({"code": code, "machine": machine, "version": "1.0.0", "platform": "linux-x86_64"});
        let paired = self.app.nobody().post("/api/print-agents/pair", body).await.ok();
        (paired["agent_id"].as_i64().unwrap(), paired["token"].as_str().unwrap().to_owned())
    }

    pub async fn link(&self, token: &str) -> Socket {
        Socket::agent(self.app.address, token).await.unwrap()
    }

    pub async fn printer(&self, name: &str, agent: i64) -> i64 {
        let form = json!({"name": name, "type": "NETWORK", "address": "127.0.0.1:9100", "agent_id": agent});
        self.admin.post("/api/printers", form).await.ok()["id"].as_i64().unwrap()
    }

    /// Takes areas and cash boxes away from all printers there are.
    pub async fn free_printers(&self) {
        for printer in self.admin.get("/api/printers").await.rows() {
            let free = json!({"production_area_ids": [], "cashbox_ids": []});
            self.admin.put(&format!("/api/printers/{}", printer["id"]), free).await.ok();
        }
    }

    pub async fn test_page(&self, printer: i64) -> String {
        let queued = self.admin.post(&format!("/api/printers/{printer}/test"), json!({})).await.ok();
        queued["print_job_id"].as_str().unwrap().to_owned()
    }

    pub async fn state(&self, job: &str) -> String {
        self.admin.get(&format!("/api/print-jobs/{job}")).await.ok()["state"].as_str().unwrap().to_owned()
    }

    /// A browser that watches the printers.
    pub async fn watch(&self) -> Socket {
        self.watch_with(&self.admin).await
    }

    /// Lets 25 hours pass. Sessions end after 16, or 12 without a call: somebody signs in on the way and is there at the end, with a
    /// screen that listens.
    pub async fn a_day_later(&self) -> (Client, Socket) {
        self.later(Duration::hours(10));
        let admin = self.app.login("admin").await;
        let browser = self.watch_with(&admin).await;
        self.later(Duration::hours(11));
        recorded_as_seen(&admin, self.app.app.clock().now()).await;
        self.later(Duration::hours(4));
        (admin, browser)
    }

    async fn watch_with(&self, client: &Client) -> Socket {
        let auth = json!({"token": client.token.clone().unwrap()});
        let mut browser = Socket::connect(self.app.address, auth).await.unwrap();
        assert_eq!(browser.ask("join", json!({"rooms": ["printing"]})).await["ok"], true);
        browser
    }
}

pub async fn pull(agent: &mut Socket) -> Value {
    agent.ask("pull_jobs", json!({"held": []})).await
}

pub fn jobs(pulled: &Value) -> Vec<&str> {
    pulled["jobs"].as_array().unwrap().iter().map(|job| job["id"].as_str().unwrap()).collect()
}

pub fn report(job: &str, printer: i64, state: &str) -> Value {
    json!({"id": job, "state": state, "level": "L2", "printer_id": printer, "at_ms": 0})
}
