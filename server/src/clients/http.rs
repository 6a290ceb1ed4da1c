//! Calls of clients, and the look-up of a DNI or RUC.

use super::{
    document,
    model::Client,
    store,
    write::{self, SaveClient},
};
use crate::{
    app::App,
    db::Sql,
    error::{Code, Result, invalid, refuse},
    http::{
        Action, Actor, Answer, Rows, Write, ok,
        paging::{Paging, contains},
        write::Done,
    },
    ids::ClientId,
    run_write,
};
use axum::{
    Json,
    extract::{Path, Query},
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_clients, create_client))
        .routes(routes!(get_client, update_client))
        .routes(routes!(identify))
}

/// Clients by page; `term` searches names, documents and phones.
#[utoipa::path(get, path = "/clients", tag = "clients", params(Paging), responses((status = 200, body = Rows<Client>)))]
async fn list_clients(actor: Actor, Query(paging): Query<Paging>) -> Result<Json<Rows<Client>>> {
    actor.must(Action::ReadClients)?;
    let mut tx = actor.company.db.read().await?;
    let pattern = paging.term.as_deref().map(contains);
    let filters = paging.filters()?;
    let narrowed = |sql: Sql| {
        let sql = sql.when("AND search_key LIKE ? ESCAPE '!'", pattern.clone());
        match filters.texts("status") {
            Some(states) => sql.list("AND status IN (?)", states),
            None => sql,
        }
    };
    let count = narrowed(Sql::new("SELECT COUNT(*) FROM clients WHERE 1 = 1"));
    let list = paging.sorted(narrowed(store::clients()), &[("name", "search_key"), ("status", "status")], "id")?;
    paging.run(&mut tx, count, list).await
}

/// Adds a client.
#[utoipa::path(post, path = "/clients", tag = "clients", request_body = SaveClient, responses((status = 200, body = Answer<Client>)))]
async fn create_client(actor: Actor, write: Write<SaveClient>) -> Result<Done> {
    actor.must(Action::CreateClients)?;
    run_write!(actor, write, |work, body| write::create(work, body).await)
}

/// One client.
#[utoipa::path(get, path = "/clients/{id}", tag = "clients", params(("id" = ClientId, Path)), responses((status = 200, body = Answer<Client>)))]
async fn get_client(actor: Actor, Path(id): Path<ClientId>) -> Result<Json<Answer<Client>>> {
    actor.must(Action::ReadClients)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(super::client(&mut tx, id).await?))
}

/// Changes what is given of a client.
#[utoipa::path(put, path = "/clients/{id}", tag = "clients", params(("id" = ClientId, Path)), request_body = SaveClient, responses((status = 200, body = Answer<Client>)))]
async fn update_client(actor: Actor, Path(id): Path<ClientId>, write: Write<SaveClient>) -> Result<Done> {
    actor.must(Action::EditClients)?;
    run_write!(actor, write, |work, body| write::update(work, id, body).await)
}

/// Body of `POST /data-identification`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Identify {
    /// `dni` or `ruc`.
    #[serde(rename = "type")]
    pub kind: String,
    pub identifier_number: String,
}

/// Who has this DNI or RUC. Own clients answer; without one, the name is typed by hand.
#[utoipa::path(post, path = "/data-identification", tag = "clients", request_body = Identify, responses((status = 200, body = Answer<Client>)))]
async fn identify(actor: Actor, write: Write<Identify>) -> Result<Json<Answer<Client>>> {
    actor.must(Action::ReadClients)?;
    let kind = write.body.kind.to_uppercase();
    if !["DNI", "RUC"].contains(&kind.as_str()) {
        return invalid("type", "Solo se consultan DNI y RUC.").err();
    }
    let number = document::checked(&kind, &write.body.identifier_number)
        .map_err(|_| invalid("identifier_number", format!("Ese número no es un {kind} válido. Revísalo.")))?;
    let mut tx = actor.company.db.read().await?;
    match store::by_document(&mut tx, &kind, &number).await? {
        Some(client) => Ok(ok(client)),
        None => refuse(
            Code::NotFound,
            format!("No hay servicio de consulta configurado y el {kind} {number} no está entre tus clientes. Escribe los datos a mano."),
        )
        .err(),
    }
}
