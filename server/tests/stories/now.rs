//! The current state of the day: known sales of a Monday and of the Monday before, shown to each role as far as it concerns them.

use crate::{
    money::till::{open_cash_box, payment},
    on_both_databases,
    orders::house::House,
    support::{
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use chrono::{DateTime, Utc};
use comanda::{clock::Clock, money::Money};
use serde_json::{Value, json};

/// A restaurant on Monday 16/11/2026 at one o'clock in Lima.
struct Mondays {
    house: House,
    clock: Clock,
}

impl Fixture for Mondays {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-16T18:00:00Z".parse().unwrap());
        Self { house: House::with_clock(place, clock.clone()).await, clock }
    }
}

impl Mondays {
    fn set_clock(&self, time: &str) {
        self.clock.set(time.parse::<DateTime<Utc>>().unwrap());
    }
    /// Signs a user in: their session of a week ago has expired.
    async fn login_again(&self, user: &str) -> Client {
        self.house.app.login(user).await
    }
    /// Serves a table with this many dishes for 28.00 each; returns its account.
    async fn serve_table(&self, waiter: &Client, table: &str, dishes: i64) -> i64 {
        let id = self.house.open_table(waiter, table).await;
        let product = waiter.get("/api/products?term=cau%20cau").await.rows()[0]["id"].clone();
        let products = json!([{"product": {"id": product}, "qty": dishes}]);
        waiter.post("/api/orders", json!({"client_request": id, "products": products})).await.ok();
        id
    }
    async fn load_now(&self, user: &str) -> Value {
        self.login_again(user).await.get("/api/dashboard/now").await.ok()
    }
    /// Last Monday: Rosa sold 56.00 before this time of the day, and 28.00 after it.
    async fn last_week(&self) {
        let (rosa, luis) = (self.login_again("mozo").await, self.login_again("cajero").await);
        open_cash_box(&luis, "Principal", "200.00").await.ok();
        let before = self.serve_table(&rosa, "12", 2).await;
        luis.post("/api/payments", payment(before, json!({"Efectivo": "56.00"}), json!({}))).await.ok();
        self.set_clock("2026-11-16T20:00:00Z");
        let after = self.serve_table(&rosa, "12", 1).await;
        luis.post("/api/payments", payment(after, json!({"Efectivo": "28.00"}), json!({}))).await.ok();
        // Counted without a difference: the opening amount, and what came in.
        let cycle = luis.get("/api/cashbox-opened-cycle").await.ok()["id"].clone();
        let counted =
            json!({"status": "CLOSED", "denominations": {"200": 1, "50": 1, "20": 1, "10": 1, "2": 2}, "counted": {}});
        luis.put(&format!("/api/cashbox-cycles/{cycle}"), counted).await.ok();
    }
    /// This Monday: Rosa's table 12 paid 84.00 and a tip of 6.00 by two methods, and another one of hers and one of Diego's wait for their
    /// dishes.
    async fn this_week(&self) {
        self.set_clock("2026-11-23T18:10:00Z");
        let (rosa, luis) = (self.login_again("mozo").await, self.login_again("cajero").await);
        open_cash_box(&luis, "Principal", "200.00").await.ok();
        let paid = self.serve_table(&rosa, "12", 3).await;
        let tip = json!({"client_request_id": paid, "charges": [{"additionalChargeTypeId": 1, "amount": "6.00"}]});
        luis.post("/api/billing-adjustment", tip).await.ok();
        luis.post("/api/payments", payment(paid, json!({"Efectivo": "60.00", "Yape": "30.00"}), json!({}))).await.ok();
        let cook = self.login_again("cocina").await;
        self.set_clock("2026-11-23T18:14:00Z");
        self.cook_dishes(&cook, paid).await;
        self.set_clock("2026-11-23T19:00:00Z");
        self.serve_table(&rosa, "3", 1).await;
        self.set_clock("2026-11-23T19:30:00Z");
        self.serve_table(&self.login_again("mozo2").await, "5", 2).await;
        self.set_clock("2026-11-23T19:36:00Z");
    }
    /// Has the kitchen make the dishes of this account.
    async fn cook_dishes(&self, cook: &Client, request: i64) {
        let feed = cook.get("/api/kitchen").await.ok();
        let card = feed["cards"].as_array().unwrap().iter().find(|card| card["client_request_id"] == request).unwrap();
        let items = card["lines"].as_array().unwrap().iter().map(|line| json!({"line_id": line["id"]}));
        let items: Vec<Value> = items.collect();
        for status in ["PROCESSING", "PREPARED"] {
            cook.post("/api/kitchen/advance", json!({"items": items, "status": status})).await.ok();
        }
    }
}

fn fields(object: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// The texts in an answer that look like an amount of money.
fn amounts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => {
            let cents = text.rsplit_once('.').is_some_and(|(_, cents)| cents.len() == 2);
            (cents && text.parse::<Money>().is_ok()).then(|| text.clone()).into_iter().collect()
        }
        Value::Array(list) => list.iter().flat_map(amounts).collect(),
        Value::Object(all) => all.values().flat_map(amounts).collect(),
        _ => Vec::new(),
    }
}

