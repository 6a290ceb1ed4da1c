//! The restaurant with Luis at the cash box Principal, opened with S/ 200.00.

use crate::{
    orders::house::House,
    support::{
        client::{Client, Reply},
        places::{Place, Stage},
    },
};
use serde_json::{Value, json};

pub struct Till {
    pub house: House,
    pub luis: Client,
    /// His open cycle.
    pub cycle: i64,
}

impl Stage for Till {
    async fn set(place: &Place) -> Self {
        Self::of(House::set(place).await).await
    }
}

/// Opens a cash box by its name.
pub async fn open(client: &Client, cashbox: &str, amount: &str) -> Reply {
    let boxes = client.get("/api/cashboxes").await.rows();
    let id = &boxes.iter().find(|b| b["name"] == cashbox).unwrap()["id"];
    let turn = &client.get("/api/turns").await.rows()[0]["id"];
    let body = json!({"cashbox_id": id, "turn_id": turn, "open_amount": amount, "status": "OPEN"});
    client.post("/api/cashbox-cycles", body).await
}

impl Till {
    pub async fn of(house: House) -> Self {
        let luis = house.app.login("cajero").await;
        let cycle = open(&luis, "Principal", "200.00").await.ok()["id"].as_i64().unwrap();
        Self { house, luis, cycle }
    }
    /// Jorge, the supervisor, with a cash box of his own.
    pub async fn second(&self) -> Client {
        let jorge = self.house.app.login("supervisor").await;
        open(&jorge, "Barra", "50.00").await.ok();
        jorge
    }
    /// A take-away with these products, sent to the kitchen; gives its id.
    pub async fn account(&self, products: &[(i64, &str)]) -> i64 {
        let body = json!({"type": "ORDER", "client_name": "Ana"});
        let id = self.luis.post("/api/client-requests", body).await.ok()["id"].as_i64().unwrap();
        let mut asked = Vec::new();
        for (quantity, name) in products {
            asked.push(self.house.ask(*quantity, name).await);
        }
        self.luis.post("/api/orders", json!({"client_request": id, "products": asked})).await.ok();
        id
    }
    /// Ids of the account's lines, in order.
    pub async fn lines(&self, request: i64) -> Vec<i64> {
        let info = self.info(request).await;
        info["lines"].as_array().unwrap().iter().map(|l| l["id"].as_i64().unwrap()).collect()
    }
    pub async fn info(&self, request: i64) -> Value {
        self.luis.get(&format!("/api/payments-get-info/{request}")).await.ok()
    }
    /// Luis takes a payment by boleta; `more` overrides.
    pub async fn pay(&self, request: i64, options: Value, more: Value) -> Reply {
        self.luis.post("/api/payments", payment(request, options, more)).await
    }
    /// The drawer and the other methods as the cycle expects them, seen by the supervisor.
    pub async fn expected(&self, method: &str) -> Value {
        let jorge = self.house.app.login("supervisor").await;
        let detail = jorge.get(&format!("/api/cashbox-cycles-detail/{}", self.cycle)).await.ok();
        let methods = detail["methods"].as_array().unwrap();
        methods.iter().find(|m| m["name"] == method).unwrap()["expected"].clone()
    }
    /// Papers that open the drawer.
    pub async fn drawer_jobs(&self) -> i64 {
        let mut tx = self.house.db().read().await.unwrap();
        tx.query("SELECT COUNT(*) FROM print_jobs WHERE opens_drawer").scalar().await.unwrap()
    }
    /// A client with a document.
    pub async fn client(&self, document_type: &str, number: &str, name: &str) -> i64 {
        let field = if document_type == "RUC" { "business_name" } else { "name" };
        let body = json!({"document_type": document_type, "document_number": number, field: name, "last_name": ""});
        self.luis.post("/api/clients", body).await.ok()["id"].as_i64().unwrap()
    }
}

/// The body of a payment by boleta; `more` overrides.
pub fn payment(request: i64, options: Value, more: Value) -> Value {
    let mut body = json!({"client_request_id": request, "payment_options": options, "billing_type_id": 1});
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}
