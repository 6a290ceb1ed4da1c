//! Purchases: what comes in with a supplier's paper, what it costs, and how it is paid.

mod dish_costs;
mod files;
mod from_xml;
mod from_xml_broken;
mod from_xml_figures;
mod notes;
mod paying;
mod reading;
mod to_buy;
mod together;
mod valuing;
mod voiding;
mod writing;

use crate::{
    money::till::open,
    orders::house::House,
    support::{
        client::{Client, Reply},
        places::{Place, Stage},
    },
};
use chrono::{Duration, NaiveDate};
use comanda::{db::FromRow, money::Quantity};
use reqwest::Method;
use serde_json::{Value, json};

/// The restaurant's office: Jorge, the supervisor, with a cash box of S/ 500.00, and a supplier of rice.
pub struct Office {
    pub house: House,
    pub jorge: Client,
    pub provider: i64,
    /// His open cycle.
    pub cycle: Value,
}

impl Stage for Office {
    async fn set(place: &Place) -> Self {
        let house = House::set(place).await;
        let jorge = house.app.login("supervisor").await;
        let cycle = open(&jorge, "Barra", "500.00").await.ok()["id"].clone();
        let provider = provider_of(&jorge, "20100055237", "ALICORP S.A.A.").await;
        Self { house, jorge, provider, cycle }
    }
}

pub async fn provider_of(client: &Client, ruc: &str, name: &str) -> i64 {
    let body = json!({"document_type": "RUC", "document_number": ruc, "business_name": name});
    client.post("/api/providers", body).await.ok()["id"].as_i64().unwrap()
}

/// So many days before today, in Lima.
pub fn days_ago(days: i64) -> NaiveDate {
    comanda::clock::Clock::system().now().with_timezone(&chrono_tz::America::Lima).date_naive() - Duration::days(days)
}

pub fn kilos(text: &str) -> Quantity {
    text.parse().unwrap()
}

/// `base` with the fields of `more`.
pub fn with(mut base: Value, more: Value) -> Value {
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
    /// So much rice at a price a kilo.
    pub async fn rice(&self, quantity: &str, price: &str) -> Value {
        json!({"item_type": "SUPPLY", "item_id": self.supply("Arroz").await, "quantity": quantity, "buy_price": price})
    }
    /// So many bottles at a price each.
    pub async fn kola(&self, quantity: &str, price: &str) -> Value {
        let id = self.product("Inca Kola 500 ml").await;
        json!({"item_type": "PRODUCT", "item_id": id, "quantity": quantity, "buy_price": price})
    }
    /// 10 kg of rice for S/ 40.00 by boleta, in cash; `more` overrides.
    pub async fn body(&self, more: Value) -> Value {
        let items = [self.rice("10", "4.00").await];
        let body = json!({"provider_id": self.provider, "document": "BOLETA", "serie": "B001", "number": "77", "items": items});
        with(body, more)
    }
    pub async fn buy(&self, more: Value) -> Reply {
        self.jorge.post("/api/purchase", self.body(more).await).await
    }
    /// The same on credit.
    pub async fn owe(&self, number: &str, quotes: Value) -> Value {
        self.buy(json!({"type": "CREDITO", "number": number, "quotes": quotes})).await.ok()
    }
    pub async fn void(&self, purchase: &Value, more: Value) -> Reply {
        let body = with(json!({"pin": comanda::demo::PIN, "reason": "Se registró mal"}), more);
        self.jorge.send(Method::DELETE, &format!("/api/purchase/{}", purchase["id"]), Some(body), None).await
    }
    pub async fn pay(&self, purchase: &Value, body: Value) -> Reply {
        self.jorge.post(&format!("/api/purchase/{}/pay", purchase["id"]), body).await
    }
    pub async fn detail(&self, purchase: &Value) -> Value {
        self.jorge.get(&format!("/api/purchase/{}", purchase["id"])).await.ok()
    }
    /// What Jorge's drawer should hold.
    pub async fn drawer(&self) -> Value {
        let detail = self.jorge.get(&format!("/api/cashbox-cycles-detail/{}", self.cycle)).await.ok();
        let methods = detail["methods"].as_array().unwrap();
        methods.iter().find(|m| m["name"] == "Efectivo").unwrap()["expected"].clone()
    }
    pub async fn count(&self, sql: &'static str) -> i64 {
        let mut tx = self.house.db().read().await.unwrap();
        tx.query(sql).scalar().await.unwrap()
    }
    /// Nothing of a purchase is there, nowhere.
    pub async fn nothing_is_written(&self) {
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
