//! Makes the folder of the web app where there is none yet. The debug program reads it while it runs, but only if it was there when the
//! program was compiled: who builds the server first and the web app later would get 404 for every page.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    fs::create_dir_all(Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../web/dist"))?;
    Ok(())
}
