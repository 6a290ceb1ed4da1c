//! HTTP handlers of providers.

use super::{store, write};
use crate::clients::party::{self, SaveParty};
use axum::{Json, extract::Path};
use comanda_base::{
    error::Result,
    ids::ProviderId,
    listing::{Paging, Rows},
    words::{IdentityDocument, Status},
};
use comanda_platform::{
    http::{Answer, Empty, Query, Write, ok},
    idempotent_write,
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of providers.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_providers, create_provider)).routes(routes!(
        get_provider,
        update_provider,
        delete_provider
    ))
}

/// A person or company from which the restaurant buys.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Provider {
    pub id: ProviderId,
    pub document_type: IdentityDocument,
    pub document_number: String,
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    /// The name that screens show.
    pub display_name: String,
    pub phone: String,
    pub email: String,
    pub address: String,
    pub department: String,
    pub province: String,
    pub district: String,
    pub ubigeo_sunat: String,
    pub reference: String,
    pub status: Status,
}

/// Providers by page; `term` searches names, documents and phones. Filters: `status`, `document_type`.
#[utoipa::path(get, path = "/providers", tag = "providers", params(Paging), responses((status = 200, body = Rows<Provider>)))]
async fn list_providers(actor: Actor, Query(paging): Query<Paging>) -> Result<Rows<Provider>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    party::load_party_page(&mut tx, &paging, store::select_count(), store::select_providers()).await
}

/// Adds a provider.
#[utoipa::path(post, path = "/providers", tag = "providers", request_body = SaveParty, responses((status = 200, body = Answer<Provider>)))]
async fn create_provider(actor: Actor, write: Write<SaveParty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| write::create_provider(work, body).await)
}

/// One provider.
#[utoipa::path(get, path = "/providers/{id}", tag = "providers", params(("id" = ProviderId, Path)), responses((status = 200, body = Answer<Provider>)))]
async fn get_provider(actor: Actor, Path(id): Path<ProviderId>) -> Result<Json<Answer<Provider>>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(super::load_provider(&mut tx, id).await?))
}

/// Updates only the fields sent of a provider.
#[utoipa::path(put, path = "/providers/{id}", tag = "providers", params(("id" = ProviderId, Path)), request_body = SaveParty, responses((status = 200, body = Answer<Provider>)))]
async fn update_provider(actor: Actor, Path(id): Path<ProviderId>, write: Write<SaveParty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, body| write::update_provider(work, id, body).await)
}

/// Deletes a provider; 409 `in_use` where a purchase names them.
#[utoipa::path(delete, path = "/providers/{id}", tag = "providers", params(("id" = ProviderId, Path)), responses((status = 200, body = Answer<bool>)))]
async fn delete_provider(actor: Actor, Path(id): Path<ProviderId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::EditCatalog)?;
    idempotent_write!(actor, write, |work, _body| write::delete_provider(work, id).await)
}
