//! HTTP calls of stock movements by hand: those of products, those of supplies, and the opening stock.

use super::{
    answer::{InventoryMovement, InventoryMovementItem, InventoryMovementRow},
    change, limit,
    model::{ChangeInventoryMovement, NewInventoryMovement, SetInventoryStatus},
    opening::{self, OpeningEntered, OpeningList},
    paper, read, record,
};
use axum::{Json, extract::Path, response::Response};
use comanda_base::{
    error::Result,
    ids::MovementId,
    listing::{Days, Paging, Rows},
};
use comanda_ledgers::stock::ItemKind::{self, Product, Supply};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, inline_pdf_response, ok, rows},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of stock movements by hand.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_product_movements, create_product_movement))
        .routes(routes!(
            get_product_movement,
            change_product_movement,
            set_product_movement_status,
            delete_product_movement
        ))
        .routes(routes!(list_product_movement_items))
        .routes(routes!(get_product_movement_pdf))
        .routes(routes!(list_supply_movements, create_supply_movement))
        .routes(routes!(
            get_supply_movement,
            change_supply_movement,
            set_supply_movement_status,
            delete_supply_movement
        ))
        .routes(routes!(list_supply_movement_items))
        .routes(routes!(get_supply_movement_pdf))
        .routes(routes!(enter_opening_stock))
}

async fn load_movement(actor: &Actor, kind: ItemKind, id: MovementId) -> Result<InventoryMovement> {
    actor.require(action_to_read(kind))?;
    let mut tx = actor.company.db.read().await?;
    read::load_movement(&mut tx, actor, kind, id).await
}

async fn load_page(actor: &Actor, kind: ItemKind, paging: &Paging, days: Days) -> Result<Rows<InventoryMovementRow>> {
    actor.require(action_to_read(kind))?;
    let mut tx = actor.company.db.read().await?;
    read::load_movement_page(&mut tx, actor, kind, paging, days).await
}

async fn render_pdf(actor: &Actor, kind: ItemKind, id: MovementId) -> Result<Response> {
    actor.require(action_to_read(kind))?;
    let mut tx = actor.company.db.read().await?;
    let movement = read::load_movement(&mut tx, actor, kind, id).await?;
    let bytes = paper::render_pdf(&mut tx, &movement).await?;
    Ok(inline_pdf_response(bytes, &movement.row.full_number))
}

/// Returns what a user must be allowed to do who reads movements; cooks, who record waste, read those of supplies.
fn action_to_read(kind: ItemKind) -> Action {
    match kind {
        Product => Action::EditCatalog,
        Supply => Action::RecordWaste,
    }
}

/// Lists movements of products by hand, the latest first; `term` searches name, responsible and items. `filters` accepts `type`, `status`
/// and `reason`.
#[utoipa::path(get, path = "/inventory", tag = "stock", params(Paging, Days), responses((status = 200, body = Rows<InventoryMovementRow>)))]
async fn list_product_movements(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(days): Query<Days>,
) -> Result<Rows<InventoryMovementRow>> {
    load_page(&actor, Product, &paging, days).await
}

/// Records a movement of products, approved unless its status says otherwise.
#[utoipa::path(post, path = "/inventory", tag = "stock", request_body = NewInventoryMovement, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn create_product_movement(actor: Actor, write: Write<NewInventoryMovement>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| record::create_movement(work, Product, body, None).await)
}

/// Returns a movement of products.
#[utoipa::path(get, path = "/inventory/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Answer<InventoryMovement>)))]
async fn get_product_movement(actor: Actor, Path(id): Path<MovementId>) -> Result<Json<Answer<InventoryMovement>>> {
    Ok(ok(load_movement(&actor, Product, id).await?))
}

/// Lists the items of a movement of products.
#[utoipa::path(get, path = "/inventory-detail/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Rows<InventoryMovementItem>)))]
async fn list_product_movement_items(actor: Actor, Path(id): Path<MovementId>) -> Result<Rows<InventoryMovementItem>> {
    Ok(rows(load_movement(&actor, Product, id).await?.items))
}

/// Changes name, description and responsible; 409 when anything else is sent: reject the movement and record it again.
#[utoipa::path(put, path = "/inventory/{id}", tag = "stock", params(("id" = MovementId, Path)), request_body = ChangeInventoryMovement, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn change_product_movement(
    actor: Actor,
    Path(id): Path<MovementId>,
    write: Write<ChangeInventoryMovement>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::update_movement_texts(work, Product, id, body).await)
}

