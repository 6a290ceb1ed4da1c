//! HTTP endpoints of the next change of the IGV rate.

use super::{
    plan::{self, PlanRateChange, PlannedRateChange, PutOff, PutOffUntil},
    proposal::{RateChangeAnswer, RateChangeQuery, load_rate_change},
};
use axum::Json;
use comanda_base::error::Result;
use comanda_masterdata::catalog::planned_prices;
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    settings::tax,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_rate_change, plan_rate_change))
        .routes(routes!(take_back_planned_prices))
        .routes(routes!(put_off_rate_change))
}

/// The next change of the house's IGV, with its effect on every dish and the prices that keep the net amount.
#[utoipa::path(get, path = "/law/rate-change", tag = "settings", params(RateChangeQuery), responses((status = 200, body = Answer<RateChangeAnswer>)))]
async fn get_rate_change(actor: Actor, Query(query): Query<RateChangeQuery>) -> Result<Json<Answer<RateChangeAnswer>>> {
    actor.require(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    let now = actor.app.clock().now();
    let planned = planned_prices::load_plan(&mut tx, tax::issue_date(now)).await?;
    Ok(ok(RateChangeAnswer { change: load_rate_change(&mut tx, &query, now).await?, planned }))
}

/// Plans the rate of the change and the prices of its day; a later plan replaces an earlier one.
#[utoipa::path(post, path = "/law/rate-change", tag = "settings", request_body = PlanRateChange, responses((status = 200, body = Answer<PlannedRateChange>)))]
async fn plan_rate_change(actor: Actor, write: Write<PlanRateChange>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| plan::plan_rate_change(work, body).await)
}

/// Cancels the planned prices before their day; the planned rate stays.
#[utoipa::path(delete, path = "/law/rate-change/prices", tag = "settings", responses((status = 200, body = Answer<bool>)))]
async fn take_back_planned_prices(actor: Actor, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| plan::cancel_planned_prices(work).await)
}

/// Hides the panel's notice of the change from the whole house for some days.
#[utoipa::path(post, path = "/law/rate-change/put-off", tag = "settings", request_body = PutOff, responses((status = 200, body = Answer<PutOffUntil>)))]
async fn put_off_rate_change(actor: Actor, write: Write<PutOff>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| plan::postpone_notice(work, body).await)
}
