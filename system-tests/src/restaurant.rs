//! A server, an agent and a network printer for each area, as a technician would set them up.

use crate::{
    agent::{Agent, Pace},
    server::{Engine, Server},
    waiting::{eventually, within},
};
use comanda_fake_printer::{Abilities, FakePrinter, Sheet};
use comanda_test_support::client::{Client, Reply};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

/// The pause between two tries at a server that is down.
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

/// A fake printer and its data on the server.
#[derive(Debug)]
pub struct Station {
    /// The name of its production area, which is printed on its papers.
    pub area: &'static str,
    pub printer_id: i64,
    pub fake: FakePrinter,
    /// A dish of the area without variants.
    pub product_id: i64,
}

#[derive(Debug)]
pub struct Restaurant {
    pub server: Server,
    pub agent: Agent,
    pub admin: Client,
    pub waiter: Client,
    pub kitchen: Station,
    pub bar: Station,
}

impl Restaurant {
    /// Starts a restaurant with a running agent.
    pub async fn open(engine: Engine, abilities: Abilities) -> Self {
        let mut restaurant = Self::with_agent_off(engine, abilities).await;
        restaurant.agent.start();
        restaurant.agent.wait_until_online(&restaurant.admin, true).await;
        restaurant
    }

    /// Starts a restaurant whose agent is paired but not running.
    pub async fn with_agent_off(engine: Engine, abilities: Abilities) -> Self {
        let server = Server::open(engine).await;
        let url = server.url();
        Self::at(server, &url, abilities, Pace::Quick).await
    }

    /// Sets up a restaurant at a running server, whose agent, of the same version, connects to `url`. The demo's own printers are disabled.
    pub async fn at(server: Server, url: &str, abilities: Abilities, pace: Pace) -> Self {
        let admin = server.login("admin").await;
        disable_printers(&admin).await;
        let agent = Agent::pair(server.version(), url, &admin, pace).await;
        let kitchen = Station::install(&admin, agent.id(), "COCINA", abilities).await;
        let bar = Station::install(&admin, agent.id(), "BAR", abilities).await;
        let waiter = server.login("mozo").await;
        Self { server, agent, admin, waiter, kitchen, bar }
    }

    /// Opens a take-away account and returns its id.
    pub async fn open_account(&self) -> i64 {
        open_account(&self.waiter).await
    }

    /// Sends one dish to the kitchen. Returns the answer.
    pub async fn order_for_kitchen(&self, account: i64, comment: &str) -> Value {
        let body = order_body(account, &[(self.kitchen.product_id, comment)]);
        self.waiter.post("/api/orders", body).await.ok()
    }

    /// Sends one dish to each area.
    pub async fn order_for_both(&self, account: i64, comment: &str) -> Value {
        let body = order_body(account, &[(self.kitchen.product_id, comment), (self.bar.product_id, comment)]);
        self.waiter.post("/api/orders", body).await.ok()
    }

    /// The print jobs of an account.
    pub async fn jobs(&self, account: i64) -> Vec<Value> {
        self.admin.get(&format!("/api/print-jobs?client_request_id={account}&page=false")).await.rows()
    }

    /// Waits until every job of an account is in this state, and returns the jobs.
    pub async fn wait_for_job_states(&self, account: i64, state: &str) -> Vec<Value> {
        eventually(&format!("all jobs to be {state}"), async || {
            let jobs = self.jobs(account).await;
            let all = !jobs.is_empty() && jobs.iter().all(|job| job["state"] == state);
            if all { Ok(jobs) } else { Err(json!(jobs)) }
        })
        .await
    }

    /// Waits until GET /printers shows this state.
    pub async fn wait_for_printer_state(&self, station: &Station, state: &str) {
        eventually(&format!("{} to be {state}", station.area), async || {
            let printers = self.admin.get("/api/printers").await.rows();
            let own_printer = printers.into_iter().find(|printer| printer["id"] == station.printer_id).unwrap();
            if own_printer["state"] == state { Ok(()) } else { Err(own_printer) }
        })
        .await;
    }
}

impl Station {
    /// Sets up a network printer of an agent, for an area of the demo restaurant.
    pub async fn install(admin: &Client, agent_id: i64, area: &'static str, abilities: Abilities) -> Self {
        let fake = FakePrinter::start(abilities).await.unwrap();
        let areas = admin.get("/api/production-areas").await.rows();
        let area_id = &areas.iter().find(|row| row["name"] == area).unwrap()["id"];
        let printer = json!({
            "agent_id": agent_id, "name": format!("Impresora {area}"), "type": "NETWORK", "address": fake.address(),
            "size": "80", "production_area_ids": [area_id],
        });
        let printer_id = admin.post("/api/printers", printer).await.ok()["id"].as_i64().unwrap();
        let catalog = admin.get("/api/catalog/sale").await.ok();
        let plain = |product: &&Value| {
            product["production_area"] == area
                && product["has_variants"] == false
                && product["is_combo"] == false
                && product["sold_out"] == false
        };
        let product_id = catalog["products"].as_array().unwrap().iter().find(plain).unwrap()["id"].as_i64().unwrap();
        Self { area, printer_id, fake, product_id }
    }

    /// Waits until this many papers are printed, and returns all.
    pub async fn wait_for_papers(&self, count: usize) -> Vec<Sheet> {
        within(&format!("paper {count} of {}", self.area), self.fake.cut_sheets(count)).await
    }
}

/// Disables the demo's own printers.
pub async fn disable_printers(admin: &Client) {
    for printer in admin.get("/api/printers").await.rows() {
        let unused = json!({"status": "INACTIVE", "production_area_ids": [], "cashbox_ids": []});
        admin.put(&format!("/api/printers/{}", printer["id"]), unused).await.ok();
    }
}

/// Opens a take-away account and returns its id.
pub async fn open_account(client: &Client) -> i64 {
    let account = client.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Prueba"})).await.ok();
    account["id"].as_i64().unwrap()
}

/// The body of an order: one of each product, with its comment.
pub fn order_body(account: i64, products: &[(i64, &str)]) -> Value {
    let products: Vec<_> =
        products.iter().map(|(id, comment)| json!({"product": {"id": id}, "qty": 1, "comment": comment})).collect();
    json!({"client_request": account, "products": products})
}

/// Sends a request until an answer arrives, always with the same key, as the web client does.
pub async fn post_until_answered(client: &Client, path: &str, body: Value) -> Reply {
    let key = Uuid::new_v4();
    let trying = async {
        loop {
            match client.try_send(Method::POST, path, Some(body.clone()), Some(key)).await {
                Ok(reply) => return reply,
                Err(_) => tokio::time::sleep(BETWEEN_TRIES).await,
            }
        }
    };
    within(&format!("an answer to POST {path}"), trying).await
}
