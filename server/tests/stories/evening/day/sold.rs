//! Compares the reports of sales, in total and by product.

use super::{CUTS, DayReports, by_name, different_from, list, money, number, text};
use comanda::money::{Money, Quantity};
use serde_json::Value;
use std::collections::BTreeMap;

pub fn differences(reports: &DayReports) -> Vec<String> {
    let totals = &reports.report("DAY")["totals"];
    let mut found = compare_totals(reports, money(&totals["total"]));
    found.extend(compare_documents(reports, number(&totals["documents"])));
    found.extend(different_from(
        &number(&totals["accounts"]),
        vec![
            ("accounts of the panel".to_owned(), number(&reports.report("panel")["sales_today"]["count"])),
            ("accounts of now".to_owned(), number(&reports.report("now")["now"]["sold"]["accounts"])),
        ],
    ));
    // An account that two cash boxes collected in parts counts at both of them.
    let box_accounts: i64 =
        list(&reports.report("CASHIER")["rows"]).iter().map(|row| number(&row["sums"]["accounts"])).sum();
    let session_tickets = reports.sessions.iter().map(|session| number(&session["tickets"])).sum();
    found.extend(different_from(&box_accounts, vec![("accounts of the sessions".to_owned(), session_tickets)]));
    found.extend(compare_products(reports));
    found
}

fn compare_totals(reports: &DayReports, total: Money) -> Vec<String> {
    let mut amounts = Vec::new();
    for cut in CUTS {
        let report = reports.report(cut);
        amounts.push((format!("total by {cut}"), money(&report["totals"]["total"])));
        amounts.push((
            format!("rows by {cut}"),
            list(&report["rows"]).iter().map(|row| money(&row["sums"]["total"])).sum(),
        ));
    }
    let panel = reports.report("panel");
    let today = list(&panel["by_day"]).iter().find(|day| day["day"] == "2026-11-21").unwrap();
    let sum = |rows: &Value, field: &str| list(rows).iter().map(|row| money(&row[field])).sum::<Money>();
    let sum_of_rows = |field: &str| reports.sessions.iter().map(|session| sum(&session[field], "total")).sum::<Money>();
    let rest: Money = reports.sessions.iter().map(|session| money(&session["other_products"]["total"])).sum();
    let methods = &reports.report("methods");
    let credit = money(&methods["credit"]);
    amounts.extend([
        ("close of day".to_owned(), money(&reports.report("close")["total"])),
        ("panel".to_owned(), money(&panel["sales_today"]["total"])),
        ("panel, by day".to_owned(), money(&today["total"])),
        ("now".to_owned(), money(&reports.report("now")["now"]["sold"]["total"])),
        ("accounting panel".to_owned(), money(&reports.report("accountant")["today"]["total"])),
        ("register".to_owned(), money(&reports.report("register")["totals"]["total"])),
        ("list of documents".to_owned(), money(&reports.report("documents")["totals"]["total"])),
        ("kinds of documents".to_owned(), sum(reports.report("kinds"), "total")),
        ("list of products".to_owned(), sum(&reports.report("sold products")["rows"], "total")),
        ("sessions".to_owned(), reports.sum_over_sessions("total")),
        ("documents of sessions".to_owned(), sum_of_rows("documents")),
        ("channels of sessions".to_owned(), sum_of_rows("channels")),
        ("products of sessions".to_owned(), sum_of_rows("products") + rest),
    ]);
    // The rounding of cash is neither sold nor taken.
    if reports.sum_over_sessions("rounding").is_zero() {
        let collected = money(&methods["totals"]["total"]) - money(&methods["tips"]) + credit;
        amounts.push(("money without tips".to_owned(), collected));
    }
    different_from(&total, amounts)
}

