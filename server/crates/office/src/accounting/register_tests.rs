//! Compares the CSV of a month with a reviewed golden file and with the rules of its format.

use super::*;
use crate::accounting::{
    book_file::BookFile,
    fixtures::{entries, november},
};
use comanda_test_support::golden;

#[path = "../../../../tests/stories/accounting/rules_14_1.rs"]
mod rules_14_1;

#[test]
fn the_file_of_a_month_is_this_one_and_keeps_the_rules() {
    let month = november();
    assert_eq!(file_name(&month), "REGISTRO_VENTAS_INGRESOS_2026_11.csv");
    let mut file = BookFile::begin(&COLUMNS).unwrap().with_total(AMOUNTS);
    file.push_lines(super::sales_lines(&month, &entries())).unwrap();
    let text = String::from_utf8(file.finish().unwrap()).unwrap();
    golden::assert_file("server/crates/office/src/accounting/golden/register.csv", &text);
    let bare = text.strip_prefix('\u{feff}').unwrap();
    let mut lines = csv::ReaderBuilder::new().delimiter(b';').from_reader(bare.as_bytes());
    assert_eq!(lines.headers().unwrap().len(), 35);
    let mut lines: Vec<csv::StringRecord> = lines.records().map(Result::unwrap).collect();
    let sums = lines.pop().unwrap();
    assert_eq!(lines.len(), entries().len());
    for line in &lines {
        let fields: Vec<&str> = line.iter().collect();
        assert_eq!(rules_14_1::faults(&fields), Vec::<String>::new());
    }
    let total: i64 = lines.iter().map(|line| rules_14_1::cents(&line[24]).unwrap()).sum();
    assert_eq!((&sums[11], rules_14_1::cents(&sums[24])), ("TOTAL", Some(total)));
    assert_eq!(total, 5_350 + 6_563 + 4_900 - 3_852 + 118_000 - 11_800 + 100_000);
    let mut ids: Vec<&str> = lines.iter().map(|line| &line[1]).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), lines.len(), "each has an id of its own");
}

#[test]
fn the_rules_find_what_is_wrong() {
    let mut file = BookFile::begin(&COLUMNS).unwrap();
    file.push_lines(super::sales_lines(&november(), &entries()[6..7])).unwrap();
    let text = String::from_utf8(file.finish().unwrap()).unwrap();
    let line: Vec<&str> = text.lines().nth(1).unwrap().split(';').collect();
    assert_eq!(rules_14_1::faults(&line), Vec::<String>::new());
    for (n, other) in [
        (1, "20261300"),
        (2, "a&b"),
        (3, "X12"),
        (4, "06/10/2026"),
        (4, "6/11/2026"),
        (6, "99"),
        (7, "F-01"),
        (10, "0"),
        (11, "2010007097"),
        (14, "1000"),
        (16, "180.01"),
        (24, "-0.00"),
        (25, "1180.0"),
        (26, "S/"),
        (27, "1"),
        (28, "06/11/2026"),
        (35, "3"),
    ] {
        let mut fields = line.clone();
        fields[n - 1] = other;
        assert!(!rules_14_1::faults(&fields).is_empty(), "{n}: {other}");
    }
}

#[test]
fn sixty_thousand_lines_are_few_megabytes() {
    let (month, one) = (november(), entries());
    let mut file = BookFile::begin(&COLUMNS).unwrap();
    for _ in 0..6_000 {
        file.push_lines(super::sales_lines(&month, &one)).unwrap();
    }
    let bytes = file.finish().unwrap().len();
    assert!(bytes < 20_000_000, "{bytes}");
}
