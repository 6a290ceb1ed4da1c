//! Menu prices that include the recargo al consumo: guests pay the listed price, and documents split it by the rate of their day.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use chrono::NaiveDateTime;
use chrono_tz::America::Lima;
use comanda::clock::Clock;
use comanda_sunat_fake::{Code, Operation, Rule, Trouble, When};
use serde_json::{Value, json};

/// A small restaurant on the last evening of 2026, whose listed prices include a recargo of 10 %.
struct Carta {
    office: Office,
    clock: Clock,
}

impl Fixture for Carta {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-12-31T17:00:00Z".parse().unwrap());
        let mut office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        office.set_clocks(&clock, clock.now()).await;
        for (valid_from, percent) in [("2026-01-01", "10.5"), ("2027-01-01", "15")] {
            let rate = json!({"valid_from": valid_from, "percent": percent, "name": "Restaurantes MYPE"});
            office.admin.post("/api/tax-rates", rate).await.ok();
        }
        let carta = Self { office, clock };
        carta.change_rules(json!({"service_percent": "10", "prices_include_service": true})).await;
        carta
    }
}

impl Carta {
    async fn change_rules(&self, rules: Value) {
        let settings = self.office.admin.put("/api/global-settings", rules.clone()).await.ok();
        for (rule, value) in rules.as_object().unwrap() {
            assert_eq!(&settings[rule], value);
        }
    }

    fn till(&self) -> &Till {
        &self.office.till
    }

    /// Opens an account at a table; returns its id.
    async fn table(&self, table: &str, products: &[(i64, &str)]) -> i64 {
        let house = &self.till().house;
        let mut ordered = Vec::new();
        for (quantity, name) in products {
            ordered.push(house.order_item(*quantity, name).await);
        }
        house.send_order(table, &ordered).await["client_request"]["id"].as_i64().unwrap()
    }

    async fn pay(&self, account: i64, amount: &str, more: Value) -> Value {
        self.till().pay(account, json!({"Efectivo": amount}), more).await.ok()
    }

    async fn send_and_await_acceptance(&mut self) {
        self.office.start_worker();
        for billing in self.office.admin.get("/api/billings?page=false").await.rows() {
            let ends = match (billing["voided_at"].is_null(), billing["state"].as_str()) {
                (_, Some("REJECTED")) => continue,
                (true, _) => "ACCEPTED",
                (false, _) => "VOIDED",
            };
            self.office.wait_for_state(&billing, ends).await;
        }
        assert_eq!(self.office.sunat.snapshot().violations, []);
    }
}

/// Base, recargo and total.
fn split(document: &Value) -> [&str; 3] {
    ["taxable", "other_charges", "total"].map(|field| document[field].as_str().unwrap())
}

