//! A till with its own cash box: it collects whole accounts, lines, shares and amounts by all methods, sells over the counter, pays for
//! ice, and keeps its own count of what lies in the drawer.

use super::{
    dishes::{list, whole},
    restaurant::Evening,
    screen::{Refusal, Screen},
};
use crate::money::till::open_cash_box;
use comanda::money::Money;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};
use tokio::sync::{Mutex, mpsc::UnboundedReceiver};

const OPENED_WITH: i64 = 150;
const BOXES: [&str; 3] = ["Principal", "Barra", "Jardín"];

pub struct Till {
    pub screen: Screen,
    pub cycle: i64,
    /// The amount by method that was taken in less what was paid out, as the till counts it itself.
    pub drawer: BTreeMap<String, Money>,
    pub(super) evening: Arc<Evening>,
    /// Firms and people to whom documents can be made out.
    firms: Vec<i64>,
    people: Vec<i64>,
}

/// A payment that is about to be sent.
struct PlannedPayment {
    body: Value,
    expected: Money,
    handed: BTreeMap<String, Money>,
}

impl Till {
    pub async fn open(evening: &Arc<Evening>, number: usize) -> Self {
        let screen = evening.cashier(number).await;
        let cycle = open_cash_box(&screen.client, BOXES[number], &format!("{OPENED_WITH}.00")).await.ok()["id"]
            .as_i64()
            .unwrap();
        let clients = screen.client.get("/api/clients?page=false").await.rows();
        let clients_of = |kind: &str| {
            let with_document =
                clients.iter().filter(|c| c["document_type"] == kind && c["document_number"] != "00000000");
            with_document.map(|c| c["id"].as_i64().unwrap()).collect::<Vec<_>>()
        };
        let drawer = BTreeMap::from([("Efectivo".to_owned(), Money::units(OPENED_WITH))]);
        Self { cycle, drawer, evening: evening.clone(), firms: clients_of("RUC"), people: clients_of("DNI"), screen }
    }

    /// Collects the accounts whose bills are requested, until no waiter is left to request one.
    pub async fn collect_while_asked(mut self, requested_bills: Arc<Mutex<UnboundedReceiver<i64>>>) -> Self {
        loop {
            let next = requested_bills.lock().await.recv().await;
            let Some(account) = next else { return self };
            if self.screen.random.percent(20) {
                self.adjust_account(account).await;
            }
            if self.screen.random.percent(8) {
                self.change_adjustment(account).await;
            }
            self.collect(account).await;
            match self.screen.random.below(100) {
                0..25 => {
                    let hot = *self.evening.hot.lock().unwrap();
                    if let Some(account) = hot {
                        self.collect(account).await;
                    }
                }
                25..35 => self.sell_over_the_counter().await,
                35..40 => self.move_cash().await,
                40..46 => self.refund_some_payment(account).await,
                _ => {}
            }
        }
    }

    /// Collects an account, at once or in parts; the guests may stop at a part and stay.
    pub async fn collect(&mut self, account: i64) {
        *self.evening.hot.lock().unwrap() = Some(account);
        for _ in 0..4 {
            if !self.collect_once(account).await || self.screen.random.percent(25) {
                return;
            }
        }
    }

    /// Takes one payment; returns false where nothing is left to take.
    pub async fn collect_once(&mut self, account: i64) -> bool {
        let quote = self.screen.get(&format!("/api/payments-get-info/{account}")).await;
        if quote["is_paid"] == true || list(&quote["lines"]).is_empty() {
            return false;
        }
        let mut offer = self.offer(account, &quote);
        let mut answer = self.screen.post("/api/payments", offer.body.clone()).await;
        if answer
            .as_ref()
            .is_err_and(|why| why.has_code(&["invalid"]) && why.json["errors"]["billing_type_id"].is_array())
        {
            // Only charges are left to pay: the tax authority accepts no document for those.
            offer.body["billing_type_id"] = json!(3);
            answer = self.screen.post("/api/payments", offer.body.clone()).await;
        }
        match answer {
            Ok(paid) => {
                self.record_payment(&offer, &paid);
                paid["client_request"]["is_paid"] == false
            }
            // Another till or a waiter was quicker.
            Err(why) if why.has_code(&["already_paid", "conflict"]) => false,
            Err(why) if why.has_code(&["balance_changed"]) => {
                self.must_have_changed(&quote, &offer, &why);
                true
            }
            // The amount is more than what is left, since something was dismissed.
            Err(why) if why.has_code(&["invalid"]) && why.json["errors"]["amount"].is_array() => true,
            Err(why) => {
                self.screen.report_unexplained_refusal(&format!("a payment {}", offer.body), &why);
                false
            }
        }
    }

