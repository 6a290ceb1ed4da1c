//! Report tables as downloadable files.

use crate::render_report;
use axum::response::{IntoResponse, Response};
use comanda_base::error::Result;
use comanda_platform::{
    http::{download_response, ok},
    report_table::{ReportFormat, ReportTable},
};
use tokio::task::spawn_blocking;

/// Returns the table as Excel, CSV or PDF, with this name without extension, or as JSON. It is built on a blocking thread, because that
/// takes a while.
pub async fn report_file_response(table: ReportTable, format: ReportFormat, name: String) -> Result<Response> {
    let (kind, end) = format.media_type_and_extension();
    let file = move |bytes| download_response(bytes, kind, &format!("{name}.{end}"));
    let written = spawn_blocking(move || match format {
        ReportFormat::Xlsx => table.to_xlsx().map(file),
        ReportFormat::Csv => table.to_csv().map(file),
        ReportFormat::Pdf => render_report(&table).map(file),
        ReportFormat::Json => Ok(ok(table.into_body()).into_response()),
    });
    written.await.map_err(anyhow::Error::from)?
}
