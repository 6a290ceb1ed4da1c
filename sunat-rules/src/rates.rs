//! The rates of IGV that hold on a day (3462), and the tax on a plastic bag (4237).

use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;

/// The general rate, 18 %.
const GENERAL: Decimal = Decimal::from_parts(18, 0, 0, false, 0);

/// The reduced rate of small restaurants by the last year in which it holds, in tenths of a per cent. That of 2027 was announced as 12 and
/// 3 and is not confirmed.
const REDUCED: [(i32, i64); 3] = [(2025, 100), (2026, 105), (2027, 150)];

/// Whether a document of this day may say this rate.
pub(crate) fn holds(rate: Decimal, day: NaiveDate) -> bool {
    let reduced = REDUCED.iter().find(|(last_year, _)| day.year() <= *last_year);
    rate == GENERAL || reduced.is_some_and(|(_, tenths)| rate == Decimal::new(*tenths, 1))
}

/// The tax on one plastic bag by the last year in which it holds, in céntimos; from 2023 on 50.
const OF_BAG: [(i32, i64); 4] = [(2019, 10), (2020, 20), (2021, 30), (2022, 40)];

/// The tax on one plastic bag on a day.
pub(crate) fn of_bag(day: NaiveDate) -> Decimal {
    let earlier = OF_BAG.iter().find(|(last_year, _)| day.year() <= *last_year);
    Decimal::new(earlier.map_or(50, |(_, centimos)| *centimos), 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reduced_rate_changes_with_the_year() {
        let holds = |rate: &str, day: &str| holds(rate.parse().unwrap(), day.parse().unwrap());
        assert!(holds("18", "2020-01-01") && holds("18", "2030-01-01"));
        assert!(holds("10", "2025-12-31") && !holds("10", "2026-01-01"));
        assert!(holds("10.5", "2026-12-31") && !holds("10.5", "2027-01-01"));
        assert!(holds("15", "2027-01-01") && !holds("15", "2026-12-31") && !holds("15", "2028-01-01"));
    }
}
