//! HTTP calls of purchase proposals.

use super::{
    prices_store,
    to_buy::{ToBuy, WEEK_DAYS, propose_purchases},
    to_buy_paper,
};
use axum::{Json, response::Response};
use comanda_base::{
    error::{OrNotFound, Result},
    ids::ProviderId,
};
use comanda_pdf as pdf;
use comanda_platform::{
    http::{Answer, Query, inline_pdf_response, ok},
    state::App,
    use_case::{Action, Actor},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of purchase proposals.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_to_buy)).routes(routes!(get_to_buy_pdf))
}

/// The span that the stock should last.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ToBuyDays {
    /// 1 to 60 days; 7 when absent.
    days: Option<i64>,
}

/// Proposes purchases so that the stock lasts a number of days, grouped by the provider of the last purchase.
#[utoipa::path(get, path = "/purchase/to-buy", tag = "purchases", params(ToBuyDays), responses((status = 200, body = Answer<ToBuy>)))]
async fn get_to_buy(actor: Actor, Query(query): Query<ToBuyDays>) -> Result<Json<Answer<ToBuy>>> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(propose_purchases(&mut tx, query.days.unwrap_or(WEEK_DAYS), actor.app.clock().now()).await?))
}

/// An order to a provider.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct OrderPaper {
    provider_id: ProviderId,
    /// Kind, id, quantity and unit of each line: `SUPPLY:3:31:2,PRODUCT:9:24:`.
    lines: String,
}

/// Returns the order to a provider as a PDF.
#[utoipa::path(get, path = "/purchase/to-buy/pdf", tag = "purchases", params(OrderPaper), responses((status = 200, content_type = "application/pdf")))]
async fn get_to_buy_pdf(actor: Actor, Query(query): Query<OrderPaper>) -> Result<Response> {
    actor.require(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let name = prices_store::load_provider_name(&mut tx, query.provider_id).await.or_not_found("el proveedor")?;
    let table = to_buy_paper::build_order_table(&mut tx, &name, &query.lines, actor.app.clock().now()).await?;
    drop(tx);
    let drawn = tokio::task::spawn_blocking(move || pdf::render_report(&table)).await;
    let bytes = drawn.map_err(anyhow::Error::from)??;
    Ok(inline_pdf_response(bytes, "pedido"))
}
