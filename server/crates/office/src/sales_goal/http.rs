//! HTTP endpoints of the monthly sales goal.

use super::{
    goal,
    model::{SalesGoal, SetSalesGoal},
};
use axum::Json;
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_sales_goal, put_sales_goal))
}

/// The sales of this month so far, and the month's goal.
#[utoipa::path(get, path = "/sales-goal", tag = "reports", responses((status = 200, body = Answer<SalesGoal>)))]
async fn get_sales_goal(actor: Actor) -> Result<Json<Answer<SalesGoal>>> {
    actor.require(Action::SeeReports)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(goal::load_sales_goal(&mut tx, now).await?))
}

/// Sets the monthly sales goal from a month on; 0 ends it.
#[utoipa::path(put, path = "/sales-goal", tag = "reports", request_body = SetSalesGoal, responses((status = 200, body = Answer<SalesGoal>)))]
async fn put_sales_goal(actor: Actor, write: Write<SetSalesGoal>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| goal::set_sales_goal(work, body).await)
}
