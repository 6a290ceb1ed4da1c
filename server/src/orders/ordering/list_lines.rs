//! Lines in lists.

use crate::orders::{model::Line, store};
use crate::{
    db::{Sql, Tx},
    error::Result,
    ids::{LineId, RequestId},
    listing::{Paging, Rows, pages},
    search::{contains, folded},
};
use std::collections::HashMap;

/// A page of lines: of an account in its order, of all accounts the newest first. An account's lines come whole unless a page is
/// asked for: there are never more than fit on an account.
pub(in crate::orders) async fn page(tx: &mut Tx, of: Option<RequestId>, paging: &Paging) -> Result<Rows<Line>> {
    let filters = paging.filters()?;
    let (states, products) = (filters.texts("status"), filters.ids("product_id")?);
    let accounts = filters.ids("client_request_id")?;
    let term = paging.term.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let narrow = |sql: Sql| {
        let mut sql = sql.when("AND l.client_request_id = ?", of);
        sql = sql.when(concat!("AND ", folded!("l.name"), " LIKE ? ESCAPE '!'"), term.map(contains));
        sql = states.iter().fold(sql, |sql, wanted| sql.list("AND l.status IN (?)", wanted.iter().cloned()));
        sql = products.iter().fold(sql, |sql, ids| sql.list("AND l.product_id IN (?)", ids.iter().copied()));
        accounts.iter().fold(sql, |sql, ids| sql.list("AND l.client_request_id IN (?)", ids.iter().copied()))
    };
    let whole = of.is_some() && paging.page.is_none() && paging.per_page.is_none();
    let paging = if whole { &Paging { page: Some("false".into()), ..paging.clone() } } else { paging };
    let count = narrow(Sql::new("SELECT COUNT(*) FROM order_lines l WHERE 1 = 1"));
    let total_rows: i64 = tx.query(count).scalar().await?;
    let (limit, offset) = paging.window_of_sales(total_rows)?;
    let list = narrow(Sql::new("SELECT l.id FROM order_lines l WHERE 1 = 1"))
        .add(if of.is_some() { "ORDER BY l.id" } else { "ORDER BY l.id DESC" })
        .with("LIMIT ?", limit)
        .with("OFFSET ?", offset);
    let ids: Vec<LineId> = tx.query(list).column().await?;
    let found = store::lines_by_id(tx, &ids).await?;
    let mut found: HashMap<LineId, Line> = found.into_iter().map(|line| (line.id, line)).collect();
    let rows = ids.iter().filter_map(|id| found.remove(id)).collect();
    Ok(Rows { success: true, rows, total_rows, total_pages: pages(total_rows, limit) })
}
