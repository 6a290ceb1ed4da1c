//! The product catalogue, maintained by the office.

mod attributes;
mod bulk;
mod categories;
mod codes;
mod costs;
mod deleting;
mod demo_ids;
mod duplicating;
mod editing;
mod images;
mod menu_import;
mod round_trip;
mod schedules;

use crate::support::client::Client;
use demo_ids::{DemoIds, named};
use serde_json::{Value, json};

/// The detail of the product of this name.
async fn product(client: &Client, name: &str) -> Value {
    let found = client.get(&format!("/api/products?term={}", name.replace(' ', "%20"))).await.rows();
    let id = found.iter().find(|p| p["name"] == name).unwrap_or_else(|| panic!("no {name}"))["id"].clone();
    client.get(&format!("/api/products/{id}")).await.ok()
}

/// The last log entry of this type, without the fields that all entries have.
async fn logged(client: &Client, action: &str) -> Value {
    let rows = client.get(&format!("/api/pos-options/action-logs?action_type={action}&per_page=1")).await.rows();
    rows.first().cloned().unwrap_or(json!(null))
}
