//! A waiter: seats guests, orders at once or in drafts that are changed, dismisses dishes, asks for bills. Tables are everybody's, so
//! colleagues and tills change the waiter's accounts all the time.

use super::{
    dishes::{OrderedDish, label_of, list, whole},
    restaurant::Evening,
    screen::{Screen, WriteResult},
};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedSender;

pub struct Waiter {
    pub(super) evening: Arc<Evening>,
    pub(super) screen: Screen,
    bills: UnboundedSender<i64>,
}

impl Waiter {
    pub async fn arrive(evening: &Arc<Evening>, number: usize, bills: UnboundedSender<i64>) -> Self {
        Self { evening: evening.clone(), screen: evening.waiter(number).await, bills }
    }

    /// Works until this many sends to the kitchen are done.
    pub async fn serve(mut self, sends: usize) {
        let mut sends_done = 0;
        while sends_done < sends {
            let table = self.screen.random.below(self.evening.tables.len());
            let Some(account) = self.account_at(table).await else { continue };
            let sent = match self.screen.random.below(100) {
                0..65 => self.order(table, account).await,
                65..90 => self.draft(table, account).await,
                _ => {
                    self.add(table, account, false).await;
                    false
                }
            };
            sends_done += usize::from(sent);
            match self.screen.random.below(100) {
                0..8 => self.dismiss(account).await,
                8..14 => self.pre_bill(account).await,
                14..20 => self.rearrange(table, account).await,
                45..60 => sends_done += usize::from(self.fire(account).await),
                20..45 => self.bills.send(account).unwrap(),
                _ => {}
            }
        }
    }

    /// Returns the account of a table, which is opened if there is none.
    pub(super) async fn account_at(&mut self, table: usize) -> Option<i64> {
        if let Some(open) = self.evening.at_table(table) {
            return Some(open);
        }
        let persons = self.screen.random.between(1, 8);
        let body = json!({"type": "TABLE", "table_id": self.evening.tables[table], "persons": persons});
        let account = match self.screen.post("/api/client-requests", body).await {
            Ok(opened) => opened["id"].as_i64(),
            Err(refusal) if refusal.has_code(&["table_taken"]) => refusal.json["current"]["client_request_id"].as_i64(),
            Err(why) => {
                self.screen.report_unexplained_refusal("opening a table", &why);
                None
            }
        };
        self.evening.seat(table, account);
        account
    }

    /// Adds dishes; returns `None` where the account is closed by now.
    async fn add(&mut self, table: usize, account: i64, send: bool) -> Option<Value> {
        let dishes = self.evening.menu.order(&mut self.screen.random);
        let products: Vec<_> = dishes.iter().map(OrderedDish::body).collect();
        let body = json!({"client_request": account, "products": products, "send": send});
        match self.screen.post("/api/orders", body).await {
            Ok(answer) => {
                self.evening.remember(|m| {
                    for dish in &dishes {
                        *m.ordered.entry(dish.label.clone()).or_default() += dish.quantity;
                    }
                });
                Some(answer)
            }
            Err(closed) if closed.has_code(&["conflict"]) => {
                self.forget_account(table, account);
                None
            }
            Err(why) => {
                self.screen.report_unexplained_refusal("an order", &why);
                None
            }
        }
    }

    pub(super) async fn order(&mut self, table: usize, account: i64) -> bool {
        let Some(answer) = self.add(table, account, true).await else { return false };
        self.record_sent_command(&answer["command"])
    }

    /// Notes dishes, changes the notes, and sends what is noted by then.
    pub(super) async fn draft(&mut self, table: usize, account: i64) -> bool {
        let Some(answer) = self.add(table, account, false).await else { return false };
        let lines = list(&answer["client_request"]["lines"]);
        let unsent: Vec<&Value> = lines.iter().filter(|l| l["command_id"].is_null()).collect();
        if !unsent.is_empty() && self.screen.random.percent(60) {
            let line = (*self.screen.random.pick(&unsent)).clone();
            self.change(&line).await;
        }
        match self.screen.post("/api/commands", json!({"client_request_id": account})).await {
            Ok(command) => self.record_sent_command(&command),
            // A colleague sent it along with theirs.
            Err(why) if why.has_code(&["not_sendable"]) => false,
            Err(closed) if closed.has_code(&["conflict"]) => {
                self.forget_account(table, account);
                false
            }
            Err(why) => {
                self.screen.report_unexplained_refusal("a send", &why);
                false
            }
        }
    }

