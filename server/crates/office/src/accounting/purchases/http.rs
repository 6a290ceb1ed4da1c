//! Calls of the register of purchases.

use super::{
    proposal, rce,
    reading::Reading,
    register_text,
    summary::{self, PurchaseRegister},
};
use crate::accounting::{
    book_file::BookFile,
    comparison::Comparison,
    http::{Asked, WantedMonth, asked, attachment},
    proposal::ProposalComparison,
    sire_file::{self, SireFile},
};
use axum::{Json, response::Response};
use comanda_base::error::Result;
use comanda_platform::{
    http::{
        Answer, Query, ok,
        upload::{FileForm, Sent},
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

/// Calls that take SUNAT's file.
pub(in crate::accounting) fn uploads() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(compare_rce))
}

/// The register of purchases of a month (format 8.1) as CSV: 42 columns, in the order of dates. Notas de venta and other papers are none
/// of it. A last line says what they come to.
#[utoipa::path(get, path = "/accounting/export-purchase-report", tag = "accounting", params(WantedMonth), responses((status = 200, content_type = "text/csv")))]
async fn export_purchase_report(actor: Actor, Query(wanted): Query<WantedMonth>) -> Result<Response> {
    let Asked { mut tx, month, .. } = asked(&actor, wanted.year, wanted.month).await?;
    let mut reading = Reading::begin(&mut tx, month).await?;
    let mut file = BookFile::begin(&register_text::COLUMNS)?.with_total(register_text::AMOUNTS);
    while let Some(entries) = reading.page(&mut tx).await? {
        file.push(register_text::lines(&month, &entries))?;
    }
    Ok(attachment(file.done()?, "text/csv; charset=utf-8", &register_text::file_name(&month)))
}

/// What the register of purchases of a month comes to, seller by seller.
#[utoipa::path(get, path = "/accounting/purchase-register", tag = "accounting", params(WantedMonth), responses((status = 200, body = Answer<PurchaseRegister>)))]
async fn get_purchase_register(
    actor: Actor,
    Query(wanted): Query<WantedMonth>,
) -> Result<Json<Answer<PurchaseRegister>>> {
    let Asked { mut tx, settings, company, month } = asked(&actor, wanted.year, wanted.month).await?;
    let today = settings.calendar_day(actor.app.clock().now());
    Ok(ok(summary::summary(&mut tx, &company, month, today).await?))
}

/// The file that replaces SUNAT's proposal of a month's purchases (RCE), zipped. 409 where the company has no RUC.
#[utoipa::path(get, path = "/accounting/rce", tag = "accounting", params(WantedMonth), responses((status = 200, content_type = "application/zip")))]
async fn get_rce_file(actor: Actor, Query(wanted): Query<WantedMonth>) -> Result<Response> {
    let Asked { mut tx, company, month, .. } = asked(&actor, wanted.year, wanted.month).await?;
    let ruc = sire_file::must_have_ruc(&company)?;
    let head = sire_file::head(ruc, &company, &month);
    let mut reading = Reading::begin(&mut tx, month).await?;
    let mut text = String::new();
    while let Some(entries) = reading.page(&mut tx).await? {
        text += &rce::lines(&head, &entries);
    }
    let name = sire_file::file_name(ruc, &month, rce::BOOK, !text.is_empty());
    let mut file = SireFile::begin(&name)?;
    file.push(&text)?;
    Ok(attachment(file.done()?, "application/zip", &format!("{name}.zip")))
}

/// Compares SUNAT's proposal of a month's purchases (RCE) with the papers of the register and keeps nothing: the TXT that SUNAT gives, or
/// its ZIP, as a form. 422 at `file` with the line that cannot be read, 409 where the company has no RUC.
#[utoipa::path(post, path = "/accounting/rce/compare", tag = "accounting", params(WantedMonth), request_body(content = FileForm, content_type = "multipart/form-data"), responses((status = 200, body = Answer<ProposalComparison>)))]
async fn compare_rce(
    actor: Actor,
    Query(wanted): Query<WantedMonth>,
    sent: Sent,
) -> Result<Json<Answer<ProposalComparison>>> {
    let mut comparison = Comparison::begin(&actor, &wanted, sent, &proposal::LAYOUT).await?;
    let mut tx = actor.company.db.read().await?;
    let mut reading = Reading::begin(&mut tx, comparison.month).await?;
    while let Some(entries) = reading.page(&mut tx).await? {
        entries.iter().for_each(|entry| comparison.add(proposal::said(entry), true));
    }
    Ok(ok(comparison.done()))
}
