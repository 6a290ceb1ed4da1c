//! Compresses SUNAT's table of codes, which the crate embeds: 150 kB of text shrink to a quarter.

use std::{env, fs, io::Write, path::Path};

use flate2::{Compression, write::DeflateEncoder};

const TABLE: &str = "src/codes/codes.tsv";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={TABLE}");
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(TABLE)?)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("codes.deflate"), encoder.finish()?)?;
    Ok(())
}
