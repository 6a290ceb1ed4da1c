//! Report tables as downloadable files.

use super::pdf;
use axum::response::Response;
use comanda_base::error::Result;
use comanda_platform::{
    http::download,
    report_table::{ReportFormat, ReportTable},
};
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
