//! Counts with sales and purchases between the count and the approval.

use super::{
    Change, StoreRoom,
    goods::{GOODS, Good, in_base},
    response_of_success,
};
use comanda::{demo::PIN, money::Quantity};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

impl StoreRoom {
    pub(super) async fn count(&mut self) {
        let first = self.random.below(GOODS.len() - 2);
        let goods = &GOODS[first..first + 2];
        let key =
            |good: &Good| format!("{}:{}", if good.is_product { "PRODUCT" } else { "SUPPLY" }, self.ids[good.name]);
        let items: Vec<String> = goods.iter().map(key).collect();
        let body = json!({"client_id": self.random.key(), "place": "Cámara fría", "item_ids": items});
        let sheet = self.office.jorge.post("/api/stock-counts", body).await.ok();
        let path = format!("/api/stock-counts/{}", sheet["id"]);
        let mut differences = Change::new();
        for good in goods {
            differences.insert(good.name.to_owned(), self.count_item(&path, &sheet, good).await);
            if self.random.percent(70) {
                self.sell().await;
            }
            if self.random.percent(40) {
                self.buy().await;
            }
        }
        self.office.jorge.post(&format!("{path}/review"), json!({})).await.ok();
        self.sell().await;
        let approved = self.office.jorge.post(&format!("{path}/approve"), json!({"pin": PIN})).await;
        if response_of_success(approved).is_some() {
            self.note("counted", &differences);
        } else {
            let why = json!({"reason": "Se vendió mientras tanto"});
            self.office.jorge.send(Method::DELETE, &path, Some(why), None).await.ok();
        }
    }

    /// Counts a quantity close to the stock; returns the difference.
    async fn count_item(&mut self, path: &str, sheet: &Value, good: &Good) -> Quantity {
        let lines = sheet["lines"].as_array().unwrap();
        let line = lines.iter().find(|line| line["name"] == good.name).unwrap();
        let on_hand = self.on_hand[good.name];
        let (_, factor) = good.units[0];
        let units_on_hand = i128::from(on_hand.millionths().max(0)) / i128::from(factor);
        let quantity = Quantity::units((units_on_hand as i64 + self.random.between(-2, 2)).max(0));
        let client: Uuid = self.random.key();
        let body = json!({"version": line["version"], "client_id": client, "quantity": quantity});
        self.office.jorge.put(&format!("{path}/lines/{}", line["id"]), body).await.ok();
        in_base(quantity, factor) - on_hand
    }
}
