//! The HTTP handler of papers at stand-ins.

use super::{Relief, list_reliefs};
use comanda_base::{error::Result, listing::Rows};
use comanda_platform::{
    http::rows,
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_print_reliefs))
}

/// The printers whose papers came out at their stand-ins in the last twelve hours, with these papers; those that still cannot print come
/// first. The events `job.changed`, `printer.changed` and `agent.changed` of the room `printing` tell when to ask again.
#[utoipa::path(get, path = "/print-reliefs", tag = "printing", responses((status = 200, body = Rows<Relief>)))]
async fn list_print_reliefs(actor: Actor) -> Result<Rows<Relief>> {
    actor.require(Action::OwnJobs)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(list_reliefs(&mut tx, &actor).await?))
}
