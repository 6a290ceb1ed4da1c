//! HTTP routes of the kitchen monitor.

use super::feed::{self, KitchenFeed};
use crate::orders::{self, Line, LineStatus, StatusStep, kitchen_source};
use axum::Json;
use comanda_base::{
    error::{Result, invalid},
    ids::{AreaId, ComponentId, LineId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    http::{Answer, Query, Write, ok},
    idempotent_write,
    realtime::{EventKind, Room},
    state::App,
    use_case::{Action, Actor, Work, WriteAnswer},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The most lines that one tap may move: a card has at most as many as an order.
const MAX_ITEMS: usize = 400;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(kitchen_feed))
        .routes(routes!(advance_items))
        .routes(routes!(undo_items))
        .routes(routes!(acknowledge_dismissals))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AreaQuery {
    /// Area ids, separated by commas; absent: all areas.
    area_id: Option<String>,
}

/// The dishes to be made, those finished lately, and the totals by dish.
#[utoipa::path(get, path = "/kitchen", tag = "kitchen", params(AreaQuery), responses((status = 200, body = Answer<KitchenFeed>)))]
async fn kitchen_feed(actor: Actor, Query(query): Query<AreaQuery>) -> Result<Json<Answer<KitchenFeed>>> {
    actor.require(Action::SeeKitchen)?;
    let areas = parse_areas(query.area_id.as_deref().unwrap_or_default())?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(feed::load_feed(&mut tx, &areas, actor.app.clock().now()).await?))
}

fn parse_areas(text: &str) -> Result<Vec<AreaId>> {
    let ids = text.split(',').filter(|t| !t.trim().is_empty()).map(|t| t.parse());
    let ids: std::result::Result<Vec<AreaId>, _> = ids.collect();
    ids.ok()
        .filter(|ids| ids.len() <= 100)
        .ok_or_else(|| invalid("area_id", "Escribe los números de las áreas separados por comas.").into())
}

/// A dish on a card.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
struct Item {
    line_id: LineId,
    /// One dish of a combo; absent: the whole line.
    component_id: Option<ComponentId>,
}

/// Body of a tap: the dishes and their new status.
#[derive(Debug, Deserialize, ToSchema)]
struct Move {
    items: Vec<Item>,
    status: LineStatus,
}

/// Moves dishes on by one step, all or none.
#[utoipa::path(post, path = "/kitchen/advance", tag = "kitchen", request_body = Move, responses((status = 200, body = Answer<Vec<Line>>)))]
async fn advance_items(actor: Actor, write: Write<Move>) -> Result<WriteAnswer> {
    actor.require(Action::Preparation)?;
    idempotent_write!(actor, write, |work, body| move_items(work, body).await)
}

/// Takes the last step of dishes back, within ten minutes, all or none; `status` is the status they return to.
#[utoipa::path(post, path = "/kitchen/undo", tag = "kitchen", request_body = Move, responses((status = 200, body = Answer<Vec<Line>>)))]
async fn undo_items(actor: Actor, write: Write<Move>) -> Result<WriteAnswer> {
    actor.require(Action::Preparation)?;
    idempotent_write!(actor, write, |work, body| move_items(work, body).await)
}

async fn move_items(work: &mut Work<'_>, body: &Move) -> Result<Vec<Line>> {
    if body.items.is_empty() || body.items.len() > MAX_ITEMS {
        return invalid("items", format!("Elige de 1 a {MAX_ITEMS} platos.")).err();
    }
    let step = |i: &Item| StatusStep { line: i.line_id, component: i.component_id, status: body.status, version: None };
    let steps: Vec<StatusStep> = body.items.iter().map(step).collect();
    orders::advance_lines(work, &steps).await
}

/// The lines whose dismissal or change of table the kitchen has seen.
#[derive(Debug, Deserialize, ToSchema)]
struct Acknowledge {
    line_ids: Vec<LineId>,
}

/// Acknowledges dismissals and changes of table, which takes them off the monitor; returns how many.
#[utoipa::path(post, path = "/kitchen/acknowledge", tag = "kitchen", request_body = Acknowledge, responses((status = 200, body = Answer<u64>)))]
async fn acknowledge_dismissals(actor: Actor, write: Write<Acknowledge>) -> Result<WriteAnswer> {
    actor.require(Action::Preparation)?;
    idempotent_write!(actor, write, |work, body| acknowledge(work, body).await)
}

async fn acknowledge(work: &mut Work<'_>, body: &Acknowledge) -> Result<u64> {
    if body.line_ids.is_empty() || body.line_ids.len() > MAX_ITEMS {
        return invalid("line_ids", format!("Elige de 1 a {MAX_ITEMS} platos.")).err();
    }
    let now = work.now;
    let acknowledged = kitchen_source::acknowledge_lines(work.tx, &body.line_ids, now).await?;
    if acknowledged > 0 {
        let after = json!({"line_ids": body.line_ids});
        audit::log(work.tx, work.actor, now, AuditEntry::new("DISMISSAL_SEEN").change(None, Some(after))).await?;
        work.add_event(Room::Kitchen, EventKind::KitchenChanged, json!({"line_ids": body.line_ids}));
    }
    Ok(acknowledged)
}
