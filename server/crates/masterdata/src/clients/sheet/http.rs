//! Calls of the sheet: out, in, and an example.

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

/// Routes of the sheet.
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
    actor.must(Action::CreateClients)?;
    actor.must(Action::EditClients)?;
    sheet::export::<ClientBook>(&actor, "clientes", &wanted).await
}

/// A small file that shows how it is filled in, with a page of help in Excel's.
#[utoipa::path(get, path = "/clients/import/example", tag = "clients", params(Format), responses((status = 200, content((Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "text/csv")))))]
async fn example_clients(actor: Actor, Query(wanted): Query<Format>) -> Result<Response> {
    actor.must(Action::CreateClients)?;
    actor.must(Action::EditClients)?;
    sheet::example("clientes", &wanted, &example::example())
}

/// Creates and changes clients as a file says: all of it, or with an error in any line nothing, 422 with the report in `current`.
/// With `preview` nothing is changed and the report says what would be, errors too.
#[utoipa::path(post, path = "/clients/import", tag = "clients", params(Preview), request_body = ImportFile, responses((status = 200, body = Answer<ImportReport>)))]
async fn import_clients(actor: Actor, Query(only): Query<Preview>, write: Write<ImportFile>) -> Result<Response> {
    actor.must(Action::CreateClients)?;
    actor.must(Action::EditClients)?;
    sheet::import_file::<ClientBook>(&actor, &only, &write).await
}