    fn must_have_changed(&self, quote: &Value, offer: &PlannedPayment, why: &Refusal) {
        if why.json["current"]["version"] == quote["version"] {
            self.evening.report_difference(format!(
                "quoted {} and then refused {} with {}",
                quote["total"], offer.body, why.json
            ));
        }
    }

    fn offer(&mut self, account: i64, quote: &Value) -> PlannedPayment {
        let (part, expected) = self.part(quote);
        let handed = self.choose_amounts(expected);
        let (kind, client) = match self.screen.random.below(100) {
            0..20 => (2, Some(*self.screen.random.pick(&self.firms))),
            20..45 => (3, None),
            // A boleta above S/ 700 names its client.
            _ if expected > Money::units(700) || self.screen.random.percent(20) => {
                (1, Some(*self.screen.random.pick(&self.people)))
            }
            _ => (1, None),
        };
        let mut body = json!({
            "client_request_id": account, "payment_options": handed, "operation_numbers": {"Transferencia": "004821"},
            "billing_type_id": kind, "client_id": client, "by_consumption": self.screen.random.percent(15), "expected_total": expected,
        });
        for (name, value) in part.as_object().unwrap() {
            body[name] = value.clone();
        }
        PlannedPayment { body, expected, handed }
    }

    /// Chooses which part of the account is paid; returns the request's part and the amount by the quote.
    fn part(&mut self, quote: &Value) -> (Value, Money) {
        let due = money(&quote["total"]);
        match self.screen.random.below(100) {
            0..20 if quote["mode"] != "AMOUNT" => self.lines(quote),
            20..35 => {
                let share = self.screen.random.pick(&list(&quote["shares"])[..5]);
                (json!({"share": {"of": share["of"]}}), money(&share["amount"]))
            }
            35..50 if due > Money::units(10) => {
                let amount = Money::centimos(self.screen.random.between(1, due.millionths() / 10_000));
                (json!({"amount": amount}), amount)
            }
            _ => (json!({}), due),
        }
    }

    fn lines(&mut self, quote: &Value) -> (Value, Money) {
        let (mut products, mut sum) = (Vec::new(), Money::ZERO);
        for line in list(&quote["lines"]).iter().filter(|l| whole(&l["due_qty"]) > 0) {
            if self.screen.random.percent(50) {
                let quantity = self.screen.random.between(1, whole(&line["due_qty"]));
                sum += money(&line["due_amounts"][quantity as usize - 1]);
                products.push(json!({"id": line["id"], "qty": quantity}));
            }
        }
        let chosen =
            |line: &Value| products.iter().find(|p| p["id"] == line["id"]).map_or(Some(0), |p| p["qty"].as_i64());
        let takes_all = list(&quote["lines"]).iter().all(|line| chosen(line) == Some(whole(&line["due_qty"])));
        if products.is_empty() || takes_all {
            // The last units of the account are charged with whatever is left of it.
            (if products.is_empty() { json!({}) } else { json!({"products": products}) }, money(&quote["total"]))
        } else {
            (json!({"products": products}), sum.at_most(money(&quote["total"])))
        }
    }

