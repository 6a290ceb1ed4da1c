//! The catalogue as the office keeps it.

mod attributes;
mod bulk;
mod categories;
mod codes;
mod costs;
mod deleting;
mod duplicating;
mod images;
mod kitchen_cabinet;
mod menus;
mod round_trip;
mod schedules;
mod writing;

use crate::support::client::Client;
use kitchen_cabinet::{Cabinet, named};
use serde_json::{Value, json};

/// The product of this name as its detail tells it.
async fn product(client: &Client, name: &str) -> Value {
    let found = client.get(&format!("/api/products?term={}", name.replace(' ', "%20"))).await.rows();
    let id = found.iter().find(|p| p["name"] == name).unwrap_or_else(|| panic!("no {name}"))["id"].clone();
    client.get(&format!("/api/products/{id}")).await.ok()
}

/// The last line of the log of this type, without what everybody has.
async fn logged(client: &Client, action: &str) -> Value {
    let rows = client.get(&format!("/api/pos-options/action-logs?action_type={action}&per_page=1")).await.rows();
    rows.first().cloned().unwrap_or(json!(null))
}
