//! A month of the register of inventory, in the tax authority's calendar as in the register of sales.

use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveTime, Utc};
use comanda_base::error::{Result, invalid};
use comanda_platform::settings::{tax, wall_clock};

/// A month of the register.
#[derive(Debug, Clone, Copy)]
pub(super) struct Month {
    pub first: NaiveDate,
    pub last: NaiveDate,
    /// The first instant of the month.
    /// The first instant after the month.
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

impl Month {
    /// Parses a month such as `2026-11`.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let first = NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d").ok();
        let next = first.and_then(|day| day.checked_add_months(Months::new(1)));
        let (Some(first), Some(next)) = (first, next) else {
            return invalid("month", "El mes se escribe así: 2026-11.").err();
        };
        let midnight = |day: NaiveDate| wall_clock::first_instant(day.and_time(NaiveTime::MIN), tax::TAX_ZONE);
        let last = next.pred_opt().unwrap_or(first);
        Ok(Self { first, last, from: midnight(first), until: midnight(next) })
    }
    /// Whether the financial year begins with this month.
    pub(super) fn opens_year(&self) -> bool {
        self.first.month() == 1
    }
}
