//! Checks which crate may depend on which, by their manifests, and which room of a crate may use which, by the names in its code, as in
//! `docs/architecture.md`.

use super::source::{all_files, crates, dependencies_of, named_after_crate, rooms_of, rust_files};
use std::{collections::BTreeSet, fs, path::PathBuf};

/// The crates from the lowest layer up. Crates of one line do not depend on each other.
const CRATES: [&[&str]; 9] = [
    &["base"],
    &["platform"],
    &["ledgers", "pdf"],
    &["backups", "masterdata", "printing"],
    &["invoicing", "orders"],
    &["storeroom", "till"],
    &["purchases"],
    &["office"],
    &["server"],
];

/// The rooms of each crate from the lowest layer up. A room may use rooms of the lines before its own, and none of its own line or after.
const LAYERS: [(&str, &[&[&str]]); 10] = [
    (
        "base",
        &[
            &["pasted"],
            &["clock", "config", "file_kind", "metrics", "one_line", "outbound", "private_files", "search", "source"],
            &["seal"],
            &["db"],
            &["counters", "error", "ids", "numbers", "words"],
            &["money"],
            &[
                "allergens",
                "document_kind",
                "email",
                "form",
                "identity",
                "listing",
                "measure",
                "payment_type",
                "purchase_document",
            ],
            &["tax_document_type"],
        ],
    ),
    (
        "platform",
        &[
            &["clock_check"],
            &["servers"],
            &["only_server"],
            &["companies", "limits", "restored"],
            &["realtime", "secrets", "time_sources"],
            &["state"],
            &["use_case"],
            &["audit", "http"],
            &["downloads", "law", "licence", "pictures", "ubigeo"],
            &["settings"],
            &["mail", "sheet"],
            &["people", "report_table"],
        ],
    ),
    ("ledgers", &[&["ledger"], &["figures"], &["stock"]]),
    ("masterdata", &[&["payment_options", "promotions"], &["floor"], &["catalog", "clients"], &["providers"]]),
    ("invoicing", &[&["billing"], &["sending"]]),
    ("orders", &[&["orders"], &["kitchen"]]),
    ("till", &[&["cash"], &["payments", "removal"]]),
    ("storeroom", &[&["signed_paper"], &["counts", "inventory"], &["productions", "stock_files"]]),
    (
        "office",
        &[
            &["setup"],
            &["new_company", "rate_change"],
            &["accounting", "reports"],
            &["close_of_day", "documents", "reconciliation", "sales_goal"],
        ],
    ),
    ("server", &[&["housekeeping"], &["sockets"], &["doctor", "observability"], &["router"], &["demo"], &["cli"]]),
];

#[test]
fn crates_only_stand_on_crates_below() {
    let mut lower_crates = BTreeSet::new();
    for line in CRATES {
        for crate_name in line {
            let upper_crates: Vec<String> =
                dependencies_of(crate_name).into_iter().filter(|other| !lower_crates.contains(other)).collect();
            assert_eq!(upper_crates, Vec::<String>::new(), "{crate_name}");
        }
        lower_crates.extend(line.iter().map(|crate_name| (*crate_name).to_owned()));
    }
    assert_eq!(lower_crates, crates().into_keys().collect());
}

#[test]
fn rooms_only_reach_rooms_below() {
    let mut trespasses = Vec::new();
    for (crate_name, layers) in LAYERS {
        let all = rooms_of(crate_name);
        let mut lower_rooms: BTreeSet<&str> = BTreeSet::new();
        for layer in layers {
            for room in *layer {
                for file in rust_files(&all[*room]) {
                    let reached = named_after_crate(&fs::read_to_string(&file).unwrap());
                    let foreign = reached.into_iter().filter(|r| r != room && all.contains_key(r.as_str()));
                    let upper_rooms = foreign.filter(|r| !lower_rooms.contains(r.as_str()));
                    trespasses.extend(upper_rooms.map(|r| format!("{} reaches {r}", file.display())));
                }
            }
            lower_rooms.extend(*layer);
        }
    }
    println!("reaches against the layers: {}", trespasses.len());
    assert!(trespasses.is_empty(), "{trespasses:#?}");
}

#[test]
fn every_room_has_its_layer() {
    let mut rooms = 0;
    for crate_name in crates().into_keys() {
        let found = rooms_of(&crate_name).into_keys().collect::<BTreeSet<_>>();
        rooms += found.len();
        if found.len() > 1 {
            let layers =
                LAYERS.iter().find(|(named, _)| *named == crate_name).map(|(_, layers)| *layers).unwrap_or_default();
            let layered_rooms = layers.iter().flat_map(|layer| layer.iter()).map(|room| (*room).to_owned());
            assert_eq!(found, layered_rooms.collect(), "{crate_name}");
        }
    }
    println!("rooms: {rooms} in {} crates", crates().len());
}

#[test]
fn only_db_names_a_driver() {
    let db = crates()["base"].join("db");
    let drivers = ["sqlx::query", "sqlx::Pg", "sqlx::Sqlite", "sqlx::postgres", "sqlx::sqlite"];
    let naming = all_files().into_iter().filter(|f| !f.starts_with(&db)).filter(|f| {
        let text = fs::read_to_string(f).unwrap();
        drivers.iter().any(|d| text.contains(d))
    });
    assert_eq!(naming.collect::<Vec<_>>(), Vec::<PathBuf>::new());
}
