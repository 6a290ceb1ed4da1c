//! Calls of the licence.

use super::switch::{self, ChangeLicense};
use crate::{
    app::App,
    companies::CompanyRow,
    error::Result,
    http::{Actor, Answer, Write, actor::not_permitted, ok, write::Done},
    run_write,
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
    pub company_name: String,
}

impl LicenseStatus {
    pub(super) fn of(row: CompanyRow, now: DateTime<Utc>) -> Self {
        let ended = row.license_until.is_some_and(|until| until < crate::companies::license_day(now));
        Self {
            license_active: row.license_active && !ended,
            switched_on: row.license_active,
            license_until: row.license_until,
            company_name: row.name,
        }
    }
}

/// Whether the licence is active.
#[utoipa::path(get, path = "/license/status", tag = "licence", responses((status = 200, body = Answer<LicenseStatus>)))]
async fn license_status(actor: Actor) -> Result<Json<Answer<LicenseStatus>>> {
    let c = &actor.company;
    Ok(ok(LicenseStatus {
        license_active: c.license_active(actor.app.clock().now()),
        switched_on: c.license_active,
        license_until: c.license_until,
        company_name: c.name.clone(),
    }))
}

/// Switches the licence or changes its last day; for super admins.
#[utoipa::path(put, path = "/license/update", tag = "licence", request_body = ChangeLicense, responses((status = 200, body = Answer<LicenseStatus>)))]
async fn change_license(actor: Actor, write: Write<ChangeLicense>) -> Result<Done> {
    if !actor.is_super_admin {
        return not_permitted().err();
    }
    let done = run_write!(actor, write, |work, body| switch::change(work, body).await)?;
    actor.app.realtime().look_at_once();
    Ok(done)
}
