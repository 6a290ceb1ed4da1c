//! Calls of the regimes. The table is the settings'; which days have documents is known here.

use super::last_issue_date;
use axum::extract::Path;
use comanda_base::{error::Result, ids::TaxRegimeId, listing::Rows};
use comanda_platform::{
    http::{Answer, Empty, Write, rows},
    idempotent_write,
    settings::regime::{self, ListedRegime, NewRegime, TaxRegime},
    state::App,
    use_case::{Action, Actor, Done},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_tax_regimes, add_tax_regime)).routes(routes!(remove_tax_regime))
}

/// Changes of regime by the day they begin, the latest first; before the first one it is GENERAL.
#[utoipa::path(get, path = "/tax-regimes", tag = "settings", responses((status = 200, body = Rows<ListedRegime>)))]
async fn list_tax_regimes(actor: Actor) -> Result<Rows<ListedRegime>> {
    actor.must(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(regime::listed(&mut tx, actor.app.clock().now()).await?))
}

/// Changes the regime from a day after the last document on.
#[utoipa::path(post, path = "/tax-regimes", tag = "settings", request_body = NewRegime, responses((status = 200, body = Answer<TaxRegime>)))]
async fn add_tax_regime(actor: Actor, write: Write<NewRegime>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, new| {
        let last_issued = last_issue_date(work.tx, work.now).await?;
        regime::add(work, new, last_issued).await
    })
}

/// Takes a change away that has not begun; past ones stay, there are documents under them.
#[utoipa::path(delete, path = "/tax-regimes/{id}", tag = "settings", responses((status = 200, body = Answer<bool>)))]
async fn remove_tax_regime(actor: Actor, Path(id): Path<TaxRegimeId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        let last_issued = last_issue_date(work.tx, work.now).await?;
        regime::remove(work, id, last_issued).await?;
        Ok(true)
    })
}
