//! Lists of purchases.

use super::{
    list_store::{self as store, Wanted},
    model::{PurchaseRow, PurchaseRows},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    listing::{Paging, Rows},
};
use comanda_platform::settings::Settings;

/// A page of them, with what the whole list comes to.
pub(super) async fn page(
    tx: &mut Tx,
    paging: &Paging,
    days: (Option<NaiveDate>, Option<NaiveDate>),
    now: DateTime<Utc>,
) -> Result<PurchaseRows> {
    let today = Settings::load(tx).await?.calendar_day(now);
    let filters = paging.filters()?;
    let state = |text: String| {
        text.parse().map_err(|_| invalid("filters", "El estado es ACTIVE, VOIDED, DUE, OVERDUE o PAID."))
    };
    let states = filters.texts("state").unwrap_or_default().into_iter().map(state).collect::<Result<_, _>>()?;
    let wanted = Wanted {
        today,
        days,
        term: paging.term.as_deref(),
        types: filters.texts("type"),
        documents: filters.texts("document"),
        providers: filters.ids("provider_id")?,
        states,
        ..Wanted::default()
    };
    let totals = store::sums(tx, &wanted).await?;
    let (limit, offset) = paging.window_of_sales(totals.count)?;
    let found = store::page(tx, &wanted, paging, (limit, offset)).await?;
    let on_day = |row: PurchaseRow| row.on(today);
    let Rows { success, rows, total_rows, total_pages } = Rows::page(found, totals.count, limit).map(on_day);
    Ok(PurchaseRows { success, rows, total_rows, total_pages, totals })
}
