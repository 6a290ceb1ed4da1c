//! A calendar month in the tax authority's time zone.

use chrono::{DateTime, Days, Months, NaiveDate, NaiveTime, Utc};
use comanda_base::error::{Faults, Result};
use comanda_platform::settings::{tax, wall_clock};

/// The most days between a business day and the calendar day of its documents, whatever the house's time zone was then.
const BUSINESS_DAY_MARGIN: Days = Days::new(2);

/// A calendar month with its limits.
#[derive(Debug, Clone, Copy)]
pub(super) struct RegisterMonth {
    pub first: NaiveDate,
    pub last: NaiveDate,
    /// The instant the month begins; `until` is the instant it ends, exclusive.
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

impl RegisterMonth {
    /// Builds the month from a URL's year and month. Refuses with 422 what is out of range.
    pub(super) fn new(year: i32, month: u32) -> Result<Self> {
        let mut faults = Faults::default();
        faults.check((2000..=2100).contains(&year), "year", "El año va de 2000 a 2100.");
        faults.check((1..=12).contains(&month), "month", "El mes va de 1 a 12.");
        faults.finish()?;
        let first = NaiveDate::from_ymd_opt(year, month, 1).unwrap_or_default();
        let next = first + Months::new(1);
        let midnight = |day: NaiveDate| wall_clock::first_instant(day.and_time(NaiveTime::MIN), tax::TAX_ZONE);
        Ok(Self { first, last: next - Days::new(1), from: midnight(first), until: midnight(next) })
    }
    /// Returns the range of business days that the month's documents can have, for use with indexes.
    pub(super) fn business_days(&self) -> (NaiveDate, NaiveDate) {
        (self.first - BUSINESS_DAY_MARGIN, self.last + BUSINESS_DAY_MARGIN)
    }
    /// Returns the period as `202611`.
    pub(super) fn period(&self) -> String {
        self.first.format("%Y%m").to_string()
    }
}
