//! HTTP routes that delete one thing each.

use super::{bulk, client, product, room, supply, user};
use axum::extract::Path;
use comanda_base::{
    error::Result,
    ids::{ClientId, MeasurementId, ProductId, SalonId, SupplyId, TableId, UserId},
};
use comanda_ledgers::stock::{supplies::Supply, units::Unit};
use comanda_platform::{
    http::{Answer, Empty, Write},
    idempotent_write,
    people::session,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of this room.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(delete_user))
        .routes(routes!(delete_product))
        .routes(routes!(delete_client))
        .routes(routes!(delete_salon))
        .routes(routes!(delete_table))
        .routes(routes!(delete_supply))
        .routes(routes!(delete_measurement))
        .merge(bulk::routes())
}

/// Deletes a user, who is signed out at once; what they did keeps their name. 409 `in_use` while they have a cash box open or
/// attend an open account.
#[utoipa::path(delete, path = "/users/{id}", tag = "users", params(("id" = UserId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_user(actor: Actor, Path(id): Path<UserId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Users)?;
    let answer = idempotent_write!(actor, write, |work, _body| user::delete_user(work, id).await)?;
    session::close_ended_sockets(&actor.app, &actor.company, id).await?;
    Ok(answer)
}

/// Deletes a product; 409 `in_use` while an open account or a combo has it. The past keeps it.
#[utoipa::path(delete, path = "/products/{id}", tag = "catalog", params(("id" = ProductId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_product(actor: Actor, Path(id): Path<ProductId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| product::delete_product(work, id).await)
}

/// Deletes a client; 409 `in_use` where an account or a document names them.
#[utoipa::path(delete, path = "/clients/{id}", tag = "clients", params(("id" = ClientId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_client(actor: Actor, Path(id): Path<ClientId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditClients)?;
    idempotent_write!(actor, write, |work, _body| client::delete_client(work, id).await)
}

/// Deletes a salon with its tables; 409 `in_use` where one of them is in use. The past keeps their names.
#[utoipa::path(delete, path = "/salons/{id}", tag = "floor", params(("id" = SalonId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_salon(actor: Actor, Path(id): Path<SalonId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditTables)?;
    idempotent_write!(actor, write, |work, _body| room::delete_salon(work, id).await)
}

/// Deletes a table; 409 `in_use` where somebody sits there or is expected. The past keeps its name.
#[utoipa::path(delete, path = "/tables/{id}", tag = "floor", params(("id" = TableId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_table(actor: Actor, Path(id): Path<TableId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditTables)?;
    idempotent_write!(actor, write, |work, _body| room::delete_table(work, id).await)
}

/// Deletes a supply; 409 `in_use` where a recipe takes it or it was ever counted.
#[utoipa::path(delete, path = "/supplies/{id}", tag = "stock", params(("id" = SupplyId, Path)), responses((status = 200, body = Answer<Supply>)))]
async fn delete_supply(actor: Actor, Path(id): Path<SupplyId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| supply::delete_supply(work, id).await)
}

/// Deletes a unit; 409 `in_use` where a supply, a recipe or another unit is measured in it.
#[utoipa::path(delete, path = "/measurements/{id}", tag = "stock", params(("id" = MeasurementId, Path)), responses((status = 200, body = Answer<Unit>)))]
async fn delete_measurement(actor: Actor, Path(id): Path<MeasurementId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| supply::delete_unit(work, id).await)
}
