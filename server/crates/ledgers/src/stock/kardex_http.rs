//! HTTP handlers of the kardex and of the stock overview.

use super::{
    kardex::{self, Kardex},
    model::{Item, ItemKind},
    overview::{self, StockFilter, StockRows},
    valuation,
};
use axum::{Json, extract::Path};
use chrono::{Datelike, NaiveDate};
use comanda_base::{error::Result, listing::Paging};
use comanda_platform::http::Query;
use comanda_platform::{
    settings::Settings,
    state::App,
    use_case::{Action, Actor},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Returns the routes of the kardex and the stock overview.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_kardex)).routes(routes!(list_stock))
}

/// The query of a kardex: its days and the type of its item.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct KardexQuery {
    /// First business day; absent: the first of this month.
    date_initialize: Option<NaiveDate>,
    /// Last business day; absent: today.
    date_end: Option<NaiveDate>,
    /// Absent: PRODUCT.
    item_type: Option<ItemKind>,
}

/// The moves of a product or supply, with the balance and its value after each; moving weighted average.
#[utoipa::path(get, path = "/products/kardex/{id}", tag = "stock", params(("id" = i64, Path), KardexQuery), responses((status = 200, body = Kardex)))]
async fn get_kardex(actor: Actor, Path(id): Path<i64>, Query(span): Query<KardexQuery>) -> Result<Json<Kardex>> {
    actor.require(Action::EditCatalog)?;
    let item = Item::from_row(span.item_type.unwrap_or(ItemKind::Product), id);
    let pending = valuation::wait_until_valued(&actor.app, &actor.company, item).await?;
    let mut tx = actor.company.db.read().await?;
    let today = Settings::load(&mut tx).await?.business_day(actor.app.clock().now());
    let last = span.date_end.unwrap_or(today);
    let first = span.date_initialize.unwrap_or_else(|| last.with_day(1).unwrap_or(last));
    Ok(Json(kardex::load_kardex(&mut tx, item, first, last, pending).await?))
}

/// Everything whose stock is counted: how much there is, its value, how long it lasts and its alerts. `filters` accept `item_type`,
/// `category_id`, `alert`; rows are sorted by `cover`, `name`, `stock`, `value`, `min_stock`.
#[utoipa::path(get, path = "/stock", tag = "stock", params(Paging, StockFilter), responses((status = 200, body = StockRows)))]
async fn list_stock(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<StockFilter>,
) -> Result<Json<StockRows>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let list = overview::list_stock_page(&mut tx, &paging, &filter, actor.app.clock().now()).await?;
    if list.totals.pending > 0 {
        actor.app.stock_valuer_wake().wake(&actor.company.slug);
    }
    Ok(Json(list))
}
