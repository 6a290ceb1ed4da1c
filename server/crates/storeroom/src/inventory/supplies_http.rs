//! Calls of movements of supplies by hand.

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
    use_case::{Action, Actor, Done},
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

/// Movements of supplies by hand, the latest first; `term` searches name, responsible and items. `filters` know `type`, `status` and
/// `reason`. A cook sees their own.
#[utoipa::path(get, path = "/supply-movements", tag = "stock", params(Paging, Days), responses((status = 200, body = Rows<InventoryMovementRow>)))]
async fn list_supply_movements(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(days): Query<Days>,
) -> Result<Rows<InventoryMovementRow>> {
    actor.must(Action::RecordWaste)?;
    let mut tx = actor.company.db.read().await?;
    read::page(&mut tx, &actor, KIND, &paging, (days.date_from, days.date_to)).await
}

/// Writes a movement of supplies down, approved unless it says otherwise. A cook may write down waste and meals of the staff, beyond a
/// value with a PIN.
#[utoipa::path(post, path = "/supply-movements", tag = "stock", request_body = NewInventoryMovement, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn create_supply_movement(actor: Actor, write: Write<NewInventoryMovement>) -> Result<Done> {
    actor.must(Action::RecordWaste)?;
    let approval = limit::allowed(&actor, &write.body.pin_given()).await?;
    idempotent_write!(actor, write, |work, body| record::create(work, KIND, body, approval).await)
}

/// One movement of supplies.
#[utoipa::path(get, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Answer<InventoryMovement>)))]
async fn get_supply_movement(actor: Actor, Path(id): Path<MovementId>) -> Result<Json<Answer<InventoryMovement>>> {
    actor.must(Action::RecordWaste)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(read::one(&mut tx, &actor, KIND, id).await?))
}

/// What a movement of supplies moves, item by item.
#[utoipa::path(get, path = "/supply-movement-details/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Rows<InventoryMovementItem>)))]
async fn list_supply_movement_items(actor: Actor, Path(id): Path<MovementId>) -> Result<Rows<InventoryMovementItem>> {
    actor.must(Action::RecordWaste)?;
    let mut tx = actor.company.db.read().await?;
    Ok(rows(read::one(&mut tx, &actor, KIND, id).await?.items))
}

/// Changes name, description and responsible; 409 where something else is asked for: what was moved is rejected and written again.
#[utoipa::path(put, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), request_body = ChangeInventoryMovement, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn change_supply_movement(
    actor: Actor,
    Path(id): Path<MovementId>,
    write: Write<ChangeInventoryMovement>,
) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::texts(work, KIND, id, body).await)
}

/// Rejects a movement, which takes its moves back, or approves it again, which moves again. The status that it has does nothing.
#[utoipa::path(patch, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), request_body = SetInventoryStatus, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn set_supply_movement_status(
    actor: Actor,
    Path(id): Path<MovementId>,
    write: Write<SetInventoryStatus>,
) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::status(work, KIND, id, body).await)
}

/// Deletes a rejected movement of supplies that never moved stock; any other is 409.
#[utoipa::path(delete, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_supply_movement(actor: Actor, Path(id): Path<MovementId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| change::delete(work, KIND, id).await)
}

/// The paper of a movement of supplies, to be signed, as a PDF.
#[utoipa::path(get, path = "/supply-movements/{id}/pdf", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_supply_movement_pdf(actor: Actor, Path(id): Path<MovementId>) -> Result<impl IntoResponse> {
    actor.must(Action::RecordWaste)?;
    let mut tx = actor.company.db.read().await?;
    let movement = read::one(&mut tx, &actor, KIND, id).await?;
    let bytes = paper::pdf(&mut tx, &movement).await?;
    let disposition = format!("inline; filename=\"{}.pdf\"", movement.row.full_number);
    Ok(([(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes))
}
