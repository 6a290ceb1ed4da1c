//! Calls of the sheet: out, in, and an example.

use super::{
    book::Book,
    import::{self, ImportReport},
    read,
    write::{self, FileFormat},
};
use crate::{
    app::App,
    error::{Code, Result, invalid, refuse},
    http::{Action, Actor, Answer, Work, Write, ok, paging::Flag},
    run_write,
    settings::Settings,
    transact,
};
use axum::{
    extract::{DefaultBodyLimit, Query},
    http::header,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The largest file as base64 in JSON.
const MOST_BODY_BYTES: usize = read::MOST_FILE_BYTES / 3 * 4 + 10_000;

/// Routes of the sheet.
pub(in crate::catalog) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(import_products))
        .layer(DefaultBodyLimit::max(MOST_BODY_BYTES))
        .routes(routes!(export_products))
        .routes(routes!(example_products))
}

/// What a file is to be.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Format {
    /// `xlsx` or `csv`; xlsx where it is not said.
    #[serde(default)]
    #[param(inline)]
    format: FileFormat,
}

/// All products as a file that can be imported again.
#[utoipa::path(get, path = "/products/export", tag = "catalog", params(Format), responses((status = 200, content((Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "text/csv")))))]
async fn export_products(actor: Actor, Query(wanted): Query<Format>) -> Result<Response> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let day = Settings::load(&mut tx).await?.business_day(actor.app.clock().now());
    let rows = Book::load(&mut tx, &actor.company.uuid_channel).await?.rows().cloned().collect::<Vec<_>>();
    drop(tx);
    let written = tokio::task::spawn_blocking(move || write::write(&rows, wanted.format));
    Ok(file(&format!("productos-{day}"), wanted.format, written.await.map_err(anyhow::Error::from)??))
}

/// A small file that shows how it is filled in, with a page of help in Excel's.
#[utoipa::path(get, path = "/products/import/example", tag = "catalog", params(Format), responses((status = 200, content((Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "text/csv")))))]
async fn example_products(actor: Actor, Query(wanted): Query<Format>) -> Result<Response> {
    actor.must(Action::EditCatalog)?;
    Ok(file("productos-ejemplo", wanted.format, write::write(&write::example(), wanted.format)?))
}

fn file(name: &str, format: FileFormat, bytes: Vec<u8>) -> Response {
    let (kind, end) = format.kind();
    let place = format!("attachment; filename=\"{name}.{end}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, place)], bytes).into_response()
}

/// Body of `POST /products/import`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ImportFile {
    /// The file, .xlsx or .csv, up to 5 MB, as base64.
    pub content: String,
}

/// Whether it is only to be tried.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Preview {
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    preview: Flag,
}

/// Creates and changes products as a file says: all of it, or with an error in any line nothing, 422 with the report in `current`.
/// With `preview` nothing is changed and the report says what would be, errors too.
#[utoipa::path(post, path = "/products/import", tag = "catalog", params(Preview), request_body = ImportFile, responses((status = 200, body = Answer<ImportReport>)))]
async fn import_products(actor: Actor, Query(only): Query<Preview>, write: Write<ImportFile>) -> Result<Response> {
    actor.must(Action::EditCatalog)?;
    let bytes = STANDARD.decode(write.body.content.trim());
    let bytes = bytes.map_err(|_| invalid("content", "El archivo no llegó entero. Vuelve a elegirlo."))?;
    let grid = read::read(bytes).await?;
    if only.preview.0 {
        return Ok(ok(preview(&actor, &grid).await?).into_response());
    }
    let done = run_write!(actor, write, |work, _body| {
        let report = import::import(work, &grid).await?;
        match report.refusal() {
            Some(refusal) => refusal.err(),
            None => Ok(report),
        }
    })?;
    Ok(done.into_response())
}

/// Tries it and undoes it.
async fn preview(actor: &Actor, grid: &read::Grid) -> Result<ImportReport> {
    let mut seen = None;
    let undone: Result<()> = transact!(actor.company.db, |tx| {
        let mut work = Work::new(tx, actor, actor.app.clock().now());
        let report = import::import(&mut work, grid).await?;
        seen = Some(report);
        refuse(Code::Conflict, "only tried").err()
    });
    match (seen, undone) {
        (Some(report), _) => Ok(ImportReport { preview: true, ..report }),
        (None, Err(error)) => Err(error),
        (None, Ok(())) => Ok(ImportReport::default()),
    }
}
