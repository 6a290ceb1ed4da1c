//! The rates of IGV that are valid on a day (3462), and the tax on a plastic bag (4237).

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

/// The tax on one plastic bag with the last year of each amount, in céntimos; from 2023 on it is 50.
const BAG_TAX: [(i32, i64); 4] = [(2019, 10), (2020, 20), (2021, 30), (2022, 40)];

/// Returns the tax on one plastic bag on a day.
pub(crate) fn bag_tax(day: NaiveDate) -> Decimal {
    let earlier = BAG_TAX.iter().find(|(last_year, _)| day.year() <= *last_year);
    Decimal::new(earlier.map_or(50, |(_, centimos)| *centimos), 2)
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
