//! The server's source, read: its rooms, their files, and what a file names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// `server/src`.
pub(super) fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules of the library by name, each a folder or a file.
pub(super) fn rooms() -> BTreeMap<String, PathBuf> {
    let library = fs::read_to_string(source().join("lib.rs")).unwrap();
    let names =
        library.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    names.map(|name| (name.to_owned(), place(name))).collect()
}

/// A folder with what lies in it, or else a file. `x.rs` beside a folder `x` is read with it.
fn place(name: &str) -> PathBuf {
    let folder = source().join(name);
    if folder.is_dir() { folder } else { source().join(format!("{name}.rs")) }
}

/// The Rust files in a folder, or the file itself.
pub(super) fn rust_files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let beside = place.with_extension("rs");
    let entries = fs::read_dir(place).unwrap().map(|e| e.unwrap().path());
    let inside = entries.flat_map(|path| match path.extension() {
        Some(extension) if extension == "rs" => vec![path],
        _ if path.is_dir() => rust_files(&path),
        _ => Vec::new(),
    });
    let mut files: BTreeSet<PathBuf> = inside.collect();
    files.extend(beside.is_file().then_some(beside));
    files.into_iter().collect()
}

/// The first names after each `crate::`, whether one or a list in braces.
pub(super) fn named_after_crate(text: &str) -> BTreeSet<String> {
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
