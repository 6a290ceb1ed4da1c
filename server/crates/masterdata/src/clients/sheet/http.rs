//! HTTP handlers of the clients' sheet: export, import and example.

use super::{book::ClientBook, example};
use axum::{extract::DefaultBodyLimit, response::Response};
use comanda_base::error::Result;
use comanda_platform::{
    http::{Answer, Query, Write},
    sheet::{self, Format, ImportFile, ImportReport, Preview},
    state::App,
    use_case::{Action, Actor},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of the sheet.
pub(in crate::clients) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(import_clients))
        .layer(DefaultBodyLimit::max(sheet::MAX_BODY_BYTES))
        .routes(routes!(export_clients))
        .routes(routes!(example_clients))
}

/// All clients as a file that can be imported again.
#[utoipa::path(get, path = "/clients/export", tag = "clients", params(Format), responses((status = 200, content((Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "text/csv")))))]
async fn export_clients(actor: Actor, Query(wanted): Query<Format>) -> Result<Response> {
    actor.require(Action::CreateClients)?;
    actor.require(Action::EditClients)?;
    sheet::export_file::<ClientBook>(&actor, "clientes", &wanted).await
}

/// A small example file; in Excel with a page of help.
#[utoipa::path(get, path = "/clients/import/example", tag = "clients", params(Format), responses((status = 200, content((Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "text/csv")))))]
async fn example_clients(actor: Actor, Query(wanted): Query<Format>) -> Result<Response> {
    actor.require(Action::CreateClients)?;
    actor.require(Action::EditClients)?;
    sheet::example_file("clientes", &wanted, &example::example())
}

/// Creates and updates clients from a file: all of it, or nothing if any line has an error (422 with the report in `current`). With
/// `preview` nothing is changed, and the report shows the changes and errors.
#[utoipa::path(post, path = "/clients/import", tag = "clients", params(Preview), request_body = ImportFile, responses((status = 200, body = Answer<ImportReport>)))]
async fn import_clients(actor: Actor, Query(query): Query<Preview>, write: Write<ImportFile>) -> Result<Response> {
    actor.require(Action::CreateClients)?;
    actor.require(Action::EditClients)?;
    sheet::import_file::<ClientBook>(&actor, &query, &write).await
}
