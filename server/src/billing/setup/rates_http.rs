//! Calls of the rates of IGV. The table is the settings'; which days have documents is known here.

use super::last_issue_date;
use crate::{
    catalog::planned_prices,
    error::Result,
    http::{Answer, Empty, Write, rows},
    idempotent_write,
    ids::TaxRateId,
    listing::Rows,
    settings::tax::{self, ChangeRate, ListedRate, NewRate, TaxRate},
    state::App,
    use_case::{Action, Actor, Done},
};
use axum::extract::Path;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_tax_rates, add_tax_rate)).routes(routes!(change_tax_rate, remove_tax_rate))
}

/// The rates of IGV by the day they begin, the latest first.
#[utoipa::path(get, path = "/tax-rates", tag = "settings", responses((status = 200, body = Rows<ListedRate>)))]
async fn list_tax_rates(actor: Actor) -> Result<Rows<ListedRate>> {
    actor.must(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(tax::listed_rates(&mut tx, actor.app.clock().now()).await?))
}

/// Adds a rate that begins on a day after the last document.
#[utoipa::path(post, path = "/tax-rates", tag = "settings", request_body = NewRate, responses((status = 200, body = Answer<TaxRate>)))]
async fn add_tax_rate(actor: Actor, write: Write<NewRate>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, new| {
        let last_issued = last_issue_date(work.tx, work.now).await?;
        tax::add(work, new, last_issued).await
    })
}

/// Changes a rate that has not begun.
#[utoipa::path(put, path = "/tax-rates/{id}", tag = "settings", request_body = ChangeRate, responses((status = 200, body = Answer<TaxRate>)))]
async fn change_tax_rate(actor: Actor, Path(id): Path<TaxRateId>, write: Write<ChangeRate>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| {
        let last_issued = last_issue_date(work.tx, work.now).await?;
        tax::change(work, id, body, last_issued).await
    })
}

/// Takes a rate away that has not begun; past ones stay, there are documents under them.
#[utoipa::path(delete, path = "/tax-rates/{id}", tag = "settings", responses((status = 200, body = Answer<bool>)))]
async fn remove_tax_rate(actor: Actor, Path(id): Path<TaxRateId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        let last_issued = last_issue_date(work.tx, work.now).await?;
        let rate = tax::remove(work, id, last_issued).await?;
        // Prices that were planned for its day were worked out for it.
        if planned_prices::current(work.tx, rate.valid_from).await?.is_some() {
            planned_prices::take_back(work).await?;
        }
        Ok(true)
    })
}
