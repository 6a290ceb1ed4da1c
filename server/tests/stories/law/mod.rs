//! The year's changes of the law, announced in advance: the table, the next change of the rate, and the prices that are planned for its
//! day.

mod midnight;
mod notices;
mod planning;
mod table;

use crate::{
    money::till::Till,
    orders::house::House,
    support::{
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::clock::Clock;
use serde_json::{Value, json};

const CHANGE: &str = "/api/law/rate-change";
const NEW_YEAR: &str = "2027-01-01";

/// A small restaurant at 10.5 % on 26 November 2026, noon in Lima. Its cau cau is sold at 38.00 and costs 14.41.
pub struct SmallHouse {
    pub till: Till,
    pub admin: Client,
    pub clock: Clock,
    pub dish: i64,
}

impl Fixture for SmallHouse {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-26T17:00:00Z".parse().unwrap());
        let house = House::with_clock(place, clock.clone()).await;
        let admin = house.app.login("admin").await;
        let rate = json!({"valid_from": "2026-01-01", "percent": "10.5", "name": "Restaurantes MYPE"});
        admin.post("/api/tax-rates", rate).await.ok();
        let dish = house.product_id("Cau cau").await;
        let form = json!({"sale_amount": "38.00", "cost_amount": "14.41", "own_cost": true});
        admin.put(&format!("/api/products/{dish}"), form).await.ok();
        Self { till: Till::open_in(house).await, admin, clock, dish }
    }
}

impl SmallHouse {
    /// Sets the clock and signs everybody in again.
    async fn set_clocks(&mut self, utc: &str) {
        self.clock.set(utc.parse().unwrap());
        let app = &self.till.house.app;
        let (admin, luis, rosa) = (app.login("admin").await, app.login("cajero").await, app.login("mozo").await);
        (self.admin, self.till.luis, self.till.house.rosa) = (admin, luis, rosa);
    }
    async fn change(&self, query: &str) -> Value {
        self.admin.get(&format!("{CHANGE}?{query}")).await.ok()["change"].clone()
    }
    fn plan(&self, price: &str) -> Value {
        json!({"valid_from": NEW_YEAR, "percent": "15", "prices": [{"product_id": self.dish, "price": price}]})
    }
    async fn plan_price(&self, price: &str) -> Value {
        self.admin.post(CHANGE, self.plan(price)).await.ok()
    }
    /// The price of one cau cau that is ordered now.
    async fn ordered_price(&self) -> Value {
        let account = self.till.send_takeaway(&[(1, "Cau cau")]).await;
        self.till.payment_info(account).await["total"].clone()
    }
    async fn notice(&self, kind: &str) -> Option<Value> {
        let panel = self.admin.get("/api/dashboard").await.ok();
        panel["attention"].as_array().unwrap().iter().find(|notice| notice["kind"] == kind).cloned()
    }
    /// The number of prices that wait for their day, or to be written.
    async fn waiting_prices(&self) -> i64 {
        let mut tx = self.till.house.db().read().await.unwrap();
        tx.query("SELECT COUNT(*) FROM planned_prices").scalar().await.unwrap()
    }
    /// The number of price changes in the log.
    async fn logged_changes(&self) -> i64 {
        let mut tx = self.till.house.db().read().await.unwrap();
        let changes =
            "SELECT COUNT(*) FROM action_logs WHERE action_type = 'PRICE_CHANGED' AND device = 'Cambio programado'";
        tx.query(changes).scalar().await.unwrap()
    }
}
