//! The calls of what is now, and of the day before it.

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

/// How things stand now: the house, a waiter's own accounts, a cashier's own session or the kitchen, as the role of who asks.
#[utoipa::path(get, path = "/dashboard/now", tag = "reports", responses((status = 200, body = Answer<Now>)))]
async fn get_now(actor: Actor) -> Result<Json<Answer<Now>>> {
    actor.must(Action::SeeNow)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(super::read(&mut tx, &actor, now).await?))
}

/// The last business day before today's that sold anything, as its close tells it.
#[utoipa::path(get, path = "/dashboard/last-day", tag = "reports", responses((status = 200, body = Answer<LastDay>)))]
async fn get_last_day(actor: Actor) -> Result<Json<Answer<LastDay>>> {
    actor.must(Action::SeeReports)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(last_day::read(&mut tx, now).await?))
}
