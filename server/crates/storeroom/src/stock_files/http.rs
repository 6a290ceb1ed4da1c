//! HTTP calls for the files of the store room.

use super::{
    dish_costs as dish_costs_table, kardex as kardex_table, register::Register, register_month::Month,
    register_summary::RegisterSummary, register_table, register_text as text, usage as usage_table,
};
use crate::counts::usage::{self, UseSpan};
use axum::{Json, extract::Path, response::Response};
use chrono::{Datelike, NaiveDate};
use comanda_base::{
    error::{Code, Refusal, Result, invalid, refuse},
    listing::Paging,
};
use comanda_ledgers::stock::{
    Item, ItemKind, kardex,
    valuation::{self, WaitLimit},
};
use comanda_masterdata::catalog::dish_costs::{self, ComparedWith};
use comanda_pdf::report_file_response;
use comanda_platform::{
    http::{Answer, Query, download_response, ok},
    report_table::{Report, ReportFormat, ReportGroup, ReportInput, TableBody, file_name_part},
    settings::{CompanyInfo, Settings},
    state::App,
    use_case::{Action, Actor},
};
use serde::Deserialize;
use tokio::task::spawn_blocking;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The reports of this crate, as the list of all reports shows them.
pub const REPORTS: &[Report] = &[
    Report::new("kardex", "Kardex de un ítem", ReportGroup::Stock, "/products/kardex/{id}/file")
        .for_actions(&[Action::EditCatalog])
        .with_input(ReportInput::One, &["date_initialize", "date_end"])
        .on_screen("/inventory/kardex"),
    Report::new("dish-costs", "Costo de los platos", ReportGroup::Stock, "/dish-costs/file")
        .for_actions(&[Action::EditCatalog])
        .with_input(ReportInput::Day, &["since"])
        .on_screen("/inventory/costs"),
    Report::new("stock-use", "Uso y faltantes", ReportGroup::Stock, "/stock/use/file")
        .for_actions(&[Action::EditCatalog])
        .with_input(ReportInput::Days, &["date_initialize", "date_end"])
        .on_screen("/inventory/use"),
    Report::new("stock-register", "Inventario valorizado del mes", ReportGroup::Accounting, "/stock/register/file")
        .with_input(ReportInput::Month, &["month"]),
];

/// The routes of these files.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_kardex_file))
        .routes(routes!(get_dish_costs_file))
        .routes(routes!(get_stock_use_file))
        .routes(routes!(get_stock_register))
        .routes(routes!(get_stock_register_file))
}

/// The item, the span and the format of a kardex file.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct KardexFile {
    /// The first business day; when absent, the first of the last day's month.
    date_initialize: Option<NaiveDate>,
    /// The last business day; today when absent.
    date_end: Option<NaiveDate>,
    /// PRODUCT when absent.
    item_type: Option<ItemKind>,
    /// `xlsx`, `pdf` or `csv`; xlsx when absent.
    #[serde(default)]
    #[param(inline)]
    format: ReportFormat,
}

/// Exports the kardex of a product or supply as Excel, PDF or CSV. 409 while its values are being computed.
#[utoipa::path(get, path = "/products/kardex/{id}/file", tag = "stock", params(("id" = i64, Path), KardexFile), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_kardex_file(actor: Actor, Path(id): Path<i64>, Query(query): Query<KardexFile>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    let item = Item::from_row(query.item_type.unwrap_or(ItemKind::Product), id);
    if valuation::wait_until_valued(&actor.app, &actor.company, item).await? {
        return values_pending_refusal().err();
    }
    let mut tx = actor.company.db.read().await?;
    let (settings, company) = (Settings::load(&mut tx).await?, CompanyInfo::load(&mut tx).await?);
    let last = query.date_end.unwrap_or_else(|| settings.business_day(actor.app.clock().now()));
    let first = query.date_initialize.unwrap_or_else(|| last.with_day(1).unwrap_or(last));
    let kardex = kardex::load_kardex(&mut tx, item, first, last, false).await?;
    drop(tx);
    let name = format!("kardex-{}-{first}-{last}", file_name_part(&kardex.item.name));
    let table = kardex_table::kardex_table(&kardex, &company, &settings);
    report_file_response(table, query.format, name).await
}

/// The format of an exported list.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ListFile {
    /// `xlsx`, `pdf` or `csv`; xlsx when absent.
    #[serde(default)]
    #[param(inline)]
    format: ReportFormat,
}

