//! Stock counts: nobody who counts sees what is expected, a till may sell meanwhile, and an approval moves the differences once.

mod approving;
mod blind;
mod creating;
mod together;
mod using;

use crate::{
    orders::house::House,
    support::{
        client::{Client, Reply},
        places::{Place, Stage},
    },
};
use comanda::demo::PIN;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

/// The restaurant's store room: Jorge, who has it counted, and a cook who counts.
pub struct Room {
    pub house: House,
    pub jorge: Client,
    pub cook: Client,
}

impl Stage for Room {
    async fn set(place: &Place) -> Self {
        let house = House::set(place).await;
        let jorge = house.app.login("supervisor").await;
        let cook = house.app.login("cocina").await;
        Self { house, jorge, cook }
    }
}

pub fn key() -> String {
    Uuid::new_v4().to_string()
}

impl Room {
    /// `SUPPLY:3`
    pub async fn item(&self, supply: &str) -> String {
        format!("SUPPLY:{}", self.house.supply_id(supply).await)
    }
    /// A sheet of these supplies.
    pub async fn sheet(&self, supplies: &[&str]) -> Value {
        let mut items = Vec::new();
        for supply in supplies {
            items.push(self.item(supply).await);
        }
        let body = json!({"client_id": key(), "place": "Cámara fría", "item_ids": items});
        self.jorge.post("/api/stock-counts", body).await.ok()
    }
    pub async fn seen(&self, by: &Client, sheet: &Value) -> Value {
        by.get(&format!("/api/stock-counts/{}", sheet["id"])).await.ok()
    }
    /// Somebody counts so much of something, as they see the sheet now.
    pub async fn count(&self, by: &Client, sheet: &Value, name: &str, quantity: &str) -> Reply {
        let line = line(&self.seen(by, sheet).await, name);
        self.put(by, sheet, &line, json!({"quantity": quantity})).await
    }
    /// The same of a line as it was seen; `more` overrides.
    pub async fn put(&self, by: &Client, sheet: &Value, line: &Value, more: Value) -> Reply {
        let mut body = json!({"version": line["version"], "client_id": key()});
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        by.put(&format!("/api/stock-counts/{}/lines/{}", sheet["id"], line["id"]), body).await
    }
    pub async fn step(&self, sheet: &Value, step: &str, body: Value) -> Reply {
        self.jorge.post(&format!("/api/stock-counts/{}/{step}", sheet["id"]), body).await
    }
    pub async fn review(&self, sheet: &Value) -> Value {
        self.step(sheet, "review", json!({})).await.ok()
    }
    pub async fn approve(&self, sheet: &Value) -> Reply {
        self.step(sheet, "approve", json!({"pin": PIN})).await
    }
    pub async fn cancel(&self, sheet: &Value) -> Reply {
        let body = json!({"reason": "Se contó mal"});
        self.jorge.send(Method::DELETE, &format!("/api/stock-counts/{}", sheet["id"]), Some(body), None).await
    }
    /// Quantities and whether they have a cost, of the moves of counts.
    pub async fn moves(&self) -> Vec<(String, bool)> {
        let mut tx = self.house.db().read().await.unwrap();
        let rows: Vec<(comanda::money::Quantity, Option<i64>)> =
            tx.query("SELECT quantity, cost FROM stock_moves WHERE reason = 'COUNT' ORDER BY id").all().await.unwrap();
        rows.into_iter().map(|(quantity, cost)| (quantity.to_string(), cost.is_some())).collect()
    }
}

/// The line of an item.
pub fn line(sheet: &Value, name: &str) -> Value {
    let lines = sheet["lines"].as_array().unwrap();
    lines.iter().find(|line| line["name"] == name).unwrap_or_else(|| panic!("no {name} in {sheet}")).clone()
}
