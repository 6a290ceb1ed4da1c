//! Accounts to collect: the open accounts with an amount due, for the cash desk. About six statements, however many accounts there are.

use crate::orders::{
    map,
    model::RequestKind,
    store::{self, OpenAccountPlace, OpenAccountRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{ClientId, RequestId},
    listing::{Paging, page_count},
    money::Money,
    search::search_key,
};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

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
    /// The whole minutes since then.
    pub minutes: i64,
    /// The time at which the pre-bill was printed, if it was.
    pub billed_at: Option<DateTime<Utc>>,
    pub total: Money,
    pub paid: Money,
    pub due: Money,
}

/// The totals of the requested accounts, including other pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ToCollectTotals {
    pub count: usize,
    /// The total amount due.
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

impl ToCollect {
    fn key(&self) -> String {
        search_key(&format!("{} {} {} {}", self.label, self.client_name, self.client_document, self.attendant_name))
    }
}

/// The accounts of the list.
#[derive(Debug, Default)]
pub(in crate::orders) struct CollectSelection {
    pub kind: Option<RequestKind>,
    pub client: Option<ClientId>,
}

/// Lists a page of accounts, the longest open first.
pub(in crate::orders) async fn list_collect_page(
    tx: &mut Tx,
    wanted: &CollectSelection,
    paging: &Paging,
    now: DateTime<Utc>,
) -> Result<ToCollectRows> {
    let mut found = list_to_collect(tx, now).await?;
    let term = search_key(paging.term.as_deref().unwrap_or_default());
    found.retain(|r| {
        wanted.kind.is_none_or(|kind| kind == r.kind)
            && wanted.client.is_none_or(|id| r.client_id == Some(id))
            && (term.is_empty() || r.key().contains(&term))
    });
    let totals = ToCollectTotals { count: found.len(), pending_amount: found.iter().map(|r| r.due).sum() };
    let total_rows = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let (limit, offset) = paging.page_limits_of_sales(total_rows)?;
    let whole = |n: i64| usize::try_from(n).unwrap_or(usize::MAX);
    let rows = found.into_iter().skip(whole(offset)).take(whole(limit)).collect();
    Ok(ToCollectRows { success: true, rows, total_rows, total_pages: page_count(total_rows, limit), totals })
}

/// Lists all accounts to collect, the longest open first.
pub async fn list_to_collect(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<ToCollect>> {
    let mut places: HashMap<RequestId, OpenAccountPlace> =
        store::list_open_places(tx).await?.into_iter().map(|p| (p.id, p)).collect();
    let open = map::load_open_rows(tx, now).await?;
    let rows = open.into_iter().filter_map(|r| Some(row(places.remove(&r.shown.id)?, r, now)));
    let mut rows: Vec<ToCollect> = rows.filter(|r| r.due > Money::ZERO).collect();
    rows.sort_by_key(|r| (r.opened_at, r.client_request_id));
    Ok(rows)
}

fn row(place: OpenAccountPlace, open: OpenAccountRow, now: DateTime<Utc>) -> ToCollect {
    let shown = open.shown;
    ToCollect {
        client_request_id: shown.id,
        label: account_label(shown.kind, Some(shown.correlative), place.table_name.as_deref()),
        salon: place.salon,
        kind: shown.kind,
        client_id: place.client_id,
        client_name: shown.client_name,
        client_document: place.client_document,
        attendant_name: shown.attendant_name,
        persons: open.persons,
        opened_at: shown.opened_at,
        minutes: (now - shown.opened_at).num_minutes().max(0),
        billed_at: open.billed_at,
        total: shown.total,
        paid: place.paid,
        due: (shown.total - place.paid).max(Money::ZERO),
    }
}

/// Returns the usual name of an account: `Mesa 12`, `LLEVAR #18`.
pub fn account_label(kind: RequestKind, correlative: Option<i64>, table: Option<&str>) -> String {
    let number = correlative.unwrap_or_default();
    match (kind, table) {
        (RequestKind::Table, Some(name)) if name.to_lowercase().starts_with("mesa") => name.to_owned(),
        (RequestKind::Table, name) => format!("Mesa {}", name.unwrap_or_default()),
        (RequestKind::Order, _) => format!("LLEVAR #{number}"),
        (RequestKind::Delivery, _) => format!("DELIVERY #{number}"),
    }
}
