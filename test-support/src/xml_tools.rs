//! External programs that validate an XML for SUNAT: libxml2 by the UBL schemas and the canonical form, xmlsec1 by the signature.

use std::{
    collections::BTreeMap,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::Command,
};

const ROOTS: [&str; 5] = ["Invoice", "CreditNote", "DebitNote", "VoidedDocuments", "SummaryDocuments"];

/// Validates each XML, given with its name, against the schema of its root element.
pub fn assert_matches_schema<'a>(xmls: impl IntoIterator<Item = (&'a str, &'a str)>) {
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
        let schemas = Path::new(env!("OUT_DIR")).join("xsd");
        let schema = schemas.join(format!("{version}/maindoc/UBL-{root}-{version}.xsd"));
        run(Command::new("xmllint").args(["--noout", "--nonet", "--schema"]).arg(schema).args(files), "libxml2-utils");
    }
}

/// Verifies the signature of an XML with a certificate in a PEM file.
pub fn assert_signature_is_valid(xml: &str, certificate: &Path) {
    let file = write_temporary_file(xml);
    run(Command::new("xmlsec1").args(["--verify", "--pubkey-cert-pem"]).arg(certificate).arg(file.path()), "xmlsec1");
}

/// Returns the canonical form (inclusive C14N 1.0) of an XML.
#[must_use]
pub fn canonical_form(xml: &str) -> String {
    let file = write_temporary_file(xml);
    String::from_utf8(run(Command::new("xmllint").arg("--c14n").arg(file.path()), "libxml2-utils")).unwrap()
}

fn write_temporary_file(xml: &str) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".xml").tempfile().unwrap();
    fs::write(file.path(), xml).unwrap();
    file
}

/// Runs a program that must succeed, and returns its output. `package` is the Debian package that contains it.
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
