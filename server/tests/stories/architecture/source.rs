//! Reads the server's source: its crates, rooms and files, and the names that a file contains.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Crates that are a single room of the crate's own name.
const ONE_ROOM: [&str; 4] = ["backups", "pdf", "printing", "purchases"];

fn server() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder `migrations`.
pub(super) fn migrations() -> PathBuf {
    server().join("../migrations")
}

/// The source folders of the crates that have rooms, by crate name; the program's own is `server`.
pub(super) fn crates() -> BTreeMap<String, PathBuf> {
    let folders = fs::read_dir(server().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let named = folders.map(|folder| (folder.file_name().unwrap().to_str().unwrap().to_owned(), folder.join("src")));
    let mut crates: BTreeMap<String, PathBuf> = named.filter(|(_, source)| source.join("lib.rs").is_file()).collect();
    for tool in ["allocator", "from-row"] {
        crates.remove(tool);
    }
    crates.insert("server".to_owned(), server().join("src"));
    crates
}

/// All Rust files of the server's crates.
pub(super) fn all_files() -> Vec<PathBuf> {
    crates().values().flat_map(|source| rust_files(source)).collect()
}

/// A file's name in the tables of these tests, such as `cash/boxes.rs`.
pub(super) fn name_of(file: &Path) -> String {
    let (room, source) = crates().into_iter().find(|(_, source)| file.starts_with(source)).unwrap();
    let name = file.strip_prefix(source).unwrap().display().to_string();
    if ONE_ROOM.contains(&room.as_str()) { format!("{room}/{name}") } else { name }
}

/// The rooms of all crates by name, each a folder or a file. Room names are unique, or these tests would miss one.
pub(super) fn rooms() -> BTreeMap<String, PathBuf> {
    let mut rooms = BTreeMap::new();
    for (name, place) in crates().keys().flat_map(|of| rooms_of(of)) {
        assert_eq!(rooms.insert(name.clone(), place), None, "two rooms are called {name}");
    }
    rooms
}

/// The server crates that a crate depends on, by its manifest.
pub(super) fn dependencies_of(crate_name: &str) -> BTreeSet<String> {
    let manifest = crates()[crate_name].parent().unwrap().join("Cargo.toml");
    let text = fs::read_to_string(manifest).unwrap();
    let section = text.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let names = section.lines().filter_map(|line| line.strip_prefix("comanda-")?.split(['.', ' ']).next());
    names.filter(|name| crates().contains_key(*name)).map(str::to_owned).collect()
}

/// The rooms of one crate, as its `lib.rs` declares them.
pub(super) fn rooms_of(crate_name: &str) -> BTreeMap<String, PathBuf> {
    let source = crates()[crate_name].clone();
    if ONE_ROOM.contains(&crate_name) {
        return BTreeMap::from([(crate_name.to_owned(), source)]);
    }
    let library = fs::read_to_string(source.join("lib.rs")).unwrap();
    let names =
        library.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    // The commands are modules of the program, not of the library.
    let commands = (crate_name == "server").then_some("cli");
    names.chain(commands).map(|name| (name.to_owned(), room_path(&source, name))).collect()
}

/// The folder of a room, or else its file. A file `x.rs` beside a folder `x` belongs to the room as well.
fn room_path(source: &Path, name: &str) -> PathBuf {
    let folder = source.join(name);
    if folder.is_dir() { folder } else { source.join(format!("{name}.rs")) }
}

/// All Rust files in a folder, or the file itself.
pub(super) fn rust_files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let file = place.with_extension("rs");
    let entries = fs::read_dir(place).unwrap().map(|e| e.unwrap().path());
    let contents = entries.flat_map(|path| match path.extension() {
        Some(extension) if extension == "rs" => vec![path],
        _ if path.is_dir() => rust_files(&path),
        _ => Vec::new(),
    });
    let mut files: BTreeSet<PathBuf> = contents.collect();
    files.extend(file.is_file().then_some(file));
    files.into_iter().collect()
}

/// The first path segments after each `crate::`, whether a single one or a list in braces.
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
