//! The HTTP handler of alarms for unconfirmed kitchen papers.

use crate::alarms::{self, Alarm};
use comanda_base::{error::Result, listing::Rows};
use comanda_platform::{
    http::rows,
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_alarms))
}

/// Printers with kitchen papers that were not confirmed within fifteen seconds, the longest waiting first. The event `alarm.changed` of the
/// room `printing` tells when to ask again.
#[utoipa::path(get, path = "/print-alarms", tag = "printing", responses((status = 200, body = Rows<Alarm>)))]
async fn list_alarms(actor: Actor) -> Result<Rows<Alarm>> {
    actor.require(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(alarms::list_alarms(&mut tx, &actor).await?))
}
