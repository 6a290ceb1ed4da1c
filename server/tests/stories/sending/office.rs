//! The restaurant with a till, a fake SUNAT at the operator's address, and workers that send.

use crate::{
    money::till::Till,
    support::{
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::America::Lima;
use comanda::{
    billing::electronic::{TaxOwner, queue},
    clock::Clock,
    ids::BillingId,
    seal::SecretKind,
    sending::{self, SendingPace},
};
use comanda_sunat_fake::{FakeSunat, RegisteredDocument};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::task::JoinHandle;

pub const RUC: &str = "20601234565";
/// The limit of every wait: whatever takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Office {
    pub till: Till,
    pub admin: Client,
    pub sunat: FakeSunat,
    workers: Vec<JoinHandle<()>>,
}

impl Drop for Office {
    fn drop(&mut self) {
        self.workers.iter().for_each(JoinHandle::abort);
    }
}

impl Fixture for Office {
    async fn create(place: &DatabasePlace) -> Self {
        Self::with_till(Till::create(place).await).await
    }
}

/// Intervals as short as stories need them.
pub fn fast_pace() -> SendingPace {
    SendingPace {
        patience: Duration::from_millis(1_500),
        first_wait: Duration::from_millis(40),
        longest_wait: Duration::from_millis(200),
        longest_wait_unreached: Duration::from_millis(100),
        ticket_wait: Duration::from_millis(20),
        longest_wait_for_ticket: Duration::from_secs(6 * 60 * 60),
        lease: Duration::from_millis(900),
        look_every: Duration::from_millis(50),
        calls_at_once: 8,
    }
}

impl Office {
    pub async fn with_till(till: Till) -> Self {
        let admin = till.house.app.login("admin").await;
        let sunat = FakeSunat::start().await.unwrap();
        let (restaurant_time, system_time) = (till.house.app.app.clock().now(), Clock::system().now());
        if (restaurant_time - system_time).abs() > TimeDelta::minutes(1) {
            // With a clock that stories set, the tax authority's clock shows the same time.
            sunat.set_now(restaurant_time.with_timezone(&Lima).naive_local());
        }
        let office = Self { till, admin, sunat, workers: Vec::new() };
        office.configure_operator(&office.sunat.bill_service_url()).await;
        office
    }

    /// Configures the operator's address, user and certificate.
    pub async fn configure_operator(&self, url: &str) {
        let seals = self.till.house.app.app.seals();
        let seal = |kind: SecretKind, secret: &str| seals.seal(kind, secret).unwrap();
        let certificate = STANDARD.encode(include_bytes!("prueba.p12"));
        let mut tx = self.till.house.db().write().await.unwrap();
        let changed: comanda::db::Result<u64> = tx
            .query(
                "UPDATE electronic_billing SET gateway = 'OSE', url = $1, sol_user = 'MODDATOS', sol_password = $2,
                        certificate = $3, certificate_password = $4, certificate_ruc = $5, boletas = 'ONE_BY_ONE'",
            )
            .bind(url)
            .bind(seal(SecretKind::SolPassword, "moddatos"))
            .bind(seal(SecretKind::Certificate, &certificate))
            .bind(seal(SecretKind::CertificatePassword, "prueba"))
            .bind(RUC)
            .run()
            .await;
        tx.commit_or_roll_back(changed).await.unwrap();
    }

    /// Runs a statement for a state that only time brings about.
    pub async fn run_sql(&self, sql: &'static str) {
        let mut tx = self.till.house.db().write().await.unwrap();
        let changed = tx.query(sql).run().await;
        tx.commit_or_roll_back(changed).await.unwrap();
    }

    /// Sets the server's and the tax authority's clock, and signs everybody in again.
    pub async fn set_clocks(&mut self, clock: &Clock, now: DateTime<Utc>) {
        self.sunat.set_now(now.with_timezone(&Lima).naive_local());
        clock.set(now);
        let app = &self.till.house.app;
        (self.till.luis, self.admin) = (app.login("cajero").await, app.login("admin").await);
        self.till.house.rosa = app.login("mozo").await;
    }

    /// Starts a worker as every server has one.
    pub fn start_worker(&mut self) {
        self.workers.push(tokio::spawn(sending::run_sender(self.till.house.app.app.clone(), fast_pace())));
    }

    /// Adds a worker that the story has started itself.
    pub fn add_worker(&mut self, worker: JoinHandle<()>) {
        self.workers.push(worker);
    }

    /// Kills the workers in the middle of whatever they do.
    pub async fn kill_workers(&mut self) {
        for worker in self.workers.drain(..) {
            worker.abort();
            worker.await.ok();
        }
    }

    /// Sells a soft drink by boleta; returns the document.
    pub async fn boleta(&self) -> Value {
        self.sell(json!({})).await
    }

    /// Sells a soft drink by factura; returns the document.
    pub async fn factura(&self) -> Value {
        let client = match self.till.luis.get("/api/clients?term=20131312955").await.rows().first() {
            Some(client) => client["id"].as_i64().unwrap(),
            None => self.till.create_client("RUC", "20131312955", "SUNAT").await,
        };
        self.sell(json!({"billing_type_id": 2, "client_id": client})).await
    }

    async fn sell(&self, more: Value) -> Value {
        let id = self.till.send_takeaway(&[(1, "Inca Kola 500 ml")]).await;
        self.till.pay(id, json!({"Efectivo": "7"}), more).await.ok()["billing"].clone()
    }

    /// Refunds the payment of a document, which voids it.
    pub async fn refund(&self, billing: &Value) {
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se equivocó de mesa", "outcome": "CLOSE", "remove_inventory": false});
        self.till.luis.post(&format!("/api/payments/{}/refund", billing["payment_id"]), body).await.ok();
    }

    /// A document as lists show it.
    pub async fn listed_document(&self, billing: &Value) -> Value {
        let rows = self.admin.get(&format!("/api/billings?payment_id={}", billing["payment_id"])).await.rows();
        rows.into_iter().find(|row| row["id"] == billing["id"]).unwrap()
    }

    /// Lets a moment pass, even on a fixed clock, so that pending retries become due.
    pub async fn let_a_moment_pass(&self) {
        tokio::time::sleep(Duration::from_millis(25)).await;
        let clock = self.till.house.app.app.clock();
        clock.set(clock.now() + TimeDelta::milliseconds(100));
    }

    /// Waits until a document is in a state; returns it.
    pub async fn wait_for_state(&self, billing: &Value, state: &str) -> Value {
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                let row = self.listed_document(billing).await;
                if row["state"] == state {
                    return row;
                }
                self.let_a_moment_pass().await;
            }
        });
        match waited.await {
            Ok(row) => row,
            Err(_) => panic!("never {state}: {}", self.listed_document(billing).await),
        }
    }

    /// Waits until a credit note is in a state; returns it with all that its panel shows.
    pub async fn wait_for_note_state(&self, note: &Value, state: &str) -> Value {
        let path = format!("/api/credit-notes/{}", note["id"]);
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                let shown = self.admin.get(&path).await.ok();
                if shown["state"] == state {
                    return shown;
                }
                self.let_a_moment_pass().await;
            }
        });
        match waited.await {
            Ok(shown) => shown,
            Err(_) => panic!("never {state}: {}", self.admin.get(&path).await.ok()),
        }
    }

    /// The document as the tax authority has registered it.
    pub fn registered(&self, billing: &Value) -> Option<RegisteredDocument> {
        self.sunat.document(&name(billing))
    }

    /// The stored XML of a document.
    pub async fn xml(&self, billing: &Value) -> String {
        let mut tx = self.till.house.db().read().await.unwrap();
        let id = BillingId(billing["id"].as_i64().unwrap());
        let document = queue::find_of_owner(&mut tx, TaxOwner::Billing(id)).await.unwrap().unwrap();
        queue::load_xml(&mut tx, document.id).await.unwrap()
    }
}

/// The full number of a document, such as `F001-1`.
pub fn number(billing: &Value) -> String {
    format!("{}-{}", billing["serie"].as_str().unwrap(), billing["number"])
}

/// The file name of a document, such as `20601234565-01-F001-1`.
pub fn name(billing: &Value) -> String {
    let code = match billing["billing_type_id"].as_i64() {
        Some(2) => "01",
        Some(5) => "08",
        _ => "03",
    };
    format!("{RUC}-{code}-{}", number(billing))
}
