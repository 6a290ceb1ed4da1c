//! Calls of the accounting dashboard.

use super::accounting_dashboard::{
    AccountingDay, AccountingMargin, AccountingMonth, AccountingProduct, AccountingSummary, AccountingWeek,
    AccountingYear, Books, count,
};
use crate::{
    db::Tx,
    error::Result,
    http::{Answer, ok},
    ids::CycleId,
    state::App,
    use_case::{Action, Actor},
};
use axum::{Json, extract::Query};
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
    Ok(ok(books.by_day(&mut tx, count("days", asked.days, 7, 366)?.into()).await?))
}

/// Sales of the last weeks, from Monday to Sunday, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-week", tag = "accounting", params(Asked), responses((status = 200, body = Answer<Vec<AccountingWeek>>)))]
async fn get_sales_by_week(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<Vec<AccountingWeek>>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.by_week(&mut tx, count("weeks", asked.weeks, 8, 104)?.into()).await?))
}

/// Sales of the last months against the year before, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-month", tag = "accounting", params(Asked), responses((status = 200, body = Answer<Vec<AccountingMonth>>)))]
async fn get_sales_by_month(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<Vec<AccountingMonth>>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.by_month(&mut tx, count("months", asked.months, 12, 36)?).await?))
}

/// Sales of the last years, the oldest first.
#[utoipa::path(get, path = "/accounting-dashboard/sales-by-year", tag = "accounting", params(Asked), responses((status = 200, body = Answer<Vec<AccountingYear>>)))]
async fn get_sales_by_year(actor: Actor, Query(asked): Query<Asked>) -> Result<Json<Answer<Vec<AccountingYear>>>> {
    let (mut tx, books) = books(&actor, asked).await?;
    Ok(ok(books.by_year(&mut tx, count("years", asked.years, 5, 10)?).await?))
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
    Ok(ok(books.margin_by_month(&mut tx, count("months", asked.months, 12, 36)?).await?))
}
