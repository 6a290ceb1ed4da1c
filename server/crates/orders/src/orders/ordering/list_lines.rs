//! Lines in lists.

use crate::orders::{
    model::Line,
    store::{self, WantedLines},
};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{LineId, RequestId},
    listing::{Paging, Rows, pages},
};
use std::collections::HashMap;

/// A page of lines: of an account in its order, of all accounts the newest first. An account's lines come whole unless a page is
/// asked for: there are never more than fit on an account.
pub(in crate::orders) async fn page(tx: &mut Tx, of: Option<RequestId>, paging: &Paging) -> Result<Rows<Line>> {
    let filters = paging.filters()?;
    let (states, products) = (filters.texts("status"), filters.ids("product_id")?);
    let accounts = filters.ids("client_request_id")?;
    let term = paging.term.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let wanted = WantedLines { of, term, states, products, accounts };
    let whole = of.is_some() && paging.page.is_none() && paging.per_page.is_none();
    let paging = if whole { &Paging { page: Some("false".into()), ..paging.clone() } } else { paging };
    let total_rows = wanted.count(tx).await?;
    let (limit, offset) = paging.window_of_sales(total_rows)?;
    let ids = wanted.page(tx, limit, offset).await?;
    let found = store::lines_by_id(tx, &ids).await?;
    let mut found: HashMap<LineId, Line> = found.into_iter().map(|line| (line.id, line)).collect();
    let rows = ids.iter().filter_map(|id| found.remove(id)).collect();
    Ok(Rows { success: true, rows, total_rows, total_pages: pages(total_rows, limit) })
}