/// Rejects a movement, which reverses its stock moves, or approves it again, which records them again. Setting the current status has no
/// effect.
#[utoipa::path(patch, path = "/inventory/{id}", tag = "stock", params(("id" = MovementId, Path)), request_body = SetInventoryStatus, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn set_product_movement_status(
    actor: Actor,
    Path(id): Path<MovementId>,
    write: Write<SetInventoryStatus>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::set_movement_status(work, Product, id, body).await)
}

/// Deletes a rejected movement of products that never moved stock; any other is 409.
#[utoipa::path(delete, path = "/inventory/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_product_movement(actor: Actor, Path(id): Path<MovementId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| change::delete_movement(work, Product, id).await)
}

/// Returns the printed form of a movement of products, to be signed, as a PDF.
#[utoipa::path(get, path = "/inventory/{id}/pdf", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_product_movement_pdf(actor: Actor, Path(id): Path<MovementId>) -> Result<Response> {
    render_pdf(&actor, Product, id).await
}

/// Lists movements of supplies by hand, the latest first; `term` searches name, responsible and items. `filters` accepts `type`, `status`
/// and `reason`. A cook sees only their own.
#[utoipa::path(get, path = "/supply-movements", tag = "stock", params(Paging, Days), responses((status = 200, body = Rows<InventoryMovementRow>)))]
async fn list_supply_movements(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(days): Query<Days>,
) -> Result<Rows<InventoryMovementRow>> {
    load_page(&actor, Supply, &paging, days).await
}

/// Records a movement of supplies, approved unless `status` says otherwise. Cooks may record only waste and staff meals; above S/ 50 somebody
/// must approve with a PIN.
#[utoipa::path(post, path = "/supply-movements", tag = "stock", request_body = NewInventoryMovement, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn create_supply_movement(actor: Actor, write: Write<NewInventoryMovement>) -> Result<WriteAnswer> {
    actor.require(Action::RecordWaste)?;
    let approval = limit::verify_pin_if_given(&actor, &write.body.pin_given()).await?;
    idempotent_write!(actor, write, |work, body| record::create_movement(work, Supply, body, approval).await)
}

/// Returns a movement of supplies.
#[utoipa::path(get, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Answer<InventoryMovement>)))]
async fn get_supply_movement(actor: Actor, Path(id): Path<MovementId>) -> Result<Json<Answer<InventoryMovement>>> {
    Ok(ok(load_movement(&actor, Supply, id).await?))
}

/// Lists the items of a movement of supplies.
#[utoipa::path(get, path = "/supply-movement-details/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Rows<InventoryMovementItem>)))]
async fn list_supply_movement_items(actor: Actor, Path(id): Path<MovementId>) -> Result<Rows<InventoryMovementItem>> {
    Ok(rows(load_movement(&actor, Supply, id).await?.items))
}

/// Changes name, description and responsible; 409 when anything else is sent: reject the movement and record it again.
#[utoipa::path(put, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), request_body = ChangeInventoryMovement, responses((status = 200, body = Answer<InventoryMovement>)))]
async fn change_supply_movement(
    actor: Actor,
    Path(id): Path<MovementId>,
    write: Write<ChangeInventoryMovement>,
) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| change::update_movement_texts(work, Supply, id, body).await)
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
    idempotent_write!(actor, write, |work, body| change::set_movement_status(work, Supply, id, body).await)
}

/// Deletes a rejected movement of supplies that never moved stock; any other is 409.
#[utoipa::path(delete, path = "/supply-movements/{id}", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_supply_movement(actor: Actor, Path(id): Path<MovementId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| change::delete_movement(work, Supply, id).await)
}

/// Returns the printed form of a movement of supplies, to be signed, as a PDF.
#[utoipa::path(get, path = "/supply-movements/{id}/pdf", tag = "stock", params(("id" = MovementId, Path)), responses((status = 200, content_type = "application/pdf")))]
async fn get_supply_movement_pdf(actor: Actor, Path(id): Path<MovementId>) -> Result<Response> {
    render_pdf(&actor, Supply, id).await
}

/// Enters the opening stock of products and supplies that were never moved, all of it or nothing; the stock of these products is tracked
/// from then on.
#[utoipa::path(post, path = "/stock/opening", tag = "stock", request_body = OpeningList, responses((status = 200, body = Answer<OpeningEntered>)))]
async fn enter_opening_stock(actor: Actor, write: Write<OpeningList>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| opening::enter_opening_stock(work, body).await)
}
