//! Purchases in any unit, with discount and freight, some of them days late, voided and corrected; the cost of each line is computed by the
//! test.

use super::{
    Change, StoreRoom,
    goods::{GOODS, Good, in_base, rounded, spread, total},
    response_of_success, reversed, text,
};
use crate::purchases::days_ago;
use comanda::money::{Money, Quantity};
use reqwest::Method;
use serde_json::{Value, json};

/// The times of purchases: some happen at the same minute.
const TIMES: [&str; 3] = ["08:00", "12:00", "12:00"];
const PERCENT: i128 = 18;

/// A line as it was chosen: the item's name, the quantity in the base unit, and its total in céntimos.
type Line = (&'static str, Quantity, i64);
/// The moves of a purchase: name, quantity, cost.
type Entered = Vec<(String, Quantity, Option<Money>)>;

impl StoreRoom {
    pub(super) async fn buy(&mut self) {
        let (mut items, mut lines) = (Vec::new(), Vec::<Line>::new());
        for _ in 0..self.random.between(1, 3) {
            let good = self.random.pick(&GOODS);
            if lines.iter().all(|(name, ..)| *name != good.name) {
                let (item, line) = self.random_item(good);
                items.push(item);
                lines.push(line);
            }
        }
        let totals: Vec<i64> = lines.iter().map(|line| line.2).collect();
        let sum: i64 = totals.iter().sum();
        let discount = if self.random.percent(30) { self.random.between(1, (sum / 5).max(1)).min(sum - 1) } else { 0 };
        let freight = if self.random.percent(30) { self.random.between(1, 9_000) } else { 0 };
        let kind = *self.random.pick(&["BOLETA", "FACTURA", "NOTA_VENTA"]);
        let includes = self.random.percent(60);
        self.papers += 1;
        let mut body = json!({
            "document": kind, "number": self.papers.to_string(), "items": items, "prices_include_igv": includes,
            "discount": Money::centimos(discount), "freight": Money::centimos(freight), "serie": "F001",
            "payment": {"source": "OTHER", "payment_option": "Transferencia"},
        });
        if self.random.percent(55) {
            body["date"] = json!(days_ago(self.random.between(1, 6)));
            body["time"] = json!(self.random.pick(&TIMES));
        }
        let purchase = self.office.buy(body.clone()).await.ok();
        let bought = sum - discount + freight;
        let is_net = kind == "FACTURA" && includes;
        let cost = if is_net { rounded(i128::from(bought) * 100, 100 + PERCENT) as i64 } else { bought };
        let costs = spread(cost, &totals).into_iter().map(Money::centimos);
        let entered = lines.iter().map(|(name, quantity, _)| ((*name).to_owned(), *quantity));
        let mut expected: Entered = entered.zip(costs).map(|((name, q), cost)| (name, q, Some(cost))).collect();
        expected.sort();
        assert_eq!(self.entered_by(&purchase).await, expected, "{body}");
        let change: Change = expected.into_iter().map(|(name, quantity, _)| (name, quantity)).collect();
        self.note("bought", &change);
        self.purchases.push((purchase, change));
    }

    fn random_item(&mut self, good: &'static Good) -> (Value, Line) {
        let (unit, factor) = *self.random.pick(good.units);
        let is_whole = good.is_product || ["g", "ml", "und", "doc", "cto"].contains(&unit);
        let quantity = match is_whole {
            true => Quantity::units(self.random.between(1, if factor < 1_000_000 { 9_000 } else { 40 })),
            false => Quantity::from_millionths(self.random.between(1, 40_000) * 1_000),
        };
        let mut item = json!({
            "item_id": self.ids[good.name], "item_type": if good.is_product { "PRODUCT" } else { "SUPPLY" },
            "measurement_id": self.units[unit], "quantity": quantity,
        });
        let mut centimos = self.random.between(100, 90_000);
        if self.random.percent(60) {
            // With a price to the hundredth of a céntimo, as suppliers by the gram write it.
            let price = Money::from_millionths(self.random.between(200, 60_000) * 100);
            let line_total = total(quantity, price);
            if line_total > 1 {
                (item["buy_price"], centimos) = (json!(price), line_total);
            }
        }
        if item["buy_price"].is_null() {
            item["total_price"] = json!(Money::centimos(centimos));
        }
        (item, (good.name, in_base(quantity, factor), centimos))
    }

    async fn entered_by(&self, purchase: &Value) -> Entered {
        let mut tx = self.office.house.db().read().await.unwrap();
        let mut rows: Entered = tx
            .query(
                "SELECT COALESCE(p.name, s.name), m.quantity, m.cost FROM stock_moves m
                 LEFT JOIN products p ON m.item_kind = 'PRODUCT' AND p.id = m.item_id
                 LEFT JOIN supplies s ON m.item_kind = 'SUPPLY' AND s.id = m.item_id WHERE m.source = $1",
            )
            .bind(format!("purchase:{}", purchase["id"]))
            .all()
            .await
            .unwrap();
        rows.sort();
        rows
    }

    pub(super) async fn void(&mut self) {
        if self.purchases.is_empty() {
            return;
        }
        let at = self.random.below(self.purchases.len());
        let (purchase, change) = &self.purchases[at];
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se registró mal"});
        let path = format!("/api/purchase/{}", purchase["id"]);
        let back = reversed(change);
        if response_of_success(self.office.jorge.send(Method::DELETE, &path, Some(body), None).await).is_some() {
            self.note("voided", &back);
            self.purchases.swap_remove(at);
        }
    }

    /// Corrects a number that was copied wrong: nothing moves.
    pub(super) async fn correct(&mut self) {
        if self.purchases.is_empty() {
            return;
        }
        let at = self.random.below(self.purchases.len());
        self.papers += 1;
        let path = format!("/api/purchase/{}", self.purchases[at].0["id"]);
        let changed = self.office.jorge.put(&path, json!({"number": self.papers.to_string()})).await.ok();
        assert_eq!(text(&changed["status"]), "ACTIVE");
        self.note("corrected", &Change::new());
    }
}
