//! The random activity of the months.

use super::{HOURS, MENU, RandomBooks, STEPS, in_lima, response_of_success};
use crate::{
    money::till::payment,
    purchases::provider_of,
    sending::office::{name, number},
};
use chrono::{Datelike, Days, Months, NaiveDate};
use comanda::settings::tax;
use comanda_sunat_fake::{Code, Operation, Rule, Trouble, When};
use serde_json::{Value, json};

/// Each of these is done at least once, whatever chance chooses, including the last night of two months.
const NEEDED: [&str; 11] = [
    "plastic bag",
    "boleta",
    "factura",
    "nota de venta",
    "paid after midnight",
    "void",
    "credit note",
    "debit note",
    "part of a sale",
    "paper",
    "refused",
];

impl RandomBooks {
    pub(super) async fn live_all_months(&mut self) {
        let eve = self.period.eve();
        self.set_clocks(eve, "16:05:00").await;
        self.buy().await;
        self.have_factura_refused().await;
        self.set_clocks(eve, "23:50:00").await;
        self.leave_account_open().await;
        self.leave_account_open().await;
        self.set_clocks(self.period.months[0], "00:31:00").await;
        self.pay_oldest_open(1).await;
        self.sell(3).await;
        for month in self.period.months.clone() {
            self.live_month(month).await;
            self.live_last_night(month + Months::new(1) - Days::new(1)).await;
        }
        for needed in NEEDED {
            assert!(self.step_counts.contains_key(needed), "never: {needed}; {:?}", self.step_counts);
        }
    }

    /// Lives a month after its first night.
    async fn live_month(&mut self, month: NaiveDate) {
        let days = i64::from(month.num_days_in_month());
        let mut moments: Vec<(i64, i64, i64)> = (0..self.period.moments)
            .map(|_| (self.random.between(2, days - 1), *self.random.pick(&HOURS), self.random.between(0, 59)))
            .collect();
        moments.sort_unstable();
        for (at, (day, hour, minute)) in moments.into_iter().enumerate() {
            let day = month.with_day(u32::try_from(day).unwrap()).unwrap();
            self.set_clocks(day, &format!("{hour:02}:{minute:02}:00")).await;
            if at == self.period.moments / 2 {
                self.have_factura_refused().await;
                self.reissue_refused().await;
            }
            for _ in 0..STEPS {
                self.step().await;
            }
        }
    }

    /// Lives the last night of a month, until its business day ends in the next one.
    async fn live_last_night(&mut self, last: NaiveDate) {
        self.set_clocks(last, "23:40:00").await;
        // All open accounts are paid first: a document issued later than a paper document may be entered does not date its goods in the
        // register of inventory.
        while !self.open.is_empty() {
            self.pay_oldest_open(1).await;
        }
        self.leave_account_open().await;
        self.sell(2).await;
        self.sell(1).await;
        let latest = self.paid.pop();
        self.refund(latest, false).await;
        self.sell(1).await;
        let latest = self.paid.pop();
        self.refund(latest, true).await;
        self.sell(2).await;
        self.issue_debit_note_on_latest().await;
        self.sell_on_paper().await;
        self.set_clocks(last, "23:59:59").await;
        self.sell(1).await;
        let next = last + Days::new(1);
        let latest = self.paid.pop();
        self.set_clocks(next, "00:31:00").await;
        self.refund_in_next_month(last, latest).await;
        self.pay_oldest_open(1).await;
        self.sell(3).await;
        self.step().await;
        self.set_clocks(next, "03:59:00").await;
        self.sell(2).await;
    }

    /// Sets all clocks to this time in Lima.
    async fn set_clocks(&mut self, day: NaiveDate, time: &str) {
        self.office.set_clocks(&self.clock, in_lima(&format!("{day}T{time}"))).await;
    }

    async fn step(&mut self) {
        let kind = *self.random.pick(&[1, 1, 1, 2, 3]);
        match self.random.below(100) {
            0..40 => self.sell(kind).await,
            40..55 => self.leave_account_open().await,
            55..70 => self.pay_oldest_open(kind).await,
            70..88 => {
                let (payment, is_part) = (self.take_refundable_payment(), self.random.percent(50));
                self.refund(payment, is_part).await;
            }
            88..91 => self.issue_credit_note().await,
            91..94 => self.issue_debit_note().await,
            94..97 => self.sell_on_paper().await,
            _ => self.reissue_refused().await,
        }
    }

