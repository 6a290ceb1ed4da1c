//! HTTP calls for the rates of IGV. The table belongs to the settings; the days with documents are known here.

use super::find_last_issue_date;
use axum::extract::Path;
use comanda_base::{error::Result, ids::TaxRateId, listing::Rows};
use comanda_masterdata::catalog::planned_prices;
use comanda_platform::{
    http::{Answer, Empty, Write, rows},
    idempotent_write,
    settings::tax::{self, ChangeRate, ListedRate, NewRate, TaxRate},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_tax_rates, add_tax_rate)).routes(routes!(change_tax_rate, remove_tax_rate))
}

/// A rate with the number of prices planned for its day.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateWithPrices {
    #[serde(flatten)]
    rate: ListedRate,
    /// The number of planned prices, which move with the rate.
    planned_prices: i64,
}

/// A rate after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedRate {
    #[serde(flatten)]
    rate: TaxRate,
    /// The number of planned prices that moved to the rate's new day.
    moved_prices: u64,
}

/// Lists the rates of IGV by their first day, the latest first.
#[utoipa::path(get, path = "/tax-rates", tag = "settings", responses((status = 200, body = Rows<RateWithPrices>)))]
async fn list_tax_rates(actor: Actor) -> Result<Rows<RateWithPrices>> {
    actor.require(Action::SeeSettings)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    let plan = planned_prices::load_plan(&mut tx, tax::issue_date(now)).await?;
    let prices = |day| plan.as_ref().filter(|plan| plan.valid_from == day).map_or(0, |plan| plan.prices);
    let rates = tax::list_rates_with_state(&mut tx, now).await?;
    let add_prices = |rate: ListedRate| RateWithPrices { planned_prices: prices(rate.rate.valid_from), rate };
    Ok(rows(rates.into_iter().map(add_prices).collect()))
}

/// Adds a rate that begins on a day after the last document.
#[utoipa::path(post, path = "/tax-rates", tag = "settings", request_body = NewRate, responses((status = 200, body = Answer<TaxRate>)))]
async fn add_tax_rate(actor: Actor, write: Write<NewRate>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, new| {
        let last_issued = find_last_issue_date(work.tx, work.now).await?;
        tax::add_rate(work, new, last_issued).await
    })
}

/// Changes a rate that has not begun; prices planned for its day move to its new one.
#[utoipa::path(put, path = "/tax-rates/{id}", tag = "settings", request_body = ChangeRate, responses((status = 200, body = Answer<ChangedRate>)))]
async fn change_tax_rate(actor: Actor, Path(id): Path<TaxRateId>, write: Write<ChangeRate>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| {
        let last_issued = find_last_issue_date(work.tx, work.now).await?;
        let (was, rate) = tax::change_rate(work, id, body, last_issued).await?;
        let moved_prices = planned_prices::move_plan(work, was.valid_from, rate.valid_from).await?;
        Ok(ChangedRate { rate, moved_prices })
    })
}

/// Removes a rate that has not begun; past ones stay, since there are documents under them.
#[utoipa::path(delete, path = "/tax-rates/{id}", tag = "settings", responses((status = 200, body = Answer<bool>)))]
async fn remove_tax_rate(actor: Actor, Path(id): Path<TaxRateId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        let last_issued = find_last_issue_date(work.tx, work.now).await?;
        let rate = tax::remove_rate(work, id, last_issued).await?;
        let plan = planned_prices::load_plan(work.tx, work.issue_date()).await?;
        // The prices were computed for this rate.
        if plan.is_some_and(|plan| plan.valid_from == rate.valid_from) {
            planned_prices::withdraw_plan(work).await?;
        }
        Ok(true)
    })
}
