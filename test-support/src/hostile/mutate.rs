//! Random changes of a file.

use super::zipped;
use fastrand::Rng;

const MAX_CHANGES: usize = 6;
/// The most bytes of a slice that is moved, doubled or removed.
const MAX_SLICE: usize = 2_000;
/// The values that replace counts and lengths, as far as they fit.
const NUMBERS: [u64; 9] = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, u64::MAX];
/// Similar values as texts.
const WRITTEN_NUMBERS: [&str; 9] = [
    "0",
    "-1",
    "65536",
    "1048577",
    "4000000000",
    "18446744073709551615",
    "99999999999999999999999999",
    "1e308",
    "A1:XFD1048576",
];

/// Returns a file of the corpus with a few changes.
pub(super) fn mutated_file(corpus: &[&[u8]], rng: &mut Rng) -> Vec<u8> {
    let file = corpus[rng.usize(..corpus.len())];
    // Changes of a ZIP itself would not reach the compressed entries in it.
    if rng.bool()
        && let Some(changed) = zipped::mutated_zip(file, rng)
    {
        return changed;
    }
    let other = corpus[rng.usize(..corpus.len())];
    let mut bytes = file.to_vec();
    for _ in 0..rng.usize(1..=MAX_CHANGES) {
        mutate(&mut bytes, other, rng);
    }
    if bytes.starts_with(b"\x89PNG") {
        fix_png_checksums(&mut bytes);
    }
    bytes
}

/// Makes one random change.
pub(super) fn mutate(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    if bytes.is_empty() {
        bytes.extend_from_slice(random_slice(other, rng));
        return;
    }
    let at = rng.usize(..bytes.len());
    match rng.u8(..8) {
        0 => bytes[at] ^= 1 << rng.u8(..8),
        1 => bytes[at] = rng.u8(..),
        2 => overwrite_binary_number(bytes, at, rng),
        3 => replace_written_number(bytes, at, rng),
        4 => bytes.truncate(at),
        5 => drop(bytes.drain(at..(at + rng.usize(..MAX_SLICE)).min(bytes.len()))),
        6 => {
            let doubled = random_slice(bytes, rng).to_vec();
            bytes.splice(at..at, doubled);
        }
        _ => {
            let foreign = random_slice(other, rng).to_vec();
            let end = (at + foreign.len()).min(bytes.len());
            bytes.splice(at..end, foreign);
        }
    }
}

fn random_slice<'b>(bytes: &'b [u8], rng: &mut Rng) -> &'b [u8] {
    let from = rng.usize(..=bytes.len());
    let to = (from + rng.usize(..MAX_SLICE)).min(bytes.len());
    &bytes[from..to]
}

/// Writes a number of one, two, four or eight bytes, in either byte order.
fn overwrite_binary_number(bytes: &mut [u8], at: usize, rng: &mut Rng) {
    let number = NUMBERS[rng.usize(..NUMBERS.len())];
    let length = [1, 2, 4, 8][rng.usize(..4)];
    let small = number.to_le_bytes();
    let mut written = small[..length].to_vec();
    if rng.bool() {
        written.reverse();
    }
    for (place, byte) in bytes[at..].iter_mut().zip(written) {
        *place = byte;
    }
}

/// Replaces the next number that is written in digits.
fn replace_written_number(bytes: &mut Vec<u8>, at: usize, rng: &mut Rng) {
    let Some(from) = bytes[at..].iter().position(u8::is_ascii_digit).map(|offset| at + offset) else { return };
    let digits = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.splice(from..from + digits, WRITTEN_NUMBERS[rng.usize(..WRITTEN_NUMBERS.len())].bytes());
}

/// Corrects the check sums of a PNG, without which readers would ignore the changed chunks.
pub fn fix_png_checksums(bytes: &mut [u8]) {
    const SIGNATURE: usize = 8;
    const AROUND: usize = 12;
    let mut at = SIGNATURE;
    while let Some(head) = bytes.get(at..at + 4) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(end) = at.checked_add(length).and_then(|end| end.checked_add(AROUND)) else { return };
        if end > bytes.len() {
            return;
        }
        let sum = crc32fast::hash(&bytes[at + 4..end - 4]).to_be_bytes();
        bytes[end - 4..end].copy_from_slice(&sum);
        at = end;
    }
}
