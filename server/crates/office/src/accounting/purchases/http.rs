//! HTTP endpoints of the register of purchases.

use super::{
    proposal, rce,
    reader::PurchaseReader,
    register_text,
    summary::{self, PurchaseRegister},
};
use crate::accounting::{
    book_file::BookFile,
    comparison_http::Comparison,
    http::{MonthContext, MonthQuery, open_month},
    proposal::ProposalComparison,
    sire_file::{self, SireFile},
};
use axum::{Json, response::Response};
use comanda_base::error::Result;
use comanda_platform::{
    http::{
        Answer, Query, download_response, ok,
        upload::{FileForm, UploadBody},
    },
    state::App,
    use_case::Actor,
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(in crate::accounting) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(export_purchase_report))
        .routes(routes!(get_purchase_register))
        .routes(routes!(get_rce_file))
}

/// Routes that accept an upload of SUNAT's file.
pub(in crate::accounting) fn upload_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(compare_rce))
}

/// The register of purchases of a month (format 8.1) as CSV: 42 columns, in the order of dates, and a last line with the totals. Notas de
/// venta and other papers are not included.
#[utoipa::path(get, path = "/accounting/export-purchase-report", tag = "accounting", params(MonthQuery), responses((status = 200, content_type = "text/csv")))]
async fn export_purchase_report(actor: Actor, Query(query): Query<MonthQuery>) -> Result<Response> {
    let MonthContext { mut tx, month, .. } = open_month(&actor, query.year, query.month).await?;
    let mut reading = PurchaseReader::open(&mut tx, month).await?;
    let mut file = BookFile::begin(&register_text::COLUMNS)?.with_total(register_text::AMOUNTS);
    while let Some(entries) = reading.next_page(&mut tx).await? {
        file.push_lines(register_text::purchase_lines(&month, &entries))?;
    }
    Ok(download_response(file.finish()?, "text/csv; charset=utf-8", &register_text::file_name(&month)))
}

/// The totals of a month's register of purchases, by seller.
#[utoipa::path(get, path = "/accounting/purchase-register", tag = "accounting", params(MonthQuery), responses((status = 200, body = Answer<PurchaseRegister>)))]
async fn get_purchase_register(
    actor: Actor,
    Query(query): Query<MonthQuery>,
) -> Result<Json<Answer<PurchaseRegister>>> {
    let MonthContext { mut tx, settings, company, month } = open_month(&actor, query.year, query.month).await?;
    let today = settings.calendar_day(actor.app.clock().now());
    Ok(ok(summary::load_summary(&mut tx, &company, month, today).await?))
}

/// The file that replaces SUNAT's proposal of a month's purchases (RCE), zipped. 409 where the company has no RUC.
#[utoipa::path(get, path = "/accounting/rce", tag = "accounting", params(MonthQuery), responses((status = 200, content_type = "application/zip")))]
async fn get_rce_file(actor: Actor, Query(query): Query<MonthQuery>) -> Result<Response> {
    let MonthContext { mut tx, company, month, .. } = open_month(&actor, query.year, query.month).await?;
    let ruc = sire_file::require_ruc(&company)?;
    let head = sire_file::line_prefix(ruc, &company, &month);
    let mut reading = PurchaseReader::open(&mut tx, month).await?;
    let mut text = String::new();
    while let Some(entries) = reading.next_page(&mut tx).await? {
        text += &rce::rce_lines(&head, &entries);
    }
    let name = sire_file::file_name(ruc, &month, rce::BOOK, !text.is_empty());
    let mut file = SireFile::begin(&name)?;
    file.push_lines(&text)?;
    Ok(download_response(file.finish()?, "application/zip", &format!("{name}.zip")))
}

/// Compares SUNAT's proposal of a month's purchases (RCE) with the register and stores nothing. The upload is a form with the TXT or ZIP
/// file that SUNAT provides. 422 at `file` names the line that cannot be read, 409 where the company has no RUC.
#[utoipa::path(post, path = "/accounting/rce/compare", tag = "accounting", params(MonthQuery), request_body(content = FileForm, content_type = "multipart/form-data"), responses((status = 200, body = Answer<ProposalComparison>)))]
async fn compare_rce(
    actor: Actor,
    Query(query): Query<MonthQuery>,
    sent: UploadBody,
) -> Result<Json<Answer<ProposalComparison>>> {
    let mut comparison = Comparison::begin(&actor, &query, sent, &proposal::LAYOUT).await?;
    let mut tx = actor.company.db.read().await?;
    let mut reading = PurchaseReader::open(&mut tx, comparison.month).await?;
    while let Some(entries) = reading.next_page(&mut tx).await? {
        entries.iter().for_each(|entry| comparison.add(proposal::compared_document(entry), true));
    }
    Ok(ok(comparison.finish()))
}
