//! The content of kitchen papers, as the cook reads it.

use comanda_fake_printer::Sheet;

/// The mark of a paper that may be a duplicate.
pub const POSSIBLE_DUPLICATE: &str = "** POSIBLE DUPLICADO **";

/// The area's consecutive number at the foot: `COCINA #000812`.
#[track_caller]
pub fn area_number(sheet: &Sheet, area: &str) -> i64 {
    let text = sheet.text();
    let digits = text.lines().rev().find_map(|line| line.trim().strip_prefix(area)?.trim().strip_prefix('#'));
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_else(|| panic!("no number of {area} on:\n{text}"))
}

pub fn is_marked(sheet: &Sheet) -> bool {
    sheet.says(POSSIBLE_DUPLICATE)
}

/// Asserts that nothing is lost, and nothing printed twice without its mark: of every number from 1 to `last` there is at least one
/// complete paper, and at most one without the mark. Returns the number of marked papers.
#[track_caller]
pub fn assert_each_number_once_or_marked(sheets: &[Sheet], area: &str, last: i64) -> usize {
    let cut: Vec<&Sheet> = sheets.iter().filter(|sheet| sheet.cut).collect();
    for number in 1..=last {
        let same_number: Vec<_> = cut.iter().filter(|sheet| area_number(sheet, area) == number).collect();
        let unmarked = same_number.iter().filter(|sheet| !is_marked(sheet)).count();
        assert!(!same_number.is_empty(), "{area} #{number} was never printed");
        assert!(unmarked <= 1, "{area} #{number} came out {unmarked} times without a mark");
    }
    let strange: Vec<_> =
        cut.iter().map(|sheet| area_number(sheet, area)).filter(|n| !(1..=last).contains(n)).collect();
    assert!(strange.is_empty(), "{area} has papers of nothing that was ordered: {strange:?}");
    cut.iter().filter(|sheet| is_marked(sheet)).count()
}

/// Asserts that every number from 1 to `last` comes exactly once, in this order, and none is marked.
#[track_caller]
pub fn assert_each_number_once(sheets: &[Sheet], area: &str, last: i64) {
    let numbers: Vec<_> = sheets.iter().map(|sheet| area_number(sheet, area)).collect();
    assert_eq!(numbers, (1..=last).collect::<Vec<_>>(), "numbers on the paper of {area}");
    assert!(!sheets.iter().any(is_marked), "{area}: marked without need");
}
