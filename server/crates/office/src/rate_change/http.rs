//! Calls of the next change of the rate of IGV.

use super::{
    plan::{self, PlanRateChange, PlannedRateChange, PutOff, PutOffUntil},
    proposal::{RateChangeAnswer, WantedChange, proposal},
};
use axum::Json;
use comanda_base::error::Result;
use comanda_masterdata::catalog::planned_prices;
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    settings::tax,
    state::App,
    use_case::{Action, Actor, Done},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_rate_change, plan_rate_change))
        .routes(routes!(take_back_planned_prices))
        .routes(routes!(put_off_rate_change))
}

/// The change of the IGV that is coming to the house, with what it does to every dish and the prices that keep what is left.
#[utoipa::path(get, path = "/law/rate-change", tag = "settings", params(WantedChange), responses((status = 200, body = Answer<RateChangeAnswer>)))]
async fn get_rate_change(actor: Actor, Query(wanted): Query<WantedChange>) -> Result<Json<Answer<RateChangeAnswer>>> {
    actor.must(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    let now = actor.app.clock().now();
    let planned = planned_prices::waiting(&mut tx, tax::issue_date(now)).await?;
    Ok(ok(RateChangeAnswer { change: proposal(&mut tx, &wanted, now).await?, planned }))
}

/// Plans the rate of the change and the prices of its day; a second plan takes the place of the first.
#[utoipa::path(post, path = "/law/rate-change", tag = "settings", request_body = PlanRateChange, responses((status = 200, body = Answer<PlannedRateChange>)))]
async fn plan_rate_change(actor: Actor, write: Write<PlanRateChange>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| plan::plan(work, body).await)
}

/// Takes the planned prices back while their day has not come; the planned rate stays.
#[utoipa::path(delete, path = "/law/rate-change/prices", tag = "settings", responses((status = 200, body = Answer<bool>)))]
async fn take_back_planned_prices(actor: Actor, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| plan::take_prices_back(work).await)
}

/// Hides the panel's notice of the change for some days, for the whole house.
#[utoipa::path(post, path = "/law/rate-change/put-off", tag = "settings", request_body = PutOff, responses((status = 200, body = Answer<PutOffUntil>)))]
async fn put_off_rate_change(actor: Actor, write: Write<PutOff>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| plan::put_off(work, body).await)
}
