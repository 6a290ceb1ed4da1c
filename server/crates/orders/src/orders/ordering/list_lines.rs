//! Lists lines.

use crate::orders::{
    model::Line,
    store::{self, LineSelection},
};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{LineId, RequestId},
    listing::{Paging, Rows, page_count},
};
use std::collections::HashMap;

/// Lists lines: of an account in its order, of all accounts the newest first. The lines of an account are returned whole unless a page is
/// requested: there are never more than fit on an account.
pub(in crate::orders) async fn list_line_page(
    tx: &mut Tx,
    request: Option<RequestId>,
    paging: &Paging,
) -> Result<Rows<Line>> {
    let filters = paging.parse_filters()?;
    let (states, products) = (filters.column_texts("status"), filters.column_ids("product_id")?);
    let accounts = filters.column_ids("client_request_id")?;
    let term = paging.term.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let wanted = LineSelection { of: request, term, states, products, accounts };
    let whole = request.is_some() && paging.page.is_none() && paging.per_page.is_none();
    let paging = if whole { &Paging { page: Some("false".into()), ..paging.clone() } } else { paging };
    let total_rows = wanted.count(tx).await?;
    let (limit, offset) = paging.page_limits_of_sales(total_rows)?;
    let ids = wanted.page(tx, limit, offset).await?;
    let found = store::list_lines_by_id(tx, &ids).await?;
    let mut found: HashMap<LineId, Line> = found.into_iter().map(|line| (line.id, line)).collect();
    let rows = ids.iter().filter_map(|id| found.remove(id)).collect();
    Ok(Rows { success: true, rows, total_rows, total_pages: page_count(total_rows, limit) })
}
