//! Programs of others that judge an XML for SUNAT: libxml2 by the schemas of UBL and by its canonical form, xmlsec1 by its signature.

use std::{
    collections::BTreeMap,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::Command,
};

const ROOTS: [&str; 5] = ["Invoice", "CreditNote", "DebitNote", "VoidedDocuments", "SummaryDocuments"];

/// Holds each XML, by its name, against the schema of its root element.
pub fn assert_valid<'a>(xmls: impl IntoIterator<Item = (&'a str, &'a str)>) {
    let folder = tempfile::tempdir().unwrap();
    let mut files: BTreeMap<&str, Vec<PathBuf>> = BTreeMap::new();
    for (name, xml) in xmls {
        let root =
            ROOTS.into_iter().find(|root| xml.contains(&format!("\n<{root} "))).expect("a root element of SUNAT's");
        let file = folder.path().join(format!("{name}.xml"));
        fs::write(&file, xml).unwrap();
        files.entry(root).or_default().push(file);
    }
    for (root, files) in files {
        let version = if root.ends_with("Documents") { "2.0" } else { "2.1" };
        let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sunat/tests/xsd");
        let schema = schemas.join(format!("{version}/maindoc/UBL-{root}-{version}.xsd"));
        run(Command::new("xmllint").args(["--noout", "--nonet", "--schema"]).arg(schema).args(files), "libxml2-utils");
    }
}

/// Holds the signature of an XML against a certificate in a PEM file.
pub fn assert_signed(xml: &str, certificate: &Path) {
    let file = kept(xml);
    run(Command::new("xmlsec1").args(["--verify", "--pubkey-cert-pem"]).arg(certificate).arg(file.path()), "xmlsec1");
}

/// The canonical form (inclusive C14N 1.0) of an XML.
#[must_use]
pub fn canonical(xml: &str) -> String {
    let file = kept(xml);
    String::from_utf8(run(Command::new("xmllint").arg("--c14n").arg(file.path()), "libxml2-utils")).unwrap()
}

fn kept(xml: &str) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".xml").tempfile().unwrap();
    fs::write(file.path(), xml).unwrap();
    file
}

/// What a program prints; it must end well. `package` is Debian's that brings it.
fn run(command: &mut Command, package: &str) -> Vec<u8> {
    match command.output() {
        Ok(output) => {
            assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
            output.stdout
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            panic!("{command:?} is missing, and without it nothing is proved: apt-get install {package}")
        }
        Err(error) => panic!("{command:?}: {error}"),
    }
}
