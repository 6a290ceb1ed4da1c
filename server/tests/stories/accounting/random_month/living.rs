//! What happens in the months.

use super::{HOURS, MENU, RandomBooks, STEPS, granted, in_lima};
use crate::{
    money::till::payment,
    purchases::provider_of,
    sending::office::{name, number},
};
use chrono::{Datelike, Days, Months, NaiveDate};
use comanda::settings::tax;
use comanda_sunat_fake::{Code, Operation, Rule, Trouble, When};
use serde_json::{Value, json};

/// Whatever chance may leave out is done once, the last night of two months included.
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
    pub(super) async fn go_by(&mut self) {
        let eve = self.period.eve();
        self.strike(eve, "16:05:00").await;
        self.buy().await;
        self.refuse().await;
        self.strike(eve, "23:50:00").await;
        self.opens().await;
        self.opens().await;
        self.strike(self.period.months[0], "00:31:00").await;
        self.pays_open(1).await;
        self.sells(3).await;
        for month in self.period.months.clone() {
            self.live(month).await;
            self.end(month + Months::new(1) - Days::new(1)).await;
        }
        for needed in NEEDED {
            assert!(self.done.contains_key(needed), "never: {needed}; {:?}", self.done);
        }
    }

    /// A month after its first night.
    async fn live(&mut self, month: NaiveDate) {
        let days = i64::from(month.num_days_in_month());
        let mut moments: Vec<(i64, i64, i64)> = (0..self.period.moments)
            .map(|_| (self.dice.between(2, days - 1), *self.dice.pick(&HOURS), self.dice.between(0, 59)))
            .collect();
        moments.sort_unstable();
        for (at, (day, hour, minute)) in moments.into_iter().enumerate() {
            let day = month.with_day(u32::try_from(day).unwrap()).unwrap();
            self.strike(day, &format!("{hour:02}:{minute:02}:00")).await;
            if at == self.period.moments / 2 {
                self.refuse().await;
                self.issues_again().await;
            }
            for _ in 0..STEPS {
                self.step().await;
            }
        }
    }

    /// The last night of a month, until its business day ends in the next one.
    async fn end(&mut self, last: NaiveDate) {
        self.strike(last, "23:40:00").await;
        // What is issued later than a paper may be entered does not date what it is for in the register of inventory.
        while !self.open.is_empty() {
            self.pays_open(1).await;
        }
        self.opens().await;
        self.sells(2).await;
        self.sells(1).await;
        let latest = self.paid.pop();
        self.gives_back(latest, false).await;
        self.sells(1).await;
        let latest = self.paid.pop();
        self.gives_back(latest, true).await;
        self.sells(2).await;
        self.debits_latest().await;
        self.sells_on_paper().await;
        self.strike(last, "23:59:59").await;
        self.sells(1).await;
        let next = last + Days::new(1);
        let latest = self.paid.pop();
        self.strike(next, "00:31:00").await;
        self.returns_behind(last, latest).await;
        self.pays_open(1).await;
        self.sells(3).await;
        self.step().await;
        self.strike(next, "03:59:00").await;
        self.sells(2).await;
    }

    /// The clocks of Lima show this.
    async fn strike(&mut self, day: NaiveDate, time: &str) {
        self.office.strike(&self.clock, in_lima(&format!("{day}T{time}"))).await;
    }

    async fn step(&mut self) {
        let kind = *self.dice.pick(&[1, 1, 1, 2, 3]);
        match self.dice.below(100) {
            0..40 => self.sells(kind).await,
            40..55 => self.opens().await,
            55..70 => self.pays_open(kind).await,
            70..88 => {
                let (payment, is_part) = (self.some_payment(), self.dice.percent(50));
                self.gives_back(payment, is_part).await;
            }
            88..91 => self.notes().await,
            91..94 => self.debits().await,
            94..97 => self.sells_on_paper().await,
            _ => self.issues_again().await,
        }
    }

    fn note(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    /// Bottles for all months by factura, and some without a paper.
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

    /// An account with some of the menu, bottles always.
    async fn account(&mut self) -> i64 {
        let body = json!({"type": "ORDER", "client_name": "Ana"});
        let id = self.office.till.luis.post("/api/client-requests", body).await.ok()["id"].as_i64().unwrap();
        let mut products = Vec::new();
        for (at, name) in MENU.into_iter().enumerate() {
            if at == 0 || self.dice.percent(40) {
                let (product, units) = (&self.menu[name], self.dice.between(1, 3));
                let variant = &product["variants"][0]["id"];
                products.push(json!({"product": {"id": product["id"]}, "qty": units, "variant_id": variant}));
                if at == 0 {
                    self.bottles_of.insert(id, units);
                }
            }
        }
        if self.dice.percent(40) {
            products.push(json!({"product": {"id": self.bag}, "qty": self.dice.between(1, 3)}));
            self.note("plastic bag");
        }
        self.office.till.luis.post("/api/orders", json!({"client_request": id, "products": products})).await.ok();
        id
    }

    async fn opens(&mut self) {
        let id = self.account().await;
        self.open.push(id);
    }

    /// The account that has been open longest.
    async fn pays_open(&mut self, kind: i64) {
        if !self.open.is_empty() {
            let id = self.open.remove(0);
            self.pays(id, kind).await;
            self.note("paid after midnight");
        }
    }

    async fn sells(&mut self, kind: i64) {
        let id = self.account().await;
        self.pays(id, kind).await;
    }

    async fn pays(&mut self, id: i64, kind: i64) {
        self.pays_with(id, kind, json!({})).await;
    }

    /// By a boleta or factura that was written by hand up to sixty days ago, of booklets that have one series.
    async fn sells_on_paper(&mut self) {
        let kind = *self.dice.pick(&[1, 2]);
        let today = tax::issue_date(self.clock.now());
        let days = (today - self.period.eve()).num_days().min(60);
        let issued_on = today - Days::new(self.dice.between(0, days).unsigned_abs());
        let id = self.account().await;
        let series = self.booklets[usize::try_from(kind - 1).unwrap()];
        self.papers += 1;
        let paper = json!({"contingency": {"series_id": series, "number": self.papers, "issued_on": issued_on}});
        self.pays_with(id, kind, paper).await;
        self.note("paper");
    }

    async fn pays_with(&mut self, id: i64, kind: i64, mut more: Value) {
        let due = self.office.till.info(id).await["total"].clone();
        more["billing_type_id"] = json!(kind);
        if kind == 2 {
            more["client_id"] = json!(self.ruc);
        }
        let paid = self.office.till.luis.post("/api/payments", payment(id, json!({"Efectivo": due}), more)).await.ok();
        self.note(["boleta", "factura", "nota de venta"][usize::try_from(kind - 1).unwrap()]);
        let bottles = self.bottles_of.remove(&id).unwrap();
        self.bottles.insert(number(&paid["billing"]), bottles);
        self.paid.push(paid);
    }

    /// A payment of which nothing was given back; mostly the latest, for the law's days.
    fn some_payment(&mut self) -> Option<Value> {
        let last = self.paid.len().checked_sub(1)?;
        let at = if self.dice.percent(70) { last } else { self.dice.below(last + 1) };
        Some(self.paid.remove(at))
    }

    /// All of it, or a unit of its first line.
    async fn gives_back(&mut self, payment: Option<Value>, is_part: bool) {
        let Some(payment) = payment else { return };
        let mut body = json!({"outcome": "CLOSE", "reason": "Llegó frío", "pin": comanda::demo::PIN, "remove_inventory": self.dice.percent(50)});
        if is_part {
            let line = self.office.till.luis.get(&format!("/api/payments/{}", payment["id"])).await.ok()["lines"][0]["line_id"].clone();
            body["products"] = json!([{"id": line, "qty": 1}]);
        }
        let done = self.office.till.luis.post(&format!("/api/payments/{}/refund", payment["id"]), body).await;
        if let Some(done) = granted(done) {
            self.bottles.remove(&number(&payment["billing"]));
            self.note(if is_part { "part of a sale" } else { "refund" });
            self.note(if done["credit_note"].is_null() { "void" } else { "credit note" });
        }
    }

    /// A unit of a sale of last month comes back: that month's register of inventory stays as it was.
    async fn returns_behind(&mut self, last: NaiveDate, payment: Option<Value>) {
        self.office.till.house.valued().await;
        let path = format!("/api/stock/register/file?month={}", last.format("%Y-%m"));
        let before = self.office.admin.get(&path).await;
        self.gives_back(payment, true).await;
        self.office.till.house.valued().await;
        let after = self.office.admin.get(&path).await;
        let [before, after] = [before, after].map(|file| String::from_utf8(file.bytes).unwrap());
        assert!(before == after, "{before}\n{after}");
    }

    /// A credit note over the whole of a document.
    async fn notes(&mut self) {
        let Some(payment) = self.some_payment() else { return };
        let asked = json!({"pin": comanda::demo::PIN, "reason": "Plato devuelto", "reason_code": "06"});
        let path = format!("/api/billings/{}/credit-note", payment["billing"]["id"]);
        if granted(self.office.till.luis.post(&path, asked).await).is_some() {
            self.note("credit note");
        }
    }

    /// Interest or a penalty on a document that stays.
    async fn debits(&mut self) {
        let Some(payment) = self.some_payment() else { return };
        self.paid.push(payment);
        self.debits_latest().await;
    }

    /// One of them may be voided later, like any payment.
    async fn debits_latest(&mut self) {
        let Some(payment) = self.paid.last() else { return };
        let (reason, amount) = (
            *self.dice.pick(&["01", "02", "03"]),
            format!("{}.{:02}", self.dice.between(1, 6), self.dice.between(0, 99)),
        );
        let asked = json!({"pin": comanda::demo::PIN, "reason": "Pagó tarde", "reason_code": reason, "amount": amount, "payment_options": {"Efectivo": amount}});
        let path = format!("/api/billings/{}/debit-note", payment["billing"]["id"]);
        if let Some(note) = granted(self.office.till.luis.post(&path, asked).await) {
            self.note("debit note");
            if self.dice.percent(30) {
                self.gives_back(Some(note), false).await;
            }
        }
    }

    /// SUNAT refuses a factura; whatever else waited is sent with it.
    async fn refuse(&mut self) {
        self.sells(2).await;
        let factura = self.paid.pop().unwrap()["billing"].clone();
        let rule = Rule::new(When::Document(name(&factura)), Trouble::Reject(Code(2800)));
        self.office.sunat.on(rule.on(Operation::SendBill));
        self.office.work();
        self.office.until(&factura, "REJECTED").await;
        self.office.kill().await;
        self.bottles.remove(&number(&factura));
        self.refused.push(factura);
        self.note("refused");
    }

    async fn issues_again(&mut self) {
        if let Some(billing) = self.refused.pop() {
            let path = format!("/api/billings/{}/reissue", billing["id"]);
            match granted(self.office.till.luis.post(&path, json!({})).await) {
                Some(_) => self.note("issued again"),
                None => self.refused.push(billing),
            }
        }
    }
}
