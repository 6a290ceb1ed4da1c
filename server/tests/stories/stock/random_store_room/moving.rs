//! Manual movements, in and out, with and without a cost; approved, rejected and approved again.

use super::{
    Change, PlannedChange, StoreRoom,
    goods::{GOODS, in_base},
    response_of_success, reversed,
};
use crate::{purchases::days_ago, support::client::Reply};
use comanda::money::{Money, Quantity};
use serde_json::json;

impl StoreRoom {
    pub(super) fn random_movement(&mut self) -> PlannedChange {
        let good = self.random.pick(&GOODS);
        let (unit, factor) = *self.random.pick(good.units);
        let quantity = Quantity::units(self.random.between(1, if factor < 1_000_000 { 900 } else { 12 }));
        let comes_in = self.random.percent(50);
        let id = if good.is_product { "product_id" } else { "supply_id" };
        let mut item = json!({id: self.ids[good.name], "measurement_id": self.units[unit], "quantity": quantity});
        if comes_in && self.random.percent(60) {
            item["unit_price"] = json!(Money::centimos(self.random.between(0, 2_000)));
        }
        let status = if self.random.percent(80) { "APPROVED" } else { "REJECTED" };
        let mut body = json!({"type": if comes_in { "in" } else { "out" }, "reason": "OTHER", "name": "Por si acaso",
            "status": status, "items": [item]});
        if self.random.percent(50) {
            body["date"] = json!(days_ago(self.random.between(1, 6)));
        }
        let base = in_base(quantity, factor);
        let change = Change::from([(good.name.to_owned(), if comes_in { base } else { -base })]);
        PlannedChange { path: if good.is_product { "/api/inventory" } else { "/api/supply-movements" }, body, change }
    }

    pub(super) async fn move_by_hand(&mut self) {
        let movement = self.random_movement();
        let reply = self.office.jorge.post(movement.path, movement.body.clone()).await;
        self.record_movement(movement, reply);
    }

    pub(super) fn record_movement(&mut self, movement: PlannedChange, reply: Reply) {
        let Some(recorded) = response_of_success(reply) else { return };
        let is_approved = recorded["status"] == "APPROVED";
        self.note("moved", &if is_approved { movement.change.clone() } else { Change::new() });
        self.movements.push((format!("{}/{}", movement.path, recorded["id"]), is_approved, movement.change));
    }

    /// Rejects an approved movement or approves a rejected one.
    pub(super) async fn decide(&mut self) {
        if self.movements.is_empty() {
            return;
        }
        let at = self.random.below(self.movements.len());
        let (path, was_approved, change) = self.movements[at].clone();
        let status = if was_approved { "REJECTED" } else { "APPROVED" };
        let reply = self.office.jorge.patch(&path, json!({"status": status, "reason": "Se pensó otra vez"})).await;
        if response_of_success(reply).is_some() {
            self.note("decided", &if was_approved { reversed(&change) } else { change });
            self.movements[at].1 = !was_approved;
        }
    }
}
