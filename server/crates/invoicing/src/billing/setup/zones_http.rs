//! Calls of the zones that the house sells in. The table is the settings'; which days have documents is known here.

use super::last_issue_date;
use axum::extract::Path;
use comanda_base::{error::Result, ids::TaxZoneId, listing::Rows};
use comanda_platform::{
    http::{Answer, Empty, Write, rows},
    idempotent_write,
    settings::zone::{self, ListedZone, NewZone, TaxZone},
    state::App,
    use_case::{Action, Actor, Done},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_tax_zones, add_tax_zone)).routes(routes!(remove_tax_zone))
}

/// Since when the house sells in the jungle, exonerated of IGV, or no longer, the latest first; before the first one it does not.
#[utoipa::path(get, path = "/tax-zones", tag = "settings", responses((status = 200, body = Rows<ListedZone>)))]
async fn list_tax_zones(actor: Actor) -> Result<Rows<ListedZone>> {
    actor.must(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(zone::listed(&mut tx, actor.app.clock().now()).await?))
}

/// Lets the house sell in the jungle, or no longer, from a day after the last document on.
#[utoipa::path(post, path = "/tax-zones", tag = "settings", request_body = NewZone, responses((status = 200, body = Answer<TaxZone>)))]
async fn add_tax_zone(actor: Actor, write: Write<NewZone>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, new| {
        let last_issued = last_issue_date(work.tx, work.now).await?;
        zone::add(work, new, last_issued).await
    })
}

/// Takes a change away that has not begun; past ones stay, there are documents under them.
#[utoipa::path(delete, path = "/tax-zones/{id}", tag = "settings", responses((status = 200, body = Answer<bool>)))]
async fn remove_tax_zone(actor: Actor, Path(id): Path<TaxZoneId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        let last_issued = last_issue_date(work.tx, work.now).await?;
        zone::remove(work, id, last_issued).await?;
        Ok(true)
    })
}
