//! Unpacks SUNAT's XML schemas, which lie in one archive, since nobody changes 80,000 lines of another's by hand.

use std::{env, error::Error, fs::File, path::Path};

const ARCHIVE: &str = "../sunat/tests/xsd.zip";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={ARCHIVE}");
    let folder = Path::new(&env::var("OUT_DIR")?).join("xsd");
    zip::ZipArchive::new(File::open(ARCHIVE)?)?.extract(folder)?;
    Ok(())
}
