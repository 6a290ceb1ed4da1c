//! HTTP routes of the list of accounts to collect.

use crate::orders::{
    lists::to_collect::{self, CollectSelection, ToCollectRows},
    model::RequestKind,
};
use axum::Json;
use comanda_base::{
    error::{Result, invalid},
    ids::ClientId,
    listing::Paging,
};
use comanda_platform::http::Query;
use comanda_platform::{
    state::App,
    use_case::{Action, Actor},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(all_orders)).routes(routes!(orders_by_client))
}

/// The parameters of the list.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CollectFilter {
    /// The kind: TABLE, ORDER or DELIVERY.
    #[serde(rename = "type")]
    #[param(value_type = Option<String>)]
    pub kind: Option<String>,
    pub client_id: Option<ClientId>,
}

/// Lists the open accounts with an amount due, the longest open first; `term` searches label, client and waiter.
#[utoipa::path(get, path = "/cash-movements-all-orders-by-client", tag = "orders", params(Paging, CollectFilter), responses((status = 200, body = ToCollectRows)))]
async fn all_orders(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CollectFilter>,
) -> Result<Json<ToCollectRows>> {
    answer_page(&actor, &paging, &filter).await
}

/// Lists the same accounts of one client.
#[utoipa::path(get, path = "/cash-movements-orders-by-client", tag = "orders", params(Paging, CollectFilter), responses((status = 200, body = ToCollectRows)))]
async fn orders_by_client(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CollectFilter>,
) -> Result<Json<ToCollectRows>> {
    actor.require(Action::Collect)?;
    if filter.client_id.is_none() {
        return invalid("client_id", "Elige el cliente.").err();
    }
    answer_page(&actor, &paging, &filter).await
}

async fn answer_page(actor: &Actor, paging: &Paging, filter: &CollectFilter) -> Result<Json<ToCollectRows>> {
    actor.require(Action::Collect)?;
    let kind = filter.kind.as_deref().map(parse_kind).transpose()?;
    let wanted = CollectSelection { kind, client: filter.client_id };
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(Json(to_collect::list_collect_page(&mut tx, &wanted, paging, now).await?))
}

fn parse_kind(text: &str) -> Result<RequestKind> {
    text.parse().or_else(|_| invalid("type", "El tipo es TABLE, ORDER o DELIVERY.").err())
}
