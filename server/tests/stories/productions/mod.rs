//! Items that the restaurant makes itself: recipes of supplies, productions, and their cost, whatever is bought later.

mod making;
mod recipes;
mod valuing;

use crate::{
    purchases::{Office, merged},
    support::client::Reply,
};
use comanda::money::Money;
use serde_json::{Value, json};

/// An amount in millionths.
fn millionths(value: &Value) -> i64 {
    value.as_str().unwrap().parse::<Money>().unwrap().millionths()
}

/// Whether two amounts differ only by rounding.
fn differ_only_by_rounding(a: i64, b: i64) -> bool {
    a.abs_diff(b) <= 100
}

impl Office {
    /// Creates a sauce by the litre: 3 l of it take 2 kg of ají and half a litre of oil.
    pub async fn sauce(&self) -> Value {
        let items = json!([
            {"supply_id": self.supply("Ají amarillo").await, "quantity": "2"},
            {"supply_id": self.supply("Aceite vegetal").await, "quantity": "0.5"},
        ]);
        let body = json!({"name": "Salsa de ají", "measurement_id": self.unit("l").await, "has_recipe": true,
            "recipe_yield": "3", "supply_items": items});
        self.jorge.post("/api/supplies", body).await.ok()
    }
    /// Makes this much of a supply; the fields of `more` override the body's.
    pub async fn make(&self, supply: &Value, quantity: &str, more: Value) -> Reply {
        let body = json!({"supply_id": supply["id"], "quantity": quantity});
        self.jorge.post("/api/productions", merged(body, more)).await
    }
    pub async fn production(&self, recorded: &Value) -> Value {
        self.house.wait_until_valued().await;
        self.jorge.get(&format!("/api/productions/{}", recorded["id"])).await.ok()
    }
    pub async fn set_status(&self, recorded: &Value, status: &str) -> Reply {
        self.jorge
            .patch(&format!("/api/productions/{}", recorded["id"]), json!({"status": status, "reason": "Se botó"}))
            .await
    }
}
