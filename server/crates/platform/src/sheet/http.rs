//! The shared part of the HTTP handlers of spreadsheets: export, import and example. Each slice checks the permissions.

use super::{
    columns::{Cells, Column},
    import::{self, SheetRecords},
    read,
    report::ImportReport,
    write::{self, FileFormat},
};
use crate::{
    http::{Write, download_response, ok},
    idempotent_write,
    settings::Settings,
    use_case::{Actor, Work},
};
use axum::response::{IntoResponse, Response};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    listing::Flag,
    transact,
};
use serde::Deserialize;
use utoipa::ToSchema;

/// The largest request body: the largest file as base64 in JSON.
pub const MAX_BODY_BYTES: usize = read::MAX_FILE_BYTES / 3 * 4 + 10_000;

/// The requested file format.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Format {
    /// `xlsx` or `csv`. Defaults to `xlsx`.
    #[serde(default)]
    #[param(inline)]
    pub format: FileFormat,
}

/// Body of an import.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ImportFile {
    /// The file, .xlsx or .csv, up to 5 MB, as base64.
    pub content: String,
}

/// Whether the import is only a preview.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Preview {
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    pub preview: Flag,
}

/// Exports all rows as a file that can be imported again. The filename contains the business day.
pub async fn export_file<B: SheetRecords>(actor: &Actor, name: &str, wanted: &Format) -> Result<Response>
where
    B::Column: 'static,
{
    let mut tx = actor.company.db.read().await?;
    let day = Settings::load(&mut tx).await?.business_day(actor.app.clock().now());
    let rows = B::load(&mut tx, &actor.company.uuid_channel).await?.rows();
    drop(tx);
    let format = wanted.format;
    let written = tokio::task::spawn_blocking(move || write::write_rows(&rows, format));
    Ok(file(&format!("{name}-{day}"), format, written.await.map_err(anyhow::Error::from)??))
}

/// Returns a small example file. The .xlsx format has a help sheet.
pub fn example_file<C: Column>(name: &str, wanted: &Format, rows: &[Cells<C>]) -> Result<Response> {
    Ok(file(&format!("{name}-ejemplo"), wanted.format, write::write_rows(rows, wanted.format)?))
}

fn file(name: &str, format: FileFormat, bytes: Vec<u8>) -> Response {
    let (kind, end) = format.media_type_and_extension();
    download_response(bytes, kind, &format!("{name}.{end}"))
}

/// Imports a file, or only previews the changes.
pub async fn import_file<B: SheetRecords>(
    actor: &Actor,
    query: &Preview,
    write: &Write<ImportFile>,
) -> Result<Response> {
    let bytes = STANDARD.decode(write.body.content.trim());
    let bytes = bytes.map_err(|_| invalid("content", "El archivo no llegó entero. Vuelve a elegirlo."))?;
    let grid = read::read_grid::<B::Column>(bytes).await?;
    if query.preview.0 {
        return Ok(ok(preview::<B>(actor, &grid).await?).into_response());
    }
    let answer = idempotent_write!(*actor, *write, |work, _body| {
        let report = import::import_lines::<B>(work, &grid).await?;
        match report.refusal() {
            Some(refusal) => refusal.err(),
            None => Ok(report),
        }
    })?;
    Ok(answer.into_response())
}

/// Imports in a transaction that is rolled back.
async fn preview<B: SheetRecords>(actor: &Actor, grid: &read::Grid<B::Column>) -> Result<ImportReport> {
    let mut previewed = None;
    let undone: Result<()> = transact!(actor.company.db, |tx| {
        let mut work = Work::new(tx, actor, actor.app.clock().now());
        let report = import::import_lines::<B>(&mut work, grid).await?;
        previewed = Some(report);
        refuse(Code::Conflict, "only tried").err()
    });
    match (previewed, undone) {
        (Some(report), _) => Ok(ImportReport { preview: true, ..report }),
        (None, Err(error)) => Err(error),
        (None, Ok(())) => Ok(ImportReport::default()),
    }
}
