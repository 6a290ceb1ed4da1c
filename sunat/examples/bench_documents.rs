//! Measures the time of an electronic document on one core: `cargo run --release --package comanda-sunat --example bench_documents`.
//! Writing and digesting happen inside a payment, signing and packing in the sender.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a program for developers that measures time")]

#[path = "../tests/cases/mod.rs"]
mod cases;

use comanda_sunat::{archive, document::Document, ubl};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

const ROUNDS: usize = 2_000;
const SIGNED: usize = 600;

fn main() {
    println!("{:<44} {:>26}   goal", "measure", "value");
    for lines in [5, 200] {
        let document = document_with_lines(lines);
        let each = measure_each(ROUNDS, || black_box(ubl::document(black_box(&document)).digest()).len());
        print_line(&format!("XML and digest, {lines} lines"), each, "1 ms");
    }
    let (unsigned, signer) = (ubl::document(&document_with_lines(5)), cases::tools::signer());
    let mut each = measure_each(SIGNED, || {
        let signed = signer.sign(black_box(&unsigned)).unwrap();
        archive::pack("20123456789-03-B001-1", &signed).unwrap().len()
    });
    print_line("Signature and zip, 5 lines", each.clone(), "");
    let all: Duration = each.drain(..).sum();
    println!(
        "{:<44} {:>17} a second   200 a second",
        "the same on one core",
        1_000_000 * SIGNED as u128 / all.as_micros()
    );
}

fn document_with_lines(lines: i64) -> Document {
    let mut document = cases::base();
    document.lines = (1..=lines).map(|n| cases::line("ARROZ CON PATO & ÑORBO", n, 2500, n * 2119, n * 381)).collect();
    document
}

fn measure_each(rounds: usize, mut what: impl FnMut() -> usize) -> Vec<Duration> {
    let mut took: Vec<Duration> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            assert!(what() > 0);
            start.elapsed()
        })
        .collect();
    took.sort_unstable();
    took
}

fn print_line(measure: &str, sorted: Vec<Duration>, goal: &str) {
    let at = |percent: usize| sorted[sorted.len() * percent / 100];
    println!("{measure:<44} {:>26}   {goal}", format!("p50 {:?}, p99 {:?}", at(50), at(99)));
}
