//! Hostile files: whatever is changed in a valid file, its reader must refuse it in words, and never panic or end the process. A test makes
//! a fixed number of changes; `make fuzz` makes new ones for `COMANDA_FUZZ_SECONDS`, and keeps the last file in `target/hostile`.

mod mutate;
mod zipped;

pub use mutate::fix_png_checksums;

use fastrand::Rng;
use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

const ROUNDS: u32 = 150;
const SEED: u64 = 20_601;
/// A reader that takes longer than this hangs: the files have some kilobytes, and a busy machine reads them without optimization.
const MAX_DURATION: Duration = Duration::from_secs(20);

/// Reads each file of a corpus, then random mutations of them.
///
/// # Panics
/// Panics when a reader panicked or took too long; the file that caused it is kept.
pub fn assert_survives_mutations(reader: &str, corpus: &[&[u8]], read: impl Fn(&[u8])) {
    let seconds = env::var("COMANDA_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let mut rng = Rng::with_seed(if seconds.is_some() { Rng::new().u64(..) } else { SEED });
    let (began, seed) = (Instant::now(), rng.get_seed());
    let is_over = |round: u32| match seconds {
        Some(seconds) => began.elapsed() > Duration::from_secs(seconds),
        None => round >= ROUNDS,
    };
    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/hostile");
    let (mut round, mut slowest) = (0, Duration::ZERO);
    let mut try_one = |file: &[u8]| {
        // The file is written before it is read, because an abort leaves no time for that.
        if seconds.is_some() {
            write_file(&kept, &format!("{reader}.last"), file);
        }
        let begun = Instant::now();
        let panicked = catch_unwind(AssertUnwindSafe(|| read(file))).is_err();
        slowest = slowest.max(begun.elapsed());
        if panicked || begun.elapsed() > MAX_DURATION {
            write_file(&kept, &format!("{reader}-{seed}-{round}"), file);
            panic!("{reader}: round {round} of seed {seed} ends badly; the file is in {}", kept.display());
        }
        round += 1;
        is_over(round)
    };
    for file in corpus {
        try_one(file);
    }
    while !try_one(&mutate::mutated_file(corpus, &mut rng)) {}
    println!("{reader}: {round} files, the slowest took {slowest:?}");
}

fn write_file(folder: &Path, name: &str, file: &[u8]) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(name), file).unwrap();
}
