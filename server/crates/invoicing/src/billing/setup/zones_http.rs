//! HTTP calls for the tax zones in which the restaurant sells. The table belongs to the settings; the days with documents are known here.

use super::find_last_issue_date;
use axum::extract::Path;
use comanda_base::{error::Result, ids::TaxZoneId, listing::Rows};
use comanda_platform::{
    http::{Answer, Empty, Write, rows},
    idempotent_write,
    settings::tax_zone::{self, ListedZone, NewZone, TaxZone},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_tax_zones, add_tax_zone)).routes(routes!(remove_tax_zone))
}

/// Lists the days from which the restaurant sells in the Amazon region, exonerated of IGV, or no longer, the latest first; before the first
/// one it does not.
#[utoipa::path(get, path = "/tax-zones", tag = "settings", responses((status = 200, body = Rows<ListedZone>)))]
async fn list_tax_zones(actor: Actor) -> Result<Rows<ListedZone>> {
    actor.require(Action::SeeSettings)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(tax_zone::list_tax_zones(&mut tx, actor.app.clock().now()).await?))
}

/// Starts or ends sales in the Amazon region from a day after the last document on.
#[utoipa::path(post, path = "/tax-zones", tag = "settings", request_body = NewZone, responses((status = 200, body = Answer<TaxZone>)))]
async fn add_tax_zone(actor: Actor, write: Write<NewZone>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, new| {
        let last_issued = find_last_issue_date(work.tx, work.now).await?;
        tax_zone::add_zone_change(work, new, last_issued).await
    })
}

/// Removes a change that has not begun; past ones stay, since there are documents under them.
#[utoipa::path(delete, path = "/tax-zones/{id}", tag = "settings", responses((status = 200, body = Answer<bool>)))]
async fn remove_tax_zone(actor: Actor, Path(id): Path<TaxZoneId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, _body| {
        let last_issued = find_last_issue_date(work.tx, work.now).await?;
        tax_zone::remove_zone_change(work, id, last_issued).await?;
        Ok(true)
    })
}
