//! Calls of the licence.

use super::{
    status::LicenseStatus,
    switch::{self, ChangeLicense},
};
use crate::{
    http::{Answer, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Actor, WriteAnswer, not_permitted_refusal},
};
use axum::Json;
use comanda_base::error::Result;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(license_status)).routes(routes!(change_license))
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
async fn change_license(actor: Actor, write: Write<ChangeLicense>) -> Result<WriteAnswer> {
    if !actor.is_super_admin {
        return not_permitted_refusal().err();
    }
    let answer = idempotent_write!(actor, write, |work, body| switch::change_license(work, body).await)?;
    actor.app.realtime().recheck_everywhere();
    Ok(answer)
}
