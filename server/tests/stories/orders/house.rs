//! The demo restaurant with a printer for each area, and the papers that its orders print.

use crate::support::{
    app::TestApp,
    client::Client,
    database_place::{DatabasePlace, Fixture},
    socket::Socket,
};
use comanda::{clock::Clock, db::Db, demo, transact};
use comanda_ticket::{Ticket, layout, plain_text};
use serde_json::{Value, json};

/// The demo restaurant with its printers, and Rosa, a waiter who has signed in.
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

impl Paper {
    /// Whether it says these words; wide letters stand apart.
    pub fn has(&self, words: &str) -> bool {
        let joined = |text: &str| text.replace(' ', "");
        joined(&self.text).contains(&joined(words))
    }
}

impl Fixture for House {
    async fn create(place: &DatabasePlace) -> Self {
        Self::from_app(TestApp::create(place).await).await
    }
}

impl House {
    /// Seeds the demo restaurant on a server with this clock.
    pub async fn with_clock(place: &DatabasePlace, clock: Clock) -> Self {
        let app = TestApp::without_company(place, clock).await;
        demo::seed_demo(&app.app, 0).await.unwrap();
        Self::from_app(app).await
    }
    async fn from_app(app: TestApp) -> Self {
        let rosa = app.login("mozo").await;
        let house = Self { app, rosa };
        house.set_up_printers().await;
        house
    }
    pub fn db(&self) -> Db {
        self.app.app.companies().find_by_slug(demo::SLUG).unwrap().db.clone()
    }
    /// Runs a statement for a state that no screen can bring about.
    pub async fn sql(&self, text: &'static str) {
        let outcome: comanda::db::Result<()> = transact!(self.db(), |tx| { tx.query(text).run().await.map(drop) });
        outcome.unwrap();
    }
    /// Gives each area one printer (the bar's has narrow paper) and the cash desk another.
    async fn set_up_printers(&self) {
        self.sql("DELETE FROM printer_areas").await;
        self.sql("INSERT INTO printers (name, type, size) VALUES ('Ticket COCINA', 'NETWORK', '80'), ('Ticket PARRILLA', 'NETWORK', '80'), ('Ticket BAR', 'NETWORK', '58'), ('Ticket CAJA', 'NETWORK', '80')").await;
        self.sql("INSERT INTO printer_areas (printer_id, production_area_id) SELECT p.id, a.id FROM printers p JOIN production_areas a ON p.name = 'Ticket ' || a.name").await;
        self.sql("UPDATE cashboxes SET printer_id = NULL").await;
    }
    /// All papers so far, in the order in which they were enqueued.
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
    /// The product of this name, as the order screen gets it.
    pub async fn product(&self, name: &str) -> Value {
        let sale = self.rosa.get("/api/catalog/sale").await.ok();
        let found = sale["products"].as_array().unwrap().iter().find(|p| p["name"] == name);
        found.unwrap_or_else(|| panic!("no {name}")).clone()
    }
    pub async fn product_id(&self, name: &str) -> i64 {
        self.product(name).await["id"].as_i64().unwrap()
    }
    /// An order line as the cart sends it: a quantity of a product in its first variant.
    pub async fn order_item(&self, quantity: i64, name: &str) -> Value {
        let product = self.product(name).await;
        json!({"product": {"id": product["id"]}, "qty": quantity, "variant_id": product["variants"][0]["id"]})
    }
    pub async fn table_id(&self, name: &str) -> i64 {
        let mut tx = self.db().read().await.unwrap();
        let tables: Vec<(i64, String)> = tx.query("SELECT id, name FROM dining_tables").all().await.unwrap();
        tables.iter().find(|t| t.1 == name).unwrap().0
    }
    /// Opens the account of a table; returns its id.
    pub async fn open_table(&self, client: &Client, table: &str) -> i64 {
        let body = json!({"type": "TABLE", "table_id": self.table_id(table).await, "persons": 4});
        client.post("/api/client-requests", body).await.ok()["id"].as_i64().unwrap()
    }
    /// Lets Rosa open a table and send these order lines to the kitchen; returns the server's answer.
    pub async fn send_order(&self, table: &str, products: &[Value]) -> Value {
        let id = self.open_table(&self.rosa, table).await;
        self.rosa.post("/api/orders", json!({"client_request": id, "products": products})).await.ok()
    }
    /// Connects Rosa's screen to a room of events.
    pub async fn watch(&self, room: &str) -> Socket {
        let auth = json!({"token": self.rosa.token, "kind": "browser"});
        let mut socket = Socket::connect(self.app.address, auth).await.unwrap();
        let joined = socket.emit_and_wait("join", json!({"rooms": [room]})).await;
        assert_eq!(joined["rooms"], json!([room]));
        socket
    }
    /// Reserves a table for a guest who comes in this many minutes.
    pub async fn reserve(&self, table: &str, minutes: i64) {
        let (table, now) = (self.table_id(table).await, self.app.app.clock().now());
        let at = now + chrono::Duration::minutes(minutes);
        let outcome: comanda::db::Result<()> = transact!(self.db(), |tx| {
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
        outcome.unwrap();
    }
    pub async fn load_account(&self, id: &Value) -> Value {
        self.rosa.get(&format!("/api/client-requests/{id}")).await.ok()
    }
}

/// The name and quantity of each line of an account.
pub fn lines(account: &Value) -> Vec<(String, String)> {
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    account["lines"].as_array().unwrap().iter().map(|l| (text(&l["name"]), text(&l["qty"]))).collect()
}

/// The width of a PDF's first page, in whole millimetres.
#[expect(clippy::float_arithmetic, reason = "places on paper in points; no money is here")]
pub fn pdf_width_mm(pdf: &[u8]) -> i64 {
    let text = String::from_utf8_lossy(pdf);
    let numbers =
        text.split("/MediaBox").nth(1).and_then(|rest| rest.split(['[', ']']).nth(1)).expect("a PDF has a page");
    let points: f64 = numbers.split_whitespace().nth(2).expect("four numbers").parse().expect("a number");
    (points * 25.4 / 72.0).round() as i64
}