    fn choose_amounts(&mut self, charge: Money) -> BTreeMap<String, Money> {
        let random = &mut self.screen.random;
        let note = |m: Money| Money::units((m.millionths() / 10_000_000 + 1) * 10);
        let named = |list: &[(&str, Money)]| list.iter().map(|(n, m)| ((*n).to_owned(), *m)).collect();
        if charge.is_zero() {
            return BTreeMap::new();
        }
        match random.below(100) {
            0..30 => named(&[("Efectivo", note(charge))]),
            30..45 => named(&[("Efectivo", charge)]),
            45..60 => named(&[("Yape", charge)]),
            60..75 => named(&[("Visa", charge)]),
            75..80 => named(&[("Transferencia", charge)]),
            _ => {
                let half = Money::centimos(charge.millionths() / 20_000);
                named(&[("Plin", half), ("Efectivo", note(charge - half))])
            }
        }
    }

    /// Adds the money to the drawer and remembers the document.
    fn record_payment(&mut self, offer: &PlannedPayment, paid: &Value) {
        let handed: Money = offer.handed.values().copied().sum();
        let (total, turned, rounding) = (money(&paid["total"]), money(&paid["turned"]), money(&paid["rounding"]));
        if total != offer.expected || handed - turned + rounding != total {
            self.evening.report_difference(format!("asked for {}, was given {handed}, and got {paid}", offer.expected));
        }
        for (method, amount) in &offer.handed {
            *self.drawer.entry(method.clone()).or_default() += *amount;
        }
        if !turned.is_zero() {
            *self.drawer.entry("Efectivo".to_owned()).or_default() += -turned;
        }
        let document = paid["billing"]["full_number"].as_str().unwrap().to_owned();
        let total = money(&paid["billing"]["total"]).millionths() / 10_000;
        if self.evening.remember(|m| m.documents.insert(document.clone(), total)).is_some() {
            self.evening.report_difference(format!("{document} was given to two payments"));
        }
    }

    async fn sell_over_the_counter(&mut self) {
        if let Some(account) = self.order_over_the_counter().await {
            self.collect(account).await;
        }
    }

    /// Sends a take-away or delivery order; returns the account.
    pub async fn order_over_the_counter(&mut self) -> Option<i64> {
        let kind = if self.screen.random.percent(50) { "ORDER" } else { "DELIVERY" };
        let body = json!({"type": kind, "client_name": "Ana", "phone": "987654321", "direccion": "Calle Berlín 420"});
        let account = match self.screen.post("/api/client-requests", body).await {
            Ok(opened) => opened["id"].as_i64().unwrap(),
            Err(why) => {
                self.screen.report_unexplained_refusal("opening over the counter", &why);
                return None;
            }
        };
        let dishes = self.evening.menu.order_to_go(&mut self.screen.random);
        let products: Vec<_> = dishes.iter().map(|d| d.body()).collect();
        match self.screen.post("/api/orders", json!({"client_request": account, "products": products})).await {
            Ok(answer) => self.evening.remember(|m| {
                m.commands.insert(answer["command"]["id"].as_i64().unwrap());
                for dish in &dishes {
                    *m.ordered.entry(dish.label.clone()).or_default() += dish.quantity;
                }
            }),
            Err(why) => self.screen.report_unexplained_refusal("an order over the counter", &why),
        }
        Some(account)
    }

    /// Enters cash movements: change is brought and ice is paid; a movement is rejected again.
    async fn move_cash(&mut self) {
        let amount = Money::centimos(self.screen.random.between(10, 4_000));
        let entry = self.screen.random.percent(60);
        let body = json!({"movement_type": if entry { "ENTRY" } else { "EXPENSE" }, "motive": "Sencillo y hielo", "receipt_by": "Juan", "amount": amount});
        let id = match self.screen.post("/api/cash-movements", body).await {
            Ok(movement) => movement["id"].clone(),
            Err(why) => return self.screen.report_unexplained_refusal("a movement", &why),
        };
        if self.screen.random.percent(30) {
            if let Err(why) = self.screen.delete(&format!("/api/cash-movements/{id}?reason=Error")).await {
                self.screen.report_unexplained_refusal("a rejection", &why);
            }
            return;
        }
        *self.drawer.entry("Efectivo".to_owned()).or_default() += if entry { amount } else { -amount };
    }
}

/// Parses an amount of the API.
pub fn money(value: &Value) -> Money {
    value.as_str().unwrap().parse().unwrap()
}
