//! A calendar month as the tax authority counts its days.

use chrono::{DateTime, Days, Months, NaiveDate, NaiveTime, Utc};
use comanda_base::error::{Faults, Result};
use comanda_platform::settings::{tax, wall_clock};

/// How far a business day may lie from the calendar day of its documents, whatever the house's clock was then.
const BUSINESS_DAY_MARGIN: Days = Days::new(2);

/// The month.
#[derive(Debug, Clone, Copy)]
pub(super) struct Month {
    pub first: NaiveDate,
    pub last: NaiveDate,
    /// From when to when it lasts, the end not included.
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

impl Month {
    /// A year and a month as an address names them.
    pub(super) fn of(year: i32, month: u32) -> Result<Self> {
        let mut faults = Faults::default();
        faults.unless((2000..=2100).contains(&year), "year", "El año va de 2000 a 2100.");
        faults.unless((1..=12).contains(&month), "month", "El mes va de 1 a 12.");
        faults.done()?;
        let first = NaiveDate::from_ymd_opt(year, month, 1).unwrap_or_default();
        let next = first + Months::new(1);
        let midnight = |day: NaiveDate| wall_clock::first_instant(day.and_time(NaiveTime::MIN), tax::TAX_ZONE);
        Ok(Self { first, last: next - Days::new(1), from: midnight(first), until: midnight(next) })
    }
    /// Business days that its documents can have: what indexes know.
    pub(super) fn business_days(&self) -> (NaiveDate, NaiveDate) {
        (self.first - BUSINESS_DAY_MARGIN, self.last + BUSINESS_DAY_MARGIN)
    }
    /// `202611`
    pub(super) fn period(&self) -> String {
        self.first.format("%Y%m").to_string()
    }
}
