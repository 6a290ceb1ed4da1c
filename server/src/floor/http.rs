//! Calls of the rooms that need no account; those of tables are with `orders`, which knows who sits there.

use super::model::Salon;
use crate::{
    app::App,
    error::Result,
    http::{Action, Actor, Rows, rows},
};
use axum::Json;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_salons))
}

/// The salons.
#[utoipa::path(get, path = "/salons", tag = "floor", responses((status = 200, body = Rows<Salon>)))]
async fn list_salons(actor: Actor) -> Result<Json<Rows<Salon>>> {
    actor.must(Action::SeeFloor)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(super::salons(&mut tx).await?))
}
