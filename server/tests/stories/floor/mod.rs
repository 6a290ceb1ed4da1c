//! The floor: the map, reservations, rooms and their arrangement, what is taken away and delivered.

mod delivering;
mod map;
mod reservations;
mod rooms;
mod walk_ins;

use crate::support::{
    app::TestApp,
    client::Client,
    places::{Place, Stage},
};
use chrono::Duration;
use comanda::clock::Clock;
use serde_json::{Value, json};

/// The demo restaurant at one in the afternoon, with a clock that stories set.
struct House {
    app: TestApp,
    clock: Clock,
}

impl Stage for House {
    async fn set(place: &Place) -> Self {
        let (app, clock) = TestApp::since(place, "2026-11-21T18:00:00Z").await;
        Self { app, clock }
    }
}

impl House {
    fn later(&self, minutes: i64) {
        self.clock.set(self.clock.now() + Duration::minutes(minutes));
    }
    fn in_minutes(&self, minutes: i64) -> String {
        (self.clock.now() + Duration::minutes(minutes)).to_rfc3339()
    }
    /// What reserves a table in so many minutes.
    fn reservation(&self, table: &Value, minutes: i64) -> Value {
        json!({
            "type": "TABLE", "is_reservation": true, "table_id": table, "reserved_for": self.in_minutes(minutes), "persons": 4,
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
async fn on_the_map(client: &Client, table: &Value) -> Value {
    let tables = client.get("/api/tables").await.rows();
    tables.into_iter().find(|t| t["id"] == *table).unwrap()
}

async fn status_of(client: &Client, table: &Value) -> Value {
    on_the_map(client, table).await["status_table"].clone()
}
