//! Tables of figures as files that are answered.

use super::pdf;
use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use comanda_base::error::Result;
use comanda_platform::report_table::{ReportFormat, ReportTable};
use tokio::task::spawn_blocking;

/// The table as Excel, CSV or PDF, by this name without its end. Drawing and packing takes a while and is done beside the calls.
pub async fn report_file(table: ReportTable, format: ReportFormat, name: String) -> Result<Response> {
    let written = spawn_blocking(move || match format {
        ReportFormat::Xlsx => table.xlsx(),
        ReportFormat::Csv => table.csv(),
        ReportFormat::Pdf => pdf::render_report(&table),
    });
    let (kind, end) = format.kind();
    Ok(file(written.await.map_err(anyhow::Error::from)??, kind, &format!("{name}.{end}")))
}

/// Bytes to be saved by this name.
pub fn file(bytes: Vec<u8>, kind: &'static str, name: &str) -> Response {
    let place = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, place)], bytes).into_response()
}
