//! Discounts, courtesies and charges of all kinds, on a whole account or on lines of it.

use super::{
    dishes::list,
    till::{Till, money},
};
use comanda::money::Money;
use serde_json::{Value, json};

/// The ids of the kinds of charges, as the demo has them.
const TIP: i64 = 1;
const OTHER: i64 = 2;
const DELIVERY: i64 = 3;
const SERVICE: i64 = 4;

impl Till {
    /// Adds a random discount or charge to an account.
    pub async fn adjust_account(&mut self, account: i64) {
        let request = self.screen.get(&format!("/api/orders/{account}")).await;
        let mut body = json!({"client_request_id": account, "pin": comanda::demo::PIN});
        if self.screen.random.percent(55) {
            body["discounts"] = json!([self.discount(&request)]);
        } else {
            body["charges"] = json!([self.charge()]);
        }
        match self.screen.post("/api/billing-adjustment", body.clone()).await {
            Ok(_) => self.evening.tally("adjustments"),
            // Nothing is left to take off, the account has such a charge already, or it was paid meanwhile.
            Err(why) if why.has_code(&["invalid", "already_exists", "conflict", "already_paid"]) => {}
            Err(why) => self.screen.report_unexplained_refusal(&format!("an adjustment {body}"), &why),
        }
    }

    /// Switches an adjustment of an account off or on again, or removes it.
    pub async fn change_adjustment(&mut self, account: i64) {
        let carries = self.screen.get(&format!("/api/adjustments-by-request-id/{account}")).await;
        let all: Vec<&Value> = list(&carries["discounts"]).iter().chain(list(&carries["charges"])).collect();
        if all.is_empty() {
            return;
        }
        let chosen = (*self.screen.random.pick(&all)).clone();
        let path = format!("/api/billing-adjustment/{}", chosen["id"]);
        let result = if self.screen.random.percent(70) {
            let body = json!({"enabled": chosen["enabled"] == false, "pin": comanda::demo::PIN});
            self.screen.patch(&path, body).await
        } else {
            self.screen.delete_with(&path, json!({"pin": comanda::demo::PIN})).await
        };
        match result {
            Ok(_) => self.evening.tally("adjustments switched"),
            Err(why) if why.has_code(&["invalid", "conflict", "already_paid", "not_found"]) => {}
            Err(why) => self.screen.report_unexplained_refusal("another thought", &why),
        }
    }

    fn discount(&mut self, request: &Value) -> Value {
        let random = &mut self.screen.random;
        let live: Vec<&Value> = list(&request["lines"]).iter().filter(|l| l["status"] != "DISMISSED").collect();
        let mut discount = match random.below(4) {
            0 => json!({"discountTypeId": 1}),
            1 => {
                let most = money(&request["totals"]["subtotal"]).millionths() / 10_000;
                let amount = Money::centimos(random.between(1, (most / 2).max(1)));
                json!({"discountTypeId": 2, "discountMethod": "FIXED", "amount": amount})
            }
            _ => {
                let percent = format!("{}.{:02}", random.between(1, 60), random.between(0, 99));
                json!({"discountTypeId": 2, "discountMethod": "PERCENTAGE", "percentage": percent, "description": "Amigos"})
            }
        };
        // A discount of the whole account is rare.
        if !live.is_empty() && (discount["discountTypeId"] == 1 && random.percent(95) || random.percent(40)) {
            discount["line_ids"] = json!([random.pick(&live)["id"]]);
        }
        discount
    }

    fn charge(&mut self) -> Value {
        let random = &mut self.screen.random;
        let amount = Money::centimos(random.between(1, 2_500));
        match random.below(5) {
            0 => json!({"additionalChargeTypeId": TIP, "amount": amount}),
            1 => json!({"additionalChargeTypeId": TIP, "percentage": "10"}),
            2 => {
                json!({"additionalChargeTypeId": OTHER, "amount": amount, "extraDescription": "Descorche", "isDiscountable": random.percent(50)})
            }
            3 => json!({"additionalChargeTypeId": DELIVERY, "amount": amount}),
            _ => json!({"additionalChargeTypeId": SERVICE, "percentage": random.between(1, 13).to_string()}),
        }
    }
}
