//! Calls of the register of sales.

use super::{
    book::Reading,
    book_file::BookFile,
    comparison::Comparison,
    month::Month,
    proposal::{MAX_FILE_BYTES, ProposalComparison},
    purchases,
    register::{self, SalesRegister},
    register_text, rvie, sales_proposal,
    sire_file::{self, SireFile},
};
use axum::{
    Json,
    extract::DefaultBodyLimit,
    http::header,
    response::{IntoResponse, Response},
};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::{
    http::{
        Answer, Query, Write, ok,
        upload::{FileForm, Sent, WRAPPING_BYTES},
    },
    idempotent_write,
    settings::{CompanyInfo, Settings, set_accounting_notes, tax},
    state::App,
    use_case::{Action, Actor, Done},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this slice.
pub fn routes() -> OpenApiRouter<App> {
    let uploads = OpenApiRouter::new()
        .routes(routes!(compare_rvie))
        .merge(purchases::http::uploads())
        .layer(DefaultBodyLimit::max(MAX_FILE_BYTES + WRAPPING_BYTES));
    OpenApiRouter::new()
        .routes(routes!(export_sales_report))
        .routes(routes!(get_sales_register))
        .routes(routes!(get_rvie_file))
        .routes(routes!(put_accounting_settings))
        .merge(uploads)
        .merge(purchases::http::routes())
}

/// Which month.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WantedMonth {
    /// 2000 to 2100.
    pub year: i32,
    /// 1 to 12.
    pub month: u32,
}

/// Which month, and what of it.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedRegister {
    /// 2000 to 2100.
    year: i32,
    /// 1 to 12.
    month: u32,
    /// Whether notas de venta are listed, as type 00; absent: as the company keeps it.
    notas_de_venta: Option<bool>,
}

/// A reading of all that calls begin with.
pub(super) struct Asked {
    pub tx: Tx,
    pub settings: Settings,
    pub company: CompanyInfo,
    pub month: Month,
}

pub(super) async fn asked(actor: &Actor, year: i32, month: u32) -> Result<Asked> {
    actor.must(Action::Accounting)?;
    let mut tx = actor.company.db.read().await?;
    let (settings, company) = (Settings::load(&mut tx).await?, CompanyInfo::load(&mut tx).await?);
    let month = Month::of(year, month)?;
    Ok(Asked { tx, settings, company, month })
}

/// The register of sales and income of a month (format 14.1) as CSV: 35 columns, in the order of series and number,
/// and a last line with what they come to.
#[utoipa::path(get, path = "/accounting/export-sales-report", tag = "accounting", params(WantedRegister), responses((status = 200, content_type = "text/csv")))]
async fn export_sales_report(actor: Actor, Query(wanted): Query<WantedRegister>) -> Result<Response> {
    let Asked { mut tx, settings, month, .. } = asked(&actor, wanted.year, wanted.month).await?;
    let sale_notes = wanted.notas_de_venta.unwrap_or(settings.accounting_notes);
    let mut reading = Reading::begin(&mut tx, month, sale_notes).await?;
    let mut file = BookFile::begin(&register_text::COLUMNS)?.with_total(register_text::AMOUNTS);
    while let Some(entries) = reading.page(&mut tx).await? {
        file.push(register_text::lines(&month, &entries))?;
    }
    Ok(attachment(file.done()?, "text/csv; charset=utf-8", &register_text::file_name(&month)))
}

/// What the register of a month comes to, series by series, and what is to be looked at before it leaves.
#[utoipa::path(get, path = "/accounting/register", tag = "accounting", params(WantedRegister), responses((status = 200, body = Answer<SalesRegister>)))]
async fn get_sales_register(actor: Actor, Query(wanted): Query<WantedRegister>) -> Result<Json<Answer<SalesRegister>>> {
    let Asked { mut tx, settings, company, month } = asked(&actor, wanted.year, wanted.month).await?;
    let keeps = settings.accounting_notes;
    let today = tax::issue_date(actor.app.clock().now());
    let notes = (keeps, wanted.notas_de_venta.unwrap_or(keeps));
    Ok(ok(register::summary(&mut tx, &company, month, today, notes).await?))
}

/// The file that replaces SUNAT's proposal of a month (RVIE), zipped; never with notas de venta. 409 where the company has no RUC.
#[utoipa::path(get, path = "/accounting/rvie", tag = "accounting", params(WantedMonth), responses((status = 200, content_type = "application/zip")))]
async fn get_rvie_file(actor: Actor, Query(wanted): Query<WantedMonth>) -> Result<Response> {
    let Asked { mut tx, company, month, .. } = asked(&actor, wanted.year, wanted.month).await?;
    let ruc = sire_file::must_have_ruc(&company)?;
    let mut reading = Reading::begin(&mut tx, month, false).await?;
    let name = sire_file::file_name(ruc, &month, rvie::BOOK, !reading.is_over());
    let (head, mut file) = (sire_file::head(ruc, &company, &month), SireFile::begin(&name)?);
    while let Some(entries) = reading.page(&mut tx).await? {
        file.push(&rvie::lines(&head, &entries))?;
    }
    Ok(attachment(file.done()?, "application/zip", &format!("{name}.zip")))
}

/// Compares SUNAT's proposal of a month with the house's documents and keeps nothing: the TXT that SUNAT gives, or its ZIP, as a
/// form. 422 at `file` with the line that cannot be read, 409 where the company has no RUC.
#[utoipa::path(post, path = "/accounting/rvie/compare", tag = "accounting", params(WantedMonth), request_body(content = FileForm, content_type = "multipart/form-data"), responses((status = 200, body = Answer<ProposalComparison>)))]
async fn compare_rvie(
    actor: Actor,
    Query(wanted): Query<WantedMonth>,
    sent: Sent,
) -> Result<Json<Answer<ProposalComparison>>> {
    let mut comparison = Comparison::begin(&actor, &wanted, sent, &sales_proposal::LAYOUT).await?;
    let mut tx = actor.company.db.read().await?;
    let mut reading = Reading::begin(&mut tx, comparison.month, false).await?;
    while let Some(entries) = reading.page(&mut tx).await? {
        entries.iter().for_each(|entry| comparison.add(sales_proposal::said(entry), !entry.is_voided));
    }
    Ok(ok(comparison.done()))
}

/// Body of `PUT /accounting/settings`, and its answer.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
struct AccountingSettings {
    /// Notas de venta are listed in the register, as type 00.
    include_sale_notes: bool,
}

/// Keeps whether the register lists notas de venta where nobody says otherwise.
#[utoipa::path(put, path = "/accounting/settings", tag = "accounting", request_body = AccountingSettings, responses((status = 200, body = Answer<AccountingSettings>)))]
async fn put_accounting_settings(actor: Actor, write: Write<AccountingSettings>) -> Result<Done> {
    actor.must(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| {
        set_accounting_notes(work, body.include_sale_notes).await?;
        Ok(*body)
    })
}

pub(super) fn attachment(bytes: Vec<u8>, kind: &'static str, name: &str) -> Response {
    let place = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, place)], bytes).into_response()
}
