//! HTTP handlers of the supplies' sheet: export, import and example.

use super::{book::SupplyBook, example};
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
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(import_supplies))
        .layer(DefaultBodyLimit::max(sheet::MAX_BODY_BYTES))
        .routes(routes!(export_supplies))
        .routes(routes!(example_supplies))
}

/// All supplies as a file that can be imported again.
#[utoipa::path(get, path = "/supplies/export", tag = "stock", params(Format), responses((status = 200, content((Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "text/csv")))))]
async fn export_supplies(actor: Actor, Query(wanted): Query<Format>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    sheet::export_file::<SupplyBook>(&actor, "insumos", &wanted).await
}

/// A small example file; in Excel with a page of help.
#[utoipa::path(get, path = "/supplies/import/example", tag = "stock", params(Format), responses((status = 200, content((Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "text/csv")))))]
async fn example_supplies(actor: Actor, Query(wanted): Query<Format>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    sheet::example_file("insumos", &wanted, &example::example())
}

/// Creates and updates supplies from a file: all of it, or nothing if any line has an error (422 with the report in `current`). With
/// `preview` nothing is changed, and the report shows the changes and errors.
#[utoipa::path(post, path = "/supplies/import", tag = "stock", params(Preview), request_body = ImportFile, responses((status = 200, body = Answer<ImportReport>)))]
async fn import_supplies(actor: Actor, Query(query): Query<Preview>, write: Write<ImportFile>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    sheet::import_file::<SupplyBook>(&actor, &query, &write).await
}