on_both_databases! {
    async fn the_guest_pays_the_listed_price_and_the_document_splits_it(carta: Carta) {
        let mut carta = carta;
        let account = carta.table("12", &[(1, "Lomo saltado")]).await;
        let order = carta.till().luis.get(&format!("/api/orders/{account}")).await.ok();
        assert_eq!((&order["totals"]["total"], &order["totals"]["service_included"]), (&json!("38.00"), &json!("3.15")));
        let quoted = carta.till().payment_info(account).await;
        assert_eq!((&quoted["total"], &quoted["service_included"], &quoted["igv_included"]), (&json!("38.00"), &json!("3.15"), &json!("3.31")));
        let listed = carta.till().luis.get(&format!("/api/adjustments-by-request-id/{account}")).await.ok();
        assert_eq!((&listed["charges"][0]["name"], &listed["charges"][0]["amount"]), (&json!("Recargo al consumo 10% (incluido)"), &json!("3.15")));
        let paid = carta.pay(account, "38", json!({})).await;
        assert_eq!(split(&paid["billing"]), ["31.54", "3.15", "38.00"]);
        carta.send_and_await_acceptance().await;
    }

    async fn an_open_account_stays_as_it_was_opened(carta: Carta) {
        let held = carta.table("12", &[(2, "Lomo saltado")]).await;
        carta.pay(held, "38", json!({"share": {"of": 2}})).await;
        carta.change_rules(json!({"prices_include_service": false})).await;
        let on_top = carta.table("5", &[(1, "Lomo saltado")]).await;
        carta.change_rules(json!({"prices_include_service": true})).await;
        assert_eq!(carta.till().payment_info(held).await["total"], "38.00");
        // 38.00 include 34.39 without IGV, and 3.44 are added.
        assert_eq!(carta.till().payment_info(on_top).await["total"], "41.44");
        let last = carta.pay(held, "38", json!({})).await;
        assert_eq!(split(&last["billing"]), ["31.54", "3.15", "38.00"]);
    }

    async fn each_side_of_midnight_is_split_by_its_own_rate(carta: Carta) {
        let mut carta = carta;
        let account = carta.table("12", &[(2, "Lomo saltado"), (1, "Cau cau")]).await;
        let lines = carta.till().line_ids(account).await;
        let before = carta.pay(account, "38", json!({"products": [{"id": lines[0], "qty": "1"}]})).await;
        let midnight = "2027-01-01T00:31:00".parse::<NaiveDateTime>().unwrap().and_local_timezone(Lima).unwrap();
        carta.office.set_clocks(&carta.clock, midnight.to_utc()).await;
        let after = carta.pay(account, "66", json!({})).await;
        assert_eq!((split(&before["billing"]), split(&after["billing"])), (["31.54", "3.15", "38.00"], ["52.80", "5.28", "66.00"]));
        carta.send_and_await_acceptance().await;
    }

    async fn a_refund_takes_its_part_of_the_recargo_along(carta: Carta) {
        let mut carta = carta;
        let account = carta.table("12", &[(2, "Lomo saltado"), (1, "Cau cau")]).await;
        let lines = carta.till().line_ids(account).await;
        let discount = json!({"client_request_id": account, "discounts": [{"discountMethod": "PERCENTAGE", "percentage": "10"}], "pin": comanda::demo::PIN});
        carta.office.admin.post("/api/billing-adjustment", discount).await.ok();
        // 104.00 − 10.40.
        let paid = carta.pay(account, "93.60", json!({})).await;
        assert_eq!(split(&paid["billing"]), ["77.67", "7.77", "93.60"]);
        carta.office.start_worker();
        carta.office.wait_for_state(&paid["billing"], "ACCEPTED").await;
        let back = json!({"pin": comanda::demo::PIN, "reason": "Plato frío", "outcome": "CLOSE", "remove_inventory": false,
                          "products": [{"id": lines[0], "qty": "1"}]});
        let path = format!("/api/payments/{}/refund", paid["billing"]["payment_id"]);
        let refunded = carta.till().luis.post(&path, back).await.ok();
        let note = &refunded["credit_note"];
        assert_eq!((&note["total"], &note["other_charges"]), (&json!("34.20"), &json!("2.84")));
        carta.send_and_await_acceptance().await;
    }

    async fn a_refund_in_january_keeps_the_rule_of_its_document(carta: Carta) {
        let mut carta = carta;
        let account = carta.table("12", &[(2, "Lomo saltado"), (1, "Cau cau")]).await;
        let lines = carta.till().line_ids(account).await;
        let paid = carta.pay(account, "104", json!({})).await;
        assert_eq!(split(&paid["billing"]), ["86.31", "8.63", "104.00"]);
        carta.office.start_worker();
        carta.office.wait_for_state(&paid["billing"], "ACCEPTED").await;
        let january = "2027-01-02T13:00:00".parse::<NaiveDateTime>().unwrap().and_local_timezone(Lima).unwrap();
        carta.office.set_clocks(&carta.clock, january.to_utc()).await;
        let back = json!({"pin": comanda::demo::PIN, "reason": "Plato frío", "outcome": "CLOSE", "remove_inventory": false,
                          "products": [{"id": lines[0], "qty": "1"}]});
        let path = format!("/api/payments/{}/refund", paid["billing"]["payment_id"]);
        let note = carta.till().luis.post(&path, back).await.ok()["credit_note"].clone();
        assert_eq!((&note["total"], &note["other_charges"]), (&json!("38.00"), &json!("3.15")));
    }

    async fn the_included_recargo_is_waived_with_a_pin_unless_it_was_split(carta: Carta) {
        let account = carta.table("12", &[(2, "Lomo saltado")]).await;
        let listed = carta.till().luis.get(&format!("/api/adjustments-by-request-id/{account}")).await.ok();
        let path = format!("/api/billing-adjustment/{}", listed["charges"][0]["id"]);
        carta.till().house.rosa.delete(&path).await.refused(422, "pin_required");
        carta.pay(account, "38", json!({"share": {"of": 2}})).await;
        carta.office.admin.delete(&path).await.refused(409, "conflict");
        let last = carta.pay(account, "38", json!({})).await;
        assert_eq!(split(&last["billing"]), ["31.54", "3.15", "38.00"]);
    }

    async fn a_refused_document_with_another_day_is_split_by_the_rate_of_that_day(carta: Carta) {
        let mut carta = carta;
        carta.office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2074))).for_operation(Operation::SendBill).times(1));
        let account = carta.table("12", &[(1, "Lomo saltado"), (1, "Cau cau")]).await;
        let refused = carta.pay(account, "66", json!({})).await["billing"].clone();
        assert_eq!(split(&refused), ["54.77", "5.48", "66.00"]);
        carta.office.start_worker();
        carta.office.wait_for_state(&refused, "REJECTED").await;
        let later = "2027-01-05T13:00:00".parse::<NaiveDateTime>().unwrap().and_local_timezone(Lima).unwrap();
        carta.office.set_clocks(&carta.clock, later.to_utc()).await;
        let quoted = carta.till().luis.get(&format!("/api/billings/{}/reissue-quote", refused["id"])).await.ok();
        let anew = carta.till().luis.post(&format!("/api/billings/{}/reissue", refused["id"]), json!({})).await.ok();
        assert_eq!(split(&anew["billing"]), ["52.80", "5.28", "66.00"]);
        assert_eq!((&quoted["taxable"], &quoted["igv"]), (&json!("52.80"), &json!("7.92")));
        carta.office.wait_for_state(&anew["billing"], "ACCEPTED").await;
        // The account stays as it was paid.
        let order = carta.till().luis.get(&format!("/api/orders/{account}")).await.ok();
        assert_eq!((&order["totals"]["total"], &order["totals"]["due"]), (&json!("66.00"), &json!("0.00")));
        assert_eq!(carta.office.sunat.snapshot().violations, []);
    }

    async fn all_payments_of_an_account_treat_tips_like_the_first(carta: Carta) {
        for (first, second) in [(false, true), (true, false)] {
            carta.change_rules(json!({"tip_on_document": first})).await;
            let account = carta.table(if first { "12" } else { "5" }, &[(2, "Lomo saltado")]).await;
            let tip = json!({"client_request_id": account, "charges": [{"additionalChargeTypeId": 1, "amount": "10"}]});
            carta.till().luis.post("/api/billing-adjustment", tip).await.ok();
            let one = carta.pay(account, "43", json!({"share": {"of": 2}})).await["billing"].clone();
            carta.change_rules(json!({"tip_on_document": second})).await;
            let other = carta.pay(account, "43", json!({})).await["billing"].clone();
            let expected = if first { ["31.54", "8.15", "43.00"] } else { ["31.54", "3.15", "38.00"] };
            assert_eq!((split(&one), split(&other)), (expected, expected));
        }
    }

    async fn a_refused_document_is_reissued_with_the_same_split(carta: Carta) {
        let mut carta = carta;
        carta.office.sunat.add_rule(Rule::new(When::Always, Trouble::Reject(Code(2074))).for_operation(Operation::SendBill).times(1));
        let account = carta.table("12", &[(1, "Lomo saltado")]).await;
        let refused = carta.pay(account, "38", json!({})).await["billing"].clone();
        carta.office.start_worker();
        carta.office.wait_for_state(&refused, "REJECTED").await;
        let anew = carta.till().luis.post(&format!("/api/billings/{}/reissue", refused["id"]), json!({})).await.ok();
        assert_eq!(split(&anew["billing"]), ["31.54", "3.15", "38.00"]);
        carta.office.wait_for_state(&anew["billing"], "ACCEPTED").await;
        assert_eq!(carta.office.sunat.snapshot().violations, []);
    }
}
