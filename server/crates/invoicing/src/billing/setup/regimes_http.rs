//! HTTP calls for the tax regimes. The table belongs to the settings; the days with documents are known here.

use super::find_last_issue_date;
use axum::extract::Path;
use comanda_base::{error::Result, ids::TaxRegimeId, listing::Rows};
use comanda_platform::{
    http::{Answer, Empty, Write, rows},
    idempotent_write,
    settings::regime::{self, ListedRegime, NewRegime, TaxRegime},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_tax_regimes, add_tax_regime)).routes(routes!(remove_tax_regime))
}

/// Lists the changes of regime by their first day, the latest first; before the first one the regime is GENERAL.
#[utoipa::path(get, path = "/tax-regimes", tag = "settings", responses((status = 200, body = Rows<ListedRegime>)))]
async fn list_tax_regimes(actor: Actor) -> Result<Rows<ListedRegime>> {
    actor.require(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(regime::list_regimes(&mut tx, actor.app.clock().now()).await?))
}

/// Changes the regime from a day after the last document on.
#[utoipa::path(post, path = "/tax-regimes", tag = "settings", request_body = NewRegime, responses((status = 200, body = Answer<TaxRegime>)))]
async fn add_tax_regime(actor: Actor, write: Write<NewRegime>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, new| {
        let last_issued = find_last_issue_date(work.tx, work.now).await?;
        regime::add_regime(work, new, last_issued).await
    })
}

/// Removes a change that has not begun; past ones stay, since there are documents under them.
#[utoipa::path(delete, path = "/tax-regimes/{id}", tag = "settings", responses((status = 200, body = Answer<bool>)))]
async fn remove_tax_regime(actor: Actor, Path(id): Path<TaxRegimeId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        let last_issued = find_last_issue_date(work.tx, work.now).await?;
        regime::remove_regime(work, id, last_issued).await?;
        Ok(true)
    })
}
