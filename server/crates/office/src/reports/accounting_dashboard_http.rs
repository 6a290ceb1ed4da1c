//! HTTP endpoints of the accounting dashboard.

use super::{
    accounting_dashboard::{
        AccountingDashboard, AccountingDay, AccountingMargin, AccountingMonth, AccountingProduct, AccountingSummary,
        AccountingWeek, AccountingYear, validated_count,
    },
    accounting_dashboard_files as files,
};
use axum::{Json, extract::Path, response::Response};
use comanda_base::{
    db::Tx,
    error::{Result, not_found},
    ids::CycleId,
    words::text_enum,
};
use comanda_pdf::report_file_response;
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::{FileFormat, TableBody, file_name_part},
    settings::CompanyInfo,
    state::App,
    use_case::{Action, Actor},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_summary))
        .routes(routes!(get_sales_by_day))
        .routes(routes!(get_sales_by_week))
        .routes(routes!(get_sales_by_month))
        .routes(routes!(get_sales_by_year))
        .routes(routes!(get_top_products))
        .routes(routes!(get_margin_by_month))
        .routes(routes!(get_accounting_file))
}

text_enum!(
    /// A part of the accounting dashboard, as its URL names it.
    AccountingPart {
        Summary = "summary",
        SalesByDay = "sales-by-day",
        SalesByWeek = "sales-by-week",
        SalesByMonth = "sales-by-month",
        SalesByYear = "sales-by-year",
        TopProducts = "top-products",
        MarginByMonth = "margin-by-month",
    }
);

/// Query of the accounting dashboard: the cash cycle, and how far back.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct DashboardQuery {
    /// Only documents that this cash cycle issued.
    cashbox_cycle_id: Option<CycleId>,
    /// For sales-by-day: 7 by default, 366 at most.
    days: Option<u32>,
    /// For sales-by-week: 8 by default, 104 at most.
    weeks: Option<u32>,
    /// For sales-by-month and margin-by-month: 12 by default, 36 at most.
    months: Option<u32>,
    /// For sales-by-year: 5 by default, 10 at most.
    years: Option<u32>,
}

impl DashboardQuery {
    fn days(self) -> Result<u64> {
        Ok(validated_count("days", self.days, 7, 366)?.into())
    }
    fn weeks(self) -> Result<u64> {
        Ok(validated_count("weeks", self.weeks, 8, 104)?.into())
    }
    fn months(self) -> Result<u32> {
        validated_count("months", self.months, 12, 36)
    }
    fn years(self) -> Result<u32> {
        validated_count("years", self.years, 5, 10)
    }
}

