//! The floor: the map, reservations, rooms and their layout, take-away and delivery.

mod delivering;
mod map;
mod reservations;
mod rooms;
mod walk_ins;

use crate::support::{
    app::TestApp,
    client::Client,
    database_place::{DatabasePlace, Fixture},
};
use chrono::Duration;
use comanda::clock::Clock;
use serde_json::{Value, json};

/// The demo restaurant at one in the afternoon, with a clock that stories set.
struct House {
    app: TestApp,
    clock: Clock,
}

impl Fixture for House {
    async fn create(place: &DatabasePlace) -> Self {
        let (app, clock) = TestApp::with_fixed_clock(place, "2026-11-21T18:00:00Z").await;
        Self { app, clock }
    }
}

impl House {
    fn advance_clock(&self, minutes: i64) {
        self.clock.set(self.clock.now() + Duration::minutes(minutes));
    }
    fn time_in_minutes(&self, minutes: i64) -> String {
        (self.clock.now() + Duration::minutes(minutes)).to_rfc3339()
    }
    /// The body that reserves a table for this many minutes from now.
    fn reservation(&self, table: &Value, minutes: i64) -> Value {
        json!({
            "type": "TABLE", "is_reservation": true, "table_id": table, "reserved_for": self.time_in_minutes(minutes), "persons": 4,
            "client_name": "Sra. Paredes", "phone": "987654321", "note": "Cumpleaños"
        })
    }
}

/// The ids of two tables of one room.
async fn two_tables(client: &Client) -> (Value, Value) {
    let tables = client.get("/api/tables").await.rows();
    (tables[4]["id"].clone(), tables[5]["id"].clone())
}

/// Ids of a salon's first table and of a product without choices.
async fn table_and_product(client: &Client) -> (Value, Value) {
    let table = client.get("/api/tables").await.rows()[0]["id"].clone();
    let product = client.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
    (table, product)
}

/// The table as the map shows it.
async fn table_on_map(client: &Client, table: &Value) -> Value {
    let tables = client.get("/api/tables").await.rows();
    tables.into_iter().find(|t| t["id"] == *table).unwrap()
}

async fn status_of(client: &Client, table: &Value) -> Value {
    table_on_map(client, table).await["status_table"].clone()
}
