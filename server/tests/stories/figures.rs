//! The sales reports: known sales come to known figures, whoever may ask for a figure may open it, and an old day that changed is reported
//! as it is now.

use crate::{
    money::till::{Till, open_cash_box},
    on_both_databases,
    support::{
        app::TestApp,
        client::Client,
        database_place::{DatabasePlace, Fixture},
    },
};
use calamine::{Data, Reader, Xlsx};
use chrono::{Days, Duration, NaiveDate};
use comanda::money::Money;
use serde_json::{Value, json};
use std::io::Cursor;

/// A demo restaurant with two weeks and a day of sales.
struct DemoWithPast(TestApp);
impl Fixture for DemoWithPast {
    async fn create(place: &DatabasePlace) -> Self {
        let app = TestApp::without_company(place, comanda::clock::Clock::system()).await;
        comanda::demo::seed_demo(&app.app, 15).await.unwrap();
        Self(app)
    }
}

fn money(value: &Value) -> Money {
    value.as_str().unwrap_or_else(|| panic!("{value} is no amount")).parse().unwrap()
}

fn rows(report: &Value) -> &Vec<Value> {
    report["rows"].as_array().unwrap()
}

fn row<'r>(report: &'r Value, name: &str) -> &'r Value {
    rows(report).iter().find(|r| r["name"] == name || r["key"] == name).unwrap_or_else(|| panic!("{name}: {report}"))
}

fn total(rows: &[Value], field: &str) -> Money {
    rows.iter().map(|r| money(&r[field])).sum()
}

async fn report(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/sales-total-report?{query}")).await.ok()
}

/// Stores the sums of days that ended at least two days ago.
async fn refresh_kept_days(app: &TestApp, today: NaiveDate) {
    let company = app.app.companies().find_by_slug(comanda::demo::SLUG).unwrap();
    let now = app.app.clock().now();
    for now in [now, now + Duration::minutes(2)] {
        comanda::figures::refresh_stored_days(&company, today, chrono_tz::America::Lima, now).await.unwrap();
    }
}

