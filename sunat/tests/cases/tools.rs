//! Golden files, and the certificate of the tests.

use std::{fs, path::PathBuf};

use comanda_sunat::sign::{Signer, open_pfx};

pub fn in_tests(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

pub fn signer() -> Signer {
    open_pfx(&fs::read(in_tests("certificates/prueba.p12")).expect("is there"), "prueba").expect("opens")
}

/// Compares an XML with a golden file, or writes the file where `GOLDEN=write`.
pub fn golden(name: &str, xml: &str) {
    let path = in_tests("golden").join(name);
    if std::env::var_os("GOLDEN").is_some_and(|wish| wish == "write") {
        fs::write(&path, xml).expect("writes");
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name} is missing: GOLDEN=write makes it"));
    assert!(kept == xml, "{name} differs: GOLDEN=write, then read the difference");
}
