//! The report of kitchen times: dishes that took known minutes come to known figures, each counted once, on the business day and in the
//! hour in which they were sent.

use crate::{
    money::till::Till,
    moves::move_order,
    on_both_databases,
    orders::house::House,
    support::{
        app::TestApp,
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use chrono::{DateTime, Utc};
use comanda::{clock::Clock, demo};
use serde_json::{Value, json};

/// A Friday in Lima, with the Friday before it.
struct Friday {
    till: Till,
    clock: Clock,
}

impl Fixture for Friday {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-13T18:00:00Z".parse().unwrap());
        let mut house = House::with_clock(place, clock.clone()).await;
        let sent = house.send_order("5", &[house.order_item(1, "Cau cau").await]).await;
        clock.set("2026-11-13T18:06:00Z".parse().unwrap());
        cook_dishes(&house.app, &sent["client_request"]["id"], &["Cau cau"]).await;
        clock.set("2026-11-20T18:00:00Z".parse().unwrap());
        house.rosa = house.app.login("mozo").await;
        Self { till: Till::open_in(house).await, clock }
    }
}

impl Friday {
    fn set_clock(&self, time: &str) {
        self.clock.set(time.parse::<DateTime<Utc>>().unwrap());
    }
    fn app(&self) -> &TestApp {
        &self.till.house.app
    }
    async fn report(&self, client: &Client, query: &str) -> Value {
        let days = "start_date=2026-11-20&end_date=2026-11-20";
        client.get(&format!("/api/kitchen-times?{days}&{query}")).await.ok()
    }
    async fn dishes_behind(&self, client: &Client, query: &str) -> Vec<Value> {
        let days = "start_date=2026-11-20&end_date=2026-11-20";
        client.get(&format!("/api/kitchen-times/operations?{days}&{query}")).await.rows()
    }
    /// Sends these dishes as a take-away order; returns the account's id.
    async fn order_dishes(&self, dishes: &[&str]) -> Value {
        let luis = self.app().login("cajero").await;
        let id = luis.post("/api/client-requests", json!({"type": "ORDER"})).await.ok()["id"].clone();
        let mut products = Vec::new();
        for dish in dishes {
            products.push(self.till.house.order_item(1, dish).await);
        }
        luis.post("/api/orders", json!({"client_request": id, "products": products})).await.ok();
        id
    }
}

/// Starts these dishes of an account and marks them ready at once.
async fn cook_dishes(app: &TestApp, request: &Value, dishes: &[&str]) {
    let cook = app.login("cocina").await;
    let feed = cook.get("/api/kitchen").await.ok();
    let cards = feed["cards"].as_array().unwrap().iter().filter(|card| card["client_request_id"] == *request);
    let lines = cards.flat_map(|card| card["lines"].as_array().unwrap());
    let lines = lines.filter(|line| dishes.contains(&line["name"].as_str().unwrap()));
    let items: Vec<Value> = lines.map(|l| json!({"line_id": l["id"], "component_id": l["component_id"]})).collect();
    assert_eq!(items.len(), dishes.len(), "{feed}");
    for status in ["PROCESSING", "PREPARED"] {
        cook.post("/api/kitchen/advance", json!({"items": items, "status": status})).await.ok();
    }
}

fn named<'r>(report: &'r Value, field: &str, name: &str) -> &'r Value {
    let rows = report[field].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}: {report}"))
}

