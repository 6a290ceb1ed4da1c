//! Calls of the accounting dashboard.

use super::{
    accounting_dashboard::{
        AccountingDay, AccountingMargin, AccountingMonth, AccountingProduct, AccountingSummary, AccountingWeek,
        AccountingYear, Books, count,
    },
    accounting_dashboard_files as files,
};
use axum::{Json, extract::Path, response::Response};
use comanda_base::{
    db::Tx,
    error::{Result, not_found},
    ids::CycleId,
    words::words,
};
use comanda_platform::{
    http::{Answer, Query, ok},
    report_table::FileFormat,
    settings::CompanyInfo,
    state::App,
    use_case::{Action, Actor},
};
use comanda_printing::report_file;
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

words!(
    /// A part of the accounting dashboard, as its address says it.
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

const PARTS: [AccountingPart; 7] = [
    AccountingPart::Summary,
    AccountingPart::SalesByDay,
    AccountingPart::SalesByWeek,
    AccountingPart::SalesByMonth,
    AccountingPart::SalesByYear,
    AccountingPart::TopProducts,
    AccountingPart::MarginByMonth,
];

/// Where each part answers as a file.
pub fn accounting_file_paths() -> impl Iterator<Item = String> {
    PARTS.iter().map(|part| format!("/api/accounting-dashboard/{}/file", part.as_str()))
}

/// Of which cycle, and how far back.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Asked {
    /// Only what this cash cycle issued.
    cashbox_cycle_id: Option<CycleId>,
    /// Of sales-by-day: 7 where it is not said, 366 at most.
    days: Option<u32>,
    /// Of sales-by-week: 8, 104 at most.
    weeks: Option<u32>,
    /// Of sales-by-month and margin-by-month: 12, 36 at most.
    months: Option<u32>,
    /// Of sales-by-year: 5, 10 at most.
    years: Option<u32>,
}

impl Asked {
    fn days(self) -> Result<u64> {
        Ok(count("days", self.days, 7, 366)?.into())
    }
    fn weeks(self) -> Result<u64> {
        Ok(count("weeks", self.weeks, 8, 104)?.into())
    }
    fn months(self) -> Result<u32> {
        count("months", self.months, 12, 36)
    }
    fn years(self) -> Result<u32> {
        count("years", self.years, 5, 10)
    }
}

async fn books(actor: &Actor, asked: Asked) -> Result<(Tx, Books)> {
    actor.must(Action::SeeReports)?;
    let mut tx = actor.company.db.read().await?;
    let books = Books::open(&mut tx, asked.cashbox_cycle_id, actor.app.clock().now()).await?;
    Ok((tx, books))
}

/// Sales of today, this week, this month and this year, each against the same part of the one before.
#[utoipa::path(get, path = "/accounting-dashboard/summary", tag = "accounting", params(Asked), responses((status = 200, body = Answer<AccountingSummary>)))]
async fn get_summary(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<AccountingSummary>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.summary(&mut tx).await?))
}

/// Sales of the last days, the oldest first; days without sales too.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-day", tag = "accounting", params(Asked), responses((status = 200, body = Answer<Vec<AccountingDay>>)))]
async fn get_sales_by_day(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<Vec<AccountingDay>>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.by_day(&mut tx, asked.days()?).await?))
}

/// Sales of the last weeks, from Monday to Sunday, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-week", tag = "accounting", params(Asked), responses((status = 200, body = Answer<Vec<AccountingWeek>>)))]
async fn get_sales_by_week(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<Vec<AccountingWeek>>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.by_week(&mut tx, asked.weeks()?).await?))
}

/// Sales of the last months against the year before, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-month", tag = "accounting", params(Asked), responses((status = 200, body = Answer<Vec<AccountingMonth>>)))]
async fn get_sales_by_month(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<Vec<AccountingMonth>>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.by_month(&mut tx, asked.months()?).await?))
}

/// Sales of the last years, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-year", tag = "accounting", params(Asked), responses((status = 200, body = Answer<Vec<AccountingYear>>)))]
async fn get_sales_by_year(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<Vec<AccountingYear>>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.by_year(&mut tx, asked.years()?).await?))
}

/// The fifteen products that brought most this month, the first one first.
#[utoipa::path(get, path = "/accounting-dashboard/top-products", tag = "accounting", params(Asked), responses((status = 200, body = Answer<Vec<AccountingProduct>>)))]
async fn get_top_products(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<Vec<AccountingProduct>>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.top_products(&mut tx).await?))
}

/// What the last months left, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/margin-by-month", tag = "accounting", params(Asked), responses((status = 200, body = Answer<Vec<AccountingMargin>>)))]
async fn get_margin_by_month(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<Vec<AccountingMargin>>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.margin_by_month(&mut tx, asked.months()?).await?))
}

/// A part of it as Excel, PDF or CSV.
#[utoipa::path(get, path = "/accounting-dashboard/{part}/file", tag = "accounting", params(("part" = inline(AccountingPart), Path), Asked, FileFormat), responses((status = 200, content_type = "application/octet-stream")))]
async fn get_accounting_file(
    actor: Actor,
    Path(part): Path<String>,
    Query(asked): Query<Asked>,
    Query(file): Query<FileFormat>,
) -> Result<Response> {
    actor.must(Action::SeeReports)?;
    let part: AccountingPart = part.parse().map_err(|_| not_found("esa parte del panel"))?;
    let (mut tx, books) = books(&actor, asked).await?;
    let tx = &mut tx;
    let mut table = match part {
        AccountingPart::Summary => files::of_summary(&books.summary(tx).await?),
        AccountingPart::SalesByDay => files::of_days(&books.by_day(tx, asked.days()?).await?),
        AccountingPart::SalesByWeek => files::of_weeks(&books.by_week(tx, asked.weeks()?).await?),
        AccountingPart::SalesByMonth => files::of_months(&books.by_month(tx, asked.months()?).await?),
        AccountingPart::SalesByYear => files::of_years(&books.by_year(tx, asked.years()?).await?),
        AccountingPart::TopProducts => files::of_products(&books.top_products(tx).await?),
        AccountingPart::MarginByMonth => files::of_margins(&books.margin_by_month(tx, asked.months()?).await?),
    };
    table.lines.push(CompanyInfo::load(tx).await?.legal_line());
    report_file(table, file.format, format!("panel-contable-{}", part.as_str())).await
}
