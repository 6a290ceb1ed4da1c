//! Reads PDFs with another program.

use std::{
    io::Write,
    process::{Command, Stdio},
};

/// Returns what `pdftotext`, `pdfinfo` or another program of poppler prints about a PDF.
pub fn run_poppler(program: &str, args: &[&str], pdf: &[u8]) -> String {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("these tests need Debian's package `poppler-utils`");
    child.stdin.take().unwrap().write_all(pdf).unwrap();
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success());
    String::from_utf8(out.stdout).unwrap()
}
