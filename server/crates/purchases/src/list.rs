//! The list of purchases.

use super::{
    list_store::{self as store, PurchaseQuery},
    model::{PurchaseRow, PurchaseRows},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    listing::{Paging, Rows},
};
use comanda_platform::settings::Settings;

/// Loads a page of purchases, with the sums of the whole list.
pub(super) async fn load_page(
    tx: &mut Tx,
    paging: &Paging,
    days: (Option<NaiveDate>, Option<NaiveDate>),
    now: DateTime<Utc>,
) -> Result<PurchaseRows> {
    let today = Settings::load(tx).await?.calendar_day(now);
    let filters = paging.parse_filters()?;
    let state = |text: String| {
        text.parse().map_err(|_| invalid("filters", "El estado es ACTIVE, VOIDED, DUE, OVERDUE o PAID."))
    };
    let states = filters.column_texts("state").unwrap_or_default().into_iter().map(state).collect::<Result<_, _>>()?;
    let query = PurchaseQuery {
        today,
        days,
        term: paging.term.as_deref(),
        types: filters.column_texts("type"),
        documents: filters.column_texts("document"),
        providers: filters.column_ids("provider_id")?,
        states,
        ..PurchaseQuery::default()
    };
    let totals = store::load_sums(tx, &query).await?;
    let (limit, offset) = paging.page_limits_of_sales(totals.count)?;
    let found = store::load_page(tx, &query, paging, (limit, offset)).await?;
    let mark_overdue = |row: PurchaseRow| row.with_overdue_on(today);
    let Rows { success, rows, total_rows, total_pages } = Rows::page(found, totals.count, limit).map(mark_overdue);
    Ok(PurchaseRows { success, rows, total_rows, total_pages, totals })
}
