//! Which slice may know which: the table of `docs/architecture.md` held against what the code names.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Each slice with the slices that it may reach, by what their `mod.rs` offers.
const MAY_REACH: [(&str, &[&str]); 17] = [
    ("settings", &["pictures"]),
    ("mail", &["settings"]),
    ("people", &["settings", "mail"]),
    ("stock", &["settings"]),
    ("pictures", &[]),
    ("catalog", &["settings", "stock", "pictures"]),
    ("clients", &[]),
    ("providers", &["clients"]),
    ("floor", &["settings", "catalog"]),
    ("orders", &["settings", "people", "stock", "catalog", "clients", "floor", "printing"]),
    ("kitchen", &["settings", "catalog", "orders"]),
    ("billing", &["settings", "clients", "orders"]),
    ("promotions", &["settings"]),
    ("payments", &["settings", "people", "stock", "clients", "orders", "billing", "cash", "printing", "promotions"]),
    ("cash", &["settings", "people", "orders", "billing", "payments", "printing"]),
    ("printing", &["settings", "people"]),
    ("reports", &["settings", "people", "catalog", "clients", "orders", "billing", "payments", "cash", "printing"]),
];

#[test]
fn slices_only_reach_what_the_table_allows() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let slices: BTreeSet<&str> = MAY_REACH.iter().map(|(slice, _)| *slice).collect();
    let mut trespasses = Vec::new();
    for (slice, allowed) in MAY_REACH {
        for file in rust_files(&source.join(slice)) {
            let text = fs::read_to_string(&file).unwrap();
            for reached in named_after_crate(&text) {
                let foreign = slices.contains(reached.as_str()) && reached != slice;
                if foreign && !allowed.contains(&reached.as_str()) {
                    trespasses.push(format!("{} reaches {reached}", file.strip_prefix(&source).unwrap().display()));
                }
            }
        }
    }
    assert!(trespasses.is_empty(), "{trespasses:#?}");
}

#[test]
fn only_db_names_a_driver() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let drivers = ["sqlx::query", "sqlx::Pg", "sqlx::Sqlite", "sqlx::postgres", "sqlx::sqlite"];
    let naming = rust_files(&source).into_iter().filter(|f| !f.starts_with(source.join("db"))).filter(|f| {
        let text = fs::read_to_string(f).unwrap();
        drivers.iter().any(|d| text.contains(d))
    });
    assert_eq!(naming.collect::<Vec<_>>(), Vec::<PathBuf>::new());
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                return rust_files(&path);
            }
            Vec::from_iter((path.extension().is_some_and(|e| e == "rs")).then_some(path))
        })
        .collect()
}

/// The first names after each `crate::`, whether one or a list in braces.
fn named_after_crate(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, found) in text.match_indices("crate::") {
        let rest = &text[at + found.len()..];
        match rest.strip_prefix('{') {
            Some(list) => names.extend(top_level_names(list)),
            None => names.extend(first_name(rest)),
        }
    }
    names
}

fn first_name(text: &str) -> Option<String> {
    let name: String = text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    Some(name).filter(|n| !n.is_empty())
}

fn top_level_names(list: &str) -> Vec<String> {
    let (mut depth, mut starts) = (0_usize, vec![0]);
    for (i, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => starts.push(i + 1),
            _ => {}
        }
    }
    starts.into_iter().filter_map(|s| first_name(&list[s..])).collect()
}
