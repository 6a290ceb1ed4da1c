//! Calls of what to buy.

use super::{
    prices_store,
    to_buy::{ToBuy, WEEK, to_buy},
    to_buy_paper,
};
use axum::{
    Json,
    http::header,
    response::{IntoResponse, Response},
};
use comanda_base::{
    error::{OrNotFound, Result},
    ids::ProviderId,
};
use comanda_platform::{
    http::{Answer, Query, ok},
    state::App,
    use_case::{Action, Actor},
};
use comanda_printing::pdf;
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this part.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_to_buy)).routes(routes!(get_to_buy_pdf))
}

/// For how long.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ToBuyDays {
    /// 1 to 60; 7 where it is not said.
    days: Option<i64>,
}

/// What to buy so that it lasts so many days, by the provider that it was last bought from.
#[utoipa::path(get, path = "/purchase/to-buy", tag = "purchases", params(ToBuyDays), responses((status = 200, body = Answer<ToBuy>)))]
async fn get_to_buy(actor: Actor, Query(wanted): Query<ToBuyDays>) -> Result<Json<Answer<ToBuy>>> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    Ok(ok(to_buy(&mut tx, wanted.days.unwrap_or(WEEK), actor.app.clock().now()).await?))
}

/// What is ordered from whom.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct OrderPaper {
    provider_id: ProviderId,
    /// Kind, id, quantity and unit of each line: `SUPPLY:3:31:2,PRODUCT:9:24:`.
    lines: String,
}

/// The order to a provider as a PDF to be sent.
#[utoipa::path(get, path = "/purchase/to-buy/pdf", tag = "purchases", params(OrderPaper), responses((status = 200, content_type = "application/pdf")))]
async fn get_to_buy_pdf(actor: Actor, Query(wanted): Query<OrderPaper>) -> Result<Response> {
    actor.must(Action::EditCatalog)?;
    let mut tx = actor.company.db.read().await?;
    let name = prices_store::provider_name(&mut tx, wanted.provider_id).await.or_not_found("el proveedor")?;
    let table = to_buy_paper::table(&mut tx, &name, &wanted.lines, actor.app.clock().now()).await?;
    drop(tx);
    let drawn = tokio::task::spawn_blocking(move || pdf::render_report(&table)).await;
    let bytes = drawn.map_err(anyhow::Error::from)??;
    let headers =
        [(header::CONTENT_TYPE, "application/pdf"), (header::CONTENT_DISPOSITION, "inline; filename=\"pedido.pdf\"")];
    Ok((headers, bytes).into_response())
}
