//! Writes down which migrations there are, so that the program has them inside. `sqlx::migrate!` does the same, but compiles the drivers of
//! both databases a second time for it.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../migrations");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../migrations");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for set in ["company", "control"] {
        fs::write(out.join(format!("{set}_migrations.rs")), list_of(&root.join(set))?)?;
    }
    Ok(())
}

/// A slice of version, description and text, as Rust reads it; `0067_phones_by_digits.sql` is version 67, "phones by digits".
fn list_of(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut rows = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((version, description)) = name.strip_suffix(".sql").and_then(|name| name.split_once('_')) else {
            continue;
        };
        let version: i64 = version.parse().map_err(|_| format!("{name} has no version before its first '_'"))?;
        rows.push((version, format!("({version}, {:?}, include_str!({file:?}))", description.replace('_', " "))));
    }
    rows.sort();
    let rows: Vec<String> = rows.into_iter().map(|(_, row)| row).collect();
    Ok(format!("&[\n{}\n]", rows.join(",\n")))
}
