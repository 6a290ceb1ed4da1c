//! HTTP handlers of scales.

use super::store;
use crate::link;
use axum::{Json, extract::Path};
use comanda_base::{
    error::{OrNotFound, Result},
    ids::ScaleId,
    listing::Rows,
};
use comanda_platform::{
    http::{Answer, Empty, Write, ok, rows},
    state::App,
    use_case::{Action, Actor},
};
use comanda_ticket::wire::WatchScale;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The time for which one request keeps a scale reporting.
const WATCHED_SECONDS: u32 = 30;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_scales)).routes(routes!(watch_scale))
}

/// A scale at the machine of a print agent.
#[derive(Debug, Serialize, ToSchema)]
struct Scale {
    id: ScaleId,
    name: String,
    /// The name of its agent.
    agent: String,
    /// Whether its agent is connected.
    is_online: bool,
}

/// The time for which a scale is watched.
#[derive(Debug, Serialize, ToSchema)]
struct Watched {
    /// From now on, in seconds.
    seconds: u32,
}

/// Lists the scales.
#[utoipa::path(get, path = "/scales", tag = "printing", responses((status = 200, body = Rows<Scale>)))]
async fn list_scales(actor: Actor) -> Result<Rows<Scale>> {
    actor.require(Action::TakeOrders)?;
    let mut tx = actor.company.db.read().await?;
    let scales = store::list_scales(&mut tx).await?;
    drop(tx);
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let scale = |row: store::ScaleRow| Scale {
        is_online: online.contains_key(&row.agent_id),
        id: row.id,
        name: row.name,
        agent: row.agent,
    };
    Ok(rows(scales.into_iter().map(scale).collect()))
}

/// Lets a scale report what it shows for half a minute, as `scale.reading` in the room `scales`; called again while somebody looks.
#[utoipa::path(post, path = "/scales/{id}/watch", tag = "printing", params(("id" = i64, Path, description = "The scale's id")), responses((status = 200, body = Answer<Watched>)))]
async fn watch_scale(actor: Actor, Path(id): Path<ScaleId>, _write: Write<Empty>) -> Result<Json<Answer<Watched>>> {
    actor.require(Action::TakeOrders)?;
    let mut tx = actor.company.db.read().await?;
    let scale: store::ScaleRow = store::find_scale(&mut tx, id).await.or_not_found("la balanza")?;
    drop(tx);
    let watch = WatchScale { scale: scale.name, seconds: WATCHED_SECONDS };
    link::watch_scale(actor.app.realtime(), &actor.company, scale.agent_id, &watch).await;
    Ok(ok(Watched { seconds: WATCHED_SECONDS }))
}
