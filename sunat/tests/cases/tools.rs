//! The tools that judge from outside, and the certificate of tests.

use std::{fs, io::ErrorKind, path::PathBuf, process::Command};

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

/// Schema of a document's root element.
pub fn assert_valid(name: &str, xml: &str) {
    let root = ["Invoice", "CreditNote", "DebitNote", "VoidedDocuments", "SummaryDocuments"]
        .into_iter()
        .find(|root| xml.contains(&format!("\n<{root} ")))
        .expect("one of ours");
    let version = if root.ends_with("Documents") { "2.0" } else { "2.1" };
    let schema = in_tests(&format!("xsd/{version}/maindoc/UBL-{root}-{version}.xsd"));
    let schema = schema.to_str().expect("text");
    run("xmllint", "libxml2-utils", &["--noout", "--nonet", "--schema", schema], name, xml);
}

/// The signature, by the certificate of tests.
pub fn assert_signed(name: &str, xml: &str) {
    let certificate = in_tests("certificates/prueba.pem");
    let arguments = ["--verify", "--pubkey-cert-pem", certificate.to_str().expect("text")];
    run("xmlsec1", "xmlsec1", &arguments, name, xml);
}

/// An XML in its canonical form.
pub fn canonical(name: &str, xml: &str) -> String {
    String::from_utf8(run("xmllint", "libxml2-utils", &["--c14n"], name, xml)).expect("text")
}

/// What a tool prints about an XML; it must end well.
fn run(tool: &str, package: &str, arguments: &[&str], name: &str, xml: &str) -> Vec<u8> {
    let file = tempfile::Builder::new().suffix(".xml").tempfile().expect("a file");
    fs::write(file.path(), xml).expect("writes");
    match Command::new(tool).args(arguments).arg(file.path()).output() {
        Ok(output) => {
            assert!(output.status.success(), "{name}, {tool}: {}", String::from_utf8_lossy(&output.stderr));
            output.stdout
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            panic!("{tool} is missing, and without it nothing is proved: apt-get install {package}")
        }
        Err(error) => panic!("{tool}: {error}"),
    }
}
