//! HTTP calls of supply movements by hand.

use super::{
    answer::{InventoryMovement, InventoryMovementItem, InventoryMovementRow},
    change,
    http::Days,
    limit,
    model::{ChangeInventoryMovement, NewInventoryMovement, SetInventoryStatus},
    paper, read, record,
};
use axum::{Json, extract::Path, http::header, response::IntoResponse};
use comanda_base::{
    error::Result,
    ids::MovementId,
    listing::{Paging, Rows},
};
use comanda_ledgers::stock::ItemKind;
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

const KIND: ItemKind = ItemKind::Supply;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_supply_movements, create_supply_movement))
        .routes(routes!(
            get_supply_movement,
            change_supply_movement,
            set_supply_movement_status,
            delete_supply_movement
        ))
        .routes(routes!(list_supply_movement_items))
        .routes(routes!(get_supply_movement_pdf))
}

/// Lists movements of supplies by hand, the latest first; `term` searches name, responsible and items. `filters` accepts `type`, `status`
/// and `reason`. A cook sees only their own.
#[utoipa::path(get, path = "/supply-movements", tag = "stock", params(Paging, Days), responses((status = 200, body = Rows<InventoryMovementRow>)))]
async fn list_supply_movements(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(days): Query<Days>,
) -> Result<Rows<InventoryMovementRow>> {
    actor.require(Action::RecordWaste)?;
    let mut tx = actor.company.db.read().await?;
    read::load_page(&mut tx, &actor, KIND, &paging, (days.date_from, days.date_to)).await
}

/// Records a movement of supplies, approved unless its status says otherwise. A cook may record waste and staff meals, with a PIN beyond a
/// value.
#[utoipa::path(post, path = "/supply-movements", tag = "stock", request_body = NewInventoryMovement, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn create_supply_movement(actor: Actor, write: Write<NewInventoryMovement>) -> Result<WriteAnswer> {
    actor.require(Action::RecordWaste)?;
    let approval = limit::verify_pin_if_given(&actor, &write.body.pin_given()).await?;
    idempotent_write!(actor, write, |work, body| record::create(work, KIND, body, approval).await)
}

/// Returns a movement of supplies.
#[utoipa::path(get, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Answer<InventoryMovement>)))]
async fn get_supply_movement(actor: Actor, Path(id): Path<MovementId>) -> Result<Json<Answer<InventoryMovement>>> {
    actor.require(Action::RecordWaste)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::load_movement(&mut tx, &actor, KIND, id).await?))
}

/// Lists the items of a movement of supplies.
#[utoipa::path(get, path = "/supply-movement-details/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Rows<InventoryMovementItem>)))]
async fn list_supply_movement_items(actor: Actor, Path(id): Path<MovementId>) -> Result<Rows<InventoryMovementItem>> {
    actor.require(Action::RecordWaste)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(read::load_movement(&mut tx, &actor, KIND, id).await?.items))
}

/// Changes name, description and responsible; 409 when anything else is sent: reject the movement and record it again.
#[utoipa::path(put, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), request_body = ChangeInventoryMovement, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn change_supply_movement(
    actor: Actor,
    Path(id): Path<MovementId>,
    write: Write<ChangeInventoryMovement>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::update_texts(work, KIND, id, body).await)
}

/// Rejects a movement, which reverses its stock moves, or approves it again, which records them again. Setting the current status has no
/// effect.
#[utoipa::path(patch, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), request_body = SetInventoryStatus, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn set_supply_movement_status(
    actor: Actor,
    Path(id): Path<MovementId>,
    write: Write<SetInventoryStatus>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::set_status(work, KIND, id, body).await)
}

/// Deletes a rejected movement of supplies that never moved stock; any other is 409.
#[utoipa::path(delete, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_supply_movement(actor: Actor, Path(id): Path<MovementId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| change::delete(work, KIND, id).await)
}

/// Returns the printed form of a movement of supplies, to be signed, as a PDF.
#[utoipa::path(get, path = "/supply-movements/{id}/pdf", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_supply_movement_pdf(actor: Actor, Path(id): Path<MovementId>) -> Result<impl IntoResponse> {
    actor.require(Action::RecordWaste)?;
    let mut tx = actor.company.db.read().await?;
    let movement = read::load_movement(&mut tx, &actor, KIND, id).await?;
    let bytes = paper::render_pdf(&mut tx, &movement).await?;
    let disposition = format!("inline; filename=\"{}.pdf\"", movement.row.full_number);
    Ok(([(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes))
}
