//! The goal of the month: once set it holds until another one is set, and is compared with the sales report.

use crate::{
    money::till,
    on_both_databases,
    support::{
        app::TestApp,
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use chrono::{Duration, NaiveDate};
use comanda::clock::Clock;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

/// Saturday 21/11/2026 at seven in the evening in Lima: ten days of the month are left, with this one.
const SATURDAY: &str = "2026-11-22T00:00:00Z";

/// A restaurant in the last third of a month.
struct November {
    app: TestApp,
    clock: Clock,
}

impl Fixture for November {
    async fn create(place: &DatabasePlace) -> Self {
        let (app, clock) = TestApp::with_fixed_clock(place, SATURDAY).await;
        Self { app, clock }
    }
}

impl November {
    /// Signs in as the admin again, because the session of a month ago has expired.
    async fn admin(&self) -> Client {
        self.app.login("admin").await
    }
    fn set_clock(&self, time: &str) {
        self.clock.set(time.parse().unwrap());
    }
    /// Sells three dishes for 84.00.
    async fn sell(&self) {
        till::sell_for_84(&self.app.login("cajero").await).await;
    }
    async fn set_from(&self, month: &str, amount: &str) -> Value {
        self.admin().await.put("/api/sales-goal", json!({"month": month, "amount": amount})).await.ok()
    }
    async fn current_goal(&self) -> Value {
        self.admin().await.get("/api/sales-goal").await.ok()
    }
}

async fn logged(client: &Client) -> Vec<Value> {
    client.get("/api/pos-options/action-logs?action_type=SALES_GOAL_SET").await.rows()
}

on_both_databases! {
    async fn a_goal_holds_from_its_month_on_until_another_one_is_set(place: November) {
        let none = place.current_goal().await;
        assert_eq!((&none["month"], &none["sold"], &none["days_left"]), (&json!("2026-11"), &json!("0.00"), &json!(10)));
        for field in ["goal", "percent", "left", "per_day", "next_goal"] {
            assert_eq!(none[field], Value::Null, "{field}: {none}");
        }
        place.sell().await;
        // Today counts entirely: its sales are part of what it has to bring.
        let set = place.set_from("2026-11", "30000").await;
        assert_eq!((&set["goal"], &set["sold"], &set["left"]), (&json!("30000.00"), &json!("84.00"), &json!("29916.00")));
        assert_eq!((&set["per_day"], &set["percent"], &set["next_goal"]), (&json!("3000.00"), &json!("0"), &json!("30000.00")));
        let report = place.admin().await.get("/api/sales-total-report?start_date=2026-11-01&end_date=2026-11-30").await.ok();
        assert_eq!(report["totals"]["total"], set["sold"]);
        let next = place.set_from("2026-12", "35000.50").await;
        assert_eq!((&next["goal"], &next["next_month"], &next["next_goal"]), (&json!("30000.00"), &json!("2026-12"), &json!("35000.50")));

        // Until four in the morning it is still November's last business day.
        place.set_clock("2026-12-01T08:59:00Z");
        let last = place.current_goal().await;
        assert_eq!((&last["month"], &last["days_left"], &last["per_day"]), (&json!("2026-11"), &json!(1), &json!("29916.00")));
        place.set_clock("2026-12-01T12:00:00Z");
        let december = place.current_goal().await;
        assert_eq!((&december["month"], &december["goal"], &december["sold"]), (&json!("2026-12"), &json!("35000.50"), &json!("0.00")));
        place.set_clock("2027-02-01T12:00:00Z");
        assert_eq!(place.current_goal().await["goal"], "35000.50", "until another one is set");
        let ended = place.set_from("2027-02", "0").await;
        assert_eq!((&ended["goal"], &ended["next_goal"]), (&Value::Null, &Value::Null));
        let log = logged(&place.admin().await).await;
        assert_eq!(log.len(), 3, "{log:?}");
        assert!(log.iter().all(|entry| entry["action"] == "Meta de ventas del mes cambiada"), "{log:?}");
    }

    async fn a_goal_set_for_a_month_holds_there_even_if_it_equals_the_inherited_one(place: November) {
        let first = place.set_from("2026-11", "30000").await;
        assert_eq!((&first["next_goal"], &first["is_next_set"]), (&json!("30000.00"), &json!(false)));
        let next = place.set_from("2026-12", "30000").await;
        assert_eq!((&next["next_goal"], &next["is_next_set"]), (&json!("30000.00"), &json!(true)));
        let raised = place.set_from("2026-11", "40000").await;
        assert_eq!((&raised["goal"], &raised["next_goal"]), (&json!("40000.00"), &json!("30000.00")));
        let ended = place.set_from("2026-11", "0").await;
        assert_eq!((&ended["goal"], &ended["next_goal"]), (&Value::Null, &json!("30000.00")));
        let log = logged(&place.admin().await).await;
        assert_eq!(log.len(), 3, "December's changed no amount: {log:?}");
    }

    async fn a_reached_goal_needs_nothing_more(place: November) {
        place.sell().await;
        let reached = place.set_from("2026-11", "80").await;
        assert_eq!((&reached["left"], &reached["per_day"], &reached["percent"]), (&json!("0.00"), &json!("0.00"), &json!("105")));
    }

    async fn an_invalid_goal_is_refused_at_its_field_and_nothing_changes(place: November) {
        let admin = place.admin().await;
        for (field, month, amount) in [
            ("month", "2026-10", "100"),
            ("month", "2027-12", "100"),
            ("month", "2026-13", "100"),
            ("month", "noviembre", "100"),
            ("month", "2026-11-21", "100"),
            ("amount", "2026-11", "-1"),
            ("amount", "2026-11", "0.005"),
            ("amount", "2026-11", "10000000.01"),
        ] {
            let refused = admin.put("/api/sales-goal", json!({"month": month, "amount": amount})).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{month} {amount}: {refused}");
        }
        for body in [json!({}), json!({"month": "2026-11"}), json!({"month": 11, "amount": "x"})] {
            admin.put("/api/sales-goal", body).await.refused(422, "invalid");
        }
        assert_eq!(place.current_goal().await["goal"], Value::Null);
        assert!(logged(&admin).await.is_empty());
    }

    async fn the_administrator_sets_it_and_readers_of_reports_see_it(place: November) {
        place.set_from("2026-11", "30000").await;
        let wanted = json!({"month": "2026-11", "amount": "1"});
        for reads in ["supervisor", "contador"] {
            let reader = place.app.login(reads).await;
            assert_eq!(reader.get("/api/sales-goal").await.ok()["goal"], "30000.00");
            reader.put("/api/sales-goal", wanted.clone()).await.refused(422, "not_permitted");
        }
        for other in ["cajero", "mozo", "cocina"] {
            let other = place.app.login(other).await;
            other.get("/api/sales-goal").await.refused(422, "not_permitted");
            other.put("/api/sales-goal", wanted.clone()).await.refused(422, "not_permitted");
        }
        assert_eq!(place.current_goal().await["goal"], "30000.00");
    }

    async fn a_repeated_request_sets_it_once(place: November) {
        let (admin, key) = (place.admin().await, Uuid::new_v4());
        let put = async |amount: &str, key: Uuid| {
            admin.send(Method::PUT, "/api/sales-goal", Some(json!({"month": "2026-11", "amount": amount})), Some(key)).await.ok()
        };
        let first = put("30000", key).await;
        put("31000", Uuid::new_v4()).await;
        // A late copy of the first request gets the first answer, and changes nothing.
        assert_eq!(put("30000", key).await, first);
        assert_eq!(place.current_goal().await["goal"], "31000.00");
        // Setting the goal that holds already is no change.
        put("31000.00", Uuid::new_v4()).await;
        assert_eq!(logged(&admin).await.len(), 2);
    }
}

/// A demo restaurant with two weeks and a day of sales.
struct DemoWithPast(TestApp);
impl Fixture for DemoWithPast {
    async fn create(place: &DatabasePlace) -> Self {
        let app = TestApp::without_company(place, Clock::system()).await;
        comanda::demo::seed_demo(&app.app, 15).await.unwrap();
        Self(app)
    }
}

on_both_databases! {
    async fn the_month_is_the_same_from_kept_days_and_from_documents(place: DemoWithPast) {
        let admin = place.0.login("admin").await;
        let today: NaiveDate = admin.get("/api/dashboard").await.ok()["business_day"].as_str().unwrap().parse().unwrap();
        let before = admin.get("/api/sales-goal").await.ok();
        let company = place.0.app.companies().find_by_slug(comanda::demo::SLUG).unwrap();
        let now = place.0.app.clock().now();
        for now in [now, now + Duration::minutes(2)] {
            comanda::figures::refresh_stored_days(&company, today, chrono_tz::America::Lima, now).await.unwrap();
        }
        let goal = admin.get("/api/sales-goal").await.ok();
        assert_eq!(goal, before);
        let report = format!("/api/sales-total-report?start_date={}-01&end_date={today}", goal["month"].as_str().unwrap());
        assert_eq!(admin.get(&report).await.ok()["totals"]["total"], goal["sold"]);
    }
}
