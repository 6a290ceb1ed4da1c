//! HTTP handlers of the products' sheet: export, import and example.

use super::{book::ProductBook, example};
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
        .routes(routes!(import_products))
        .layer(DefaultBodyLimit::max(sheet::MAX_BODY_BYTES))
        .routes(routes!(export_products))
        .routes(routes!(example_products))
}

/// All products as a file that can be imported again.
#[utoipa::path(get, path = "/products/export", tag = "catalog", params(Format), responses((status = 200, content((Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "text/csv")))))]
async fn export_products(actor: Actor, Query(wanted): Query<Format>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    sheet::export_file::<ProductBook>(&actor, "productos", &wanted).await
}

/// Returns a small example file; the one for Excel also has a page of help.
#[utoipa::path(get, path = "/products/import/example", tag = "catalog", params(Format), responses((status = 200, content((Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "text/csv")))))]
async fn example_products(actor: Actor, Query(wanted): Query<Format>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    sheet::example_file("productos", &wanted, &example::example())
}

/// Creates and updates products from a file: all of it, or nothing if any line has an error (422 with the report in `current`). With
/// `preview` nothing is changed, and the report shows the changes and errors.
#[utoipa::path(post, path = "/products/import", tag = "catalog", params(Preview), request_body = ImportFile, responses((status = 200, body = Answer<ImportReport>)))]
async fn import_products(actor: Actor, Query(query): Query<Preview>, write: Write<ImportFile>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    sheet::import_file::<ProductBook>(&actor, &query, &write).await
}
