//! Changes inside a ZIP: its entries are changed and packed again, so that their check sums are right.

use super::mutate;
use fastrand::Rng;
use std::io::{Cursor, Read, Write};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

/// Returns a ZIP with changed entries; `None` for a file that is no ZIP.
pub(super) fn mutated_zip(file: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(file)).ok()?;
    let mut entries = Vec::new();
    for n in 0..archive.len() {
        let mut entry = archive.by_index(n).ok()?;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).ok()?;
        entries.push((entry.name().to_owned(), bytes));
    }
    let other = entries.get(rng.usize(..entries.len().max(1)))?.1.clone();
    for _ in 0..rng.usize(1..4) {
        let chosen = rng.usize(..entries.len());
        mutate::mutate(&mut entries[chosen].1, &other, rng);
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(name, SimpleFileOptions::default()).ok()?;
        zip.write_all(&bytes).ok()?;
    }
    Some(zip.finish().ok()?.into_inner())
}
