//! Planned prices whose day has come.

use super::store::{self, DueProduct, PlannedRow};
use crate::catalog::{product::logged_changes, selling::SellableProduct, store::ProductRow, version};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{ProductId, UserId},
    money::Money,
};
use comanda_platform::{
    audit::{self, Entry},
    settings::tax,
    use_case::Work,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};

/// What the log says instead of a browser.
const BY_ITSELF: &str = "Cambio programado";

/// Gives a product its planned price; what cost the same at a delivery as at the table still does.
fn raise(planned: Money, at_table: &mut Money, elsewhere: [&mut Option<Money>; 2]) {
    for price in elsewhere {
        if *price == Some(*at_table) {
            *price = Some(planned);
        }
    }
    *at_table = planned;
}

/// Gives what is about to be sold its planned price, which nobody wrote into the product yet.
pub(in crate::catalog) fn set(planned: Money, product: &mut SellableProduct) {
    let elsewhere = [&mut product.delivery_price, &mut product.delivery_app_price];
    raise(planned, &mut product.sale_amount, elsewhere);
}

/// The same for products as lists show them on a day.
pub(in crate::catalog) async fn put_on(tx: &mut Tx, rows: &mut [ProductRow], today: NaiveDate) -> Result<()> {
    let due: HashMap<ProductId, Money> = store::due_prices(tx, today).await?.into_iter().collect();
    for row in rows {
        if let Some(planned) = due.get(&row.id) {
            raise(*planned, &mut row.sale_amount, [&mut row.delivery_price, &mut row.delivery_app_price]);
        }
    }
    Ok(())
}

/// When planned prices take hold next, seen on a day.
pub(in crate::catalog) async fn next_change(tx: &mut Tx, today: NaiveDate) -> Result<Option<DateTime<Utc>>> {
    Ok(store::next_day(tx, today).await?.map(tax::day_begins))
}

/// Writes what is due into the products before somebody else writes there: an older plan would undo their price.
pub(in crate::catalog) async fn take_hold(work: &mut Work<'_>) -> Result<()> {
    if write_due(work.tx, work.now).await? {
        version::changed(work, json!({}));
    }
    Ok(())
}

/// Writes what is due at `now` into the products, logged as done by whoever planned it; whether there was anything. Of two that do it at
/// the same time the second finds nothing.
pub(super) async fn write_due(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool> {
    let due = store::lock_due(tx, tax::issue_date(now)).await?;
    if due.is_empty() {
        return Ok(false);
    }
    let planned: HashMap<ProductId, &PlannedRow> = due.iter().map(|row| (row.product_id, row)).collect();
    let products = store::lock_products(tx, planned.keys().copied()).await?;
    let mut written = Vec::with_capacity(products.len());
    let mut by_planner: BTreeMap<UserId, Vec<Entry>> = BTreeMap::new();
    for was in products {
        let Some(row) = planned.get(&was.id) else { continue };
        let mut is = was.clone();
        raise(row.price, &mut is.sale_amount, [&mut is.delivery_price, &mut is.delivery_app_price]);
        let entries: &mut Vec<Entry> = by_planner.entry(row.planned_by).or_default();
        entries.extend(logged_changes(was.id, &logged(&was), &logged(&is)));
        written.push((is, row.planned_by));
    }
    store::write(tx, &written, now).await?;
    for (planner, entries) in by_planner {
        audit::log_all_of(tx, planner, BY_ITSELF, now, entries).await?;
    }
    store::forget(tx, planned.keys().copied()).await?;
    Ok(true)
}

/// The same as a transaction of its own, which gives the catalogue another version.
pub(super) async fn write_due_alone(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool> {
    let is_written = write_due(tx, now).await?;
    if is_written {
        version::replaced(tx).await?;
    }
    Ok(is_written)
}

fn logged(product: &DueProduct) -> Map<String, Value> {
    let fields = json!({
        "name": product.name, "sale_amount": product.sale_amount, "delivery_price": product.delivery_price,
        "delivery_app_price": product.delivery_app_price,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