/// Exports the list of dish costs as Excel, PDF or CSV: all pages, with the filters and the order of the list.
#[utoipa::path(get, path = "/dish-costs/file", tag = "catalog", params(Paging, ComparedWith, ListFile), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_dish_costs_file(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(comparison): Query<ComparedWith>,
    Query(file): Query<ListFile>,
) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let now = actor.app.clock().now();
    let today = Settings::load(&mut tx).await?.business_day(now);
    let costs = dish_costs::load_page(&mut tx, &paging.without_pages(), comparison, now).await?;
    drop(tx);
    let name = format!("costo-platos-{today}-comparado-{}", costs.since);
    report_file_response(dish_costs_table::dish_costs_table(&costs, &company), file.format, name).await
}

/// Exports the stock used by recipes and by counts as Excel, PDF or CSV: all pages, with the filters and the order of the list.
#[utoipa::path(get, path = "/stock/use/file", tag = "stock", params(Paging, UseSpan, ListFile), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_stock_use_file(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(span): Query<UseSpan>,
    Query(file): Query<ListFile>,
) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let company = CompanyInfo::load(&mut tx).await?;
    let uses = usage::load_page(&mut tx, &paging.without_pages(), span, actor.app.clock().now()).await?;
    drop(tx);
    let name = format!("uso-{}-{}", uses.date_initialize, uses.date_end);
    report_file_response(usage_table::usage_table(&uses, &company), file.format, name).await
}

/// The month of the register.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct RegisterMonth {
    /// `2026-11`
    month: String,
}

/// Summarizes the register of valued inventory of a month (format 13.1), with the problems to solve before it is filed. 409 while values of
/// the month are being computed.
#[utoipa::path(get, path = "/stock/register", tag = "stock", params(RegisterMonth), responses((status = 200, body = Answer<RegisterSummary>)))]
async fn get_stock_register(actor: Actor, Query(query): Query<RegisterMonth>) -> Result<Json<Answer<RegisterSummary>>> {
    let (register, company) = load_register(&actor, &query.month).await?;
    let name = text::file_name(&company, &register, !register.is_empty());
    Ok(ok(RegisterSummary::from_register(&register, name)))
}

/// The format of the register file.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum RegisterFormat {
    #[default]
    Txt,
    Xlsx,
    Pdf,
    Csv,
    Json,
}

impl RegisterFormat {
    /// The format of its table; none for the text of the tax authority.
    fn table(self) -> Option<ReportFormat> {
        match self {
            RegisterFormat::Txt => None,
            RegisterFormat::Xlsx => Some(ReportFormat::Xlsx),
            RegisterFormat::Pdf => Some(ReportFormat::Pdf),
            RegisterFormat::Csv => Some(ReportFormat::Csv),
            RegisterFormat::Json => Some(ReportFormat::Json),
        }
    }
}

/// The month and the format of the register.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct RegisterFile {
    /// `2026-11`
    month: String,
    /// `txt` for the tax authority's program; `xlsx`, `pdf` and `csv` for people, `json` for a screen; txt when absent.
    #[serde(default)]
    #[param(inline)]
    format: RegisterFormat,
}

/// Exports the register of a month as a file. 422 where the company has no RUC, 409 while values of the month are being computed.
#[utoipa::path(get, path = "/stock/register/file", tag = "stock", params(RegisterFile), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_stock_register_file(actor: Actor, Query(query): Query<RegisterFile>) -> Result<Response> {
    let (register, company) = load_register(&actor, &query.month).await?;
    if company.document_number.is_empty() {
        return invalid("month", "Falta el RUC de la empresa. Escríbelo en Configuración, Empresa.").err();
    }
    let name = text::file_name(&company, &register, !register.is_empty());
    match query.format.table() {
        None => {
            let written = spawn_blocking(move || text::register_text(&register)).await;
            Ok(download_response(
                written.map_err(anyhow::Error::from)?.into_bytes(),
                "text/plain; charset=utf-8",
                &name,
            ))
        }
        Some(format) => {
            let table = spawn_blocking(move || register_table::register_table(&register, &company)).await;
            report_file_response(table.map_err(anyhow::Error::from)?, format, name.replace(".txt", "")).await
        }
    }
}

async fn load_register(actor: &Actor, month: &str) -> Result<(Register, CompanyInfo)> {
    actor.require(Action::SeeReports)?;
    let month = Month::parse(month)?;
    let patience = WaitLimit::start();
    loop {
        let mut tx = actor.company.db.read().await?;
        let company = CompanyInfo::load(&mut tx).await?;
        if let Some(register) = Register::load(&mut tx, month).await? {
            return Ok((register, company));
        }
        drop(tx);
        if !patience.wait_again(&actor.app, &actor.company).await {
            return values_pending_refusal().err();
        }
    }
}

fn values_pending_refusal() -> Refusal {
    refuse(
        Code::Conflict,
        "Los costos se están calculando de nuevo porque un documento llegó tarde. Espera un momento y vuelve a intentarlo.",
    )
}
