//! HTTP handlers of clients.

use super::{
    model::Client,
    party::{self, SaveParty},
    store, write,
};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::ClientId,
    listing::{Paging, Rows},
};
use comanda_platform::{
    http::{Answer, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of clients.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_clients, create_client))
        .routes(routes!(get_client, update_client))
        .merge(super::lookup::routes())
        .merge(super::sheet::routes())
}

/// Clients by page; `term` searches names, documents and phones. Filters: `status`, `document_type`.
#[utoipa::path(get, path = "/clients", tag = "clients", params(Paging), responses((status = 200, body = Rows<Client>)))]
async fn list_clients(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Client>> {
    actor.require(Action::ReadClients)?;
    let mut tx = actor.company.db.read().await?;
    party::load_party_page(&mut tx, &paging, store::select_count(), store::select_clients()).await
}

/// Adds a client.
#[utoipa::path(post, path = "/clients", tag = "clients", request_body = SaveParty, responses((status = 200, body = Answer<Client>)))]
async fn create_client(actor: Actor, write: Write<SaveParty>) -> Result<WriteAnswer> {
    actor.require(Action::CreateClients)?;
    idempotent_write!(actor, write, |work, body| write::create_client(work, body).await)
}

/// One client.
#[utoipa::path(get, path = "/clients/{id}", tag = "clients", params(("id" = ClientId, Path)), responses((status = 200, body = Answer<Client>)))]
async fn get_client(actor: Actor, Path(id): Path<ClientId>) -> Result<Json<Answer<Client>>> {
    actor.require(Action::ReadClients)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(super::load_client(&mut tx, id).await?))
}

/// Updates only the fields sent of a client.
#[utoipa::path(put, path = "/clients/{id}", tag = "clients", params(("id" = ClientId, Path)), request_body = SaveParty, responses((status = 200, body = Answer<Client>)))]
async fn update_client(actor: Actor, Path(id): Path<ClientId>, write: Write<SaveParty>) -> Result<WriteAnswer> {
    actor.require(Action::EditClients)?;
    idempotent_write!(actor, write, |work, body| write::update_client(work, id, body).await)
}
