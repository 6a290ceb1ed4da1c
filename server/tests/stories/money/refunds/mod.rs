//! Money given back: payments voided with their documents, in whole and in part; what the drawer and the papers say of it.

mod by_money;
mod covering;
mod discounts;
mod drawer;
mod notes;
mod part;
mod report;
mod whole;

use super::till::Till;
use crate::support::client::{Client, Reply};
use serde_json::{Value, json};

/// The body of a refund; `more` overrides.
fn refund(outcome: &str, more: Value) -> Value {
    let mut body = json!({"outcome": outcome, "reason": "Pidió factura", "pin": "1234"});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

impl Till {
    /// Luis gives a payment back.
    async fn give_back(&self, payment: &Value, outcome: &str, more: Value) -> Reply {
        give_back(&self.luis, payment, outcome, more).await
    }
    /// Luis sells this in cash; gives the payment.
    async fn sold(&self, products: &[(i64, &str)]) -> Value {
        let id = self.account(products).await;
        let due = self.info(id).await["total"].clone();
        self.pay(id, json!({"Efectivo": due}), json!({})).await.ok()
    }
    async fn payment(&self, id: &Value) -> Value {
        self.luis.get(&format!("/api/payments/{id}")).await.ok()
    }
    async fn order(&self, request: &Value) -> Value {
        self.luis.get(&format!("/api/orders/{request}")).await.ok()
    }
    async fn refund_quote(&self, payment: &Value, products: &str) -> Value {
        self.luis.get(&format!("/api/payments/{}/refund-quote{products}", payment["id"])).await.ok()
    }
}

async fn give_back(client: &Client, payment: &Value, outcome: &str, more: Value) -> Reply {
    client.post(&format!("/api/payments/{}/refund", payment["id"]), refund(outcome, more)).await
}
