//! Calls of the goal of the month.

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
    use_case::{Action, Actor, Done},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_sales_goal, put_sales_goal))
}

/// What was sold this month so far, and what the house wants to reach in it.
#[utoipa::path(get, path = "/sales-goal", tag = "reports", responses((status = 200, body = Answer<SalesGoal>)))]
async fn get_sales_goal(actor: Actor) -> Result<Json<Answer<SalesGoal>>> {
    actor.must(Action::SeeReports)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(ok(goal::read(&mut tx, now).await?))
}

/// Sets what the house wants to sell from a month on; 0 ends it.
#[utoipa::path(put, path = "/sales-goal", tag = "reports", request_body = SetSalesGoal, responses((status = 200, body = Answer<SalesGoal>)))]
async fn put_sales_goal(actor: Actor, write: Write<SetSalesGoal>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| goal::set(work, body).await)
}
