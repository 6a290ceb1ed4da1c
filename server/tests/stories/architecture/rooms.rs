//! Which room of the server may reach which: the layers of `docs/architecture.md` held against what the code names.

use super::source::{named_after_crate, rooms, rust_files, source};
use std::{collections::BTreeSet, fs, path::PathBuf};

/// The rooms from the ground up. A room reaches rooms of the lines above its own, none of its own line and none below it.
const LAYERS: [&[&str]; 22] = [
    &["pasted"],
    &[
        "clock",
        "clock_check",
        "config",
        "file_kind",
        "metrics",
        "one_line",
        "outward",
        "private_files",
        "search",
        "source",
    ],
    &["seal"],
    &["db"],
    &["counters", "error", "ids", "money", "only_server", "servers", "words"],
    &["companies", "email", "form", "identity", "limits", "listing", "restored"],
    &["realtime", "secrets", "time_sources"],
    &["state"],
    &["use_case"],
    &["audit", "http", "ledger"],
    &["downloads", "figures", "law", "licence", "payment_options", "pictures", "promotions", "ubigeo"],
    &["settings"],
    &["backups", "floor", "mail", "sheet", "stock"],
    &["catalog", "clients", "people", "report_table"],
    &["billing", "housekeeping", "printing", "providers", "setup"],
    &["counts", "inventory", "new_company", "orders", "rate_change", "sockets"],
    &["cash", "kitchen", "productions", "sending", "stock_files"],
    &["payments", "purchases", "removal"],
    &["accounting", "reports"],
    &["close_of_day", "doctor", "documents", "observability", "reconciliation", "sales_goal"],
    &["router"],
    &["demo"],
];

/// Test data beside the code, reached from everywhere.
const ONLY_TESTS: &str = "golden";

#[test]
fn rooms_only_reach_rooms_below() {
    let mut below: BTreeSet<&str> = BTreeSet::from([ONLY_TESTS]);
    let all = rooms();
    let mut trespasses = Vec::new();
    for layer in LAYERS {
        for room in layer {
            for file in rust_files(&all[*room]) {
                let reached = named_after_crate(&fs::read_to_string(&file).unwrap());
                let foreign = reached.into_iter().filter(|r| r != room && all.contains_key(r.as_str()));
                let above = foreign.filter(|r| !below.contains(r.as_str()));
                trespasses.extend(above.map(|r| format!("{} reaches {r}", file.display())));
            }
        }
        below.extend(layer);
    }
    println!("rooms: {} in {} layers", below.len() - 1, LAYERS.len());
    println!("reaches against the layers: {}", trespasses.len());
    assert!(trespasses.is_empty(), "{trespasses:#?}");
}

#[test]
fn every_room_has_its_layer() {
    let in_layers: BTreeSet<String> = LAYERS.iter().flat_map(|l| l.iter()).map(|r| (*r).to_owned()).collect();
    let mut there: BTreeSet<String> = rooms().into_keys().collect();
    there.remove(ONLY_TESTS);
    assert_eq!(there, in_layers);
}

#[test]
fn only_db_names_a_driver() {
    let source = source();
    let drivers = ["sqlx::query", "sqlx::Pg", "sqlx::Sqlite", "sqlx::postgres", "sqlx::sqlite"];
    let naming = rust_files(&source).into_iter().filter(|f| !f.starts_with(source.join("db"))).filter(|f| {
        let text = fs::read_to_string(f).unwrap();
        drivers.iter().any(|d| text.contains(d))
    });
    assert_eq!(naming.collect::<Vec<_>>(), Vec::<PathBuf>::new());
}
