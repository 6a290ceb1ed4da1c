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
    audit::{self, AuditEntry},
    settings::tax,
    use_case::Work,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};

/// The text in the log in place of a browser.
const AUTOMATIC_CHANGE: &str = "Cambio programado";

/// Applies a planned price to a product; a delivery price that was equal to the table price changes with it.
fn apply_price(planned: Money, table_price: &mut Money, elsewhere: [&mut Option<Money>; 2]) {
    for price in elsewhere {
        if *price == Some(*table_price) {
            *price = Some(planned);
        }
    }
    *table_price = planned;
}

/// Applies a planned price to a product about to be sold, before it was written into the product.
pub(in crate::catalog) fn apply_to_sellable(planned: Money, product: &mut SellableProduct) {
    let elsewhere = [&mut product.delivery_price, &mut product.delivery_app_price];
    apply_price(planned, &mut product.sale_amount, elsewhere);
}

/// Applies the planned prices of a day to products as lists show them.
pub(in crate::catalog) async fn apply_to_rows(tx: &mut Tx, rows: &mut [ProductRow], today: NaiveDate) -> Result<()> {
    let due: HashMap<ProductId, Money> = store::load_due_prices(tx, today).await?.into_iter().collect();
    for product in rows.iter_mut().map(|row| &mut row.core) {
        if let Some(planned) = due.get(&product.id) {
            let elsewhere = [&mut product.delivery_price, &mut product.delivery_app_price];
            apply_price(*planned, &mut product.sale_amount, elsewhere);
        }
    }
    Ok(())
}

/// Returns the next moment after this day at which planned prices become valid.
pub(in crate::catalog) async fn load_next_change(tx: &mut Tx, today: NaiveDate) -> Result<Option<DateTime<Utc>>> {
    Ok(store::find_next_day(tx, today).await?.map(tax::day_begins))
}

/// Writes due prices into the products before another write changes them, because an older plan would otherwise undo its prices.
pub(in crate::catalog) async fn write_due_prices(work: &mut Work<'_>) -> Result<()> {
    if write_due_prices_at(work.tx, work.now).await? {
        version::mark_changed(work, json!({}));
    }
    Ok(())
}

/// Writes the prices that are due at `now` into the products, logged as changes by the planner, and returns whether any were. When two
/// transactions do so at the same time, the second finds none.
pub(super) async fn write_due_prices_at(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool> {
    let due = store::lock_due_prices(tx, tax::issue_date(now)).await?;
    if due.is_empty() {
        return Ok(false);
    }
    let planned: HashMap<ProductId, &PlannedRow> = due.iter().map(|row| (row.product_id, row)).collect();
    let products = store::lock_products(tx, planned.keys().copied()).await?;
    let mut written = Vec::with_capacity(products.len());
    let mut by_planner: BTreeMap<UserId, Vec<AuditEntry>> = BTreeMap::new();
    for was in products {
        let Some(row) = planned.get(&was.id) else { continue };
        let mut is = was.clone();
        apply_price(row.price, &mut is.sale_amount, [&mut is.delivery_price, &mut is.delivery_app_price]);
        let entries: &mut Vec<AuditEntry> = by_planner.entry(row.planned_by).or_default();
        entries.extend(logged_changes(was.id, &audit_fields(&was), &audit_fields(&is)));
        written.push((is, row.planned_by));
    }
    store::write_prices(tx, &written, now).await?;
    for (planner, entries) in by_planner {
        audit::log_all_as_user(tx, planner, AUTOMATIC_CHANGE, now, entries).await?;
    }
    store::delete_by_products(tx, planned.keys().copied()).await?;
    Ok(true)
}

/// Writes due prices in a transaction of their own, which gives the catalogue a new version.
pub(super) async fn write_due_prices_in_own_transaction(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool> {
    let is_written = write_due_prices_at(tx, now).await?;
    if is_written {
        version::mark_replaced(tx).await?;
    }
    Ok(is_written)
}

fn audit_fields(product: &DueProduct) -> Map<String, Value> {
    let fields = json!({
        "name": product.name, "sale_amount": product.sale_amount, "delivery_price": product.delivery_price,
        "delivery_app_price": product.delivery_app_price,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
