//! Refunds: payments voided with their documents, in whole and in part, and their effect on drawer and papers.

mod amount_payments;
mod assigned_dishes;
mod discounts;
mod drawer;
mod notes;
mod partial;
mod report;
mod whole;

use super::till::Till;
use crate::support::client::{Client, Reply};
use serde_json::{Value, json};

/// The body of a refund; `more` overrides.
fn refund_body(outcome: &str, more: Value) -> Value {
    let mut body = json!({"outcome": outcome, "reason": "Pidió factura", "pin": "1234"});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

impl Till {
    /// Luis refunds a payment.
    async fn refund(&self, payment: &Value, outcome: &str, more: Value) -> Reply {
        refund_as(&self.luis, payment, outcome, more).await
    }
    /// Luis sells these products in cash; returns the payment.
    async fn sell(&self, products: &[(i64, &str)]) -> Value {
        let id = self.send_takeaway(products).await;
        let due = self.payment_info(id).await["total"].clone();
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

async fn refund_as(client: &Client, payment: &Value, outcome: &str, more: Value) -> Reply {
    client.post(&format!("/api/payments/{}/refund", payment["id"]), refund_body(outcome, more)).await
}
