//! Compares the reports of money that came in, of drawer differences, and of what was taken off.

use super::{DayReports, by_name, different_from, list, money, number, text};
use comanda::money::Money;
use serde_json::Value;
use std::collections::BTreeMap;

pub fn differences(reports: &DayReports) -> Vec<String> {
    let mut found = compare_payment_methods(reports);
    found.extend(compare_cash_boxes(reports));
    found.extend(compare_reductions(reports));
    found
}

fn compare_payment_methods(reports: &DayReports) -> Vec<String> {
    let (methods, close) = (reports.report("methods"), reports.report("close"));
    let report = by_name(list(&methods["methods"]), |row| text(&row["name"]), |row| money(&row["sums"]["total"]));
    let named = |rows: &Value, field: &str| by_name(list(rows), |row| text(&row["name"]), |row| money(&row[field]));
    let mut sessions = BTreeMap::<String, Money>::new();
    for (name, amount) in reports.sessions.iter().flat_map(|session| named(&session["methods"], "net")) {
        *sessions.entry(name).or_default() += amount;
    }
    sessions.retain(|_, amount| !amount.is_zero());
    let amounts =
        vec![("close of day".to_owned(), named(&close["methods"], "total")), ("sessions".to_owned(), sessions)];
    let mut found = different_from(&report, amounts);
    let cash = &reports.report("cash")["totals"];
    let boxes_total =
        money(&cash["cash"]) - money(&cash["refunds"]) + money(&cash["collections"]) + money(&cash["others"]);
    found.extend(different_from(
        &money(&methods["totals"]["total"]),
        vec![("collected of the close".to_owned(), money(&close["collected"])), ("cash boxes".to_owned(), boxes_total)],
    ));
    found.extend(different_from(
        &money(&methods["tips"]),
        vec![
            ("tips of the close".to_owned(), money(&close["tips"])),
            ("of sessions".to_owned(), reports.sum_over_sessions("tips")),
        ],
    ));
    found
}

/// Checks that each box has the same differences by method of payment in all reports.
fn compare_cash_boxes(reports: &DayReports) -> Vec<String> {
    let close = reports.report("close");
    let mut found = Vec::new();
    for cycle in list(&reports.report("cash")["cycles"]) {
        let listed = list(&reports.report("cycles")["rows"]).iter().find(|row| row["id"] == cycle["id"]).unwrap();
        let closed_box =
            list(&close["cashboxes"]).iter().find(|row| row["cashbox_name"] == cycle["cashbox_name"]).unwrap();
        let by_method = by_name(list(&cycle["differences"]), |row| text(&row["name"]), |row| money(&row["amount"]));
        let counted = listed["count"]["differences"].as_object().unwrap();
        let counted: BTreeMap<String, Money> = counted.iter().map(|(way, sum)| (way.clone(), money(sum))).collect();
        let counted: BTreeMap<String, Money> = counted.into_iter().filter(|(_, sum)| !sum.is_zero()).collect();
        let close_amounts =
            by_name(list(&closed_box["differences"]), |row| text(&row["name"]), |row| money(&row["amount"]));
        found.extend(different_from(
            &counted,
            vec![("cash report".to_owned(), by_method), ("close of day".to_owned(), close_amounts)],
        ));
        let short: Money = counted.values().filter(|sum| sum.is_negative()).map(|sum| -*sum).sum();
        let over: Money = counted.values().copied().filter(|sum| !sum.is_negative()).sum();
        let both = |row: &Value| (money(&row["short"]), money(&row["over"]));
        let amounts = vec![("cash report".to_owned(), both(cycle)), ("close of day".to_owned(), both(closed_box))];
        found.extend(different_from(&(short, over), amounts));
        found
            .extend(different_from(&(over - short), vec![("list of cycles".to_owned(), money(&listed["difference"]))]));
        let shortfall_line = format!("{}: falta S/ {short}", text(&cycle["cashbox_name"]));
        if !text(&close["text"]).contains(&shortfall_line) {
            found.push(format!("{shortfall_line} is not in {}", close["text"]));
        }
    }
    found
}

/// Checks that sessions share what the restaurant took off: none counts another box's actions, and a refund counts once.
fn compare_reductions(reports: &DayReports) -> Vec<String> {
    let acts = list(&reports.report("acts")["kinds"]);
    let shortfall_line: Vec<(String, i64, Money)> = list(&reports.report("close")["acts"])
        .iter()
        .map(|act| (text(&act["kind"]), number(&act["count"]), money(&act["amount"])))
        .collect();
    let report: Vec<(String, i64, Money)> = acts
        .iter()
        .filter(|act| act["count"] != 0)
        .map(|act| (text(&act["kind"]), number(&act["count"]), money(&act["amount"])))
        .collect();
    let mut found = different_from(&report, vec![("acts of the close".to_owned(), shortfall_line)]);
    let line_acts = acts.iter().filter(|act| text(&act["kind"]).starts_with("LINE_"));
    let lines: i64 = line_acts.map(|act| number(&act["count"])).sum();
    let sessions: i64 = reports.sessions.iter().map(|session| number(&session["dismissals"]["count"])).sum();
    if sessions > lines {
        found.push(format!("sessions dismissed {sessions} lines, the house {lines}"));
    }
    let voided = list(&reports.report("documents")["rows"]).iter().filter(|document| document["voided"] == true);
    let voids = reports.sessions.iter().map(|session| number(&session["voids"]["count"])).sum::<i64>();
    found
        .extend(different_from(&i64::try_from(voided.count()).unwrap(), vec![("voids of sessions".to_owned(), voids)]));
    found
}