on_both_databases! {
    async fn each_role_sees_its_own_figures_and_nothing_else(mondays: Mondays) {
        mondays.last_week().await;
        mondays.this_week().await;

        for runs_it in ["admin", "supervisor", "contador"] {
            let panel = mondays.load_now(runs_it).await;
            let house = &panel["now"];
            assert_eq!((&house["scope"], &panel["business_day"]), (&json!("HOUSE"), &json!("2026-11-23")));
            let sold = &house["sold"];
            assert_eq!((&sold["total"], &sold["accounts"], &sold["average"]), (&json!("84.00"), &json!(1), &json!("84.00")));
            // Last Monday's sale at three o'clock is not counted at 14:36.
            assert_eq!((&sold["before"], &sold["before_day"], &sold["change_percent"]), (&json!("56.00"), &json!("2026-11-16"), &json!("50")));
            let hours = json!([{"hour": 13, "total": "84.00", "before": "56.00"}, {"hour": 14, "total": "0.00", "before": "0.00"}]);
            assert_eq!(sold["by_hour"], hours);
            assert_eq!((&house["tables"]["occupied"], &house["to_collect"]), (&json!(2), &json!({"count": 2, "total": "84.00"})));
            assert_eq!(house["late_dishes"], "1", "Diego's wait for six minutes");
            let room: Vec<_> = house["room"].as_array().unwrap().iter().map(|r| (&r["name"], &r["tables"], &r["due"])).collect();
            let due = |name: &str, amount: &str| (json!(name), json!(1), json!(amount));
            let expected = [due("Diego Huamán", "56.00"), due("Rosa Quispe", "28.00")];
            assert_eq!(room, expected.iter().map(|(a, b, c)| (a, b, c)).collect::<Vec<_>>());
        }
        let late = |panel: &Value| panel["attention"].as_array().unwrap().iter().find(|n| n["kind"] == "LATE_DISH").cloned();
        let notice = late(&mondays.load_now("admin").await).unwrap();
        assert_eq!((&notice["text"], &notice["level"]), (&json!("Mesa 3 espera hace 36 min"), &json!("WARNING")));
        assert!(notice["detail"].as_str().unwrap().starts_with("Cau cau, prometido en ") && notice["path"].as_str().unwrap().starts_with("/order/"), "{notice}");
        assert_eq!(late(&mondays.load_now("contador").await), None, "who can do nothing about it");

        let panel = mondays.load_now("mozo").await;
        let rosa = &panel["now"];
        assert_eq!(fields(rosa), ["due", "open", "scope", "sold", "tips"]);
        assert_eq!((&rosa["scope"], &rosa["sold"]["total"], &rosa["sold"]["before"]), (&json!("OWN"), &json!("84.00"), &json!("56.00")));
        let open_of = |answer: &Value| answer["open"].as_array().unwrap().iter().map(|o| (o["label"].clone(), o["due"].clone())).collect::<Vec<_>>();
        assert_eq!(open_of(rosa), [(json!("Mesa 3"), json!("28.00"))]);
        let ways = json!([{"name": "Efectivo", "total": "4.00"}, {"name": "Yape", "total": "2.00"}]);
        let ways_again = ways.clone();
        assert_eq!(rosa["tips"], json!({"total": "6.00", "by_method": ways}));
        let report = mondays.login_again("admin").await.get("/api/payment-method-report").await.ok();
        let by_method = report["methods"].as_array().unwrap().iter().filter(|m| m["sums"]["tips"] != "0.00");
        let mut ways: Vec<_> = by_method.map(|m| json!({"name": m["name"], "total": m["sums"]["tips"]})).collect();
        ways.sort_by_key(|m| m["name"].to_string());
        assert_eq!((json!(ways), &report["totals"]["tips"], &report["tips"]), (ways_again, &json!("6.00"), &json!("6.00")));
        let diego = mondays.load_now("mozo2").await["now"].clone();
        assert_eq!((&diego["sold"]["total"], &diego["sold"]["before"], &diego["tips"]["total"]), (&json!("0.00"), &json!("0.00"), &json!("0.00")));
        assert_eq!(open_of(&diego), [(json!("Mesa 5"), json!("56.00"))]);
        assert!(!rosa.to_string().contains("Mesa 5") && late(&panel).is_none(), "{panel}");

        let panel = mondays.load_now("cocina").await;
        let kitchen = &panel["now"];
        assert_eq!(fields(kitchen), ["all", "areas", "oldest_sent_at", "scope"]);
        let times = json!({"prepared": "3", "median_seconds": 240, "prepared_late": "0", "waiting": "3", "waiting_late": "1"});
        assert_eq!((&kitchen["scope"], &kitchen["all"]), (&json!("KITCHEN"), &times));
        assert_eq!(kitchen["oldest_sent_at"].as_str().unwrap().parse::<DateTime<Utc>>().unwrap().to_rfc3339(), "2026-11-23T19:00:00+00:00");
        assert_eq!(amounts(&panel), Vec::<String>::new(), "no money in the kitchen: {panel}");
        assert_eq!(late(&panel).unwrap()["path"], "/monitor-production");
    }

    async fn a_cashier_counts_blind_and_sees_how_the_last_session_came_out(mondays: Mondays) {
        assert_eq!(mondays.load_now("cajero").await["now"], json!({"scope": "CYCLE", "open": null, "last": null}));
        mondays.last_week().await;
        mondays.this_week().await;
        let panel = mondays.load_now("cajero").await;
        let cycle = &panel["now"];
        assert_eq!(fields(cycle), ["last", "open", "scope"]);
        assert_eq!((&cycle["open"]["is_open"], &cycle["open"]["payments"]), (&json!(true), &json!(1)));
        assert_eq!(amounts(&cycle["open"]), Vec::<String>::new(), "no amount of what is to be counted: {cycle}");
        assert_eq!((&cycle["last"]["total"], &cycle["last"]["difference"]), (&json!("84.00"), &json!("0.00")));
        // A count that was refused leaves the session open, with nothing to see.
        let luis = mondays.login_again("cajero").await;
        let path = format!("/api/cashbox-cycles/{}", cycle["open"]["id"]);
        let counted = json!({"status": "CLOSED", "denominations": {"200": 1, "50": 1}, "counted": {"Yape": "30.00"}});
        luis.put(&path, counted).await.refused(409, "cash_difference");
        assert_eq!(amounts(&mondays.load_now("cajero").await["now"]["open"]), Vec::<String>::new());
        let accept = json!({"status": "CLOSED", "count_version": 1, "reason": "Vuelto mal dado", "pin": comanda::demo::PIN});
        luis.put(&path, accept).await.ok();
        let panel = mondays.load_now("cajero").await["now"].clone();
        assert_eq!((&panel["open"], &panel["last"]["difference"], &panel["last"]["total"]), (&json!(null), &json!("-10.00"), &json!("90.00")));
        // The office sees who and which session it was; the cashier's own colleagues do not.
        let differs = |panel: &Value| panel["attention"].as_array().unwrap().iter().any(|n| n["kind"] == "CASH_DIFFERENCE");
        assert!(differs(&mondays.load_now("supervisor").await));
        for other in ["cajero", "mozo", "cocina", "contador"] {
            assert!(!differs(&mondays.load_now(other).await), "{other}");
        }
        // The other calls with the restaurant's figures, as far as their roles have no line in the table of calls.
        mondays.login_again("cocina").await.get("/api/dashboard").await.refused(422, "not_permitted");
        for (role, scope) in [("cajero", "CYCLE"), ("mozo", "OWN"), ("contador", "HOUSE")] {
            assert_eq!(mondays.login_again(role).await.get("/api/dashboard").await.ok()["scope"], scope);
        }
    }

    async fn the_last_day_with_sales_has_the_figures_of_its_close(mondays: Mondays) {
        let last_day = async || mondays.login_again("admin").await.get("/api/dashboard/last-day").await.ok()["figures"].clone();
        assert_eq!(last_day().await, Value::Null, "nothing was ever sold");
        mondays.last_week().await;
        assert_eq!(last_day().await, Value::Null, "today is not over");
        let close = async |day: &str| {
            let mut figures = mondays.login_again("admin").await.get(&format!("/api/close-of-day?date={day}")).await.ok();
            let fields = figures.as_object_mut().unwrap();
            fields.retain(|name, _| name != "subject" && name != "text");
            figures
        };
        // Nothing was sold from Tuesday to Sunday: on Monday at seven the last day is the Monday before.
        mondays.set_clock("2026-11-23T12:00:00Z");
        let monday = last_day().await;
        assert_eq!((&monday["date"], &monday["total"], &monday["is_partial"]), (&json!("2026-11-16"), &json!("84.00"), &json!(false)));
        assert_eq!(monday, close("2026-11-16").await);
        mondays.this_week().await;
        assert_eq!(last_day().await["date"], "2026-11-16", "today's is still today's");
        mondays.set_clock("2026-11-24T12:00:00Z");
        let yesterday = last_day().await;
        assert_eq!((&yesterday["date"], &yesterday["before_date"], &yesterday["before"]), (&json!("2026-11-23"), &json!("2026-11-16"), &json!("84.00")));
        assert_eq!(yesterday["cashboxes"][0]["is_open"], true, "nobody closed it: {yesterday}");
        let cycle = format!("/api/cashbox-cycles/{}", yesterday["cashboxes"][0]["cycle_id"]);
        assert_eq!(mondays.login_again("admin").await.get(&cycle).await.ok()["status"], "OPEN", "where its row leads");
        assert_eq!(yesterday, close("2026-11-23").await);
        for reads in ["supervisor", "contador"] {
            assert_eq!(mondays.login_again(reads).await.get("/api/dashboard/last-day").await.ok()["figures"], yesterday);
        }
        for other in ["cajero", "mozo", "cocina"] {
            mondays.login_again(other).await.get("/api/dashboard/last-day").await.refused(422, "not_permitted");
        }
    }
}
