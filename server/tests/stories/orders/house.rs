//! The demo restaurant with a printer for each area, and the papers that came of what was ordered.

use crate::support::{
    app::TestApp,
    client::Client,
    places::{Place, Stage},
    socket::Socket,
};
use comanda::{clock::Clock, db::Db, demo, transact};
use comanda_ticket::{Ticket, layout, plain_text};
use serde_json::{Value, json};

/// The restaurant at work.
pub struct House {
    pub app: TestApp,
    pub rosa: Client,
}

/// A paper on its way to a printer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    pub document: String,
    pub area: String,
    pub printer: String,
    pub text: String,
}

impl Stage for House {
    async fn set(place: &Place) -> Self {
        Self::of(TestApp::set(place).await).await
    }
}

impl House {
    /// The same with the time of a clock.
    pub async fn at(place: &Place, clock: Clock) -> Self {
        let app = TestApp::bare(place, clock).await;
        demo::seed_demo(&app.app, 0).await.unwrap();
        Self::of(app).await
    }
    async fn of(app: TestApp) -> Self {
        let rosa = app.login("mozo").await;
        let house = Self { app, rosa };
        house.has_printers().await;
        house
    }
    pub fn db(&self) -> Db {
        self.app.app.companies().by_slug(demo::SLUG).unwrap().db.clone()
    }
    /// Changes what no screen changes yet.
    pub async fn sql(&self, text: &'static str) {
        let done: comanda::db::Result<()> = transact!(self.db(), |tx| { tx.query(text).run().await.map(drop) });
        done.unwrap();
    }
    /// One printer an area, the bar's with narrow paper, and one at the cash desk.
    async fn has_printers(&self) {
        self.sql("DELETE FROM printer_areas").await;
        self.sql("INSERT INTO printers (name, type, size) VALUES ('Ticket COCINA', 'NETWORK', '80'), ('Ticket PARRILLA', 'NETWORK', '80'), ('Ticket BAR', 'NETWORK', '58'), ('Ticket CAJA', 'NETWORK', '80')").await;
        self.sql("INSERT INTO printer_areas (printer_id, production_area_id) SELECT p.id, a.id FROM printers p JOIN production_areas a ON p.name = 'Ticket ' || a.name").await;
        self.sql("UPDATE cashboxes SET printer_id = NULL").await;
    }
    /// All papers so far, in the order in which they were asked for.
    pub async fn papers(&self) -> Vec<Paper> {
        let mut tx = self.db().read().await.unwrap();
        let rows: Vec<(String, String, String, String, String)> = tx
            .query(
                "SELECT j.document, j.area, p.name, p.size, j.ticket FROM print_jobs j JOIN printers p ON p.id = j.printer_id
                 WHERE p.name LIKE 'Ticket %' ORDER BY j.id",
            )
            .all()
            .await
            .unwrap();
        let read = |(document, area, printer, size, ticket): (String, String, String, String, String)| {
            let ticket: Ticket = serde_json::from_str(&ticket).unwrap();
            let text = plain_text(&layout(&ticket, if size == "58" { 32 } else { 48 }));
            Paper { document, area, printer, text }
        };
        rows.into_iter().map(read).collect()
    }
    /// A product of the menu.
    pub async fn product(&self, name: &str) -> Value {
        let sale = self.rosa.get("/api/catalog/sale").await.ok();
        let found = sale["products"].as_array().unwrap().iter().find(|p| p["name"] == name);
        found.unwrap_or_else(|| panic!("no {name}")).clone()
    }
    pub async fn product_id(&self, name: &str) -> i64 {
        self.product(name).await["id"].as_i64().unwrap()
    }
    /// So many of a product, as the cart sends it; of its variants the first.
    pub async fn ask(&self, quantity: i64, name: &str) -> Value {
        let product = self.product(name).await;
        json!({"product": {"id": product["id"]}, "qty": quantity, "variant_id": product["variants"][0]["id"]})
    }
    pub async fn table_id(&self, name: &str) -> i64 {
        let mut tx = self.db().read().await.unwrap();
        let tables: Vec<(i64, String)> = tx.query("SELECT id, name FROM dining_tables").all().await.unwrap();
        tables.iter().find(|t| t.1 == name).unwrap().0
    }
    /// Opens the account of a table; gives its id.
    pub async fn open(&self, client: &Client, table: &str) -> i64 {
        let body = json!({"type": "TABLE", "table_id": self.table_id(table).await, "persons": 4});
        client.post("/api/client-requests", body).await.ok()["id"].as_i64().unwrap()
    }
    /// Rosa opens a table and sends these; gives the answer.
    pub async fn sent(&self, table: &str, products: &[Value]) -> Value {
        let id = self.open(&self.rosa, table).await;
        self.rosa.post("/api/orders", json!({"client_request": id, "products": products})).await.ok()
    }
    /// Rosa's screen, listening in a room.
    pub async fn watch(&self, room: &str) -> Socket {
        let auth = json!({"token": self.rosa.token, "kind": "browser"});
        let mut socket = Socket::connect(self.app.address, auth).await.unwrap();
        let joined = socket.ask("join", json!({"rooms": [room]})).await;
        assert_eq!(joined["rooms"], json!([room]));
        socket
    }
    /// Keeps a table for somebody who comes in so many minutes.
    pub async fn reserve(&self, table: &str, minutes: i64) {
        let (table, now) = (self.table_id(table).await, self.app.app.clock().now());
        let at = now + chrono::Duration::minutes(minutes);
        let done: comanda::db::Result<()> = transact!(self.db(), |tx| {
            tx.query(
                "INSERT INTO client_requests (type, is_reservation, reserved_for, business_day, attendant_id, table_id, opened_at)
                 SELECT 'TABLE', TRUE, $1, $2, u.id, $3, $4 FROM users u WHERE u.username = 'mozo'",
            )
            .bind(at)
            .bind(now.date_naive())
            .bind(table)
            .bind(now)
            .run()
            .await
            .map(drop)
        });
        done.unwrap();
    }
    pub async fn account(&self, id: &Value) -> Value {
        self.rosa.get(&format!("/api/client-requests/{id}")).await.ok()
    }
}

/// Name and quantity of an account's lines.
pub fn lines(account: &Value) -> Vec<(String, String)> {
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    account["lines"].as_array().unwrap().iter().map(|l| (text(&l["name"]), text(&l["qty"]))).collect()
}

/// How wide the pages of a PDF are, in whole millimetres.
#[expect(clippy::float_arithmetic, reason = "places on paper in points; no money is here")]
pub fn pdf_width_mm(pdf: &[u8]) -> i64 {
    let text = String::from_utf8_lossy(pdf);
    let numbers =
        text.split("/MediaBox").nth(1).and_then(|rest| rest.split(['[', ']']).nth(1)).expect("a PDF has a page");
    let points: f64 = numbers.split_whitespace().nth(2).expect("four numbers").parse().expect("a number");
    (points * 25.4 / 72.0).round() as i64
}