on_both_databases! {
    async fn known_sales_come_to_known_figures(till: Till) {
        let (house, luis) = (&till.house, &till.luis);
        let admin = house.app.login("admin").await;
        // 84.00 for take-away, 112.00 at Rosa's table of four, and a credit note over one dish of the first sale.
        let away = till.send_takeaway(&[(3, "Cau cau")]).await;
        let paid = till.pay(away, json!({"Efectivo": "100.00"}), json!({"billing_type_id": 1, "client_id": till.create_client("DNI", "45678912", "Ana Ríos").await})).await.ok();
        let table = house.send_order("12", &[house.order_item(4, "Cau cau").await]).await["client_request"]["id"].as_i64().unwrap();
        till.pay(table, json!({"Yape": "112.00"}), json!({"billing_type_id": 1})).await.ok();
        let all = report(&admin, "").await;
        assert_eq!((&all["by"], &all["is_partial"], rows(&all).len()), (&json!("DAY"), &json!(true), 1));
        let sums = &all["totals"];
        assert_eq!((&sums["total"], &sums["documents"], &sums["accounts"]), (&json!("196.00"), &json!(2), &json!(2)));
        assert_eq!((&sums["average"], &all["before"]["total"]), (&json!("98.00"), &json!("0.00")));
        assert_eq!(rows(&all)[0]["change_percent"], json!(null), "of nothing there is no per cent");
        let by_channel = report(&admin, "by=CHANNEL").await;
        assert_eq!(rows(&by_channel).iter().map(|r| r["key"].clone()).collect::<Vec<_>>(), ["TABLE", "ORDER"]);
        assert_eq!((&row(&by_channel, "TABLE")["sums"]["total"], &row(&by_channel, "TABLE")["share_percent"]), (&json!("112.00"), &json!("57.1")));
        assert_eq!(row(&by_channel, "ORDER")["sums"]["total"], "84.00");
        let takeaway = report(&admin, "by=PRODUCT&channel=ORDER").await;
        assert_eq!((&row(&takeaway, "Cau cau")["sums"]["quantity"], &takeaway["totals"]["total"]), (&json!("3"), &json!("84.00")));
        assert_eq!(rows(&report(&admin, "by=CASHIER").await).len(), 1);
        assert_eq!(rows(&report(&admin, "by=WAITER").await).len(), 2, "who attended, not who collected");
        // One dish is refunded with a credit note: it is negative, and counts as no document.
        let line = till.line_ids(away).await[0];
        let body = json!({"outcome": "CLOSE", "reason": "Se quejó", "pin": comanda::demo::PIN, "products": [{"id": line, "qty": 1}]});
        luis.post(&format!("/api/payments/{}/refund", paid["id"]), body).await.ok();
        let by_document = report(&admin, "by=DOCUMENT").await;
        let sums = &by_document["totals"];
        assert_eq!((&sums["documents"], rows(&by_document).iter().map(|r| money(&r["sums"]["total"])).sum::<Money>()), (&json!(2), money(&sums["total"])));
        assert_eq!(sums["total"], "168.00", "{by_document}");
        let products = admin.get("/api/cash-movements-product").await.rows();
        assert_eq!((&products[0]["name"], &products[0]["quantity"], &products[0]["total"]), (&json!("Cau cau"), &json!("6"), &json!("168.00")));
        let types = admin.get("/api/billing-sales-by-type").await.ok();
        assert_eq!(total(types.as_array().unwrap(), "total"), money(&sums["total"]));
        // Whoever counts blind sees their documents, and not their totals.
        let own_sales = luis.get("/api/cash-movements-sale-billing").await;
        assert!(rows(&own_sales.json).len() >= 2 && own_sales.json["totals"]["total"].is_null() && own_sales.json["totals"]["by_method"].is_null(), "{:?}", own_sales.json);
        let jorge = till.open_second_till().await;
        assert_eq!(jorge.get("/api/cash-movements-sale-billing?term=45678912").await.json["totals"]["documents"], 1);
        // The session's own panel deducts the refund, once the session is counted.
        let open_panel = luis.get("/api/dashboard").await.ok()["cycle"].clone();
        assert_eq!((&open_panel["total"], &open_panel["methods"][0]["total"]), (&json!(null), &json!(null)));
        // The sales of another cashier are not there either.
        let body = json!({"type": "ORDER", "client_name": "Beto"});
        let other = jorge.post("/api/client-requests", body).await.ok()["id"].clone();
        jorge.post("/api/orders", json!({"client_request": other, "products": [house.order_item(1, "Cau cau").await]})).await.ok();
        let body = json!({"client_request_id": other, "payment_options": {"Efectivo": "28.00"}, "billing_type_id": 3});
        jorge.post("/api/payments", body).await.ok();
        assert_eq!(rows(&luis.get("/api/cash-movements-sale-billing").await.json).len(), rows(&own_sales.json).len());
        assert_eq!(jorge.get("/api/cash-movements-sale-billing").await.json["totals"]["total"], "196.00");
        // Counted: 200.00 at the opening, 84.00 less 28.00 in cash, 112.00 by Yape.
        let body = json!({"status": "CLOSED", "denominations": {"200": 1, "50": 1, "5": 1, "1": 1}, "counted": {"Yape": "112.00"}});
        luis.put(&format!("/api/cashbox-cycles/{}", till.cycle), body).await.ok();
        let panel = luis.get("/api/dashboard").await.ok()["cycle"].clone();
        let method = |name: &str| panel["methods"].as_array().unwrap().iter().find(|m| m["name"] == name).unwrap()["total"].clone();
        assert_eq!((&panel["total"], method("Efectivo"), method("Yape")), (&json!("168.00"), json!("56.00"), json!("112.00")));
        for path in ["/api/sales-total-report", "/api/cash-movements-product", "/api/billing-sales-by-type", "/api/accounting-dashboard/summary"] {
            luis.get(path).await.refused(422, "not_permitted");
        }
    }

    async fn two_weeks_are_the_same_in_every_report(place: DemoWithPast) {
        let (app, admin) = (&place.0, place.0.login("contador").await);
        let days = admin.get("/api/accounting-dashboard/sales-by-day?days=16").await.ok();
        let days = days.as_array().unwrap().clone();
        let (first, last) = (days[0]["date"].as_str().unwrap(), days[15]["date"].as_str().unwrap());
        let query = format!("start_date={first}&end_date={last}");
        let by_day = report(&admin, &query).await;
        assert_eq!(rows(&by_day).len(), 16, "days without sales too");
        assert_eq!(total(&days, "total"), money(&by_day["totals"]["total"]));
        for (day, sold) in rows(&by_day).iter().zip(&days) {
            assert_eq!((&day["key"], &day["sums"]["total"]), (&sold["date"], &sold["total"]));
        }
        let weeks = admin.get("/api/accounting-dashboard/sales-by-week?weeks=4").await.ok();
        assert_eq!(total(weeks.as_array().unwrap(), "total"), money(&by_day["totals"]["total"]));
        let months = admin.get("/api/accounting-dashboard/sales-by-month?months=2").await.ok();
        assert_eq!(total(months.as_array().unwrap(), "total"), money(&by_day["totals"]["total"]));
        let years = admin.get("/api/accounting-dashboard/sales-by-year").await.ok();
        assert_eq!((years.as_array().unwrap().len(), total(years.as_array().unwrap(), "total")), (5, money(&by_day["totals"]["total"])));
        assert!(admin.get("/api/accounting-dashboard/top-products").await.ok().as_array().unwrap().len() <= 15);
        let margins = admin.get("/api/accounting-dashboard/margin-by-month?months=2").await.ok();
        let net = total(margins.as_array().unwrap(), "net");
        assert_eq!(net, money(&by_day["totals"]["net"]), "{margins}");
        let weekdays = report(&admin, &format!("{query}&by=WEEKDAY")).await;
        assert_eq!((rows(&weekdays).len(), &weekdays["totals"]), (7, &by_day["totals"]));
        // The workbook has the same figures, and its sums are formulas.
        let reply = admin.get(&format!("/api/sales-total-report/file?{query}&by=CATEGORY")).await;
        let name = reply.content_disposition.unwrap();
        assert!(name.starts_with("attachment; filename=\"ventas-categoria-2"), "{name}");
        let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(reply.bytes)).unwrap();
        assert_eq!(book.sheet_names(), ["Ventas por categoría"]);
        let page = book.worksheet_range_at(0).unwrap().unwrap();
        let last_row: Vec<Data> = page.rows().find(|r| r[0] == Data::String("Total".into())).unwrap().to_vec();
        let expected: f64 = by_day["totals"]["total"].as_str().unwrap().parse().unwrap();
        assert_eq!(last_row[3], Data::Float(expected));
        let formulas = book.worksheet_formula(&book.sheet_names()[0].clone()).unwrap();
        assert!(formulas.used_cells().any(|(.., formula)| formula.contains("SUM")), "the total is a formula");
        for format in ["pdf", "csv"] {
            assert_eq!(admin.get(&format!("/api/sales-total-report/file?{query}&format={format}")).await.status, 200);
        }
        // The list with a row for each document has moments that Excel sorts as such.
        let list = admin.get(&format!("/api/cash-movements-sale-billing/file?{query}")).await.bytes;
        let mut list: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(list)).unwrap();
        let page = list.worksheet_range("Ventas").unwrap();
        let dated = page.rows().filter(|row| matches!(&row[0], Data::DateTime(at) if at.is_datetime())).count();
        let documents = by_day["totals"]["documents"].as_u64().unwrap();
        assert!(documents > 0 && dated as u64 >= documents, "{dated} of {documents}");
        // The channels add up to the whole, day by day.
        let mut channel_sums = Vec::new();
        for channel in ["TABLE", "ORDER", "DELIVERY", "APP"] {
            for cut in ["DAY", "HOUR", "WAITER", "PRODUCT"] {
                let query = format!("{query}&by={cut}&channel={channel}");
                channel_sums.push((query.clone(), report(&admin, &query).await));
            }
        }
        let by_channel: Vec<&Value> = channel_sums.iter().filter(|(query, _)| query.contains("by=DAY")).map(|(_, report)| report).collect();
        assert_eq!(by_channel.iter().map(|report| money(&report["totals"]["total"])).sum::<Money>(), money(&by_day["totals"]["total"]));
        assert!(by_channel.iter().filter(|report| money(&report["totals"]["total"]) != Money::ZERO).count() > 1, "several channels");
        let mut money_sums = Vec::new();
        for path in ["payment-method-report?", "payment-method-report?user_id=3&", "cash-report?", "cash-report?cashbox_id=1&"] {
            let path = format!("/api/{path}{query}");
            money_sums.push((admin.get(&path).await.ok(), path));
        }
        // Kept sums and computed ones are the same.
        let today: NaiveDate = last.parse().unwrap();
        refresh_kept_days(app, today).await;
        for (query, before) in &channel_sums {
            assert_eq!(report(&admin, query).await, *before, "{query}");
        }
        for (before, path) in money_sums {
            assert_eq!(admin.get(&path).await.ok(), before, "{path}");
        }
        assert_eq!(report(&admin, &query).await, by_day);
        assert_eq!(report(&admin, &format!("{query}&by=WEEKDAY")).await, weekdays);
    }

    async fn an_old_day_that_changed_is_reported_as_it_is_now(place: DemoWithPast) {
        let app = &place.0;
        let admin = app.login("admin").await;
        let today = admin.get("/api/accounting-dashboard/sales-by-day?days=1").await.ok()[0]["date"].as_str().unwrap().parse::<NaiveDate>().unwrap();
        let day = today - Days::new(4);
        refresh_kept_days(app, today).await;
        let query = format!("start_date={day}&end_date={day}");
        let before = report(&admin, &query).await["totals"].clone();
        let documents = admin.get(&format!("/api/sales-total-report/documents?{query}&page=false")).await;
        assert_eq!((total(rows(&documents.json), "total"), rows(&documents.json).len()), (money(&before["total"]), before["documents"].as_i64().unwrap() as usize));
        let document = rows(&documents.json).iter().find(|d| d["document"] != "Nota de venta").unwrap().clone();
        open_cash_box(&admin, "Principal", "500.00").await.ok();
        let body = json!({"pin": comanda::demo::PIN, "reason": "Se emitió dos veces", "remove_inventory": false});
        let voided = admin.post(&format!("/api/electronic-invoice/{}/void", document["billing_id"]), body).await;
        assert_eq!(voided.status, 200, "{:?}", voided.json);
        let after = report(&admin, &query).await["totals"].clone();
        assert_eq!(money(&after["total"]), money(&before["total"]) - money(&document["total"]));
        refresh_kept_days(app, today).await;
        assert_eq!(report(&admin, &query).await["totals"], after);
        let listed = admin.get(&format!("/api/cash-movements-sale-billing?{query}&page=false")).await;
        let voided = rows(&listed.json).iter().find(|d| d["billing_id"] == document["billing_id"]).unwrap();
        assert_eq!((&voided["voided"], money(&listed.json["totals"]["total"])), (&json!(true), money(&after["total"])), "struck, and not summed");
    }

    async fn invalid_queries_are_refused(till: Till) {
        let admin = till.house.app.login("admin").await;
        for (query, field) in [
            ("start_date=2026-11-20&end_date=2026-11-19", "start_date"),
            ("start_date=2019-01-01&end_date=2026-11-19", "end_date"),
        ] {
            let refused = admin.get(&format!("/api/sales-total-report?{query}")).await.refused(422, "invalid");
            assert!(refused["errors"][field].is_array(), "{query}: {refused}");
        }
        for query in ["by=MOON", "start_date=ayer", "channel=BOAT", "attendant_id=x"] {
            assert_eq!(admin.get(&format!("/api/sales-total-report?{query}")).await.status, 422, "{query}");
        }
        admin.get("/api/sales-total-report/documents?by=HOUR&key=noon").await.refused(422, "invalid");
        for key in ["by=HOUR&key=25", "by=WEEKDAY&key=9", "by=PRODUCT&key=1&term=ana"] {
            admin.get(&format!("/api/sales-total-report/documents?{key}")).await.refused(422, "invalid");
        }
        admin.get("/api/cash-movements?start_date=2026-11-25&end_date=2026-11-01").await.refused(422, "invalid");
        admin.get("/api/sales-total-report/documents?by=PRODUCT&key=1&start_date=2026-01-01&end_date=2026-11-01").await.refused(422, "invalid");
        assert_eq!(admin.get("/api/sales-total-report/documents?by=WAITER&key=999999").await.json["totals"]["documents"], 0);
        for path in ["sales-by-day?days=0", "sales-by-week?weeks=1000", "sales-by-month?months=-1", "sales-by-year?years=99"] {
            assert_eq!(admin.get(&format!("/api/accounting-dashboard/{path}")).await.status, 422, "{path}");
        }
    }
}
