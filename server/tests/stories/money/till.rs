//! The restaurant with the cashier Luis at the cash box Principal, opened with S/ 200.00.

use crate::{
    orders::house::House,
    support::{
        client::{Client, Reply},
        database_place::{DatabasePlace, Fixture},
    },
};
use serde_json::{Value, json};

pub struct Till {
    pub house: House,
    pub luis: Client,
    /// The id of his open cash cycle.
    pub cycle: i64,
}

impl Fixture for Till {
    async fn create(place: &DatabasePlace) -> Self {
        Self::open_in(House::create(place).await).await
    }
}

/// Opens the cash box of this name with an amount in it.
pub async fn open_cash_box(client: &Client, cashbox: &str, amount: &str) -> Reply {
    let boxes = client.get("/api/cashboxes").await.rows();
    let id = &boxes.iter().find(|b| b["name"] == cashbox).unwrap()["id"];
    let turn = &client.get("/api/turns").await.rows()[0]["id"];
    let body = json!({"cashbox_id": id, "turn_id": turn, "open_amount": amount, "status": "OPEN"});
    client.post("/api/cashbox-cycles", body).await
}

/// Opens Principal with 200.00 and sells three dishes for 84.00 in cash.
pub async fn sell_for_84(cashier: &Client) {
    open_cash_box(cashier, "Principal", "200.00").await.ok();
    let ana = json!({"type": "ORDER", "client_name": "Ana"});
    let id = cashier.post("/api/client-requests", ana).await.ok()["id"].as_i64().unwrap();
    let product = cashier.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
    let order = json!({"client_request": id, "products": [{"product": {"id": product}, "qty": 3}]});
    cashier.post("/api/orders", order).await.ok();
    cashier.post("/api/payments", payment(id, json!({"Efectivo": "84.00"}), json!({}))).await.ok();
}

impl Till {
    pub async fn open_in(house: House) -> Self {
        let luis = house.app.login("cajero").await;
        let cycle = open_cash_box(&luis, "Principal", "200.00").await.ok()["id"].as_i64().unwrap();
        Self { house, luis, cycle }
    }
    /// Signs in Jorge, the supervisor, and opens the cash box Barra for him.
    pub async fn open_second_till(&self) -> Client {
        let jorge = self.house.app.login("supervisor").await;
        open_cash_box(&jorge, "Barra", "50.00").await.ok();
        jorge
    }
    /// Sends a take-away order of these products to the kitchen; returns the account's id.
    pub async fn send_takeaway(&self, products: &[(i64, &str)]) -> i64 {
        let body = json!({"type": "ORDER", "client_name": "Ana"});
        let id = self.luis.post("/api/client-requests", body).await.ok()["id"].as_i64().unwrap();
        let mut ordered = Vec::new();
        for (quantity, name) in products {
            ordered.push(self.house.order_item(*quantity, name).await);
        }
        self.luis.post("/api/orders", json!({"client_request": id, "products": ordered})).await.ok();
        id
    }
    /// The ids of the account's lines, in order.
    pub async fn line_ids(&self, request: i64) -> Vec<i64> {
        let info = self.payment_info(request).await;
        info["lines"].as_array().unwrap().iter().map(|l| l["id"].as_i64().unwrap()).collect()
    }
    pub async fn payment_info(&self, request: i64) -> Value {
        self.luis.get(&format!("/api/payments-get-info/{request}")).await.ok()
    }
    /// Takes a payment by boleta as Luis; the fields of `more` override the body's.
    pub async fn pay(&self, request: i64, options: Value, more: Value) -> Reply {
        self.luis.post("/api/payments", payment(request, options, more)).await
    }
    /// The amount that the cycle expects of this method of payment, as the supervisor sees it.
    pub async fn expected_amount(&self, method: &str) -> Value {
        let jorge = self.house.app.login("supervisor").await;
        let detail = jorge.get(&format!("/api/cashbox-cycles-detail/{}", self.cycle)).await.ok();
        let methods = detail["methods"].as_array().unwrap();
        methods.iter().find(|m| m["name"] == method).unwrap()["expected"].clone()
    }
    /// The number of print jobs that open the drawer.
    pub async fn count_drawer_jobs(&self) -> i64 {
        let mut tx = self.house.db().read().await.unwrap();
        tx.query("SELECT COUNT(*) FROM print_jobs WHERE opens_drawer").scalar().await.unwrap()
    }
    /// Creates a client with a document; returns its id.
    pub async fn create_client(&self, document_type: &str, number: &str, name: &str) -> i64 {
        let field = if document_type == "RUC" { "business_name" } else { "name" };
        let body = json!({"document_type": document_type, "document_number": number, field: name, "last_name": ""});
        self.luis.post("/api/clients", body).await.ok()["id"].as_i64().unwrap()
    }
}

/// The body of a payment by boleta; the fields of `more` override it.
pub fn payment(request: i64, options: Value, more: Value) -> Value {
    let mut body = json!({"client_request_id": request, "payment_options": options, "billing_type_id": 1});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}
