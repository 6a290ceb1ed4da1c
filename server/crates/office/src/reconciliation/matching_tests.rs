use super::*;
use crate::reports::MoneyMove;
use comanda_base::ids::PaymentOptionId;

fn at(minute: i64) -> DateTime<Utc> {
    "2026-11-21T20:00:00Z".parse::<DateTime<Utc>>().unwrap() + chrono::Duration::minutes(minute)
}

/// Builds operations from number, céntimos and minute.
fn ours(all: &[(&str, i64, i64)]) -> Vec<MoneyOperation> {
    let operation = |(id, (number, centimos, minute)): (i64, &(&str, i64, i64))| MoneyOperation {
        movement: if *centimos < 0 { MoneyMove::Refund } else { MoneyMove::Payment },
        id,
        at: at(*minute),
        business_day: at(*minute).date_naive(),
        payment_option_id: PaymentOptionId(1),
        document: String::new(),
        user_name: String::new(),
        operation_number: (!number.is_empty()).then(|| (*number).to_owned()),
        amount: Money::centimos(*centimos),
        billing_id: None,
    };
    (1..).zip(all).map(operation).collect()
}

fn theirs(all: &[(&str, i64, i64)]) -> Vec<StatementLine> {
    let line = |(line, (number, centimos, minute)): (i64, &(&str, i64, i64))| StatementLine {
        statement_id: 1,
        line,
        business_day: at(*minute).date_naive(),
        at: Some(at(*minute)),
        operation_number: (*number).to_owned(),
        amount: Money::centimos(*centimos),
        mark_key: line.to_string(),
    };
    (1..).zip(all).map(line).collect()
}

/// Returns the pairs as texts such as `LIKELY 0 1`: the kind and both indexes.
fn pair_texts(a: &[(&str, i64, i64)], b: &[(&str, i64, i64)], joined: &[(usize, usize)]) -> Vec<String> {
    let place = |at: Option<usize>| at.map_or("-".to_owned(), |at| at.to_string());
    let pairs = match_operations(&ours(a), &theirs(b), joined, &UncoveredRows::default());
    pairs.iter().map(|p| format!("{} {} {}", p.kind, place(p.ours), place(p.theirs))).collect()
}

#[test]
fn number_and_amount_agree_whatever_the_number_looks_like() {
    let house = [("40281733", 4500, 0), ("0000-123", 1000, 5), ("77", -2800, 9)];
    assert_eq!(
        pair_texts(&house, &[("77", -2800, 9), ("123", 1000, 300), ("040281733", 4500, 900)], &[]),
        ["MATCHED 2 0", "MATCHED 0 2", "MATCHED 1 1"]
    );
}

#[test]
fn the_same_number_has_another_amount_or_is_there_twice() {
    assert_eq!(pair_texts(&[("40270556", 11800, 0)], &[("40270556", 10800, 0)], &[]), ["OTHER_AMOUNT 0 0"]);
    // A number was typed twice: the operation with the right amount gets the line.
    let house = [("40270556", 3000, 0), ("40270556", 10800, 1)];
    assert_eq!(pair_texts(&house, &[("40270556", 10800, 2)], &[]), ["MATCHED 1 0", "ONLY_COMANDA 0 -"]);
    assert_eq!(
        pair_texts(&[("40270556", 3000, 0), ("40270556", 3000, 1)], &[("40270556", 3000, 0)], &[]),
        ["MATCHED 0 0", "ONLY_COMANDA 1 -"]
    );
    // A refund is not a payment with another amount, and the same number days later is another operation.
    assert_eq!(pair_texts(&[("1234", 5000, 0)], &[("1234", -5000, 0)], &[]), ["ONLY_COMANDA 0 -", "ONLY_FILE - 0"]);
    assert_eq!(
        pair_texts(&[("1234", 5000, 0)], &[("1234", 5000, 4 * 1440)], &[]),
        ["ONLY_COMANDA 0 -", "ONLY_FILE - 0"]
    );
}

#[test]
fn what_looks_the_same_is_offered_and_no_more() {
    let likely = |a: (&str, i64, i64), b: (&str, i64, i64)| pair_texts(&[a], &[b], &[])[0].starts_with("LIKELY");
    assert!(likely(("40281733", 4500, 0), ("40281738", 4500, 5)), "one digit, five minutes");
    assert!(!likely(("40281733", 4500, 0), ("40281738", 4500, 6)), "six minutes");
    assert!(!likely(("40281733", 4500, 0), ("40281738", 4501, 0)), "another amount");
    assert!(!likely(("40281733", 4500, 0), ("40281788", 4500, 0)), "two digits");
    assert!(!likely(("123", 4500, 0), ("124", 4500, 0)), "too short to be one digit off");
    assert!(likely(("", 4500, 0), ("40281738", 4500, 2)), "without a number");
    // The nearest pair comes first; without a number only an unambiguous pair is likely.
    assert_eq!(
        pair_texts(&[("40281733", 4500, 0)], &[("40281738", 4500, 4), ("40281739", 4500, 1)], &[]),
        ["LIKELY 0 1", "ONLY_FILE - 0"]
    );
    assert_eq!(
        pair_texts(&[("", 4500, 0), ("", 4500, 1)], &[("40281738", 4500, 2)], &[]),
        ["ONLY_COMANDA 0 -", "ONLY_COMANDA 1 -", "ONLY_FILE - 0"]
    );
    assert_eq!(
        pair_texts(&[("1", 4500, 0), ("2", 4500, 3), ("3", 4500, 4)], &[("", 4500, 3), ("", 4500, 0)], &[]),
        ["LIKELY 0 1", "LIKELY 1 0", "ONLY_COMANDA 2 -"],
        "of the same minute, though others are near"
    );
    assert_eq!(
        pair_texts(&[("1", 4500, 0), ("2", 4500, 0)], &[("", 4500, 0)], &[]),
        ["ONLY_COMANDA 0 -", "ONLY_COMANDA 1 -", "ONLY_FILE - 0"],
        "both could be it"
    );
    assert_eq!(
        pair_texts(&[("", 4500, 0), ("40281733", 4500, 1)], &[("40281738", 4500, 2)], &[]),
        ["LIKELY 1 0", "ONLY_COMANDA 0 -"],
        "what a number speaks for goes first"
    );
}

#[test]
fn operations_joined_by_hand_are_paired_first() {
    let (house, file) = ([("40281733", 4500, 0)], [("40281738", 4500, 2), ("40281733", 4500, 3)]);
    assert_eq!(pair_texts(&house, &file, &[(0, 0)]), ["JOINED 0 0", "ONLY_FILE - 1"]);
    assert_eq!(pair_texts(&house, &file, &[]), ["MATCHED 0 1", "ONLY_FILE - 0"]);
}

#[test]
fn uncovered_operations_are_only_matched_if_identical() {
    let house = ours(&[("40270556", 3000, 0), ("40270557", 4000, 9)]);
    let file = theirs(&[("40270556", 3000, 1), ("40270557", 5000, 9), ("40270559", 100, 12)]);
    let uncovered = UncoveredRows { ours: [1].into(), theirs: [0, 2].into() };
    let pairs = match_operations(&house, &file, &[], &uncovered);
    let outcomes: Vec<_> = pairs.iter().map(|pair| (pair.kind, pair.ours, pair.theirs)).collect();
    assert_eq!(
        outcomes,
        [
            (CaseKind::Matched, Some(0), Some(0)),
            (CaseKind::OnlyComanda, Some(1), None),
            (CaseKind::OnlyFile, None, Some(1)),
        ],
        "another amount on a day without a file is another operation; what is of another day and alone is not told"
    );
}
