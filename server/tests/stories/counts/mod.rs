//! Stock counts: whoever counts does not see what is expected, a till may sell meanwhile, and an approval moves the differences once.

mod approving;
mod blind;
mod concurrency;
mod creating;
mod usage;

use crate::{
    orders::house::House,
    support::{
        client::{Client, Reply},
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::demo::PIN;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

/// The restaurant's store room, with Jorge, who orders counts, and a cook, who counts.
pub struct CountedStoreRoom {
    pub house: House,
    pub jorge: Client,
    pub cook: Client,
}

impl Fixture for CountedStoreRoom {
    async fn create(place: &DatabasePlace) -> Self {
        let house = House::create(place).await;
        let jorge = house.app.login("supervisor").await;
        let cook = house.app.login("cocina").await;
        Self { house, jorge, cook }
    }
}

pub fn new_key() -> String {
    Uuid::new_v4().to_string()
}

impl CountedStoreRoom {
    /// The key of a supply as an item, such as `SUPPLY:3`.
    pub async fn item_key(&self, supply: &str) -> String {
        format!("SUPPLY:{}", self.house.supply_id(supply).await)
    }
    /// Creates a sheet of these supplies.
    pub async fn create_sheet(&self, supplies: &[&str]) -> Value {
        let mut items = Vec::new();
        for supply in supplies {
            items.push(self.item_key(supply).await);
        }
        let body = json!({"client_id": new_key(), "place": "Cámara fría", "item_ids": items});
        self.jorge.post("/api/stock-counts", body).await.ok()
    }
    pub async fn load_sheet_as(&self, client: &Client, sheet: &Value) -> Value {
        client.get(&format!("/api/stock-counts/{}", sheet["id"])).await.ok()
    }
    /// Enters a counted quantity of an item, for the sheet as the user sees it now.
    pub async fn enter_count(&self, client: &Client, sheet: &Value, name: &str, quantity: &str) -> Reply {
        let line = find_line(&self.load_sheet_as(client, sheet).await, name);
        self.put_line(client, sheet, &line, json!({"quantity": quantity})).await
    }
    /// Writes a line as it was read before; the fields of `more` override the body's.
    pub async fn put_line(&self, client: &Client, sheet: &Value, line: &Value, more: Value) -> Reply {
        let mut body = json!({"version": line["version"], "client_id": new_key()});
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        client.put(&format!("/api/stock-counts/{}/lines/{}", sheet["id"], line["id"]), body).await
    }
    pub async fn post_step(&self, sheet: &Value, step: &str, body: Value) -> Reply {
        self.jorge.post(&format!("/api/stock-counts/{}/{step}", sheet["id"]), body).await
    }
    pub async fn review(&self, sheet: &Value) -> Value {
        self.post_step(sheet, "review", json!({})).await.ok()
    }
    pub async fn approve(&self, sheet: &Value) -> Reply {
        self.post_step(sheet, "approve", json!({"pin": PIN})).await
    }
    pub async fn cancel(&self, sheet: &Value) -> Reply {
        let body = json!({"reason": "Se contó mal"});
        self.jorge.send(Method::DELETE, &format!("/api/stock-counts/{}", sheet["id"]), Some(body), None).await
    }
    /// The quantity of each stock move of counts, and whether the move has a cost.
    pub async fn count_moves(&self) -> Vec<(String, bool)> {
        let mut tx = self.house.db().read().await.unwrap();
        let rows: Vec<(comanda::money::Quantity, Option<i64>)> =
            tx.query("SELECT quantity, cost FROM stock_moves WHERE reason = 'COUNT' ORDER BY id").all().await.unwrap();
        rows.into_iter().map(|(quantity, cost)| (quantity.to_string(), cost.is_some())).collect()
    }
}

/// The sheet's line of an item.
pub fn find_line(sheet: &Value, name: &str) -> Value {
    let lines = sheet["lines"].as_array().unwrap();
    lines.iter().find(|line| line["name"] == name).unwrap_or_else(|| panic!("no {name} in {sheet}")).clone()
}