    fn count_step(&mut self, what: &'static str) {
        *self.step_counts.entry(what).or_default() += 1;
    }

    /// Buys bottles for all months by factura, and some without a document.
    async fn buy(&mut self) {
        let provider = provider_of(&self.office.admin, "20100055237", "ALICORP S.A.A.").await;
        let kola = &self.menu[MENU[0]]["id"];
        let bottles = (300 * self.period.months.len()).to_string();
        for (document, serie, number, quantity, price) in
            [("FACTURA", "F014", "28431", bottles.as_str(), "2.36"), ("NOTA_VENTA", "", "", "12", "2.50")]
        {
            let item = json!({"item_type": "PRODUCT", "item_id": kola, "quantity": quantity, "buy_price": price});
            let body = json!({"provider_id": provider, "document": document, "serie": serie, "number": number, "items": [item],
                "payment": {"source": "OTHER", "payment_option": "Yape"}});
            self.office.admin.post("/api/purchase", body).await.ok();
        }
    }

    /// Opens an account with some of the menu, always with bottles.
    async fn open_account(&mut self) -> i64 {
        let body = json!({"type": "ORDER", "client_name": "Ana"});
        let id = self.office.till.luis.post("/api/client-requests", body).await.ok()["id"].as_i64().unwrap();
        let mut products = Vec::new();
        for (at, name) in MENU.into_iter().enumerate() {
            if at == 0 || self.random.percent(40) {
                let (product, units) = (&self.menu[name], self.random.between(1, 3));
                let variant = &product["variants"][0]["id"];
                products.push(json!({"product": {"id": product["id"]}, "qty": units, "variant_id": variant}));
                if at == 0 {
                    self.bottles_of.insert(id, units);
                }
            }
        }
        if self.random.percent(40) {
            products.push(json!({"product": {"id": self.bag}, "qty": self.random.between(1, 3)}));
            self.count_step("plastic bag");
        }
        self.office.till.luis.post("/api/orders", json!({"client_request": id, "products": products})).await.ok();
        id
    }

    async fn leave_account_open(&mut self) {
        let id = self.open_account().await;
        self.open.push(id);
    }

    /// Pays the account that has been open longest.
    async fn pay_oldest_open(&mut self, kind: i64) {
        if !self.open.is_empty() {
            let id = self.open.remove(0);
            self.pay(id, kind).await;
            self.count_step("paid after midnight");
        }
    }

    async fn sell(&mut self, kind: i64) {
        let id = self.open_account().await;
        self.pay(id, kind).await;
    }

    async fn pay(&mut self, id: i64, kind: i64) {
        self.pay_with(id, kind, json!({})).await;
    }

    /// Sells by a boleta or factura that was written by hand up to sixty days ago, from booklets that share one series.
    async fn sell_on_paper(&mut self) {
        let kind = *self.random.pick(&[1, 2]);
        let today = tax::issue_date(self.clock.now());
        let days = (today - self.period.eve()).num_days().min(60);
        let issued_on = today - Days::new(self.random.between(0, days).unsigned_abs());
        let id = self.open_account().await;
        let series = self.booklets[usize::try_from(kind - 1).unwrap()];
        self.papers += 1;
        let paper = json!({"contingency": {"series_id": series, "number": self.papers, "issued_on": issued_on}});
        self.pay_with(id, kind, paper).await;
        self.count_step("paper");
    }

    async fn pay_with(&mut self, id: i64, kind: i64, mut more: Value) {
        let due = self.office.till.payment_info(id).await["total"].clone();
        more["billing_type_id"] = json!(kind);
        if kind == 2 {
            more["client_id"] = json!(self.ruc);
        }
        let paid = self.office.till.luis.post("/api/payments", payment(id, json!({"Efectivo": due}), more)).await.ok();
        self.count_step(["boleta", "factura", "nota de venta"][usize::try_from(kind - 1).unwrap()]);
        let bottles = self.bottles_of.remove(&id).unwrap();
        self.bottles.insert(number(&paid["billing"]), bottles);
        self.paid.push(paid);
    }

    /// Takes a payment of which nothing was refunded; mostly the latest, because the law allows few days.
    fn take_refundable_payment(&mut self) -> Option<Value> {
        let last = self.paid.len().checked_sub(1)?;
        let at = if self.random.percent(70) { last } else { self.random.below(last + 1) };
        Some(self.paid.remove(at))
    }