on_both_databases! {
    async fn known_minutes_come_to_known_figures(friday: Friday) {
        let (house, luis) = (&friday.till.house, &friday.till.luis);
        // One in the afternoon: a table with two drinks that nobody marks, one of them in a combo, and a take-away order.
        let products = [house.order_item(2, "Cau cau").await, house.order_item(1, "Anticuchos de corazón").await, house.order_item(1, "Inca Kola 500 ml").await, house.order_item(1, "Combo marino").await];
        let sent = house.send_order("6", &products).await;
        let table = &sent["client_request"]["id"];
        let away = friday.order_dishes(&["Lomo saltado"]).await;
        friday.set_clock("2026-11-20T18:10:00Z");
        cook_dishes(friday.app(), table, &["Cau cau"]).await;
        friday.set_clock("2026-11-20T18:12:00Z");
        cook_dishes(friday.app(), table, &["Ceviche clásico"]).await;
        friday.set_clock("2026-11-20T18:15:00Z");
        cook_dishes(friday.app(), &away, &["Lomo saltado"]).await;
        friday.set_clock("2026-11-20T18:20:00Z");
        cook_dishes(friday.app(), table, &["Arroz con mariscos"]).await;
        // The grill promises 22 minutes and keeps to it.
        friday.set_clock("2026-11-20T18:22:00Z");
        cook_dishes(friday.app(), table, &["Anticuchos de corazón"]).await;
        // Of two dishes that were cooked together one is paid and the other moves to another table: they were cooked once.
        let line = &sent["lines"][0];
        friday.till.pay(table.as_i64().unwrap(), json!({"Efectivo": "28.00"}), json!({"products": [{"id": line, "qty": 1}]})).await.ok();
        move_order(house, luis, &sent["command"]["id"], "6", "7").await.ok();
        // Half past eight: one dish is late, and one is dismissed after ten minutes.
        friday.set_clock("2026-11-21T01:30:00Z");
        let late = friday.order_dishes(&["Cau cau", "Lomo saltado"]).await;
        friday.set_clock("2026-11-21T01:40:00Z");
        let luis = friday.app().login("cajero").await;
        let lines = luis.get(&format!("/api/orders?client_request_id={late}")).await.rows();
        let lomo = lines.iter().find(|line| line["name"] == "Lomo saltado").unwrap();
        let dismissal = json!({"order_ids": [lomo["id"]], "pin": demo::PIN, "reason": "Demoró mucho", "made": false});
        luis.put(&format!("/api/orders/{late}/dismiss"), dismissal).await.ok();
        friday.set_clock("2026-11-21T01:49:00Z");
        cook_dishes(friday.app(), &late, &["Cau cau"]).await;
        // After midnight it is still Friday's business day.
        friday.set_clock("2026-11-21T05:30:00Z");
        let night = friday.order_dishes(&["Cau cau"]).await;
        friday.set_clock("2026-11-21T05:35:00Z");
        cook_dishes(friday.app(), &night, &["Cau cau"]).await;

        let admin = friday.app().login("contador").await;
        let report = friday.report(&admin, "").await;
        // 5, 10, 12, 15, 19, 20 and 22 minutes; all but the last from an area that promises 18.
        assert_eq!(report["totals"], json!({
            "dishes": 7, "promised_seconds": 1114, "median_seconds": 900, "average_seconds": 883, "p90_seconds": 1320,
            "late": 2, "late_percent": "28.6",
        }));
        assert_eq!((&report["before"]["median_seconds"], &report["before"]["dishes"], &report["before_start_date"]), (&json!(360), &json!(1), &json!("2026-11-13")));
        assert_eq!((&report["unmarked"], &report["worst_hour"], &report["is_partial"]), (&json!(2), &json!(13), &json!(true)), "one dish of one is no hour");
        let hours: Vec<_> = report["hours"].as_array().unwrap().iter().map(|h| (h["hour"].clone(), h["times"]["dishes"].clone(), h["times"]["late"].clone())).collect();
        assert_eq!(hours, [(json!(13), json!(5), json!(1)), (json!(20), json!(1), json!(1)), (json!(0), json!(1), json!(0))]);
        let cau = named(&report, "dishes", "Cau cau");
        assert_eq!((&cau["times"]["dishes"], &cau["times"]["median_seconds"], &cau["before_median_seconds"], &cau["times"]["late"]), (&json!(3), &json!(600), &json!(360), &json!(1)));
        let names: Vec<_> = report["dishes"].as_array().unwrap().iter().take(2).map(|dish| dish["name"].clone()).collect();
        assert_eq!(names, ["Arroz con mariscos", "Cau cau"], "those that are late most often first");
        let grill = named(&report, "areas", "PARRILLA");
        assert_eq!((&grill["times"]["promised_seconds"], &grill["times"]["median_seconds"], &grill["times"]["late"]), (&json!(1320), &json!(1320), &json!(0)));
        assert_eq!((&named(&report, "areas", "BAR")["times"]["dishes"], &named(&report, "areas", "BAR")["unmarked"]), (&json!(0), &json!(2)));

        // Each figure opens as many dishes as it says, the slowest first.
        let all = friday.dishes_behind(&admin, "").await;
        let minutes: Vec<_> = all.iter().map(|d| d["seconds"].as_i64().unwrap() / 60).collect();
        assert_eq!(minutes, [22, 20, 19, 15, 12, 10, 5]);
        assert_eq!((&all[1]["name"], &all[1]["combo"], &all[1]["is_late"], &all[5]["quantity"]), (&json!("Arroz con mariscos"), &json!("Combo marino"), &json!(true), &json!("1")));
        assert_eq!(friday.dishes_behind(&admin, "late=true").await.len(), 2);
        let evening = friday.dishes_behind(&admin, "hour=20").await;
        assert_eq!((evening.len(), &evening[0]["name"], &evening[0]["waiter"]), (1, &json!("Cau cau"), &json!("Luis Cárdenas")));
        assert!(evening[0]["place"].as_str().unwrap().starts_with("Para llevar"), "{evening:?}");
        assert_eq!(evening[0]["prepared_at"].as_str().unwrap().parse::<DateTime<Utc>>().unwrap(), "2026-11-21T01:49:00Z".parse::<DateTime<Utc>>().unwrap());
        assert_eq!(friday.dishes_behind(&admin, &format!("product_id={}", cau["product_id"])).await.len(), 3);
        // With a filter, figures and the dishes behind them agree.
        for (query, count) in [(format!("area_id={}", grill["area_id"]), 1), (format!("category_id={}", cau["category_id"]), -1), ("category_id=999999".to_owned(), 0), ("area_id=999999".to_owned(), 0)] {
            let (some, dish_count) = (friday.report(&admin, &query).await, friday.dishes_behind(&admin, &query).await.len());
            assert_eq!(some["totals"]["dishes"], dish_count, "{query}");
            assert!(count < 0 || dish_count == count as usize, "{query}: {dish_count}");
        }
        // A dismissed dish says how long it had been waited for.
        let cancelled = admin.get("/api/cancellation-report?start_date=2026-11-20&end_date=2026-11-20").await.ok();
        assert_eq!(cancelled["kitchen"], json!([{"area": "COCINA", "lines": 1, "median_seconds": 600, "promised_seconds": 1080}]));

        for (format, begins) in [("xlsx", &b"PK"[..]), ("pdf", b"%PDF"), ("csv", "\u{feff}".as_bytes())] {
            let reply = admin.get(&format!("/api/kitchen-times/file?start_date=2026-11-20&end_date=2026-11-20&format={format}")).await;
            assert!(reply.status == 200 && reply.bytes.starts_with(begins), "{format}: {}", reply.status);
        }
        for (query, field) in [("start_date=2025-11-01&end_date=2026-11-20", "end_date"), ("start_date=2026-11-20&end_date=2026-11-19", "start_date")] {
            let refused = admin.get(&format!("/api/kitchen-times?{query}")).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{query}: {refused}");
        }
        admin.get("/api/kitchen-times/operations?hour=24").await.refused(422, "invalid");
        for query in ["area_id=x", "category_id=x", "product_id=x", "late=perhaps"] {
            assert_eq!(admin.get(&format!("/api/kitchen-times/operations?{query}")).await.status, 422, "{query}");
        }
    }
}
