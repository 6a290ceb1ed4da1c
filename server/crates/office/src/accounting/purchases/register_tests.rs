//! Compares both files of a month with reviewed golden files.

use super::*;
use crate::accounting::{
    book_file::BookFile,
    fixtures::november,
    purchases::{entry::PurchaseEntry, rce, store::PurchaseRow},
};
use chrono::NaiveDate;
use comanda_base::{
    ids::TaxRateId,
    money::{Money, Quantity},
    purchase_document::PurchaseDocument,
    words::IdentityDocument,
};
use comanda_platform::settings::tax::TaxRate;
use comanda_test_support::golden;

fn row(id: i64, document: PurchaseDocument, number: (&str, &str), figures: [&str; 3]) -> PurchaseRow {
    let [subtotal, igv, total] = figures.map(|text| text.parse().unwrap());
    let day = NaiveDate::from_ymd_opt(2026, 11, 7).unwrap();
    PurchaseRow {
        id,
        document,
        serie: number.0.into(),
        number: number.1.into(),
        issued_on: day,
        issued_at: day.and_hms_opt(15, 0, 0).unwrap().and_utc(),
        provider_document_type: IdentityDocument::Ruc,
        provider_document_number: "20100055237".into(),
        provider_name: "=ALICORP | S.A.A.".into(),
        subtotal,
        igv,
        igv_base: None,
        isc: Money::ZERO,
        icbper: Money::ZERO,
        other_charges: Money::ZERO,
        total,
        due_on: Some(day),
        modified_document: None,
        modified_serie: None,
        modified_number: None,
        modified_on: None,
        period: None,
        is_retained: false,
        is_detracted: false,
        deposited_at: None,
        deposit_number: None,
    }
}

/// Returns a credit note that modifies the first factura.
fn credit_note() -> PurchaseRow {
    PurchaseRow {
        modified_document: Some(PurchaseDocument::Factura),
        modified_serie: Some("F014".into()),
        modified_number: Some("00028431".into()),
        modified_on: NaiveDate::from_ymd_opt(2026, 10, 30),
        ..row(5, PurchaseDocument::CreditNote, ("FC01", "9"), ["100.00", "18.00", "118.00"])
    }
}

#[test]
fn late_purchases_and_deposits_of_detractions_are_in_their_columns() {
    let factura = || row(1, PurchaseDocument::Factura, ("F014", "1"), ["100.00", "18.00", "118.00"]);
    let boleta = || row(2, PurchaseDocument::Boleta, ("B001", "2"), ["40.00", "0.00", "40.00"]);
    let later = |year, month| NaiveDate::from_ymd_opt(year, month, 1);
    let deposited = PurchaseRow {
        is_detracted: true,
        deposited_at: Some("2026-12-01T02:00:00Z".parse().unwrap()),
        deposit_number: Some("=88|231".into()),
        ..factura()
    };
    let columns: Vec<[String; 4]> = [
        PurchaseRow { period: later(2027, 1), is_retained: true, ..factura() },
        PurchaseRow { period: later(2027, 11), ..boleta() },
        PurchaseRow { period: later(2027, 12), ..boleta() },
        deposited,
        PurchaseRow { is_detracted: true, ..factura() },
    ]
    .into_iter()
    .map(|row| {
        let line = line_fields("20261100", &PurchaseEntry::from_row(row, &[]).unwrap());
        [31, 32, 33, 41].map(|at| line[at].clone())
    })
    .collect();
    assert_eq!(columns[0], ["", "", "1", "6"]);
    assert_eq!(columns[1], ["", "", "", "0"]);
    assert_eq!(columns[2], ["", "", "", "7"]);
    assert_eq!(columns[3], ["30/11/2026", "'=88 231", "", "1"]);
    assert_eq!(columns[4], ["", "", "", "1"]);
}

#[test]
fn separately_listed_amounts_have_their_own_columns() {
    let m = |text: &str| text.parse::<Money>().unwrap();
    let figures = |row: PurchaseRow| {
        PurchaseEntry::from_row(row, &[]).unwrap().register_amounts().map(|figure| figure.to_string())
    };
    let less = PurchaseRow {
        igv_base: Some(m("1000.00")),
        other_charges: m("-118.00"),
        ..row(1, PurchaseDocument::Factura, ("F014", "1"), ["882.00", "180.00", "1062.00"])
    };
    let amounts = ["1000.00", "180.00", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00", "-118.00", "1062.00"];
    assert_eq!(figures(less), amounts);
    let more = PurchaseRow {
        igv_base: Some(m("80.00")),
        isc: m("20.00"),
        icbper: m("0.50"),
        other_charges: m("10.00"),
        ..credit_note()
    };
    let more = PurchaseRow { subtotal: m("115.50"), total: m("133.50"), ..more };
    let amounts = ["-80.00", "-18.00", "0.00", "0.00", "0.00", "0.00", "-5.00", "-20.00", "-0.50", "-10.00", "-133.50"];
    assert_eq!(figures(more), amounts);
}

pub fn entries() -> Vec<PurchaseEntry> {
    let rate = |year: i32, percent| TaxRate {
        id: TaxRateId(year.into()),
        valid_from: NaiveDate::from_ymd_opt(year, 1, 1).unwrap(),
        percent: Quantity::units(percent),
        name: "General".into(),
    };
    let rates = [rate(2027, 10), rate(2011, 18)];
    let rows = [
        row(1, PurchaseDocument::Factura, ("F014", "28431"), ["847.46", "152.54", "1000.00"]),
        row(2, PurchaseDocument::Factura, ("F014", "00028432"), ["150.00", "18.00", "168.00"]),
        row(3, PurchaseDocument::Boleta, ("B001", "77"), ["40.00", "0.00", "40.00"]),
        row(4, PurchaseDocument::SalesNote, ("", ""), ["9.00", "0.00", "9.00"]),
        credit_note(),
        row(6, PurchaseDocument::UtilityBill, ("S004", "8812"), ["50.00", "9.00", "59.00"]),
    ];
    rows.into_iter().filter_map(|row| PurchaseEntry::from_row(row, &rates)).collect()
}

#[test]
fn the_register_of_a_month_is_this_one() {
    let entries = entries();
    assert_eq!(entries.len(), 5, "a nota de venta is none of its papers");
    let mut file = BookFile::begin(&COLUMNS).unwrap();
    file.push_lines(purchase_lines(&november(), &entries)).unwrap();
    let text = String::from_utf8(file.finish().unwrap()).unwrap();
    golden::assert_file("server/crates/office/src/accounting/golden/purchases.csv", &text);
    for line in text.lines() {
        assert_eq!(line.matches(';').count(), 41, "{line}");
    }
}

#[test]
fn the_file_that_replaces_the_proposal_is_this_one() {
    let text = rce::rce_lines("20601234565|La Casona S.A.C.|202611|", &entries());
    golden::assert_file("server/crates/office/src/accounting/golden/rce.txt", &text);
    for line in text.split_terminator("\r\n") {
        assert_eq!(line.matches('|').count(), 37, "{line}");
    }
}
