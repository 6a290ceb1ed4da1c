//! Orders to collect: the open accounts on which something is due, for the cash desk. Some six statements, however many there are.

use crate::orders::{
    map,
    model::RequestKind,
    store::{self, OpenRow, PlaceRow},
};
use crate::{
    db::Tx,
    error::{Result, invalid},
    ids::{ClientId, RequestId},
    listing::{Paging, pages},
    money::Money,
    search::search_key,
    state::App,
    use_case::{Action, Actor},
};
use axum::{Json, extract::Query};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes of this list.
pub(in crate::orders) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(all_orders)).routes(routes!(orders_by_client))
}

/// An open account with what is due on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ToCollect {
    pub client_request_id: RequestId,
    /// `Mesa 12`, `LLEVAR #18`.
    pub label: String,
    pub salon: Option<String>,
    #[serde(rename = "type")]
    pub kind: RequestKind,
    pub client_id: Option<ClientId>,
    pub client_name: String,
    pub client_document: String,
    pub attendant_name: String,
    pub persons: i64,
    pub opened_at: DateTime<Utc>,
    /// Whole minutes since then.
    pub minutes: i64,
    /// Of the pre-bill, where it was printed.
    pub billed_at: Option<DateTime<Utc>>,
    pub total: Money,
    pub paid: Money,
    pub due: Money,
}

/// What the accounts that were asked for come to, those of other pages too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ToCollectTotals {
    pub count: usize,
    /// Due in all.
    pub pending_amount: Money,
}

/// A page of accounts to collect.
#[derive(Debug, Serialize, ToSchema)]
pub struct ToCollectRows {
    pub success: bool,
    pub rows: Vec<ToCollect>,
    pub total_rows: i64,
    pub total_pages: i64,
    pub totals: ToCollectTotals,
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
    let mut tx = actor.company.db.read().await?;
    let mut found = to_collect(&mut tx, actor.app.clock().now()).await?;
    let term = search_key(paging.term.as_deref().unwrap_or_default());
    found.retain(|r| {
        kind.is_none_or(|k| k == r.kind)
            && filter.client_id.is_none_or(|id| r.client_id == Some(id))
            && (term.is_empty() || r.key().contains(&term))
    });
    let totals = ToCollectTotals { count: found.len(), pending_amount: found.iter().map(|r| r.due).sum() };
    let total_rows = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let (limit, offset) = paging.window_of_sales(total_rows)?;
    let whole = |n: i64| usize::try_from(n).unwrap_or(usize::MAX);
    let rows = found.into_iter().skip(whole(offset)).take(whole(limit)).collect();
    Ok(Json(ToCollectRows { success: true, rows, total_rows, total_pages: pages(total_rows, limit), totals }))
}

fn read_kind(text: &str) -> Result<RequestKind> {
    text.parse().or_else(|_| invalid("type", "El tipo es TABLE, ORDER o DELIVERY.").err())
}

impl ToCollect {
    fn key(&self) -> String {
        search_key(&format!("{} {} {} {}", self.label, self.client_name, self.client_document, self.attendant_name))
    }
}

/// All of them, the longest open first.
pub async fn to_collect(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<ToCollect>> {
    let mut places: HashMap<RequestId, PlaceRow> =
        store::open_places(tx).await?.into_iter().map(|p| (p.id, p)).collect();
    let open = map::open_rows(tx, now).await?;
    let rows = open.into_iter().filter_map(|r| Some(row(places.remove(&r.id)?, r, now)));
    let mut rows: Vec<ToCollect> = rows.filter(|r| r.due > Money::ZERO).collect();
    rows.sort_by_key(|r| (r.opened_at, r.client_request_id));
    Ok(rows)
}

fn row(place: PlaceRow, r: OpenRow, now: DateTime<Utc>) -> ToCollect {
    ToCollect {
        client_request_id: r.id,
        label: label(r.kind, r.correlative, place.table_name.as_deref()),
        salon: place.salon,
        kind: r.kind,
        client_id: place.client_id,
        client_name: r.client_name,
        client_document: place.client_document,
        attendant_name: r.attendant_name,
        persons: r.persons,
        opened_at: r.opened_at,
        minutes: (now - r.opened_at).num_minutes().max(0),
        billed_at: r.billed_at,
        total: r.total,
        paid: place.paid,
        due: (r.total - place.paid).max(Money::ZERO),
    }
}

fn label(kind: RequestKind, correlative: Option<i64>, table: Option<&str>) -> String {
    let number = correlative.unwrap_or_default();
    match (kind, table) {
        (RequestKind::Table, Some(name)) if name.to_lowercase().starts_with("mesa") => name.to_owned(),
        (RequestKind::Table, name) => format!("Mesa {}", name.unwrap_or_default()),
        (RequestKind::Order, _) => format!("LLEVAR #{number}"),
        (RequestKind::Delivery, _) => format!("DELIVERY #{number}"),
    }
}