    /// Refunds all of a payment, or a unit of its first line.
    async fn refund(&mut self, payment: Option<Value>, is_part: bool) {
        let Some(payment) = payment else { return };
        let mut body = json!({"outcome": "CLOSE", "reason": "Llegó frío", "pin": comanda::demo::PIN, "remove_inventory": self.random.percent(50)});
        if is_part {
            let line = self.office.till.luis.get(&format!("/api/payments/{}", payment["id"])).await.ok()["lines"][0]["line_id"].clone();
            body["products"] = json!([{"id": line, "qty": 1}]);
        }
        let refunded = self.office.till.luis.post(&format!("/api/payments/{}/refund", payment["id"]), body).await;
        if let Some(refunded) = response_of_success(refunded) {
            self.bottles.remove(&number(&payment["billing"]));
            self.count_step(if is_part { "part of a sale" } else { "refund" });
            self.count_step(if refunded["credit_note"].is_null() { "void" } else { "credit note" });
        }
    }

    /// Refunds a unit of a sale of last month; that month's register of inventory stays as it was.
    async fn refund_in_next_month(&mut self, last: NaiveDate, payment: Option<Value>) {
        self.office.till.house.wait_until_valued().await;
        let path = format!("/api/stock/register/file?month={}", last.format("%Y-%m"));
        let before = self.office.admin.get(&path).await;
        self.refund(payment, true).await;
        self.office.till.house.wait_until_valued().await;
        let after = self.office.admin.get(&path).await;
        let [before, after] = [before, after].map(|file| String::from_utf8(file.bytes).unwrap());
        assert!(before == after, "{before}\n{after}");
    }

    /// Issues a credit note over the whole of a document.
    async fn issue_credit_note(&mut self) {
        let Some(payment) = self.take_refundable_payment() else { return };
        let form = json!({"pin": comanda::demo::PIN, "reason": "Plato devuelto", "reason_code": "06"});
        let path = format!("/api/billings/{}/credit-note", payment["billing"]["id"]);
        if response_of_success(self.office.till.luis.post(&path, form).await).is_some() {
            self.count_step("credit note");
        }
    }

    /// Issues a debit note for interest or a penalty on a document that stays.
    async fn issue_debit_note(&mut self) {
        let Some(payment) = self.take_refundable_payment() else { return };
        self.paid.push(payment);
        self.issue_debit_note_on_latest().await;
    }

    /// Issues a debit note on the latest document; the note may be voided later, like any payment.
    async fn issue_debit_note_on_latest(&mut self) {
        let Some(payment) = self.paid.last() else { return };
        let (reason, amount) = (
            *self.random.pick(&["01", "02", "03"]),
            format!("{}.{:02}", self.random.between(1, 6), self.random.between(0, 99)),
        );
        let form = json!({"pin": comanda::demo::PIN, "reason": "Pagó tarde", "reason_code": reason, "amount": amount, "payment_options": {"Efectivo": amount}});
        let path = format!("/api/billings/{}/debit-note", payment["billing"]["id"]);
        if let Some(note) = response_of_success(self.office.till.luis.post(&path, form).await) {
            self.count_step("debit note");
            if self.random.percent(30) {
                self.refund(Some(note), false).await;
            }
        }
    }

    /// Lets SUNAT refuse a factura; whatever else is waiting is sent with it.
    async fn have_factura_refused(&mut self) {
        self.sell(2).await;
        let factura = self.paid.pop().unwrap()["billing"].clone();
        let rule = Rule::new(When::Document(name(&factura)), Trouble::Reject(Code(2800)));
        self.office.sunat.add_rule(rule.for_operation(Operation::SendBill));
        self.office.start_worker();
        self.office.wait_for_state(&factura, "REJECTED").await;
        self.office.kill_workers().await;
        self.bottles.remove(&number(&factura));
        self.refused.push(factura);
        self.count_step("refused");
    }

    async fn reissue_refused(&mut self) {
        if let Some(billing) = self.refused.pop() {
            let path = format!("/api/billings/{}/reissue", billing["id"]);
            match response_of_success(self.office.till.luis.post(&path, json!({})).await) {
                Some(_) => self.count_step("issued again"),
                None => self.refused.push(billing),
            }
        }
    }
}
