//! Money as it came in, what cash boxes lacked, and what was taken off.

use super::{Books, by_name, list, money, number, text, unlike};
use comanda::money::Money;
use serde_json::Value;
use std::collections::BTreeMap;

pub fn differences(books: &Books) -> Vec<String> {
    let mut found = ways(books);
    found.extend(boxes(books));
    found.extend(taken_off(books));
    found
}

fn ways(books: &Books) -> Vec<String> {
    let (methods, close) = (books.report("methods"), books.report("close"));
    let report = by_name(list(&methods["methods"]), |row| text(&row["name"]), |row| money(&row["sums"]["total"]));
    let named = |rows: &Value, field: &str| by_name(list(rows), |row| text(&row["name"]), |row| money(&row[field]));
    let mut sessions = BTreeMap::<String, Money>::new();
    for (name, amount) in books.sessions.iter().flat_map(|session| named(&session["methods"], "net")) {
        *sessions.entry(name).or_default() += amount;
    }
    sessions.retain(|_, amount| !amount.is_zero());
    let are = vec![("close of day".to_owned(), named(&close["methods"], "total")), ("sessions".to_owned(), sessions)];
    let mut found = unlike(&report, are);
    let cash = &books.report("cash")["totals"];
    let in_boxes =
        money(&cash["cash"]) - money(&cash["refunds"]) + money(&cash["collections"]) + money(&cash["others"]);
    found.extend(unlike(
        &money(&methods["totals"]["total"]),
        vec![("collected of the close".to_owned(), money(&close["collected"])), ("cash boxes".to_owned(), in_boxes)],
    ));
    found.extend(unlike(
        &money(&methods["tips"]),
        vec![
            ("tips of the close".to_owned(), money(&close["tips"])),
            ("of sessions".to_owned(), books.of_sessions("tips")),
        ],
    ));
    found
}

/// Each box lacks the same by every way to pay, wherever that is told.
fn boxes(books: &Books) -> Vec<String> {
    let close = books.report("close");
    let mut found = Vec::new();
    for cycle in list(&books.report("cash")["cycles"]) {
        let listed = list(&books.report("cycles")["rows"]).iter().find(|row| row["id"] == cycle["id"]).unwrap();
        let of_day = list(&close["cashboxes"]).iter().find(|row| row["cashbox_name"] == cycle["cashbox_name"]).unwrap();
        let by_way = by_name(list(&cycle["differences"]), |row| text(&row["name"]), |row| money(&row["amount"]));
        let counted = listed["count"]["differences"].as_object().unwrap();
        let counted: BTreeMap<String, Money> = counted.iter().map(|(way, sum)| (way.clone(), money(sum))).collect();
        let counted: BTreeMap<String, Money> = counted.into_iter().filter(|(_, sum)| !sum.is_zero()).collect();
        let of_day_by_way =
            by_name(list(&of_day["differences"]), |row| text(&row["name"]), |row| money(&row["amount"]));
        found.extend(unlike(
            &counted,
            vec![("cash report".to_owned(), by_way), ("close of day".to_owned(), of_day_by_way)],
        ));
        let short: Money = counted.values().filter(|sum| sum.is_negative()).map(|sum| -*sum).sum();
        let over: Money = counted.values().copied().filter(|sum| !sum.is_negative()).sum();
        let both = |row: &Value| (money(&row["short"]), money(&row["over"]));
        let are = vec![("cash report".to_owned(), both(cycle)), ("close of day".to_owned(), both(of_day))];
        found.extend(unlike(&(short, over), are));
        found.extend(unlike(&(over - short), vec![("list of cycles".to_owned(), money(&listed["difference"]))]));
        let told = format!("{}: falta S/ {short}", text(&cycle["cashbox_name"]));
        if !text(&close["text"]).contains(&told) {
            found.push(format!("{told} is not in {}", close["text"]));
        }
    }
    found
}

/// Sessions share what the house took off: none counts what another box did, and what went back counts once.
fn taken_off(books: &Books) -> Vec<String> {
    let acts = list(&books.report("acts")["kinds"]);
    let told: Vec<(String, i64, Money)> = list(&books.report("close")["acts"])
        .iter()
        .map(|act| (text(&act["kind"]), number(&act["count"]), money(&act["amount"])))
        .collect();
    let report: Vec<(String, i64, Money)> = acts
        .iter()
        .filter(|act| act["count"] != 0)
        .map(|act| (text(&act["kind"]), number(&act["count"]), money(&act["amount"])))
        .collect();
    let mut found = unlike(&report, vec![("acts of the close".to_owned(), told)]);
    let of_lines = acts.iter().filter(|act| text(&act["kind"]).starts_with("LINE_"));
    let lines: i64 = of_lines.map(|act| number(&act["count"])).sum();
    let sessions: i64 = books.sessions.iter().map(|session| number(&session["dismissals"]["count"])).sum();
    if sessions > lines {
        found.push(format!("sessions dismissed {sessions} lines, the house {lines}"));
    }
    let voided = list(&books.report("documents")["rows"]).iter().filter(|document| document["voided"] == true);
    let voids = books.sessions.iter().map(|session| number(&session["voids"]["count"])).sum::<i64>();
    found.extend(unlike(&i64::try_from(voided.count()).unwrap(), vec![("voids of sessions".to_owned(), voids)]));
    found
}
