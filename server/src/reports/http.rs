//! Calls of the reports.

use super::dashboard::{self, Dashboard};
use crate::{
    app::App,
    error::Result,
    http::{Action, Actor, Answer, ok},
};
use axum::Json;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_dashboard))
}

/// Today in figures, the week in days, what sells, and what wants attention.
#[utoipa::path(get, path = "/dashboard", tag = "reports", responses((status = 200, body = Answer<Dashboard>)))]
async fn get_dashboard(actor: Actor) -> Result<Json<Answer<Dashboard>>> {
    actor.must(Action::SeeDashboard)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(dashboard::dashboard(&mut tx, now).await?))
}
