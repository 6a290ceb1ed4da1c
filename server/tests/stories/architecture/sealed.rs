//! Sealed secrets: each kind is handled by the slice that owns its column, in one place, so that a renewed key reaches all of them.

use super::{
    source::{migrations, rooms, rust_files},
    tables::owner,
};
use comanda::seal::SecretKind;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

/// Rooms that name every kind of secret: the one that defines them, and the one that seals them again.
const OF_ALL: [&str; 2] = ["seal", "secrets"];

/// Columns that are named like a secret but hold none: hashes, certificate details, the public address of a document, a switch.
const NOT_SECRET: [&str; 11] = [
    "electronic_billing.certificate_expires_at",
    "electronic_billing.certificate_ruc",
    "electronic_billing.certificate_subject",
    "global_settings.security_pin_hash",
    "password_resets.token_hash",
    "print_agents.token_hash",
    "sessions.token_hash",
    "tax_documents.token",
    "users.must_change_password",
    "users.password_hash",
    "users.pin_hash",
];

#[test]
fn each_kind_is_sealed_once_by_the_room_that_owns_its_column() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (room, place) in rooms().into_iter().filter(|(room, _)| !OF_ALL.contains(&room.as_str())) {
        for file in rust_files(&place) {
            let text = fs::read_to_string(&file).unwrap();
            // Compared without line breaks and unit tests.
            let code: String =
                text.split("#[cfg(test)]").next().unwrap().chars().filter(|c| !c.is_whitespace()).collect();
            for (at, call) in code.match_indices(".seal(SecretKind::") {
                let kind = code[at + call.len()..].chars().take_while(|c| c.is_alphanumeric()).collect();
                places.entry(kind).or_default().push(room.clone());
            }
        }
    }
    let owners: BTreeMap<String, Vec<String>> =
        SecretKind::ALL.iter().map(|kind| (format!("{kind:?}"), vec![owner(kind.column().table)])).collect();
    assert_eq!(places, owners, "another column needs another SecretKind");
}

#[test]
fn a_column_named_like_a_secret_is_sealed_or_listed_as_holding_none() {
    const NAMED_LIKE: [&str; 6] = ["password", "secret", "token", "certificate", "pin_", "api_key"];
    let mut found = BTreeSet::new();
    for set in ["company", "control"] {
        for file in fs::read_dir(migrations().join(set)).unwrap() {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            let text: Vec<&str> = text.lines().map(|line| line.split("--").next().unwrap()).collect();
            for statement in text.join("\n").split(';') {
                found.extend(columns_of(statement).into_iter().filter(|name| {
                    let column = name.split('.').nth(1).unwrap();
                    NAMED_LIKE.iter().any(|like| column.contains(like)) && !column.contains("topping")
                }));
            }
        }
    }
    let sealed = SecretKind::ALL.iter().map(|kind| format!("{}.{}", kind.column().table, kind.column().name));
    // A database address contains a password, though its column is not named like a secret.
    let sealed: BTreeSet<String> = sealed.filter(|name| name != "companies.database_url").collect();
    let expected: BTreeSet<String> = sealed.into_iter().chain(NOT_SECRET.map(str::to_owned)).collect();
    assert_eq!(found, expected, "seal it by a SecretKind, or say here that it holds no secret");
}

/// The columns that a migration creates or adds, as `table.column`.
fn columns_of(statement: &str) -> Vec<String> {
    let words: Vec<&str> = statement.split_whitespace().collect();
    let [verb, "TABLE", table, ..] = words[..] else { return Vec::new() };
    let column = |line: &str| line.split_whitespace().next().map(|column| format!("{table}.{column}"));
    match verb {
        "CREATE" => {
            statement.lines().skip_while(|line| !line.contains("CREATE TABLE")).skip(1).filter_map(column).collect()
        }
        "ALTER" => statement.split("ADD COLUMN").skip(1).filter_map(column).collect(),
        _ => Vec::new(),
    }
}
