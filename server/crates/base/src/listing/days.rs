//! Days that a list or a report is narrowed to.

use crate::error::{Faults, Result};
use chrono::{Datelike, NaiveDate};

/// Years in which a house has figures.
const UNKNOWN: &str = "La fecha va del año 2000 al 2100.";
const YEARS: std::ops::RangeInclusive<i32> = 2000..=2100;

/// Whether two days follow each other and lie in this century, each where it is said.
///
/// # Errors
/// 422 at the one that does not.
pub fn days_in_order(first: Option<NaiveDate>, last: Option<NaiveDate>) -> Result<()> {
    let mut faults = Faults::default();
    for (field, day) in [("start_date", first), ("end_date", last)] {
        faults.unless(day.is_none_or(is_known), field, UNKNOWN);
    }
    let in_order = first.zip(last).is_none_or(|(first, last)| first <= last);
    faults.unless(in_order, "start_date", "La fecha inicial debe ser anterior a la final, o la misma.");
    faults.done()
}

/// Refuses a day that nobody means, at its field.
pub fn day_within_reason(field: &str, day: NaiveDate) -> Result<()> {
    let mut faults = Faults::default();
    faults.unless(is_known(day), field, UNKNOWN);
    faults.done()
}

fn is_known(day: NaiveDate) -> bool {
    YEARS.contains(&day.year())
}
