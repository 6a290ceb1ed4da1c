//! Opening certificates, and what is said of them.

mod cases;

use std::fs;

use cases::tools::in_tests;
use chrono::{DateTime, Utc};
use comanda_sunat::{
    sign::{Signer, StoreError, Unfit, open},
    ubl,
};
use comanda_test_support::xml_tools::assert_signed;

fn opened(file: &str, password: &str) -> Result<Signer, StoreError> {
    open(&fs::read(in_tests("certificates").join(file)).expect("is there"), password)
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

#[test]
fn new_and_old_encryptions_sign_the_same() {
    let document = ubl::document(&cases::base());
    let [new, old] = ["prueba.p12", "antiguo.pfx"].map(|file| opened(file, "prueba").expect("opens"));
    let signed = new.sign(&document).expect("signs");
    assert_eq!(old.sign(&document), Ok(signed.clone()));
    assert_signed(&signed, &in_tests("certificates/prueba.pem"));
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
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
        assert_eq!(opened(file, password).err(), Some(wrong), "{file} with {password:?}");
    }
    assert_eq!(open(&[], "").err(), Some(StoreError::NotAStore));
}

#[test]
fn a_certificate_says_whose_it_is_and_until_when() {
    let signer = opened("prueba.p12", "prueba").expect("opens");
    let certificate = signer.certificate();
    assert_eq!(certificate.rucs, ["20123456789"]);
    assert!(certificate.subject.contains("O=RESTAURANTE DE PRUEBA S.A.C."), "{}", certificate.subject);
    let now = at("2027-01-01T00:00:00Z");
    assert_eq!(certificate.check("20123456789", now), Ok(()));
    assert_eq!(certificate.check("20600000001", now), Err(Unfit::OtherCompany));
    assert_eq!(certificate.check("20123456789", at("2020-01-01T00:00:00Z")), Err(Unfit::NotYetValid));
    assert_eq!(certificate.check("20123456789", at("2090-01-01T00:00:00Z")), Err(Unfit::Expired));
}

/// The authority's certificate lies beside the company's.
#[test]
fn the_certificate_is_the_one_of_the_key() {
    let signer = opened("cadena.p12", "prueba").expect("opens");
    assert_eq!(signer.certificate().rucs, ["20600000001"]);
}

#[test]
fn a_signer_can_be_shared_and_hides_its_key() {
    fn shared<T: Send + Sync>(of: T) -> T {
        of
    }
    let signer = shared(opened("prueba.p12", "prueba").expect("opens"));
    let shown = format!("{signer:?}");
    assert!(shown.starts_with("Signer { certificate: \"C=PE"), "{shown}");
}

#[test]
fn whatever_is_changed_in_a_store_ends_in_words() {
    let files = ["prueba.p12", "antiguo.pfx", "sin_clave.p12"];
    let files = files.map(|file| fs::read(in_tests("certificates").join(file)).expect("is there"));
    let corpus = files.each_ref().map(Vec::as_slice);
    comanda_test_support::hostile::survives("certificate", &corpus, |file| drop(open(file, "prueba")));
}
