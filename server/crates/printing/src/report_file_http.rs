//! Report tables as downloadable files.

use super::pdf;
use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use comanda_base::error::Result;
use comanda_platform::report_table::{ReportFormat, ReportTable};
use tokio::task::spawn_blocking;

/// Returns the table as Excel, CSV or PDF, with this name without extension. It is built on a blocking thread, because that takes a while.
pub async fn report_file(table: ReportTable, format: ReportFormat, name: String) -> Result<Response> {
    let written = spawn_blocking(move || match format {
        ReportFormat::Xlsx => table.xlsx(),
        ReportFormat::Csv => table.csv(),
        ReportFormat::Pdf => pdf::render_report(&table),
    });
    let (kind, end) = format.media_type_and_extension();
    Ok(download(written.await.map_err(anyhow::Error::from)??, kind, &format!("{name}.{end}")))
}

/// Returns bytes as a download with this name.
pub fn download(bytes: Vec<u8>, kind: &'static str, name: &str) -> Response {
    let place = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, place)], bytes).into_response()
}
