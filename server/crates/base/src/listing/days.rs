//! The days by which a list or a report is filtered.

use crate::error::{Faults, Result};
use chrono::{Datelike, NaiveDate};
use serde::Deserialize;

const OUT_OF_RANGE: &str = "La fecha va del año 2000 al 2100.";
/// The years in which a restaurant can have figures.
const YEARS: std::ops::RangeInclusive<i32> = 2000..=2100;

/// The first and the last business day of a list, where they are given.
#[derive(Debug, Default, Clone, Copy, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Days {
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
}

/// Checks that the first day is not after the last, and that both lie between 2000 and 2100.
///
/// # Errors
/// 422 at the field that is wrong.
pub fn check_day_range(first: Option<NaiveDate>, last: Option<NaiveDate>) -> Result<()> {
    let mut faults = Faults::default();
    for (field, day) in [("start_date", first), ("end_date", last)] {
        faults.check(day.is_none_or(is_in_range), field, OUT_OF_RANGE);
    }
    let are_in_order = first.zip(last).is_none_or(|(first, last)| first <= last);
    faults.check(are_in_order, "start_date", "La fecha inicial debe ser anterior a la final, o la misma.");
    faults.finish()
}

/// Refuses at its field a day outside of 2000 to 2100.
pub fn check_day(field: &str, day: NaiveDate) -> Result<()> {
    let mut faults = Faults::default();
    faults.check(is_in_range(day), field, OUT_OF_RANGE);
    faults.finish()
}

fn is_in_range(day: NaiveDate) -> bool {
    YEARS.contains(&day.year())
}
