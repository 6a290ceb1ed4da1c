//! Plans prices for a day, and withdraws them while the day has not come.

use super::{due, store};
use crate::catalog::{product::check_price, version};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Faults, Result, invalid},
    ids::ProductId,
    money::{CENTIMO, Money},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    settings::lock_company,
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// More products than any restaurant sells; one statement still writes them all.
const MAX_PRICES: usize = 5_000;

/// The price that a product is to have.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewPrice {
    pub product_id: ProductId,
    /// The price at the table, with IGV, to the céntimo.
    pub price: Money,
}

/// Planned prices whose day has not come.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PricePlan {
    /// The day from which they are valid, from 00:00 in Lima on.
    pub valid_from: NaiveDate,
    /// The user who planned them.
    #[row(rename = "planner")]
    pub by: String,
    pub at: DateTime<Utc>,
    pub prices: i64,
}

/// Loads the prices that are planned for a day after `today`.
pub async fn load_plan(tx: &mut Tx, today: NaiveDate) -> Result<Option<PricePlan>> {
    Ok(store::find_plan(tx, today).await?)
}

/// Loads the prices planned for a day, by product.
pub async fn load_planned_prices(tx: &mut Tx, day: NaiveDate) -> Result<HashMap<ProductId, Money>> {
    Ok(store::load_prices_on(tx, day).await?.into_iter().collect())
}

/// Plans prices for a future day, replacing all planned before. The company is locked, because rows that do not exist yet cannot
/// be: when two users plan at the same time, the second sees the prices of the first.
pub async fn plan_prices(work: &mut Work<'_>, day: NaiveDate, prices: &[NewPrice]) -> Result<()> {
    lock_company(work.tx).await?;
    due::write_due_prices(work).await?;
    check_prices(work, prices).await?;
    let today = work.issue_date();
    let before = store::delete_future_prices(work.tx, today).await?;
    if prices.is_empty() && before == 0 {
        return Ok(());
    }
    store::insert_planned_prices(work.tx, day, prices, (work.actor.user_id, work.now)).await?;
    let is = json!({"valid_from": day, "prices": prices.len()});
    let was = (before > 0).then(|| json!({"prices": before}));
    let entry = AuditEntry::new("PRICES_PLANNED").entity("planned_prices", 0).change(was, Some(is));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({}));
    Ok(())
}

/// Moves prices that are planned for the day of a tax rate along with it to another day, and returns how many there are.
pub async fn move_plan(work: &mut Work<'_>, from: NaiveDate, to: NaiveDate) -> Result<u64> {
    if from == to {
        return Ok(0);
    }
    lock_company(work.tx).await?;
    due::write_due_prices(work).await?;
    let count = store::move_prices_to_day(work.tx, from, to).await?;
    if count > 0 {
        let entry = AuditEntry::new("PLANNED_PRICES_MOVED").entity("planned_prices", 0);
        let said = |day: NaiveDate| Some(json!({"valid_from": day, "prices": count}));
        audit::log(work.tx, work.actor, work.now, entry.change(said(from), said(to))).await?;
        version::mark_changed(work, json!({}));
    }
    Ok(count)
}

/// Withdraws the planned prices, and returns how many there were.
pub async fn withdraw_plan(work: &mut Work<'_>) -> Result<u64> {
    lock_company(work.tx).await?;
    due::write_due_prices(work).await?;
    let today = work.issue_date();
    let count = store::delete_future_prices(work.tx, today).await?;
    if count > 0 {
        let entry = AuditEntry::new("PLANNED_PRICES_TAKEN_BACK").entity("planned_prices", 0);
        let entry = entry.change(Some(json!({"prices": count})), None);
        audit::log(work.tx, work.actor, work.now, entry).await?;
        version::mark_changed(work, json!({}));
    }
    Ok(count)
}

/// Deletes the planned prices of products whose price a user changes by hand, because the newer price counts.
pub(in crate::catalog) async fn delete_planned(work: &mut Work<'_>, products: &[ProductId]) -> Result<()> {
    let count =
        if products.is_empty() { 0 } else { store::delete_by_products(work.tx, products.iter().copied()).await? };
    if count > 0 {
        let entry = AuditEntry::new("PLANNED_PRICES_TAKEN_BACK").entity("planned_prices", 0);
        let entry = entry.change(Some(json!({"prices": count})), None);
        audit::log(work.tx, work.actor, work.now, entry).await?;
    }
    Ok(())
}

async fn check_prices(work: &mut Work<'_>, prices: &[NewPrice]) -> Result<()> {
    if prices.len() > MAX_PRICES {
        return invalid("prices", format!("Caben hasta {MAX_PRICES} precios a la vez.")).err();
    }
    let mut ids: Vec<ProductId> = prices.iter().map(|p| p.product_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let known = if ids.is_empty() { Vec::new() } else { store::lock_priced(work.tx, ids.into_iter()).await? };
    let known: HashMap<ProductId, _> = known.into_iter().map(|p| (p.id, p)).collect();
    let (mut faults, mut product_ids) = (Faults::default(), HashSet::new());
    for (n, NewPrice { product_id, price }) in prices.iter().enumerate() {
        let field = format!("prices.{n}.price");
        let Some(product) = known.get(product_id) else {
            faults.add(&format!("prices.{n}.product_id"), "Ese producto ya no existe. Actualiza la lista.");
            continue;
        };
        if !product_ids.insert(product_id) {
            let text = format!("{} está dos veces. Basta un solo precio.", product.name);
            faults.add(&format!("prices.{n}.product_id"), text);
        }
        if *price <= Money::ZERO {
            faults.add(&field, format!("{}: escribe un precio mayor que 0.", product.name));
            continue;
        }
        if price.millionths() % CENTIMO != 0 {
            faults.add(&field, format!("{}: usa hasta 2 decimales, como en la carta.", product.name));
            continue;
        }
        faults.ok(check_price(&field, *price))?;
        if let Some(least) = product.minimum_sale_price.filter(|least| *least > *price) {
            faults.add(
                &field,
                format!("{}: su precio mínimo es S/ {least:#}. Sube el precio o baja el mínimo.", product.name),
            );
        }
    }
    faults.finish()
}
