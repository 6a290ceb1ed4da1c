//! Calls of the list of accounts to collect.

use crate::orders::{
    lists::to_collect::{self, ToCollectRows, WantedToCollect},
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

/// Which accounts are wanted.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CollectFilter {
    /// TABLE, ORDER or DELIVERY.
    #[serde(rename = "type")]
    #[param(value_type = Option<String>)]
    pub kind: Option<String>,
    pub client_id: Option<ClientId>,
}

/// Open accounts on which something is due, the longest open first; `term` searches label, client and waiter.
#[utoipa::path(get, path = "/cash-movements-all-orders-by-client", tag = "orders", params(Paging, CollectFilter), responses((status = 200, body = ToCollectRows)))]
async fn all_orders(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CollectFilter>,
) -> Result<Json<ToCollectRows>> {
    page(&actor, &paging, &filter).await
}

/// The same of one client.
#[utoipa::path(get, path = "/cash-movements-orders-by-client", tag = "orders", params(Paging, CollectFilter), responses((status = 200, body = ToCollectRows)))]
async fn orders_by_client(
    actor: Actor,
    Query(paging): Query<Paging>,
    Query(filter): Query<CollectFilter>,
) -> Result<Json<ToCollectRows>> {
    actor.must(Action::Collect)?;
    if filter.client_id.is_none() {
        return invalid("client_id", "Elige el cliente.").err();
    }
    page(&actor, &paging, &filter).await
}

async fn page(actor: &Actor, paging: &Paging, filter: &CollectFilter) -> Result<Json<ToCollectRows>> {
    actor.must(Action::Collect)?;
    let kind = filter.kind.as_deref().map(read_kind).transpose()?;
    let wanted = WantedToCollect { kind, client: filter.client_id };
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    Ok(Json(to_collect::page(&mut tx, &wanted, paging, now).await?))
}

fn read_kind(text: &str) -> Result<RequestKind> {
    text.parse().or_else(|_| invalid("type", "El tipo es TABLE, ORDER o DELIVERY.").err())
}
