//! Lists the migrations in a generated source file, so that the program contains them. `sqlx::migrate!` does the same, but would compile
//! the drivers of both databases a second time.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../../../migrations");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../../migrations");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for set in ["company", "control"] {
        fs::write(out.join(format!("{set}_migrations.rs")), migration_list(&root.join(set), set)?)?;
    }
    Ok(())
}

/// Returns a Rust slice literal of (version, description, text); `0067_phones_by_digits.sql` is version 67, "phones by digits".
fn migration_list(folder: &Path, set: &str) -> Result<String, Box<dyn Error>> {
    let mut rows = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let Some((version, description)) = name.strip_suffix(".sql").and_then(|name| name.split_once('_')) else {
            continue;
        };
        let version: i64 = version.parse().map_err(|_| format!("{name} has no version before its first '_'"))?;
        // Relative to the crate's folder instead of absolute, so that a checkout that was moved keeps its build.
        let path = format!("/../../../migrations/{set}/{name}");
        let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))");
        rows.push((version, format!("({version}, {:?}, {text})", description.replace('_', " "))));
    }
    rows.sort();
    let rows: Vec<String> = rows.into_iter().map(|(_, row)| row).collect();
    Ok(format!("&[\n{}\n]", rows.join(",\n")))
}
