//! The HTTP handler of notices about a till's printers.

use crate::notices::{self, Notice};
use comanda_base::{error::Result, listing::Rows};
use comanda_platform::{
    http::rows,
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_notices))
}

/// The printers of this till that do not print, or soon will not: those of its cash box and those of the areas. A low roll of paper is
/// shown at the till of that cash box and to users who set up printers. Kitchen screens ask as well. The events `printer.changed` and `agent.changed` of the room
/// `printing` tell when to ask again.
#[utoipa::path(get, path = "/printer-notices", tag = "printing", responses((status = 200, body = Rows<Notice>)))]
async fn list_notices(actor: Actor) -> Result<Rows<Notice>> {
    if !actor.can_without_pin(Action::SeeKitchen) {
        actor.require(Action::SeeFloor)?;
    }
    let mut tx = actor.company.db.read().await?;
    Ok(rows(notices::load_notices(&mut tx, &actor).await?))
}
