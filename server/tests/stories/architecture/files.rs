//! Rules by file name: HTTP only in `http` files, statements only in stores, and no word of a closed set as a `String`.

use super::source::{all_files, crates, name_of, rooms, rust_files};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Rooms that consist of HTTP entirely.
const HTTP_ROOMS: [&str; 4] = ["cli", "http", "router", "sockets"];
/// Names that only HTTP files may contain.
const HTTP_NAMES: [&str; 4] = ["crate::http", "comanda_platform::http", "axum::", "utoipa_axum"];

/// Other files that may contain such a name, and the reason.
const HTTP_IN_RULES: [(&str, &str); 1] = [("doctor/machine.rs", "reads the certificate by which the server answers")];

/// The beginnings of SQL statements in the source.
const STATEMENTS: [&str; 9] = [
    "\"SELECT ",
    "\"INSERT INTO ",
    "\"UPDATE ",
    "\"DELETE FROM ",
    "\"WITH ",
    "insert!(\"",
    "update!(\"",
    "Sql::insert(",
    "Sql::update(",
];

/// Fields that hold one of a few words wherever they appear.
const WORDS: [&str; 12] = [
    "document_type",
    "item_type",
    "kind",
    "level",
    "movement_type",
    "payment_status",
    "print_command",
    "print_pre_account",
    "print_receipt",
    "source",
    "state",
    "status",
];
/// Fields of these names that may hold any text: file, field and reason.
const WORDS_OF_OTHERS: [(&str, &str, &str); 26] = [
    (
        "clients/lookup/identify.rs",
        "kind",
        "typed; parsed at once, so that what is wrong with it is said with the number",
    ),
    ("clients/lookup/identify.rs", "state", "SUNAT's word of a taxpayer, as the look-up service gives it"),
    ("clients/lookup/reading.rs", "state", "SUNAT's word of a taxpayer, as the look-up service gives it"),
    ("metrics/requests.rs", "status", "a label as Prometheus has it: `2xx`"),
    ("observability/gauges.rs", "kind", "a label as Prometheus has it"),
    ("observability/gauges.rs", "state", "a label as Prometheus has it"),
    ("floor/http.rs", "status", "of an address; parsed at once for a refusal that names ALL"),
    (
        "orders/account/guest.rs",
        "document_type",
        "of a flattened form, where only a text lets a refusal name its field",
    ),
    ("orders/http/to_collect.rs", "kind", "of an address; parsed at once for a refusal of its own"),
    ("printing/agents/own/http.rs", "state", "of an address: a state or WAITING"),
    ("printing/jobs/decide.rs", "source", "what a paper is of: `command:12`"),
    ("printing/jobs/enqueue.rs", "source", "what a paper is of: `command:12`"),
    ("printing/jobs/http.rs", "state", "of an address: a state or WAITING"),
    ("printing/jobs/list.rs", "source", "what a paper is of: `command:12`"),
    ("printing/routing.rs", "source", "what a paper is of: `command:12`"),
    ("stock/kardex.rs", "source", "what moved stock: `purchase:12`"),
    ("stock/kardex_store.rs", "source", "what moved stock: `purchase:12`"),
    ("stock/overview.rs", "source", "what moved stock: `purchase:12`"),
    ("stock/valuation/productions_store.rs", "source", "what moved stock: `production:12`"),
    ("stock/valuation/store.rs", "source", "what moved stock: `purchase:12`"),
    ("stock/valuation/write_store.rs", "source", "what moved stock: `purchase:12`"),
    ("stock_files/register_store.rs", "source", "what moved stock: `purchase:12`"),
    ("settings/configurations.rs", "kind", "chosen by whoever keeps an integration's settings here"),
    ("law/mod.rs", "source", "the norm that says something"),
    ("settings/law_http.rs", "source", "the norm that says something"),
    ("rate_change/proposal.rs", "source", "the norm that says something"),
];

#[test]
fn rules_know_no_http() {
    let found = files_containing(&HTTP_NAMES, |room, file| {
        HTTP_ROOMS.contains(&room)
            || HTTP_IN_RULES.iter().any(|(named, _)| file.ends_with(named))
            || is_named(file, "http")
    });
    println!("files of rules that name HTTP: {}", found.len());
    assert_eq!(found, Vec::<PathBuf>::new());
}

