//! Sales on credit: selling, debts, collections and refunds.

mod collecting;
mod refunds;
mod selling;

use super::till::Till;
use crate::support::client::{Client, Reply};
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};

/// The day this many days from today, in Lima.
pub fn in_days(days: u64) -> NaiveDate {
    comanda::clock::Clock::system().now().with_timezone(&chrono_tz::America::Lima).date_naive() + Days::new(days)
}

/// Instalments of these amounts, each 30 days after the one before.
fn instalments(amounts: &[&str]) -> Value {
    (1..).zip(amounts).map(|(n, amount)| json!({"amount": amount, "due_on": in_days(30 * n)})).collect()
}

impl Till {
    /// Creates Kiosko S.A., a client with RUC; returns its id.
    pub async fn create_kiosko(&self) -> i64 {
        self.create_client("RUC", "20131312955", "KIOSKO S.A.").await
    }
    /// Sells 85.00 by factura to a client, all of it on credit; returns the payment.
    pub async fn sell_on_credit(&self, client: i64, amounts: &[&str]) -> Value {
        let id = self.send_takeaway(&[(2, "Lomo saltado"), (1, "Chicha morada")]).await;
        let more = json!({"billing_type_id": 2, "client_id": client, "instalments": instalments(amounts)});
        self.pay(id, json!({"Crédito": "85"}), more).await.ok()
    }
    async fn option(&self, name: &str) -> i64 {
        let options = self.luis.get("/api/payment-options").await.rows();
        options.iter().find(|o| o["name"] == name).unwrap()["id"].as_i64().unwrap()
    }
    /// Luis collects a debt in cash.
    pub async fn collect(&self, client: i64, amount: &str) -> Reply {
        collect(&self.luis, client, amount, self.option("Efectivo").await).await
    }
    /// The XML of a document that the tax authority gets.
    async fn xml(&self, billing: &Value) -> String {
        let file = self.luis.get(&format!("/api/billings/{}/xml", billing["id"])).await;
        String::from_utf8(file.bytes.to_vec()).unwrap()
    }
    pub async fn debt(&self, client: i64) -> Value {
        self.luis.get(&format!("/api/receivables/{client}")).await.ok()
    }
    async fn detail(&self) -> Value {
        let jorge = self.house.app.login("supervisor").await;
        jorge.get(&format!("/api/cashbox-cycles-detail/{}", self.cycle)).await.ok()
    }
}

async fn collect(client_app: &Client, client: i64, amount: &str, option: i64) -> Reply {
    let body = json!({"client_id": client, "amount": amount, "payment_option_id": option});
    client_app.post("/api/collections", body).await
}
