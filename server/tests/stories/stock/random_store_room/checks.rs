//! Compares the notebook, the ledger, the lists, the kardex and the register of the month.

use super::{StoreRoom, text};
use chrono_tz::America::Lima;
use comanda::money::{Money, Quantity};
use serde_json::Value;
use std::collections::BTreeMap;

/// The sum of an item's ledger: quantity and value.
type Sums = BTreeMap<(String, i64), (Quantity, Money)>;

impl StoreRoom {
    pub(super) async fn notebook_and_ledger_agree(&self) {
        let house = &self.office.house;
        assert_eq!(house.store_room().await, self.on_hand);
        house.assert_ledger_adds_up().await;
    }

    pub(super) async fn everything_agrees(&self) {
        self.notebook_and_ledger_agree().await;
        let admin = self.office.house.app.login("admin").await;
        let sums = self.sums().await;
        let supplies = admin.get("/api/supplies?page=false").await.rows();
        let stock = admin.get("/api/stock?page=false").await;
        let totals = stock.json["totals"].clone();
        let month = self.office.house.app.app.clock().now().with_timezone(&Lima).format("%Y-%m");
        let mut total_value = Money::ZERO;
        let mut shown: BTreeMap<(String, i64), Money> = BTreeMap::new();
        for row in stock.rows() {
            let (kind, id) = (text(&row["item_type"]).to_owned(), row["item_id"].as_i64().unwrap());
            let kardex = admin.get(&format!("/api/products/kardex/{id}?item_type={kind}")).await;
            assert_eq!(kardex.status, 200, "{kind} {id}: {:?}", kardex.json);
            let kardex = kardex.json;
            assert_eq!((&row["pending"], &kardex["pending"]), (&Value::Bool(false), &Value::Bool(false)));
            assert_eq!(
                (&row["stock"], &row["value"], &row["unit_cost"]),
                (&kardex["after_quantity"], &kardex["after_value"], &kardex["after_cost"]),
                "{row}"
            );
            let last = kardex["rows"].as_array().unwrap().last().cloned();
            assert!(last.is_none_or(|last| last["balance_value"] == kardex["after_value"]));
            let value = money(&row["value"]);
            let (_, ledger) = sums.get(&(kind.clone(), id)).copied().unwrap_or_default();
            assert_eq!(value, ledger, "{row}");
            if kind == "SUPPLY" {
                let supply = supplies.iter().find(|s| s["id"] == row["item_id"]).unwrap();
                assert_eq!(supply["stock"], row["stock"]);
            }
            total_value += value;
            shown.insert((kind, id), value);
        }
        assert_eq!(money(&totals["value"]), total_value);
        let register = admin.get(&format!("/api/stock/register/file?month={month}")).await;
        assert_eq!(register.status, 200, "{:?}", register.json);
        assert_register_agrees(&String::from_utf8(register.bytes).unwrap(), &shown, &sums);
    }

    async fn sums(&self) -> Sums {
        let mut tx = self.office.house.db().read().await.unwrap();
        let rows: Vec<(String, i64, Quantity, Money)> = tx
            .query(
                "SELECT item_kind, item_id, CAST(SUM(quantity) AS BIGINT) AS quantity, CAST(SUM(COALESCE(value, 0)) AS BIGINT) AS value
                 FROM stock_moves GROUP BY item_kind, item_id",
            )
            .all()
            .await
            .unwrap();
        rows.into_iter().map(|(kind, id, quantity, value)| ((kind, id), (quantity, value))).collect()
    }
}

/// Asserts that each item ends the month with its stock in the base unit, and with its value in céntimos.
fn assert_register_agrees(register: &str, shown: &BTreeMap<(String, i64), Money>, sums: &Sums) {
    let lines = register.lines().map(|line| line.split('|').collect::<Vec<_>>());
    let last: BTreeMap<String, (Quantity, Money)> =
        lines.map(|l| (l[6].to_owned(), (l[23].parse().unwrap(), l[25].parse().unwrap()))).collect();
    for ((kind, id), value) in shown {
        let code = format!("{}{id:06}", &kind[..1]);
        let (quantity, _) = sums.get(&(kind.clone(), *id)).copied().unwrap_or_default();
        assert_eq!(last.get(&code).copied().unwrap_or_default(), (quantity, value.to_centimos()), "{code}");
    }
}

fn money(value: &Value) -> Money {
    value.as_str().map(|text| text.parse().unwrap()).unwrap_or_default()
}
