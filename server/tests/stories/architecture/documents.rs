//! The paths and links in the documents for engineers exist, and so do the tests that scripts run by their names.

use super::source::rust_files;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders whose paths are checked, except for what only a build creates.
const FOLDERS: [&str; 12] = [
    ".ci/",
    "deploy/",
    "docs/",
    "installer/",
    "migrations/",
    "print-agent/",
    "scripts/",
    "server/",
    "sunat/",
    "system-tests/",
    "test-support/",
    "web/",
];
const BUILT: [&str; 2] = ["web/dist", "web/node_modules"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn documents() -> Vec<PathBuf> {
    let folders = ["", "docs", "server/docs", "server/docs/decisions", "web"].map(|folder| root().join(folder));
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    files.filter(|file| file.extension().is_some_and(|extension| extension == "md")).collect()
}

#[test]
fn every_path_that_a_document_names_exists() {
    let mut missing = Vec::new();
    let mut looked_at = 0;
    for file in documents() {
        let text = fs::read_to_string(&file).unwrap();
        let named = paths_in(&text).map(|path| (path, root()));
        let linked = links_in(&text).map(|path| (path, file.parent().unwrap().to_owned()));
        for (path, from) in named.chain(linked) {
            looked_at += 1;
            if !from.join(path).exists() {
                missing.push(format!("{}: {path}", file.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    println!("paths in documents: {looked_at}, of which are missing: {}", missing.len());
    assert!(looked_at > 100, "{looked_at}");
    assert_eq!(missing, Vec::<String>::new());
}

/// The texts in backquotes that begin like a path, without placeholders.
fn paths_in(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2).map(|quoted| quoted.split([' ', ':']).next().unwrap_or_default());
    quoted.filter(|path| {
        FOLDERS.iter().any(|folder| path.starts_with(folder))
            && !BUILT.iter().any(|built| path.starts_with(built))
            && !path.contains(['<', '{', '*', '…', '$'])
            && !path.contains("NNNN")
    })
}

/// The link targets of `](…)` that lie inside the repository.
fn links_in(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap_or_default());
    let paths = targets.map(|target| target.split('#').next().unwrap_or_default());
    paths.filter(|path| !path.is_empty() && !path.contains("://") && !path.starts_with('/') && !path.contains(' '))
}

/// Where a test is run by a part of its name: a name that no test has any more looks like a success to cargo.
#[test]
fn tests_that_scripts_name_exist() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let after = |text: &str, words: &str| text.split(words).nth(1).unwrap().to_owned();
    let simulation = after(&read("Makefile"), "--test simulation ");
    let fuzz = read("scripts/fuzz-files");
    let filter = after(&fuzz, "--no-fail-fast \"");
    let (start, end) = filter.split('"').next().unwrap().split_once("${reader}").unwrap();
    let readers = after(&fuzz, "|| set -- ");
    let readers = readers.lines().next().unwrap().split(' ').map(|reader| format!("fn {start}{reader}{end}("));
    let simulated = simulation.split(' ').next().unwrap();
    let named: Vec<String> = readers.chain([format!("fn {simulated}")]).collect();
    let folders = ["print-agent", "server/crates", "sunat"].map(|folder| root().join(folder));
    let source: String =
        folders.iter().flat_map(|f| rust_files(f)).map(|file| fs::read_to_string(file).unwrap()).collect();
    let missing: Vec<&String> = named.iter().filter(|name| !source.contains(*name)).collect();
    assert!(named.len() >= 8, "{named:?}");
    assert_eq!(missing, Vec::<&String>::new());
}
