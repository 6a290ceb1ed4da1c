//! The golden files, and the certificate of tests.

use std::{fs, path::PathBuf};

use comanda_sunat::sign::{Signer, open};

pub fn in_tests(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

pub fn signer() -> Signer {
    open(&fs::read(in_tests("certificates/prueba.p12")).expect("is there"), "prueba").expect("opens")
}

/// Holds an XML against a golden file, or writes it where `GOLDEN=write`.
pub fn golden(name: &str, xml: &str) {
    let path = in_tests("golden").join(name);
    if std::env::var_os("GOLDEN").is_some_and(|wish| wish == "write") {
        fs::write(&path, xml).expect("writes");
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name} is missing: GOLDEN=write makes it"));
    assert!(kept == xml, "{name} differs: GOLDEN=write, then read the difference");
}
