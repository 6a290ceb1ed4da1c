//! Checks that servers of the version before go on while a migration of the new one has run.

use super::{source::migrations, tables::words_after};
use std::{collections::BTreeSet, fs};

/// Company migrations and control migrations up to these numbers were written before servers of two versions worked on one database.
const BEFORE_ROLLING_UPGRADES: [(&str, u32); 2] = [("company", 65), ("control", 4)];

#[test]
fn migrations_only_add_unless_their_name_says_that_they_break_older_servers() {
    const TAKING: [&str; 8] = [
        "DROP TABLE",
        "DROP COLUMN",
        "DROP CONSTRAINT",
        "RENAME",
        "ALTER COLUMN",
        "ADD CONSTRAINT",
        "SET NOT NULL",
        "CREATE UNIQUE",
    ];
    for (set, before) in BEFORE_ROLLING_UPGRADES {
        for file in fs::read_dir(migrations().join(set)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let number: u32 = name[..4].parse().unwrap();
            if number <= before || name.contains("_breaking_") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let text: Vec<&str> = text.lines().map(|line| line.split("--").next().unwrap()).collect();
            let created_tables: BTreeSet<String> = words_after(&text.join("\n"), "CREATE TABLE").into_iter().collect();
            for statement in text.join(" ").split(';') {
                // Older servers do not write to tables that the same migration creates.
                let altered = ["TABLE", "ON"].iter().find_map(|word| words_after(statement, word).into_iter().next());
                let is_on_new = altered.is_some_and(|table| created_tables.contains(&table));
                let statement = statement.to_uppercase();
                let takes = TAKING.iter().find(|words| statement.contains(**words)).filter(|_| !is_on_new);
                assert_eq!(takes, None, "{name}: servers of the version before could not go on: {statement}");
                let needs = statement.contains("ADD COLUMN") && statement.contains("NOT NULL");
                assert!(!needs || statement.contains("DEFAULT"), "{name}: older servers do not fill it: {statement}");
            }
        }
    }
}