fn compare_documents(reports: &DayReports, documents: i64) -> Vec<String> {
    let kinds = |rows: &Value, field: &str| -> i64 {
        let own_documents =
            list(rows).iter().filter(|row| row["billing_type_id"] != 4 && row["name"] != "Nota de crédito");
        own_documents.map(|row| number(&row[field])).sum()
    };
    let mut amounts: Vec<(String, i64)> = CUTS
        .iter()
        .map(|cut| (format!("documents by {cut}"), number(&reports.report(cut)["totals"]["documents"])))
        .collect();
    let stand =
        list(&reports.report("documents")["rows"]).iter().filter(|d| d["voided"] == false && d["is_note"] == false);
    amounts.extend([
        ("documents of the close".to_owned(), number(&reports.report("close")["documents"])),
        ("documents of the accounting panel".to_owned(), number(&reports.report("accountant")["today"]["documents"])),
        ("documents of the list".to_owned(), number(&reports.report("documents")["totals"]["documents"])),
        ("documents in the list".to_owned(), i64::try_from(stand.count()).unwrap()),
        ("documents by kind".to_owned(), kinds(reports.report("kinds"), "documents")),
        (
            "documents of the sessions".to_owned(),
            reports.sessions.iter().map(|s| kinds(&s["documents"], "count")).sum(),
        ),
        ("sales of cancellations".to_owned(), number(&reports.report("acts")["sales"])),
    ]);
    different_from(&documents, amounts)
}

/// Checks that products come to the sales without recargo, tips and fees, which have lines of their own.
fn compare_products(reports: &DayReports) -> Vec<String> {
    let rows = list(&reports.report("PRODUCT")["rows"]);
    let sold = by_name(rows, |row| text(&row["name"]), |row| money(&row["sums"]["total"]));
    let named = |rows: &Value| by_name(list(rows), |row| text(&row["name"]), |row| money(&row["total"]));
    let mut sessions = BTreeMap::<String, Money>::new();
    for (name, amount) in reports.sessions.iter().flat_map(|session| named(&session["products"])) {
        *sessions.entry(name).or_default() += amount;
    }
    sessions.retain(|_, amount| !amount.is_zero());
    let amounts = vec![
        ("list of products".to_owned(), named(&reports.report("sold products")["rows"])),
        ("products of sessions".to_owned(), sessions),
    ];
    let mut found = different_from(&sold, amounts);
    let row = |key: &str| rows.iter().find(|row| row["key"] == key);
    let category_total = |key: &str| {
        list(&reports.report("CATEGORY")["rows"]).iter().find(|row| row["key"] == key).map(|row| &row["sums"]["total"])
    };
    for key in ["-1", "-2"] {
        if category_total(key) != row(key).map(|row| &row["sums"]["total"]) {
            found.push(format!("{key} by category: {:?}, by product {:?}", category_total(key), row(key)));
        }
    }
    for (key, paid) in [("-1", "recargo"), ("-2", "a fee")] {
        if row(key).is_none() {
            found.push(format!("nobody paid {paid}"));
        }
    }
    let is_dish = |row: &&Value| !text(&row["key"]).starts_with('-') && row["key"] != "0";
    let dish = |name: &Value| rows.iter().find(|row| row["name"] == *name && is_dish(row));
    for listed in
        list(&reports.report("panel")["top_products"]).iter().chain(list(&reports.report("menu")["without_cost"]))
    {
        let own_total = dish(&listed["name"]).map(|row| &row["sums"]["total"]);
        if own_total != Some(&listed["total"]) {
            found.push(format!("{listed} on the panel or the menu, {own_total:?} in the report"));
        }
    }
    for listed in list(&reports.report("menu")["dishes"]) {
        let own_row = dish(&listed["name"]).unwrap();
        let millionths = |value: &Value| i128::from(value.as_str().unwrap().parse::<Money>().unwrap().millionths());
        let [price, total] = [&listed["price"], &own_row["sums"]["total"]].map(millionths);
        let units = i128::from(own_row["sums"]["quantity"].as_str().unwrap().parse::<Quantity>().unwrap().millionths());
        // Prices are shown to the céntimo.
        if (price * units - total * 1_000_000).abs() > 10_000 * units {
            found.push(format!("{listed} costs {price} on the menu, {total} for {units} in the report"));
        }
    }
    let best = list(&reports.report("close")["best"]);
    let first = rows.iter().find(is_dish).map(|row| &row["name"]);
    if best.first().map(|row| &row["name"]) != first || best.iter().any(|row| dish(&row["name"]).is_none()) {
        found.push(format!("the close names {best:?} as best, the report {first:?}"));
    }
    found
}
