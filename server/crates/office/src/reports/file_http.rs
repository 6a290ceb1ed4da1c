//! The files of the reports: Excel, PDF or CSV.

use axum::response::Response;
use comanda_base::error::Result;
use comanda_pdf::report_file_response;
use comanda_platform::{
    report_table::{FileFormat, ReportTable},
    settings::CompanyInfo,
    use_case::Actor,
};

/// Returns a report as a file with this name; `build_table` gets the company that stands on it.
pub(super) async fn report_answer(
    actor: &Actor,
    file: FileFormat,
    name: String,
    build_table: impl FnOnce(&CompanyInfo) -> ReportTable,
) -> Result<Response> {
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    drop(tx);
    report_file_response(build_table(&company), file.format, name).await
}
