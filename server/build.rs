//! Writes down which migrations there are, so that the program has them inside. `sqlx::migrate!` does the same, but compiles the drivers of
//! both databases a second time for it.

use std::{
    env,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../migrations");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    for set in ["company", "control"] {
        fs::write(out.join(format!("{set}_migrations.rs")), list_of(&root.join(set))).unwrap();
    }
}

/// A slice of version, description and text, as Rust reads it; `0001_clients_by_phone.sql` is version 1, "clients by phone".
fn list_of(folder: &Path) -> String {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "sql")) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let Some((version, description)) = name.split_once('_') else { panic!("{name}: a version, '_' and a name") };
        let version: i64 = version.parse().unwrap_or_else(|_| panic!("{name} begins with a version"));
        writeln!(list, "    ({version}, {:?}, include_str!({file:?})),", description.replace('_', " ")).unwrap();
    }
    list + "]"
}
