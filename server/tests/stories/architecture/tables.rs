//! Checks that one room writes each table, and that a room that reads tables of another is listed with a reason; all others call the owner.

use super::{
    source::{migrations, rooms, rust_files},
    table_owners::{OWNERS, READ_EVERYWHERE, READS, WRITE_EVERYWHERE},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Returns the room that writes a table.
pub(super) fn owner(table: &str) -> String {
    let (room, _) = OWNERS.iter().find(|(_, tables)| tables.contains(&table)).unwrap();
    (*room).to_owned()
}

#[test]
fn a_table_has_one_writer() {
    let mut owned: BTreeMap<&str, &str> = BTreeMap::new();
    for (room, tables) in OWNERS {
        for table in tables {
            assert_eq!(owned.insert(table, room), None, "{table} has two owners");
        }
    }
    let known = tables();
    assert_eq!(owned.keys().map(|t| (*t).to_owned()).collect::<BTreeSet<_>>(), known, "each table has its owner");
    let mut trespasses = Vec::new();
    for (room, written) in tables_named_after(&["INSERT INTO", "UPDATE", "DELETE FROM"]) {
        if WRITE_EVERYWHERE.contains(&room.as_str()) {
            continue;
        }
        let foreign = written.iter().filter(|table| owned.get(table.as_str()) != Some(&room.as_str()));
        trespasses.extend(foreign.map(|table| format!("{room} writes {table}")));
    }
    println!("writes into tables of others: {}", trespasses.len());
    assert!(trespasses.is_empty(), "{trespasses:#?}");
}

#[test]
fn readers_of_other_rooms_tables_are_listed() {
    let declared: BTreeMap<String, BTreeSet<String>> = READS
        .iter()
        .map(|(room, _why, tables)| ((*room).to_owned(), tables.iter().map(|t| (*t).to_owned()).collect()))
        .collect();
    let owned: BTreeMap<&str, &[&str]> = OWNERS.into_iter().collect();
    let mut found = tables_named_after(&["FROM", "JOIN"]);
    found.retain(|room, tables| {
        let own_tables = owned.get(room.as_str()).copied().unwrap_or_default();
        tables.retain(|table| !own_tables.contains(&table.as_str()));
        let everywhere = WRITE_EVERYWHERE.contains(&room.as_str()) || READ_EVERYWHERE.contains(&room.as_str());
        !tables.is_empty() && !everywhere
    });
    assert_eq!(found, declared);
}

/// The tables that the migrations create.
fn tables() -> BTreeSet<String> {
    let migrations = migrations();
    let files = ["company", "control"].map(|of| fs::read_dir(migrations.join(of)).unwrap());
    let files: BTreeSet<PathBuf> = files.into_iter().flatten().map(|file| file.unwrap().path()).collect();
    let mut tables = BTreeSet::new();
    // Statements are read in order, because a table that is rebuilt is dropped before.
    for statement in files.iter().flat_map(|file| {
        let text = fs::read_to_string(file).unwrap();
        text.split(';').map(str::to_owned).collect::<Vec<_>>()
    }) {
        tables.extend(words_after(&statement, "CREATE TABLE"));
        for dropped in words_after(&statement, "DROP TABLE") {
            tables.remove(&dropped);
        }
    }
    tables
}

/// The tables that each room names after these SQL words.
fn tables_named_after(words: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let known = tables();
    let named = |place: &Path| {
        let texts = rust_files(place).into_iter().map(|file| fs::read_to_string(file).unwrap());
        let found = texts.flat_map(|text| words.iter().flat_map(|w| words_after(&text, w)).collect::<Vec<_>>());
        found.filter(|name| known.contains(name)).collect::<BTreeSet<_>>()
    };
    rooms().into_iter().map(|(room, place)| (room, named(&place))).filter(|(_, tables)| !tables.is_empty()).collect()
}

/// The words that follow each occurrence of `word`, outside comments.
pub(super) fn words_after(text: &str, word: &str) -> Vec<String> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|l| [l, "\n"]).collect();
    let composed = [
        ("insert!(\"", "INSERT INTO "),
        ("Sql::insert(\"", "INSERT INTO "),
        ("update!(\"", "UPDATE "),
        ("Sql::update(\"", "UPDATE "),
    ];
    let code = composed.iter().fold(code, |code, (call, words)| code.replace(call, words));
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let starts = |at: usize| !code[..at].chars().next_back().is_some_and(is_name);
    let found = code.match_indices(word).filter(|(at, _)| starts(*at)).map(|(at, _)| &code[at + word.len()..]);
    let words_after = found.filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim_start);
    words_after.map(|rest| rest.chars().take_while(|c| is_name(*c)).collect()).collect()
}
