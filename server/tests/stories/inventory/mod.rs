//! Manual stock movements: what came in or went out without a purchase or a sale.

mod approvals;
mod forms;
mod kitchen;
mod lists;
mod opening;
mod stock_effects;

use crate::{orders::house::House, support::client::Client};
use comanda::money::{Money, Quantity};
use serde_json::{Value, json};

impl House {
    /// The quantity in the base unit, cost, source, and whether it was reversed, of each manual move of an item.
    async fn moved_by_hand(&self, name: &str) -> Vec<(String, Option<Money>, String, bool)> {
        let mut tx = self.db().read().await.unwrap();
        let rows: Vec<(Quantity, Option<Money>, String, bool)> = tx
            .query(
                "SELECT m.quantity, m.cost, m.source, m.reversed FROM stock_moves m
                 LEFT JOIN products p ON m.item_kind = 'PRODUCT' AND p.id = m.item_id
                 LEFT JOIN supplies s ON m.item_kind = 'SUPPLY' AND s.id = m.item_id
                 WHERE COALESCE(p.name, s.name) = $1 AND m.line_id IS NULL AND m.source <> 'opening' ORDER BY m.id",
            )
            .bind(name)
            .all()
            .await
            .unwrap();
        rows.into_iter().map(|(q, cost, source, reversed)| (q.to_string(), cost, source, reversed)).collect()
    }
}

/// The id of a supply of the demo restaurant.
async fn supply(client: &Client, name: &str) -> Value {
    let rows = client.get("/api/supplies?page=false").await.rows();
    rows.iter().find(|s| s["name"] == name).unwrap_or_else(|| panic!("no {name}"))["id"].clone()
}

/// The id of a unit.
async fn unit(client: &Client, symbol: &str) -> Value {
    let rows = client.get("/api/measurements").await.rows();
    let children = rows.iter().flat_map(|m| m["children"].as_array().unwrap());
    rows.iter().chain(children).find(|m| m["symbol"] == symbol).unwrap_or_else(|| panic!("no {symbol}"))["id"].clone()
}

/// A movement of a quantity of one supply.
async fn movement_body(client: &Client, name: &str, (direction, reason): (&str, &str), quantity: &str) -> Value {
    let item = json!({"supply_id": supply(client, name).await, "quantity": quantity});
    json!({"type": direction, "reason": reason, "name": "Movimiento de prueba", "items": [item]})
}

fn money(text: &str) -> Option<Money> {
    Some(text.parse().unwrap())
}
