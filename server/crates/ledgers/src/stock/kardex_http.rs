//! Calls of the kardex and of what there is.

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

/// Routes of what there is and what moved.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_kardex)).routes(routes!(list_stock))
}

/// Of what and of which days a kardex is.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Span {
    /// First business day; absent: the first of this month.
    date_initialize: Option<NaiveDate>,
    /// Last business day; absent: today.
    date_end: Option<NaiveDate>,
    /// Absent: PRODUCT.
    item_type: Option<ItemKind>,
}

/// What moved of a product or supply, day by day, with what was left and what it was worth; moving weighted average.
#[utoipa::path(get, path = "/products/kardex/{id}", tag = "stock", params(("id" = i64, Path), Span), responses((status = 200, body = Kardex)))]
async fn get_kardex(actor: Actor, Path(id): Path<i64>, Query(span): Query<Span>) -> Result<Json<Kardex>> {
    actor.must(Action::EditCatalog)?;
    let item = Item::of(span.item_type.unwrap_or(ItemKind::Product), id);
    let pending = valuation::still_waits(&actor.app, &actor.company, item).await?;
    let mut tx = actor.company.db.read().await?;
    let today = Settings::load(&mut tx).await?.business_day(actor.app.clock().now());
    let last = span.date_end.unwrap_or(today);
    let first = span.date_initialize.unwrap_or_else(|| last.with_day(1).unwrap_or(last));
    Ok(Json(kardex::kardex(&mut tx, item, first, last, pending).await?))
}

/// What there is of everything that is counted, what it is worth, how long it lasts and what needs a look. `filters` know `item_type`,
/// `category_id`, `alert`; sorted by `cover`, `name`, `stock`, `value`, `min_stock`.
#[utoipa::path(get, path = "/stock", tag = "stock", params(Paging, StockFilter), responses((status = 200, body = StockRows)))]
async fn list_stock(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<StockFilter>,
) -> Result<Json<StockRows>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let list = overview::list(&mut tx, &paging, &filter, actor.app.clock().now()).await?;
    if list.totals.pending > 0 {
        actor.app.valuer().wake(&actor.company.slug);
    }
    Ok(Json(list))
}
