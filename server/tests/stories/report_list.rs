//! The list of all reports: none is forgotten, each answers its table as data, and nobody sees one that is not for them.

use crate::{money::till::Till, on_both_databases, support::client::Client};
use comanda::{money::Money, router::all_reports};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The path of a report's file as a test calls it: with an id that exists, and this month.
async fn path_of(report: &Value, admin: &Client) -> String {
    let product = &admin.get("/api/products").await.rows()[0]["id"];
    let options = admin.get("/api/payment-options").await.rows();
    let option = &options.iter().find(|option| option["name"] == "Yape").unwrap()["id"];
    let file = report["file"].as_str().unwrap();
    let file = file.replace("{id}", &product.to_string()).replace("{payment_option_id}", &option.to_string());
    let today = admin.get("/api/sales-total-report").await.ok()["end_date"].as_str().unwrap().to_owned();
    let asked = if report["input"] == "MONTH" { &today[..7] } else { &today };
    let names = report["parameters"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    let query: Vec<String> = names.map(|name| format!("&{name}={asked}")).collect();
    format!("/api{file}?format=json{}", query.concat())
}

/// The sum of a column's amounts.
fn sum(table: &Value, column: usize) -> Money {
    let rows = table["rows"].as_array().unwrap();
    rows.iter().filter_map(|row| row[column]["value"].as_str()).map(|amount| amount.parse::<Money>().unwrap()).sum()
}

fn column(table: &Value, title: &str) -> usize {
    table["columns"].as_array().unwrap().iter().position(|column| column["title"] == title).unwrap()
}

/// Whether a cell is empty, or holds what its column and its own kind say.
fn fits(cell: &Value, column: &Value) -> bool {
    let Some(value) = cell["value"].as_str() else { return cell.is_null() };
    match cell["kind"].as_str().unwrap() {
        "TEXT" => !value.is_empty(),
        "MONEY" => value.parse::<Money>().is_ok() && column["kind"] != "UNIT_COST",
        "UNIT_COST" => value.parse::<Money>().is_ok() && column["kind"] == "UNIT_COST",
        "QUANTITY" => value.parse::<f64>().is_ok() && column["kind"] != "PERCENT",
        "PERCENT" => value.parse::<f64>().is_ok() && column["kind"] == "PERCENT",
        "DAY" => value.parse::<chrono::NaiveDate>().is_ok() && column["kind"] == "TEXT",
        "MOMENT" => value.parse::<chrono::NaiveDateTime>().is_ok() && column["kind"] == "TEXT",
        _ => false,
    }
}

#[test]
fn every_file_of_a_table_stands_in_the_list_once() {
    let document = serde_json::to_value(comanda::router::openapi_document()).unwrap();
    let offers_data = |operation: &Value| {
        let formats = |p: &Value| {
            p["name"] == "format" && p["schema"]["enum"].as_array().is_some_and(|e| e.contains(&json!("json")))
        };
        operation["parameters"].as_array().is_some_and(|parameters| parameters.iter().any(formats))
    };
    let paths = document["paths"].as_object().unwrap().iter();
    let existing: BTreeSet<&str> = paths
        .filter(|(_, methods)| offers_data(&methods["get"]))
        .map(|(path, _)| path.strip_prefix("/api").unwrap())
        .collect();
    // The parts of the accountant's dashboard are one path in the document.
    let of_document = |file: &'static str| match file.strip_prefix("/accounting-dashboard/") {
        Some(_) => "/accounting-dashboard/{part}/file",
        None => file,
    };
    let listed: BTreeSet<&str> = all_reports().map(|report| of_document(report.file)).collect();
    assert_eq!(existing, listed, "a report is missing in the REPORTS of its crate");
    let parts = all_reports().filter(|report| report.file.starts_with("/accounting-dashboard/")).count();
    assert_eq!(parts, 7, "all parts of the dashboard");
    for unique in
        [|report: &comanda::report_table::Report| report.key, |report: &comanda::report_table::Report| report.file]
    {
        assert_eq!(all_reports().map(unique).collect::<BTreeSet<_>>().len(), all_reports().count(), "twice");
    }
}

