//! The restaurant with a till, an operator's address that is a fake SUNAT, and a worker that sends.

use crate::{
    money::till::Till,
    support::{
        client::Client,
        places::{Place, Stage},
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
    sending::{self, Pace},
};
use comanda_sunat_fake::{FakeSunat, Registered};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::task::JoinHandle;

pub const RUC: &str = "20601234565";
/// Whatever takes longer has gone wrong.
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

impl Stage for Office {
    async fn set(place: &Place) -> Self {
        Self::of(Till::set(place).await).await
    }
}

/// As fast as stories are.
pub fn pace() -> Pace {
    Pace {
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
    pub async fn of(till: Till) -> Self {
        let admin = till.house.app.login("admin").await;
        let sunat = FakeSunat::start().await.unwrap();
        let (here, there) = (till.house.app.app.clock().now(), Clock::system().now());
        if (here - there).abs() > TimeDelta::minutes(1) {
            // A clock that is set: the tax authority's shows the same.
            sunat.set_now(here.with_timezone(&Lima).naive_local());
        }
        let office = Self { till, admin, sunat, workers: Vec::new() };
        office.send_to(&office.sunat.bill_service_url()).await;
        office
    }

    /// Sets up the operator's address, user and certificate.
    pub async fn send_to(&self, url: &str) {
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
        tx.finish(changed).await.unwrap();
    }

    /// A statement that a story needs for what only time brings.
    pub async fn change(&self, sql: &'static str) {
        let mut tx = self.till.house.db().write().await.unwrap();
        let changed = tx.query(sql).run().await;
        tx.finish(changed).await.unwrap();
    }

    /// The server's clock and the tax authority's show this; people have signed in again meanwhile.
    pub async fn strike(&mut self, clock: &Clock, now: DateTime<Utc>) {
        self.sunat.set_now(now.with_timezone(&Lima).naive_local());
        clock.set(now);
        let app = &self.till.house.app;
        (self.till.luis, self.admin) = (app.login("cajero").await, app.login("admin").await);
        self.till.house.rosa = app.login("mozo").await;
    }

    /// A worker, as every server has one.
    pub fn work(&mut self) {
        self.workers.push(tokio::spawn(sending::run(self.till.house.app.app.clone(), pace())));
    }

    /// A worker of the story's own.
    pub fn hire(&mut self, worker: JoinHandle<()>) {
        self.workers.push(worker);
    }

    /// The workers end in the middle of whatever they do.
    pub async fn kill(&mut self) {
        for worker in self.workers.drain(..) {
            worker.abort();
            worker.await.ok();
        }
    }

    /// Sells a soft drink by boleta; gives the document.
    pub async fn boleta(&self) -> Value {
        self.sell(json!({})).await
    }

    /// Sells one by factura.
    pub async fn factura(&self) -> Value {
        let client = match self.till.luis.get("/api/clients?term=20131312955").await.rows().first() {
            Some(client) => client["id"].as_i64().unwrap(),
            None => self.till.client("RUC", "20131312955", "SUNAT").await,
        };
        self.sell(json!({"billing_type_id": 2, "client_id": client})).await
    }

    async fn sell(&self, more: Value) -> Value {
        let id = self.till.account(&[(1, "Inca Kola 500 ml")]).await;
        self.till.pay(id, json!({"Efectivo": "7"}), more).await.ok()["billing"].clone()
    }

    /// Gives the money of a document back, which voids it.
    pub async fn give_back(&self, billing: &Value) {
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se equivocó de mesa", "outcome": "CLOSE", "remove_inventory": false});
        self.till.luis.post(&format!("/api/payments/{}/refund", billing["payment_id"]), body).await.ok();
    }

    /// A document as lists show it.
    pub async fn row(&self, billing: &Value) -> Value {
        let rows = self.admin.get(&format!("/api/billings?payment_id={}", billing["payment_id"])).await.rows();
        rows.into_iter().find(|row| row["id"] == billing["id"]).unwrap()
    }

    /// A moment goes by, also on a clock that is set: what is to be tried again in a moment is.
    pub async fn tick(&self) {
        tokio::time::sleep(Duration::from_millis(25)).await;
        let clock = self.till.house.app.app.clock();
        clock.set(clock.now() + TimeDelta::milliseconds(100));
    }

    /// Waits until a document is in a state.
    pub async fn until(&self, billing: &Value, state: &str) -> Value {
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                let row = self.row(billing).await;
                if row["state"] == state {
                    return row;
                }
                self.tick().await;
            }
        });
        match waited.await {
            Ok(row) => row,
            Err(_) => panic!("never {state}: {}", self.row(billing).await),
        }
    }

    /// The same of a credit note, with all that its panel shows.
    pub async fn until_note(&self, note: &Value, state: &str) -> Value {
        let path = format!("/api/credit-notes/{}", note["id"]);
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                let shown = self.admin.get(&path).await.ok();
                if shown["state"] == state {
                    return shown;
                }
                self.tick().await;
            }
        });
        match waited.await {
            Ok(shown) => shown,
            Err(_) => panic!("never {state}: {}", self.admin.get(&path).await.ok()),
        }
    }

    /// What the tax authority has of a document.
    pub fn registered(&self, billing: &Value) -> Option<Registered> {
        self.sunat.document(&name(billing))
    }

    /// The XML as it is kept.
    pub async fn xml(&self, billing: &Value) -> String {
        let mut tx = self.till.house.db().read().await.unwrap();
        let id = BillingId(billing["id"].as_i64().unwrap());
        let document = queue::of_owner(&mut tx, TaxOwner::Billing(id)).await.unwrap().unwrap();
        queue::xml(&mut tx, document.id).await.unwrap()
    }
}

/// `F001-1`
pub fn number(billing: &Value) -> String {
    format!("{}-{}", billing["serie"].as_str().unwrap(), billing["number"])
}

/// `20601234565-01-F001-1`
pub fn name(billing: &Value) -> String {
    let code = match billing["billing_type_id"].as_i64() {
        Some(2) => "01",
        Some(5) => "08",
        _ => "03",
    };
    format!("{RUC}-{code}-{}", number(billing))
}
