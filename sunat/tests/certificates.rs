//! Opening certificate files, and the checks of certificates.

mod cases;

use std::fs;

use cases::tools::in_tests;
use chrono::{DateTime, Utc};
use comanda_sunat::{
    sign::{CertificateProblem, Signer, StoreError, open_pfx},
    ubl,
};
use comanda_test_support::xml_tools::assert_signature_is_valid;

fn open_test_file(file: &str, password: &str) -> Result<Signer, StoreError> {
    open_pfx(&fs::read(in_tests("certificates").join(file)).expect("is there"), password)
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

#[test]
fn new_and_old_encryptions_sign_the_same() {
    let document = ubl::document(&cases::base());
    let [new, old] = ["prueba.p12", "antiguo.pfx"].map(|file| open_test_file(file, "prueba").expect("opens"));
    let signed = new.sign(&document).expect("signs");
    assert_eq!(old.sign(&document), Ok(signed.clone()));
    assert_signature_is_valid(&signed, &in_tests("certificates/prueba.pem"));
}

#[test]
fn an_unusable_file_is_refused_with_its_reason() {
    let cases = [
        ("prueba.p12", "otra", StoreError::WrongPassword),
        ("prueba.p12", "", StoreError::WrongPassword),
        ("antiguo.pfx", "otra", StoreError::WrongPassword),
        ("prueba.pem", "prueba", StoreError::Text),
        ("corta.p12", "prueba", StoreError::KeySize(1024)),
        ("sin_clave.p12", "prueba", StoreError::NoKey),
        ("curva.p12", "prueba", StoreError::NotRsa),
    ];
    for (file, password, wrong) in cases {
        assert_eq!(open_test_file(file, password).err(), Some(wrong), "{file} with {password:?}");
    }
    assert_eq!(open_pfx(&[], "").err(), Some(StoreError::NotAStore));
}

#[test]
fn a_certificate_is_checked_for_its_company_and_its_validity() {
    let signer = open_test_file("prueba.p12", "prueba").expect("opens");
    let certificate = signer.certificate();
    assert_eq!(certificate.rucs, ["20123456789"]);
    assert!(certificate.subject.contains("O=RESTAURANTE DE PRUEBA S.A.C."), "{}", certificate.subject);
    let now = at("2027-01-01T00:00:00Z");
    assert_eq!(certificate.check("20123456789", now), Ok(()));
    assert_eq!(certificate.check("20600000001", now), Err(CertificateProblem::OtherCompany));
    assert_eq!(certificate.check("20123456789", at("2020-01-01T00:00:00Z")), Err(CertificateProblem::NotYetValid));
    assert_eq!(certificate.check("20123456789", at("2090-01-01T00:00:00Z")), Err(CertificateProblem::Expired));
}

/// The file also holds the certificate of the authority.
#[test]
fn the_certificate_of_the_key_is_chosen() {
    let signer = open_test_file("cadena.p12", "prueba").expect("opens");
    assert_eq!(signer.certificate().rucs, ["20600000001"]);
}

#[test]
fn a_signer_can_be_shared_and_hides_its_key() {
    fn shared<T: Send + Sync>(of: T) -> T {
        of
    }
    let signer = shared(open_test_file("prueba.p12", "prueba").expect("opens"));
    let shown = format!("{signer:?}");
    assert!(shown.starts_with("Signer { certificate: \"C=PE"), "{shown}");
}

#[test]
fn a_corrupted_store_never_panics() {
    let files = ["prueba.p12", "antiguo.pfx", "sin_clave.p12"];
    let files = files.map(|file| fs::read(in_tests("certificates").join(file)).expect("is there"));
    let corpus = files.each_ref().map(Vec::as_slice);
    comanda_test_support::hostile::assert_survives_mutations("certificate", &corpus, |file| {
        drop(open_pfx(file, "prueba"))
    });
}
