//! Refunds: a wrong document is collected anew, or a guest gets money back for a whole payment or for some of its dishes.

use super::{
    dishes::{label_of, list, whole},
    till::{Till, money},
};
use comanda::money::Money;
use serde_json::{Value, json};

impl Till {
    /// Refunds a payment of an account, or a part of it.
    pub async fn refund_some_payment(&mut self, account: i64) {
        let payments =
            self.screen.client.get(&format!("/api/payments?client_request_id={account}&page=false")).await.rows();
        let standing: Vec<Value> = payments.into_iter().filter(|p| p["voided_at"].is_null()).collect();
        if standing.is_empty() {
            return;
        }
        let payment = self.screen.random.pick(&standing).clone();
        let request = self.screen.get(&format!("/api/orders/{account}")).await;
        let lines = list(&payment["lines"]);
        let mut body = json!({"reason": "Se equivocaron", "pin": comanda::demo::PIN, "without_table": true});
        // A payment of an amount names no dishes.
        let reopens = lines.is_empty() || self.screen.random.percent(40);
        body["outcome"] = json!(if reopens { "REOPEN" } else { "CLOSE" });
        if body["outcome"] == "CLOSE" {
            body["remove_inventory"] = json!(self.screen.random.percent(50));
            if self.screen.random.percent(50) {
                let line = self.screen.random.pick(lines).clone();
                let units = self.screen.random.between(1, whole(&line["quantity"]));
                body["products"] = json!([{"id": line["line_id"], "qty": units}]);
            }
        }
        match self.screen.post(&format!("/api/payments/{}/refund", payment["id"]), body.clone()).await {
            Ok(response) => self.record_refund(&request, &body, &response),
            // The payment was refunded by another till or names no dishes, or the drawer has too little cash.
            Err(why)
                if why.has_code(&[
                    "conflict",
                    "already_paid",
                    "balance_changed",
                    "invalid",
                    "table_taken",
                    "sold_out",
                ]) => {}
            Err(why) => self.screen.report_unexplained_refusal(&format!("a refund {body}"), &why),
        }
    }

    /// Says which dishes an amount or a share was for.
    pub async fn assign(&mut self, account: i64) {
        let quote = self.screen.get(&format!("/api/payments-get-info/{account}")).await;
        let unpaid: Vec<&Value> = list(&quote["lines"]).iter().filter(|l| whole(&l["due_qty"]) > 0).collect();
        if quote["mode"] != "AMOUNT" || unpaid.is_empty() {
            return;
        }
        let line = (*self.screen.random.pick(&unpaid)).clone();
        let units = self.screen.random.between(1, whole(&line["due_qty"]));
        let body = json!({"client_request_id": account, "products": [{"id": line["id"], "qty": units}]});
        match self.screen.post("/api/orders-paided", body).await {
            Ok(_) => self.evening.tally("assigned"),
            // The payment was less than those dishes, or the account changed meanwhile.
            Err(why) if why.has_code(&["balance_changed", "conflict", "already_paid"]) => {}
            Err(why) => self.screen.report_unexplained_refusal("an assignment", &why),
        }
    }

    fn record_refund(&mut self, request: &Value, body: &Value, response: &Value) {
        self.evening.tally(&format!("refund: {}", body["outcome"]));
        for entry in list(&response["refund"]["entries"]) {
            *self.drawer.entry(entry["name"].as_str().unwrap().to_owned()).or_default() += -money(&entry["amount"]);
        }
        let void = response["refund"]["document"].as_str().unwrap().to_owned();
        if response["credit_note"].is_null() {
            self.evening.remember(|m| m.voided.insert(void));
        }
        if let Some(new_number) = response["charged_again"]["billing"]["full_number"].as_str() {
            let total: Money = money(&response["charged_again"]["billing"]["total"]);
            self.evening.remember(|m| m.documents.insert(new_number.to_owned(), total.millionths() / 10_000));
        }
        if body["outcome"] == "CLOSE" {
            self.record_dismissed_units(request, response);
        }
    }

    /// The refunded units count as dismissed.
    fn record_dismissed_units(&self, request: &Value, response: &Value) {
        for back in list(&response["refund"]["lines"]) {
            let line = list(&request["lines"]).iter().find(|l| l["id"] == back["line_id"]);
            if let Some(line) = line {
                self.evening.remember(|m| *m.dismissed.entry(label_of(line)).or_default() += whole(&back["quantity"]));
            }
        }
    }
}
