//! Guests who change places: moving a table or a command, and merging two tables.

mod commands;
mod concurrency;
mod log;
mod merges;
mod papers;
mod tables;

use crate::{
    orders::house::{House, Paper},
    support::client::{Client, Reply},
};
use comanda::transact;
use serde_json::{Value, json};

/// Moves an account from one table to another.
pub async fn move_table(house: &House, client: &Client, from: &str, to: &str) -> Reply {
    client.post("/api/pos-options/move-table", transfer_body(house, from, to).await).await
}

pub async fn merge(house: &House, client: &Client, from: &str, to: &str) -> Reply {
    client.post("/api/pos-options/merge-tables", transfer_body(house, from, to).await).await
}

pub async fn move_order(house: &House, client: &Client, command: &Value, from: &str, to: &str) -> Reply {
    let mut body = transfer_body(house, from, to).await;
    body["command_id"] = command.clone();
    client.post("/api/pos-options/move-order", body).await
}

pub async fn transfer_body(house: &House, from: &str, to: &str) -> Value {
    json!({"origin_table_id": house.table_id(from).await, "destination_table_id": house.table_id(to).await})
}

/// A table as the map shows it.
pub async fn table_on_map(house: &House, name: &str) -> Value {
    let tables = house.rosa.get("/api/tables").await.rows();
    tables.into_iter().find(|t| t["name"] == name).unwrap()
}

pub async fn state(house: &House, name: &str) -> String {
    table_on_map(house, name).await["status_table"].as_str().unwrap().to_owned()
}

/// The papers that announce a change of table.
pub async fn table_change_papers(house: &House) -> Vec<Paper> {
    house.papers().await.into_iter().filter(|p| p.document == "TABLE_CHANGE").collect()
}

/// The cards on the kitchen wall: label, client request, and what is to be made.
pub async fn kitchen_cards(house: &House) -> Vec<(String, i64, Vec<String>)> {
    let feed = house.app.login("cocina").await.get("/api/kitchen").await.ok();
    let dishes = |card: &Value| {
        let lines = card["lines"].as_array().unwrap().iter();
        lines.map(|l| format!("{} {}", l["quantity"].as_str().unwrap(), l["name"].as_str().unwrap())).collect()
    };
    let card =
        |c: &Value| (c["label"].as_str().unwrap().to_owned(), c["client_request_id"].as_i64().unwrap(), dishes(c));
    feed["cards"].as_array().unwrap().iter().map(card).collect()
}

/// Writes a discount or charge of an account as a row: `kind`, charge type or 0, percentage or amount in millionths, lines.
pub async fn adjust(house: &House, request: &Value, kind: &str, type_id: i64, rate: Rate, lines: Option<Value>) {
    let (percent, amount) = match rate {
        Rate::Percent(p) => (Some(p * 1_000_000), None),
        Rate::Soles(a) => (None, Some(a * 1_000_000)),
    };
    let (request, kind) = (request.as_i64().unwrap(), kind.to_owned());
    let outcome: comanda::db::Result<()> = transact!(house.db(), |tx| {
        tx.query(
            "INSERT INTO billing_adjustments (client_request_id, kind, additional_charge_type_id, is_percentage, percentage, amount,
                 line_ids, description, created_by, created_at)
             SELECT $1, $2, CASE WHEN $3 = 0 THEN NULL ELSE $3 END, $4, $5, $6, $7, 'De prueba', u.id, u.created_at FROM users u
             WHERE u.username = 'admin'",
        )
        .bind(request)
        .bind(kind.as_str())
        .bind(type_id)
        .bind(percent.is_some())
        .bind(percent)
        .bind(amount)
        .bind(lines.clone())
        .run()
        .await
        .map(drop)
    });
    outcome.unwrap();
}

/// Ids of `additional_charge_types`; a discount has none.
pub const TIP: i64 = 1;
pub const SERVICE: i64 = 4;
pub const NO_CHARGE: i64 = 0;

#[derive(Clone, Copy)]
pub enum Rate {
    Percent(i64),
    Soles(i64),
}