    /// Records the command of a send; there is none where everything waits for its course.
    pub(super) fn record_sent_command(&self, command: &Value) -> bool {
        let Some(id) = command["id"].as_i64() else { return false };
        if !self.evening.remember(|m| m.commands.insert(id)) {
            self.evening.report_difference(format!("command {id} was given to two sends"));
        }
        true
    }

    /// Changes or removes an unsent line, perhaps from an outdated screen.
    async fn change(&mut self, line: &Value) {
        let stale = self.screen.random.percent(15);
        let version = line["version"].as_i64().unwrap() - i64::from(stale);
        let path = format!("/api/orders/{}", line["id"]);
        let result = match self.screen.random.below(3) {
            0 => self.screen.delete(&format!("{path}?version={version}")).await.map(|_| Value::Null),
            1 => {
                let quantity = self.screen.random.between(1, 6);
                self.screen.put(&path, json!({"qty": quantity, "version": version})).await
            }
            _ => {
                let comment = self.evening.menu.comment(&mut self.screen.random).to_owned();
                self.screen.put(&path, json!({"comment": comment, "version": version})).await
            }
        };
        if stale && result.is_ok() {
            self.evening.report_difference(format!("line {} was changed from an old screen", line["id"]));
        }
        self.changed(line, result);
    }

    fn changed(&self, before: &Value, result: WriteResult) {
        match result {
            Ok(after) => self.evening.remember(|m| {
                *m.ordered.entry(label_of(before)).or_default() -= whole(&before["qty"]);
                if !after.is_null() {
                    *m.ordered.entry(label_of(&after)).or_default() += whole(&after["qty"]);
                }
            }),
            // Somebody else changed, sent, paid, closed or removed the line meanwhile.
            Err(why) if why.has_code(&["stale_version", "conflict", "not_found", "already_paid"]) => {}
            Err(why) => self.screen.report_unexplained_refusal("a change", &why),
        }
    }

    /// Dismisses some units of a line that was sent.
    pub(super) async fn dismiss(&mut self, account: i64) {
        let request = self.screen.get(&format!("/api/orders/{account}")).await;
        let unpaid_units = |l: &Value| whole(&l["qty"]) - whole(&l["qty_paid"]);
        let lines = list(&request["lines"]).iter();
        let sent: Vec<&Value> =
            lines.filter(|l| !l["command_id"].is_null() && l["status"] != "DISMISSED" && unpaid_units(l) > 0).collect();
        if sent.is_empty() || !request["closed_at"].is_null() {
            return;
        }
        let line = (*self.screen.random.pick(&sent)).clone();
        let quantity = self.screen.random.between(1, unpaid_units(&line));
        let right_pin = self.screen.random.percent(90);
        let body = json!({
            "order_ids": [line["id"]], "quantities": {line["id"].to_string(): quantity}, "reason": "El cliente cambió de idea",
            "made": self.screen.random.percent(40), "pin": if right_pin { comanda::demo::PIN } else { "0000" },
        });
        match self.screen.put(&format!("/api/orders/{account}/dismiss"), body).await {
            Ok(_) => self.evening.remember(|m| *m.dismissed.entry(label_of(&line)).or_default() += quantity),
            Err(why) if why.has_code(&["wrong_pin"]) && !right_pin => {}
            // Somebody else paid, dismissed or closed it meanwhile; or this waiter guessed PINs too often.
            Err(why) if why.has_code(&["conflict", "already_paid", "invalid", "pin_locked"]) => {}
            Err(why) => self.screen.report_unexplained_refusal("a dismissal", &why),
        }
    }

    async fn pre_bill(&mut self, account: i64) {
        if let Err(why) = self.screen.post(&format!("/api/orders/{account}/pre-order-print"), json!({})).await
            && !why.has_code(&["not_sendable", "conflict"])
        {
            self.screen.report_unexplained_refusal("a pre-bill", &why);
        }
    }

    /// Forgets the account of a table whose guests have left, unless others have come.
    fn forget_account(&self, table: usize, account: i64) {
        let mut board = self.evening.board.lock().unwrap();
        if board[table] == Some(account) {
            board[table] = None;
        }
    }
}
