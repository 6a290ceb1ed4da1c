//! Compares the file that replaces SUNAT's proposal with a reviewed golden file.

use super::*;
use crate::accounting::{
    fixtures::{entries, november},
    sire_file::{SireFile, file_name, line_prefix, require_ruc},
};
use comanda_platform::settings::{CompanyInfo, TaxIdType};
use comanda_test_support::golden;
use std::io::{Cursor, Read};
use zip::ZipArchive;

#[test]
fn the_file_of_a_month_is_this_one() {
    let company = CompanyInfo {
        document_number: "20601234565".into(),
        legal_name: "La Casona | S.A.C.".into(),
        ..CompanyInfo::default()
    };
    let month = november();
    let name = file_name(require_ruc(&company).unwrap(), &month, BOOK, true);
    assert_eq!(name, "LE2060123456520261100140400021112");
    assert_eq!(file_name("20601234565", &month, BOOK, false), "LE2060123456520261100140400021012");
    let mut file = SireFile::begin(&name).unwrap();
    file.push_lines(&rvie_lines(&line_prefix("20601234565", &company, &month), &entries())).unwrap();
    let mut archive = ZipArchive::new(Cursor::new(file.finish().unwrap())).unwrap();
    assert_eq!(archive.file_names().collect::<Vec<_>>(), [format!("{name}.txt")]);
    let mut text = String::new();
    archive.by_index(0).unwrap().read_to_string(&mut text).unwrap();
    golden::assert_file("server/crates/office/src/accounting/golden/rvie.txt", &text);
    let found: Vec<&str> = text.split_terminator("\r\n").collect();
    assert_eq!(found.len(), entries().len() - 1, "no nota de venta");
    for line in found {
        assert_eq!(line.matches('|').count(), 33, "{line}");
        assert!(line.starts_with("20601234565|La Casona S.A.C.|202611||"), "{line}");
    }
    assert!(text.ends_with("\r\n") && !text.contains("NV01"));
}

#[test]
fn a_company_without_a_ruc_gets_no_file() {
    let company_with = |kind: TaxIdType, number: &str| CompanyInfo {
        document_type: kind,
        document_number: number.into(),
        ..CompanyInfo::default()
    };
    for company in [
        company_with(TaxIdType::Ruc, ""),
        company_with(TaxIdType::Ruc, "20601234566"),
        company_with(TaxIdType::Dni, "45678912"),
    ] {
        assert!(require_ruc(&company).is_err());
    }
}
