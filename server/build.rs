//! Creates the folder of the web app if it does not exist. The debug program reads it at run time, but only if it existed at compile time:
//! whoever built the server before the web app would get 404 for every page.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    fs::create_dir_all(Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../web/dist"))?;
    Ok(())
}
