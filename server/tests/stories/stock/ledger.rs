//! After random simultaneous actions of several people, the stock equals the sum of its moves.

use crate::{on_both_databases, orders::house::House, support::client::Client};
use serde_json::{Value, json};

/// A fixed sequence of numbers, so that a story that fails fails again.
struct Random(u64);
impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

const DISHES: [&str; 7] = [
    "Lomo saltado",
    "Agua sin gas",
    "Combo parrillero",
    "Leche de tigre",
    "Ocopa arequipeña",
    "Pisco sour",
    "Cerveza Pilsen 620 ml",
];

/// A waiter's evening at one table: sends dishes and dismisses some of them.
async fn evening(house: &House, client: Client, table: &str, seed: u64) {
    let mut random = Random(seed);
    let id = house.open_table(&client, table).await;
    for _ in 0..8 {
        let mut products = Vec::new();
        for _ in 0..=random.below(2) {
            products.push(house.order_item(1 + random.below(3) as i64, DISHES[random.below(DISHES.len())]).await);
        }
        let sent = client.post("/api/orders", json!({"client_request": id, "products": products})).await;
        if sent.status != 200 {
            sent.refused(409, "sold_out");
            continue;
        }
        let account = sent.ok()["client_request"].clone();
        let live: Vec<&Value> =
            account["lines"].as_array().unwrap().iter().filter(|l| l["status"] != "DISMISSED").collect();
        let line = live[random.below(live.len())];
        let most: usize = line["qty"].as_str().unwrap().parse().unwrap();
        let key = line["id"].to_string();
        let body = json!({"order_ids": [line["id"]], "quantities": {key: 1 + random.below(most)}, "pin": comanda::demo::PIN, "reason": "Error", "made": random.below(3) == 0});
        client.put(&format!("/api/orders/{id}/dismiss"), body).await.ok();
    }
}

on_both_databases! {
    async fn four_waiters_at_once_keep_the_ledger_consistent(house: House) {
        house.leave_in_stock("Cerveza Pilsen 620 ml", "4").await;
        house.leave_in_stock("Lomo fino", "1").await;
        let luis = house.app.login("cajero").await;
        tokio::join!(
            evening(&house, house.rosa.clone(), "12", 1),
            evening(&house, luis.clone(), "13", 2),
            evening(&house, house.rosa.clone(), "14", 3),
            evening(&house, luis, "15", 4),
        );
        house.assert_ledger_adds_up().await;
        assert!(!house.on_hand("Cerveza Pilsen 620 ml").await.is_negative(), "no bottle is sold that is not there");
        let mut tx = house.db().read().await.unwrap();
        let mismatches: i64 = tx
            .query(
                "SELECT COUNT(*) FROM (SELECT l.id FROM order_lines l JOIN stock_moves m ON m.line_id = l.id
                 WHERE m.reason <> 'WASTE' GROUP BY l.id, l.status, l.quantity, m.item_kind, m.item_id
                 HAVING -SUM(m.line_quantity) <> CASE WHEN l.status = 'DISMISSED' THEN 0 ELSE l.quantity END) off",
            )
            .scalar()
            .await
            .unwrap();
        assert_eq!(mismatches, 0, "each line has out what it still is");
    }
}
