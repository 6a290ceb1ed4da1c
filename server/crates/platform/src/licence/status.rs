//! The present state of a licence.

use crate::companies::{CompanyRow, license_day};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// The licence of the company.
#[derive(Debug, Serialize, ToSchema)]
pub struct LicenseStatus {
    /// Whether the licence is switched on and not past its last day.
    pub license_active: bool,
    /// The state of the switch alone.
    pub switched_on: bool,
    /// The last day; null: it does not end.
    pub license_until: Option<NaiveDate>,
    /// The number of days until the last one, in Lima; null: it does not end.
    pub days_left: Option<i64>,
    pub company_name: String,
}

impl LicenseStatus {
    pub(super) fn from_row(row: CompanyRow, now: DateTime<Utc>) -> Self {
        Self::new(row.license_active, row.license_until, row.name, now)
    }
    pub(super) fn new(
        switched_on: bool,
        license_until: Option<NaiveDate>,
        company_name: String,
        now: DateTime<Utc>,
    ) -> Self {
        let days_left = license_until.map(|until| (until - license_day(now)).num_days());
        Self {
            license_active: switched_on && days_left.is_none_or(|days| days >= 0),
            switched_on,
            license_until,
            days_left,
            company_name,
        }
    }
}
