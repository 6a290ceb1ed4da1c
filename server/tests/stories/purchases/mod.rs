//! Purchases: what comes in with a supplier's document, its cost, and its payment.

mod concurrency;
mod creating;
mod dish_costs;
mod files;
mod from_xml;
mod from_xml_broken;
mod from_xml_figures;
mod lists_and_reports;
mod notes;
mod paying;
mod shopping_list;
mod valuing;
mod voiding;

use crate::{
    money::till::open_cash_box,
    orders::house::House,
    support::{
        client::{Client, Reply},
        database_place::{DatabasePlace, Fixture},
    },
};
use chrono::{Duration, NaiveDate};
use comanda::{db::FromRow, money::Quantity};
use reqwest::Method;
use serde_json::{Value, json};

/// The restaurant's office, with Jorge, the supervisor, a cash box of S/ 500.00, and a supplier of rice.
pub struct Office {
    pub house: House,
    pub jorge: Client,
    pub provider: i64,
    /// The id of his open cycle.
    pub cycle: Value,
}

impl Fixture for Office {
    async fn create(place: &DatabasePlace) -> Self {
        let house = House::create(place).await;
        let jorge = house.app.login("supervisor").await;
        let cycle = open_cash_box(&jorge, "Barra", "500.00").await.ok()["id"].clone();
        let provider = provider_of(&jorge, "20100055237", "ALICORP S.A.A.").await;
        Self { house, jorge, provider, cycle }
    }
}

pub async fn provider_of(client: &Client, ruc: &str, name: &str) -> i64 {
    let body = json!({"document_type": "RUC", "document_number": ruc, "business_name": name});
    client.post("/api/providers", body).await.ok()["id"].as_i64().unwrap()
}

/// The day this many days before today, in Lima.
pub fn days_ago(days: i64) -> NaiveDate {
    comanda::clock::Clock::system().now().with_timezone(&chrono_tz::America::Lima).date_naive() - Duration::days(days)
}

pub fn kilos(text: &str) -> Quantity {
    text.parse().unwrap()
}

/// Returns `base` with the fields of `more` added or replaced.
pub fn merged(mut base: Value, more: Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        base[name] = value.clone();
    }
    base
}

impl Office {
    async fn one<T: FromRow>(&self, sql: &'static str, name: &'static str) -> T {
        let mut tx = self.house.db().read().await.unwrap();
        tx.query(sql).bind(name).one().await.unwrap()
    }
    pub async fn supply(&self, name: &'static str) -> i64 {
        self.one::<(i64,)>("SELECT id FROM supplies WHERE name = $1", name).await.0
    }
    pub async fn product(&self, name: &'static str) -> i64 {
        self.one::<(i64,)>("SELECT id FROM products WHERE name = $1", name).await.0
    }
    pub async fn unit(&self, symbol: &'static str) -> i64 {
        self.one::<(i64,)>("SELECT id FROM measurements WHERE symbol = $1", symbol).await.0
    }
    /// A purchase line of rice at a price a kilo.
    pub async fn rice_line(&self, quantity: &str, price: &str) -> Value {
        json!({"item_type": "SUPPLY", "item_id": self.supply("Arroz").await, "quantity": quantity, "buy_price": price})
    }
    /// A purchase line of bottles at a price each.
    pub async fn kola_line(&self, quantity: &str, price: &str) -> Value {
        let id = self.product("Inca Kola 500 ml").await;
        json!({"item_type": "PRODUCT", "item_id": id, "quantity": quantity, "buy_price": price})
    }
    /// The body of a purchase of 10 kg of rice for S/ 40.00 by boleta, in cash; the fields of `more` override it.
    pub async fn purchase_body(&self, more: Value) -> Value {
        let items = [self.rice_line("10", "4.00").await];
        let body = json!({"provider_id": self.provider, "document": "BOLETA", "serie": "B001", "number": "77", "items": items});
        merged(body, more)
    }
    pub async fn buy(&self, more: Value) -> Reply {
        self.jorge.post("/api/purchase", self.purchase_body(more).await).await
    }
    /// Makes the same purchase on credit.
    pub async fn buy_on_credit(&self, number: &str, quotes: Value) -> Value {
        self.buy(json!({"type": "CREDITO", "number": number, "quotes": quotes})).await.ok()
    }
    pub async fn void(&self, purchase: &Value, more: Value) -> Reply {
        let body = merged(json!({"pin": comanda::demo::PIN, "reason": "Se registró mal"}), more);
        self.jorge.send(Method::DELETE, &format!("/api/purchase/{}", purchase["id"]), Some(body), None).await
    }
    pub async fn pay(&self, purchase: &Value, body: Value) -> Reply {
        self.jorge.post(&format!("/api/purchase/{}/pay", purchase["id"]), body).await
    }
    pub async fn detail(&self, purchase: &Value) -> Value {
        self.jorge.get(&format!("/api/purchase/{}", purchase["id"])).await.ok()
    }
    /// The cash that Jorge's drawer should hold.
    pub async fn drawer(&self) -> Value {
        let detail = self.jorge.get(&format!("/api/cashbox-cycles-detail/{}", self.cycle)).await.ok();
        let methods = detail["methods"].as_array().unwrap();
        methods.iter().find(|m| m["name"] == "Efectivo").unwrap()["expected"].clone()
    }
    pub async fn count(&self, sql: &'static str) -> i64 {
        let mut tx = self.house.db().read().await.unwrap();
        tx.query(sql).scalar().await.unwrap()
    }
    /// Asserts that nothing of a purchase was written to any table.
    pub async fn assert_nothing_is_written(&self) {
        for sql in [
            "SELECT COUNT(*) FROM purchases",
            "SELECT COUNT(*) FROM purchase_items",
            "SELECT COUNT(*) FROM purchase_payments",
            "SELECT COUNT(*) FROM cash_movements",
            "SELECT COUNT(*) FROM stock_moves WHERE reason = 'PURCHASE'",
        ] {
            assert_eq!(self.count(sql).await, 0, "{sql}");
        }
    }
}