async fn open_dashboard(actor: &Actor, query: DashboardQuery) -> Result<(Tx, AccountingDashboard)> {
    actor.require(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let dashboard = AccountingDashboard::open(&mut tx, query.cashbox_cycle_id, actor.app.clock().now()).await?;
    Ok((tx, dashboard))
}

/// Sales of today, this week, this month and this year, each against the same part of the preceding period.
#[utoipa::path(get, path = "/accounting-dashboard/summary", tag = "accounting", params(DashboardQuery), responses((status = 200, body = Answer<AccountingSummary>)))]
async fn get_summary(actor: Actor, Query(query): Query<DashboardQuery>) -> Result<Json<Answer<AccountingSummary>>> {
    let (mut tx, dashboard) = open_dashboard(&actor, query).await?;
    Ok(ok(dashboard.load_summary(&mut tx).await?))
}

/// Sales of the last days, the oldest first, including days without sales.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-day", tag = "accounting", params(DashboardQuery), responses((status = 200, body = Answer<Vec<AccountingDay>>)))]
async fn get_sales_by_day(
    actor: Actor,
    Query(query): Query<DashboardQuery>,
) -> Result<Json<Answer<Vec<AccountingDay>>>> {
    let (mut tx, dashboard) = open_dashboard(&actor, query).await?;
    Ok(ok(dashboard.load_by_day(&mut tx, query.days()?).await?))
}

/// Sales of the last weeks, from Monday to Sunday, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-week", tag = "accounting", params(DashboardQuery), responses((status = 200, body = Answer<Vec<AccountingWeek>>)))]
async fn get_sales_by_week(
    actor: Actor,
    Query(query): Query<DashboardQuery>,
) -> Result<Json<Answer<Vec<AccountingWeek>>>> {
    let (mut tx, dashboard) = open_dashboard(&actor, query).await?;
    Ok(ok(dashboard.load_by_week(&mut tx, query.weeks()?).await?))
}

/// Sales of the last months against the year before, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-month", tag = "accounting", params(DashboardQuery), responses((status = 200, body = Answer<Vec<AccountingMonth>>)))]
async fn get_sales_by_month(
    actor: Actor,
    Query(query): Query<DashboardQuery>,
) -> Result<Json<Answer<Vec<AccountingMonth>>>> {
    let (mut tx, dashboard) = open_dashboard(&actor, query).await?;
    Ok(ok(dashboard.load_by_month(&mut tx, query.months()?).await?))
}

/// Sales of the last years, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-year", tag = "accounting", params(DashboardQuery), responses((status = 200, body = Answer<Vec<AccountingYear>>)))]
async fn get_sales_by_year(
    actor: Actor,
    Query(query): Query<DashboardQuery>,
) -> Result<Json<Answer<Vec<AccountingYear>>>> {
    let (mut tx, dashboard) = open_dashboard(&actor, query).await?;
    Ok(ok(dashboard.load_by_year(&mut tx, query.years()?).await?))
}

/// The fifteen products with the highest sales this month, the highest first.
#[utoipa::path(get, path = "/accounting-dashboard/top-products", tag = "accounting", params(DashboardQuery), responses((status = 200, body = Answer<Vec<AccountingProduct>>)))]
async fn get_top_products(
    actor: Actor,
    Query(query): Query<DashboardQuery>,
) -> Result<Json<Answer<Vec<AccountingProduct>>>> {
    let (mut tx, dashboard) = open_dashboard(&actor, query).await?;
    Ok(ok(dashboard.load_top_products(&mut tx).await?))
}

/// Margins of the last months, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/margin-by-month", tag = "accounting", params(DashboardQuery), responses((status = 200, body = Answer<Vec<AccountingMargin>>)))]
async fn get_margin_by_month(
    actor: Actor,
    Query(query): Query<DashboardQuery>,
) -> Result<Json<Answer<Vec<AccountingMargin>>>> {
    let (mut tx, dashboard) = open_dashboard(&actor, query).await?;
    Ok(ok(dashboard.load_margin_by_month(&mut tx, query.months()?).await?))
}

/// A part of the dashboard as Excel, PDF or CSV.
#[utoipa::path(get, path = "/accounting-dashboard/{part}/file", tag = "accounting", params(("part" = inline(AccountingPart), Path), DashboardQuery, FileFormat), responses((status = 200, content((Answer<TableBody> = "application/json"), (Vec<u8> = "application/octet-stream")))))]
async fn get_accounting_file(
    actor: Actor,
    Path(part): Path<String>,
    Query(query): Query<DashboardQuery>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.require(Action::SeeReports)?;
    let part: AccountingPart = part.parse().map_err(|_| not_found("esa parte del panel"))?;
    let (mut tx, dashboard) = open_dashboard(&actor, query).await?;
    let tx = &mut tx;
    let mut table = match part {
        AccountingPart::Summary => files::summary_table(&dashboard.load_summary(tx).await?),
        AccountingPart::SalesByDay => files::days_table(&dashboard.load_by_day(tx, query.days()?).await?),
        AccountingPart::SalesByWeek => files::weeks_table(&dashboard.load_by_week(tx, query.weeks()?).await?),
        AccountingPart::SalesByMonth => files::months_table(&dashboard.load_by_month(tx, query.months()?).await?),
        AccountingPart::SalesByYear => files::years_table(&dashboard.load_by_year(tx, query.years()?).await?),
        AccountingPart::TopProducts => files::products_table(&dashboard.load_top_products(tx).await?),
        AccountingPart::MarginByMonth => {
            files::margins_table(&dashboard.load_margin_by_month(tx, query.months()?).await?)
        }
    };
    table.lines.push(CompanyInfo::load(tx).await?.legal_line());
    let name = format!("panel-contable-{}", file_name_part(&table.title));
    report_file_response(table, file.format, name).await
}
