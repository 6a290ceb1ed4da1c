//! The rates of IGV that are valid on a day (3462).

use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;

/// The general rate, 18 %.
const GENERAL: Decimal = Decimal::from_parts(18, 0, 0, false, 0);

/// The reduced rates of small restaurants with the last year of each, in tenths of a per cent. The rate of 2027 was announced as 12 and 3
/// and is not confirmed.
const REDUCED: [(i32, i64); 3] = [(2025, 100), (2026, 105), (2027, 150)];

/// Whether a document of this day may state this rate.
pub(crate) fn is_valid(rate: Decimal, day: NaiveDate) -> bool {
    let reduced = REDUCED.iter().find(|(last_year, _)| day.year() <= *last_year);
    rate == GENERAL || reduced.is_some_and(|(_, tenths)| rate == Decimal::new(*tenths, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reduced_rate_changes_with_the_year() {
        let is_valid = |rate: &str, day: &str| is_valid(rate.parse().unwrap(), day.parse().unwrap());
        assert!(is_valid("18", "2020-01-01") && is_valid("18", "2030-01-01"));
        assert!(is_valid("10", "2025-12-31") && !is_valid("10", "2026-01-01"));
        assert!(is_valid("10.5", "2026-12-31") && !is_valid("10.5", "2027-01-01"));
        assert!(is_valid("15", "2027-01-01") && !is_valid("15", "2026-12-31") && !is_valid("15", "2028-01-01"));
    }
}
