//! Dishes with toppings and drinks: sent, dismissed made or unmade, paid, and refunded with and without their ingredients.

use super::{
    Change, PlannedChange, StoreRoom,
    goods::{DISHES, TOPPING, take_ingredients},
    response_of_success, reversed, units_of,
};
use crate::support::client::Reply;
use serde_json::{Value, json};

/// A take-away order with what is left of its lines.
pub struct Account {
    id: i64,
    lines: Vec<Line>,
    /// The payment that was not refunded.
    payment: Option<i64>,
}

struct Line {
    id: i64,
    units: i64,
    /// The change of stock by one unit.
    unit_change: Change,
}

impl StoreRoom {
    /// Chooses one to three dishes on an account of their own.
    pub(super) async fn random_sale(&mut self) -> PlannedChange {
        let account = self.luis.post("/api/client-requests", json!({"type": "ORDER", "client_name": "Ana"})).await.ok();
        let (mut products, mut change) = (Vec::new(), Change::new());
        for _ in 0..self.random.between(1, 3) {
            let (ordered, unit_change, units) = self.random_dish();
            products.push(ordered);
            for (name, quantity) in units_of(&unit_change, units) {
                *change.entry(name).or_default() += quantity;
            }
        }
        let body = json!({"client_request": account["id"], "products": products});
        PlannedChange { path: "/api/orders", body, change }
    }

    fn random_dish(&mut self) -> (Value, Change, i64) {
        let (name, parts) = *self.random.pick(&DISHES);
        let units = self.random.between(1, 3);
        let product = self.menu["products"].as_array().unwrap().iter().find(|p| p["name"] == name).unwrap();
        let mut ordered =
            json!({"product": {"id": product["id"]}, "qty": units, "variant_id": product["variants"][0]["id"]});
        let mut unit_change = Change::new();
        take_ingredients(parts, 1, &mut unit_change);
        if name == "Lomo saltado" && self.random.percent(40) {
            let eggs = self.random.between(1, 2);
            let topping = self.menu["toppings"].as_array().unwrap().iter().find(|t| t["name"] == TOPPING.0).unwrap();
            ordered["toppings"] = json!([{"id": topping["id"], "quantity": eggs}]);
            take_ingredients(&TOPPING.1, eggs, &mut unit_change);
        }
        (ordered, unit_change, units)
    }

    pub(super) async fn sell(&mut self) {
        let sale = self.random_sale().await;
        let reply = self.luis.post(sale.path, sale.body.clone()).await;
        self.record_sale(sale, reply);
    }

    pub(super) fn record_sale(&mut self, sale: PlannedChange, reply: Reply) {
        let Some(sent) = response_of_success(reply) else { return };
        self.note("sold", &sale.change);
        let lines = sent["client_request"]["lines"].as_array().unwrap();
        let lines = lines.iter().map(|line| {
            let units: i64 = super::text(&line["qty"]).parse().unwrap();
            let (_, parts) = DISHES.iter().find(|dish| line["name"].as_str().unwrap().starts_with(dish.0)).unwrap();
            let mut unit_change = Change::new();
            take_ingredients(parts, 1, &mut unit_change);
            for topping in line["toppings"].as_array().into_iter().flatten() {
                let eggs = topping["quantity"].as_i64().or_else(|| topping["quantity"].as_str()?.parse().ok());
                take_ingredients(&TOPPING.1, eggs.unwrap_or_else(|| panic!("{topping}")), &mut unit_change);
            }
            Line { id: line["id"].as_i64().unwrap(), units, unit_change }
        });
        let account =
            Account { id: sale.body["client_request"].as_i64().unwrap(), lines: lines.collect(), payment: None };
        self.accounts.push(account);
    }

    /// A random account that is paid, or not.
    fn random_account(&mut self, is_paid: bool) -> Option<usize> {
        let fit = |account: &Account| account.payment.is_some() == is_paid && !account.lines.is_empty();
        let fitting: Vec<usize> = (0..self.accounts.len()).filter(|at| fit(&self.accounts[*at])).collect();
        if fitting.is_empty() { None } else { Some(*self.random.pick(&fitting)) }
    }

    /// Some units of a line: the line, how many, and their change of stock.
    fn random_units(&mut self, at: usize) -> (i64, i64, Change) {
        let line = self.random.pick(&self.accounts[at].lines);
        let units = self.random.between(1, line.units);
        (line.id, units, units_of(&line.unit_change, units))
    }

    fn remove_units(&mut self, at: usize, line: i64, units: i64) {
        for own_line in self.accounts[at].lines.iter_mut().filter(|own_line| own_line.id == line) {
            own_line.units -= units;
        }
        self.accounts[at].lines.retain(|line| line.units > 0);
    }

    pub(super) async fn dismiss(&mut self) {
        let Some(at) = self.random_account(false) else { return };
        let (line, units, took) = self.random_units(at);
        let was_made = self.random.percent(40);
        let body = json!({"order_ids": [line], "quantities": {line.to_string(): units}, "pin": comanda::demo::PIN,
            "reason": "Cliente se arrepintió", "made": was_made});
        self.luis.put(&format!("/api/orders/{}/dismiss", self.accounts[at].id), body).await.ok();
        self.note("dismissed", &if was_made { Change::new() } else { reversed(&took) });
        self.remove_units(at, line, units);
    }

    pub(super) async fn pay(&mut self) {
        let Some(at) = self.random_account(false) else { return };
        let id = self.accounts[at].id;
        let due = self.luis.get(&format!("/api/payments-get-info/{id}")).await.ok()["total"].clone();
        let body = json!({"client_request_id": id, "payment_options": {"Efectivo": due}, "billing_type_id": 1});
        let paid = self.luis.post("/api/payments", body).await.ok();
        self.accounts[at].payment = paid["id"].as_i64();
        assert!(self.accounts[at].payment.is_some(), "{paid}");
        self.note("paid", &Change::new());
    }

    pub(super) async fn refund(&mut self) {
        let Some(at) = self.random_account(true) else { return };
        let path = format!("/api/payments/{}/refund", self.accounts[at].payment.unwrap_or_default());
        let mut body = json!({"outcome": "REOPEN", "reason": "Se quejó", "pin": comanda::demo::PIN});
        if self.random.percent(25) {
            self.luis.post(&path, body).await.ok();
            self.accounts[at].payment = None;
            self.note("opened again", &Change::new());
            return;
        }
        let (line, units, took) = self.random_units(at);
        let puts_back = self.random.percent(60);
        body["outcome"] = json!("CLOSE");
        body["remove_inventory"] = json!(puts_back);
        body["products"] = json!([{"id": line, "qty": units}]);
        let refunded = self.luis.post(&path, body).await.ok();
        self.note("refunded", &if puts_back { reversed(&took) } else { Change::new() });
        self.remove_units(at, line, units);
        self.accounts[at].payment = refunded["charged_again"]["id"].as_i64();
        assert_eq!(self.accounts[at].payment.is_none(), self.accounts[at].lines.is_empty(), "{refunded}");
    }
}
