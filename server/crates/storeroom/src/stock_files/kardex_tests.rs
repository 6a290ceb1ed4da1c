//! Compares the kardex as Excel and as PDF with golden files that a person has read.

use super::*;
use calamine::{Data, Reader, Xlsx};
use chrono::{NaiveDate, TimeZone, Utc};
use comanda_base::money::Quantity;
use comanda_ledgers::stock::{
    ItemKind, MoveReason,
    kardex::{KardexItem, KardexRow},
};
use comanda_pdf as pdf;
use comanda_test_support::golden;
use comanda_test_support::pdf::run_poppler;
use std::io::Cursor;

fn q(text: &str) -> Quantity {
    text.parse().unwrap()
}
fn m(text: &str) -> Money {
    text.parse().unwrap()
}
fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).unwrap()
}

/// Returns the row of a move with the balance, value and average cost after it.
fn row(
    at: u32,
    (reason, document): (MoveReason, Option<&str>),
    (quantity, unit_cost, adjustment): (&str, Option<&str>, &str),
    (balance, value, cost): (&str, Option<&str>, Option<&str>),
) -> KardexRow {
    let quantity = q(quantity);
    KardexRow {
        id: i64::from(at),
        date: Utc.with_ymd_and_hms(2026, 11, at, 17, 5, 0).unwrap(),
        business_day: day(at),
        document: document.map(str::to_owned),
        source: format!("story:{at}"),
        reason,
        entry: (!quantity.is_negative()).then_some(quantity),
        exit: quantity.is_negative().then_some(-quantity),
        unit_cost: unit_cost.map(m),
        value: None,
        adjustment: m(adjustment),
        balance: q(balance),
        balance_cost: cost.map(m),
        balance_value: value.map(m),
        reversed: false,
        user_name: "Jorge Benavides".into(),
        replay: None,
    }
}

/// The kardex of beef: sold before it was bought, bought, wasted, received and reversed, counted.
fn beef() -> Kardex {
    let bought = (MoveReason::Purchase, Some("F014-28431"));
    let mut rows = vec![
        row(2, (MoveReason::Sale, Some("B001-00000347")), ("-0.4", None, "0"), ("1.6", None, None)),
        row(3, bought, ("20", Some("31.27"), "0"), ("21.6", Some("675.432"), Some("31.27"))),
        row(4, (MoveReason::Broken, None), ("-1.25", Some("31.27"), "0"), ("20.35", Some("636.3445"), Some("31.27"))),
        row(
            5,
            (MoveReason::Gift, Some("MI-00000009")),
            ("5", Some("30.00"), "0"),
            ("25.35", Some("786.3445"), Some("31.27")),
        ),
        row(
            5,
            (MoveReason::Gift, Some("MI-00000009")),
            ("-5", Some("30.00"), "0"),
            ("20.35", Some("636.3445"), Some("31.27")),
        ),
        row(
            6,
            (MoveReason::Sale, Some("F001-00000012, B001-00000350")),
            ("-22", Some("31.27"), "0"),
            ("-1.65", Some("-51.5955"), Some("31.27")),
        ),
        row(7, bought, ("10", Some("33.00"), "-2.8545"), ("8.35", Some("275.55"), Some("33.00"))),
        row(
            21,
            (MoveReason::Count, Some("CO-00000012")),
            ("-0.35", Some("33.00"), "0"),
            ("8", Some("264.00"), Some("33.00")),
        ),
    ];
    for pair in &mut rows[3..5] {
        pair.reversed = true;
    }
    let item = KardexItem {
        item_type: ItemKind::Supply,
        item_id: 1,
        name: "Lomo fino".into(),
        category: Some("Carnes y aves".into()),
        measurement: "kg".into(),
    };
    Kardex {
        success: true,
        item,
        date_initialize: day(1),
        date_end: day(24),
        rows,
        before_quantity: q("2"),
        before_cost: None,
        before_value: None,
        entries: q("35"),
        exits: q("29"),
        after_quantity: q("8"),
        after_cost: Some(m("33.00")),
        after_value: Some(m("264.00")),
        pending: false,
    }
}

fn beef_table() -> ReportTable {
    let company = CompanyInfo {
        legal_name: "TERRAZA GASTRONÓMICA S.A.C.".into(),
        document_number: "20601234565".into(),
        ..CompanyInfo::default()
    };
    kardex_table(&beef(), &company, &Settings::default())
}

#[test]
fn kardex_as_excel_matches_golden_file() {
    let book = beef_table().to_xlsx().unwrap();
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(book)).unwrap();
    let page = book.worksheet_range_at(0).unwrap().unwrap();
    // Numbers and dates are marked, to tell them from texts that look like them.
    let cell = |cell: &Data| match cell {
        Data::Empty => String::new(),
        Data::String(text) => text.clone(),
        Data::DateTime(at) => {
            let (year, month, day, hour, minute, ..) = at.to_ymd_hms_milli();
            format!("@{day:02}/{month:02}/{year} {hour:02}:{minute:02}")
        }
        other => format!("={other}"),
    };
    let mut text = String::new();
    for row in page.rows() {
        let cells: Vec<String> = row.iter().map(cell).collect();
        text.push_str(cells.join(" | ").trim_end());
        text.push('\n');
    }
    golden::assert_file("server/crates/storeroom/src/stock_files/golden/kardex_xlsx.txt", &text);
}

#[test]
fn kardex_as_pdf_matches_golden_file() {
    let page = run_poppler("pdftotext", &["-layout", "-", "-"], &pdf::render_report(&beef_table()).unwrap());
    // The width of gaps depends on the PDF reader.
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = page.lines().map(words).filter(|line| !line.is_empty()).collect();
    golden::assert_file("server/crates/storeroom/src/stock_files/golden/kardex_pdf.txt", &(lines.join("\n") + "\n"));
}
