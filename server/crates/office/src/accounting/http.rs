//! HTTP endpoints of the register of sales.

use super::{
    book_file::BookFile,
    comparison_http::Comparison,
    month::RegisterMonth,
    proposal::{MAX_FILE_BYTES, ProposalComparison},
    purchases,
    reader::RegisterReader,
    register::{self, SalesRegister},
    register_text, rvie, sales_proposal,
    sire_file::{self, SireFile},
};
use axum::{Json, extract::DefaultBodyLimit, response::Response};
use comanda_base::{db::Tx, error::Result};
use comanda_platform::{
    http::{
        Answer, Query, Write, download_response, ok,
        upload::{FileForm, UploadBody, WRAPPING_BYTES},
    },
    idempotent_write,
    settings::{CompanyInfo, Settings, set_accounting_notes, tax},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of this module.
pub fn routes() -> OpenApiRouter<App> {
    let uploads = OpenApiRouter::new()
        .routes(routes!(compare_rvie))
        .merge(purchases::http::upload_routes())
        .layer(DefaultBodyLimit::max(MAX_FILE_BYTES + WRAPPING_BYTES));
    OpenApiRouter::new()
        .routes(routes!(export_sales_report))
        .routes(routes!(get_sales_register))
        .routes(routes!(get_rvie_file))
        .routes(routes!(put_accounting_settings))
        .merge(uploads)
        .merge(purchases::http::routes())
}

/// Query of a calendar month.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MonthQuery {
    /// The year, 2000 to 2100.
    pub year: i32,
    /// The month, 1 to 12.
    pub month: u32,
}

/// Query of a month's register.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct RegisterQuery {
    /// The year, 2000 to 2100.
    year: i32,
    /// The month, 1 to 12.
    month: u32,
    /// Whether notas de venta are listed, as type 00; the company's setting by default.
    notas_de_venta: Option<bool>,
}

/// A read transaction with what every endpoint here needs.
pub(super) struct MonthContext {
    pub tx: Tx,
    pub settings: Settings,
    pub company: CompanyInfo,
    pub month: RegisterMonth,
}

pub(super) async fn open_month(actor: &Actor, year: i32, month: u32) -> Result<MonthContext> {
    actor.require(Action::Accounting)?;
    let mut tx = actor.company.db.read().await?;
    let (settings, company) = (Settings::load(&mut tx).await?, CompanyInfo::load(&mut tx).await?);
    let month = RegisterMonth::new(year, month)?;
    Ok(MonthContext { tx, settings, company, month })
}

/// The register of sales and income of a month (format 14.1) as CSV: 35 columns, in the order of series and number, and a last line with
/// the totals.
#[utoipa::path(get, path = "/accounting/export-sales-report", tag = "accounting", params(RegisterQuery), responses((status = 200, content_type = "text/csv")))]
async fn export_sales_report(actor: Actor, Query(query): Query<RegisterQuery>) -> Result<Response> {
    let MonthContext { mut tx, settings, month, .. } = open_month(&actor, query.year, query.month).await?;
    let sale_notes = query.notas_de_venta.unwrap_or(settings.accounting_notes);
    let mut reading = RegisterReader::open(&mut tx, month, sale_notes).await?;
    let mut file = BookFile::begin(&register_text::COLUMNS)?.with_total(register_text::AMOUNTS);
    while let Some(entries) = reading.next_page(&mut tx).await? {
        file.push_lines(register_text::sales_lines(&month, &entries))?;
    }
    Ok(download_response(file.finish()?, "text/csv; charset=utf-8", &register_text::file_name(&month)))
}

/// The totals of a month's register, by series, and the checks before it is handed in.
#[utoipa::path(get, path = "/accounting/register", tag = "accounting", params(RegisterQuery), responses((status = 200, body = Answer<SalesRegister>)))]
async fn get_sales_register(actor: Actor, Query(query): Query<RegisterQuery>) -> Result<Json<Answer<SalesRegister>>> {
    let MonthContext { mut tx, settings, company, month } = open_month(&actor, query.year, query.month).await?;
    let keeps_sale_notes = settings.accounting_notes;
    let today = tax::issue_date(actor.app.clock().now());
    let notes = (keeps_sale_notes, query.notas_de_venta.unwrap_or(keeps_sale_notes));
    Ok(ok(register::load_summary(&mut tx, &company, month, today, notes).await?))
}

/// The file that replaces SUNAT's proposal of a month (RVIE), zipped; never with notas de venta. 409 where the company has no RUC.
#[utoipa::path(get, path = "/accounting/rvie", tag = "accounting", params(MonthQuery), responses((status = 200, content_type = "application/zip")))]
async fn get_rvie_file(actor: Actor, Query(query): Query<MonthQuery>) -> Result<Response> {
    let MonthContext { mut tx, company, month, .. } = open_month(&actor, query.year, query.month).await?;
    let ruc = sire_file::require_ruc(&company)?;
    let mut reading = RegisterReader::open(&mut tx, month, false).await?;
    let name = sire_file::file_name(ruc, &month, rvie::BOOK, !reading.is_finished());
    let (head, mut file) = (sire_file::line_prefix(ruc, &company, &month), SireFile::begin(&name)?);
    while let Some(entries) = reading.next_page(&mut tx).await? {
        file.push_lines(&rvie::rvie_lines(&head, &entries))?;
    }
    Ok(download_response(file.finish()?, "application/zip", &format!("{name}.zip")))
}

/// Compares SUNAT's proposal of a month with the house's documents and stores nothing. The upload is a form with the TXT or ZIP file that
/// SUNAT provides. 422 at `file` names the line that cannot be read, 409 where the company has no RUC.
#[utoipa::path(post, path = "/accounting/rvie/compare", tag = "accounting", params(MonthQuery), request_body(content = FileForm, content_type = "multipart/form-data"), responses((status = 200, body = Answer<ProposalComparison>)))]
async fn compare_rvie(
    actor: Actor,
    Query(query): Query<MonthQuery>,
    sent: UploadBody,
) -> Result<Json<Answer<ProposalComparison>>> {
    let mut comparison = Comparison::begin(&actor, &query, sent, &sales_proposal::LAYOUT).await?;
    let mut tx = actor.company.db.read().await?;
    let mut reading = RegisterReader::open(&mut tx, comparison.month, false).await?;
    while let Some(entries) = reading.next_page(&mut tx).await? {
        entries.iter().for_each(|entry| comparison.add(sales_proposal::compared_document(entry), entry.is_counted()));
    }
    Ok(ok(comparison.finish()))
}

/// Body of `PUT /accounting/settings`, and its answer.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
struct AccountingSettings {
    /// Whether the register lists notas de venta, as type 00.
    include_sale_notes: bool,
}

/// Saves whether the register lists notas de venta by default.
#[utoipa::path(put, path = "/accounting/settings", tag = "accounting", request_body = AccountingSettings, responses((status = 200, body = Answer<AccountingSettings>)))]
async fn put_accounting_settings(actor: Actor, write: Write<AccountingSettings>) -> Result<WriteAnswer> {
    actor.require(Action::Settings)?;
    idempotent_write!(actor, write, |work, body| {
        set_accounting_notes(work, body.include_sale_notes).await?;
        Ok(*body)
    })
}
