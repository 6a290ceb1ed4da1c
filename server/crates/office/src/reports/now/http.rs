//! HTTP endpoints of the present state, and of the last day with sales.

use super::{
    Now,
    last_day::{self, LastDay},
};
use axum::Json;
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, ok},
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::reports) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_now)).routes(routes!(get_last_day))
}

/// The present state of the house, of a waiter's accounts, of a cashier's cash cycle or of the kitchen, according to the user's role.
#[utoipa::path(get, path = "/dashboard/now", tag = "reports", responses((status = 200, body = Answer<Now>)))]
async fn get_now(actor: Actor) -> Result<Json<Answer<Now>>> {
    actor.require(Action::SeeNow)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(super::load_now(&mut tx, &actor, now).await?))
}

/// The figures of the last business day with sales before today's, as in its close.
#[utoipa::path(get, path = "/dashboard/last-day", tag = "reports", responses((status = 200, body = Answer<LastDay>)))]
async fn get_last_day(actor: Actor) -> Result<Json<Answer<LastDay>>> {
    actor.require(Action::SeeReports)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(last_day::load_last_day(&mut tx, now).await?))
}