on_both_databases! {
    async fn every_listed_report_answers_its_table_as_data(till: Till) {
        let admin = till.house.app.login("admin").await;
        for (dishes, method) in [(3, "Efectivo"), (4, "Yape")] {
            let away = till.send_takeaway(&[(dishes, "Cau cau")]).await;
            let total = till.payment_info(away).await["total"].clone();
            till.pay(away, json!({method: total}), json!({})).await.ok();
        }
        let taxi = json!({"movement_type": "EXPENSE", "amount": "20.00", "motive": "Taxi", "receipt_by": "Ana", "cash_box_cycle_id": till.cycle});
        till.luis.post("/api/cash-movements", taxi).await.ok();

        let list = admin.get("/api/reports").await.rows();
        assert_eq!(list.len(), all_reports().count(), "an administrator sees all");
        for report in &list {
            let path = path_of(report, &admin).await;
            let table = admin.get(&path).await.ok();
            let columns = table["columns"].as_array().unwrap();
            let (rows, total) = (table["rows"].as_array().unwrap(), table["total"].as_array().unwrap());
            assert!(!columns.is_empty() && table["title"].is_string(), "{path}: {table}");
            let page = table["title"].as_str().unwrap().split(':').next().unwrap_or_default();
            assert!(page.chars().count() <= 31, "Excel would cut the name of the page {page}");
            for row in rows.iter().map(|row| row.as_array().unwrap()).chain((!total.is_empty()).then_some(total)) {
                assert_eq!(row.len(), columns.len(), "{path}: {row:?}");
                assert!(row.iter().zip(columns).all(|(cell, column)| fits(cell, column)), "{path}: {row:?}");
            }
            // The CSV has the same rows below its head.
            let csv = admin.get(&path.replace("format=json", "format=csv")).await;
            assert_eq!(String::from_utf8(csv.bytes).unwrap().lines().count(), rows.len() + 1, "{path}");
        }
        for (file, titles) in [("sales-total-report", &["Ventas", "Antes", "Sin IGV"][..]), ("cash-movements", &["Entró", "Salió"]), ("accounting-dashboard/sales-by-day", &["Ventas"])] {
            let table = admin.get(&format!("/api/{file}/file?format=json")).await.ok();
            for title in titles {
                let at = column(&table, title);
                assert_eq!(table["total"][at]["value"], sum(&table, at).to_string(), "{file}: {title}");
            }
        }
        let sales = admin.get("/api/sales-total-report?format=json").await.ok();
        assert_eq!(sales["total"][column(&sales, "Ventas")], json!({"kind": "MONEY", "value": "196.00"}), "7 × 28.00");
    }

    async fn nobody_is_told_of_a_report_that_is_not_for_them(till: Till) {
        let admin = till.house.app.login("admin").await;
        let list = admin.get("/api/reports").await.rows();
        for username in ["admin", "supervisor", "cajero", "mozo", "cocina", "contador"] {
            let client = till.house.app.login(username).await;
            let visible: BTreeSet<String> = client.get("/api/reports").await.rows().iter().map(|report| report["key"].to_string()).collect();
            for report in &list {
                let path = path_of(report, &admin).await;
                let reply = client.get(&path).await;
                if visible.contains(&report["key"].to_string()) {
                    reply.ok();
                } else {
                    reply.refused(422, "not_permitted");
                }
            }
            match username {
                "mozo" | "cocina" => assert!(visible.is_empty(), "{username}: {visible:?}"),
                "cajero" => assert_eq!(visible, BTreeSet::from(["\"cash-movements\"".to_owned()])),
                "contador" => assert!(!visible.contains("\"kardex\"") && visible.contains("\"sales\"")),
                _ => assert_eq!(visible.len(), list.len(), "{username}"),
            }
        }
    }
}