#[test]
fn statements_stand_in_stores() {
    let found = files_containing(&STATEMENTS, |room, file| room == "db" || is_named(file, "store"));
    println!("files with SQL outside stores: {}", found.len());
    assert_eq!(found, Vec::<PathBuf>::new());
}

#[test]
fn a_word_of_a_closed_set_is_not_a_string() {
    let mut found = Vec::new();
    for file in all_files() {
        let name = name_of(&file);
        for field in production_code(&file).lines().filter_map(field_of_text) {
            let is_declared = WORDS_OF_OTHERS.iter().any(|(whose, of, _)| name.ends_with(whose) && *of == field);
            if WORDS.contains(&field) && !is_declared {
                found.push(format!("{name}: {field}"));
            }
        }
    }
    println!("words that are text: {}", found.len());
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn every_permission_is_asked_for() {
    let table = crates()["platform"].join("use_case/permission.rs");
    let list = fs::read_to_string(&table).unwrap();
    let actions = list.split("\nactions!(").nth(1).unwrap().split(");").next().unwrap();
    let code: String = all_files().iter().filter(|f| **f != table).map(|f| production_code(f)).collect();
    let unused: Vec<&str> = actions
        .lines()
        .map(|line| line.trim().trim_end_matches(','))
        .filter(|name| !name.is_empty() && !name.starts_with("//") && !code.contains(&format!("Action::{name}")))
        .collect();
    println!("permissions that nobody asks for: {}", unused.len());
    assert_eq!(unused, Vec::<&str>::new());
}

/// The files that contain one of `names`, except for those that may.
fn files_containing(names: &[&str], is_exempt: impl Fn(&str, &Path) -> bool) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for (room, place) in rooms() {
        for file in rust_files(&place).into_iter().filter(|file| !is_exempt(&room, file)) {
            let text = production_code(&file);
            let imported = imports(&text);
            if names.iter().any(|name| text.contains(name) || imported.iter().any(|path| path.contains(name))) {
                found.insert(file);
            }
        }
    }
    found.into_iter().collect()
}

/// Each path that is imported, with its groups resolved: `use a::{b, c::d};` imports `a::b` and `a::c::d`.
fn imports(code: &str) -> Vec<String> {
    let statements = code.split("use ").skip(1).filter_map(|rest| rest.split_once(';'));
    let trees = statements.map(|(tree, _)| tree.split_whitespace().collect::<String>());
    trees.flat_map(|tree| resolved("", &tree)).collect()
}

fn resolved(prefix: &str, tree: &str) -> Vec<String> {
    let Some((path, group)) = tree.split_once('{') else { return vec![format!("{prefix}{tree}")] };
    let group = group.strip_suffix('}').unwrap_or(group);
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&group[start..]);
    let prefix = format!("{prefix}{path}");
    parts.into_iter().filter(|part| !part.is_empty()).flat_map(|part| resolved(&prefix, part)).collect()
}

#[test]
fn groups_of_imports_are_resolved() {
    let code = "use comanda_platform::{\n    http::{Answer, ok},\n    state::App,\n};";
    let paths = ["comanda_platform::http::Answer", "comanda_platform::http::ok", "comanda_platform::state::App"];
    assert_eq!(imports(code), paths);
}

/// Whether a file is `http.rs`, `boxes_http.rs` or in a folder `http`, where `what` is `http`.
fn is_named(file: &Path, what: &str) -> bool {
    let stem = file.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    let is_in_folder = file.parent().is_some_and(|folder| folder.components().any(|part| part.as_os_str() == what));
    stem == what || stem.ends_with(&format!("_{what}")) || is_in_folder
}

/// The production code of a file: without comments and without its unit tests.
fn production_code(file: &Path) -> String {
    let stem = file.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    if stem == "tests" || stem.ends_with("_tests") {
        return String::new();
    }
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

/// The name of a text field, as in `pub status: Option<String>,`.
fn field_of_text(line: &str) -> Option<&str> {
    let (name, of) = line.trim().strip_suffix(',')?.split_once(": ")?;
    let name = name.rsplit(' ').next()?.trim_start_matches("r#");
    ["String", "Option<String>", "&'static str", "Option<&'static str>"].contains(&of).then_some(name)
}
