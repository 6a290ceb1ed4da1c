//! Calls of the licence.

use super::switch::{self, ChangeLicense};
use crate::{
    companies::{CompanyRow, license_day},
    error::Result,
    http::{Answer, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Actor, Done, not_permitted},
};
use axum::Json;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(license_status)).routes(routes!(change_license))
}

/// The licence of the company.
#[derive(Debug, Serialize, ToSchema)]
pub struct LicenseStatus {
    /// Switched on, and not past its last day.
    pub license_active: bool,
    /// The switch alone.
    pub switched_on: bool,
    /// The last day; none: it does not end.
    pub license_until: Option<NaiveDate>,
    /// Days until the last one, by the day of licences; none: it does not end.
    pub days_left: Option<i64>,
    pub company_name: String,
}

impl LicenseStatus {
    pub(super) fn of(row: CompanyRow, now: DateTime<Utc>) -> Self {
        Self::new(row.license_active, row.license_until, row.name, now)
    }
    fn new(switched_on: bool, license_until: Option<NaiveDate>, company_name: String, now: DateTime<Utc>) -> Self {
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

/// Whether the licence is active.
#[utoipa::path(get, path = "/license/status", tag = "licence", responses((status = 200, body = Answer<LicenseStatus>)))]
async fn license_status(actor: Actor) -> Result<Json<Answer<LicenseStatus>>> {
    let c = &actor.company;
    let now = actor.app.clock().now();
    Ok(ok(LicenseStatus::new(c.license_active, c.license_until, c.name.clone(), now)))
}

/// Switches the licence or changes its last day; for super admins.
#[utoipa::path(put, path = "/license/update", tag = "licence", request_body = ChangeLicense, responses((status = 200, body = Answer<LicenseStatus>)))]
async fn change_license(actor: Actor, write: Write<ChangeLicense>) -> Result<Done> {
    if !actor.is_super_admin {
        return not_permitted().err();
    }
    let done = idempotent_write!(actor, write, |work, body| switch::change(work, body).await)?;
    actor.app.realtime().look_at_once();
    Ok(done)
}
