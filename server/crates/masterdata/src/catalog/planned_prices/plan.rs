//! Planning prices for a day, and taking them back while it has not come.

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
    audit::{self, Entry},
    settings::lock_company,
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

/// No house sells more; one statement still takes them all.
const MAX_PRICES: usize = 5_000;

/// The price that a product is to have.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewPrice {
    pub product_id: ProductId,
    /// At the table, with IGV, to the céntimo.
    pub price: Money,
}

/// Prices that wait for their day.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct PricePlan {
    /// Their day, from 00:00 in Lima on.
    pub valid_from: NaiveDate,
    /// Who planned them.
    #[row(rename = "planner")]
    pub by: String,
    pub at: DateTime<Utc>,
    pub prices: i64,
}

/// What waits for a day after `today`.
pub async fn waiting(tx: &mut Tx, today: NaiveDate) -> Result<Option<PricePlan>> {
    Ok(store::waiting(tx, today).await?)
}

/// The prices that are planned for a day, by product.
pub async fn of_products(tx: &mut Tx, day: NaiveDate) -> Result<HashMap<ProductId, Money>> {
    Ok(store::prices_on(tx, day).await?.into_iter().collect())
}

/// Plans prices for a day to come, in place of all that were planned before. Of two that plan at the same time the second one sees what
/// the first one planned: rows that are not there yet cannot be locked, the company can.
pub async fn plan(work: &mut Work<'_>, day: NaiveDate, prices: &[NewPrice]) -> Result<()> {
    lock_company(work.tx).await?;
    due::take_hold(work).await?;
    check(work, prices).await?;
    let today = work.issue_date();
    let before = store::take_back(work.tx, today).await?;
    if prices.is_empty() && before == 0 {
        return Ok(());
    }
    store::insert(work.tx, day, prices, (work.actor.user_id, work.now)).await?;
    let is = json!({"valid_from": day, "prices": prices.len()});
    let was = (before > 0).then(|| json!({"prices": before}));
    let entry = Entry::new("PRICES_PLANNED").entity("planned_prices", 0).change(was, Some(is));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::changed(work, json!({}));
    Ok(())
}

/// Lets prices that wait for the day of a rate go along with it to another day; how many those are.
pub async fn move_along(work: &mut Work<'_>, from: NaiveDate, to: NaiveDate) -> Result<u64> {
    if from == to {
        return Ok(0);
    }
    lock_company(work.tx).await?;
    due::take_hold(work).await?;
    let count = store::move_along(work.tx, from, to).await?;
    if count > 0 {
        let entry = Entry::new("PLANNED_PRICES_MOVED").entity("planned_prices", 0);
        let said = |day: NaiveDate| Some(json!({"valid_from": day, "prices": count}));
        audit::log(work.tx, work.actor, work.now, entry.change(said(from), said(to))).await?;
        version::changed(work, json!({}));
    }
    Ok(count)
}

/// Takes back what waits for its day; how many prices that were.
pub async fn take_back(work: &mut Work<'_>) -> Result<u64> {
    lock_company(work.tx).await?;
    due::take_hold(work).await?;
    let today = work.issue_date();
    let count = store::take_back(work.tx, today).await?;
    if count > 0 {
        let entry = Entry::new("PLANNED_PRICES_TAKEN_BACK").entity("planned_prices", 0);
        let entry = entry.change(Some(json!({"prices": count})), None);
        audit::log(work.tx, work.actor, work.now, entry).await?;
        version::changed(work, json!({}));
    }
    Ok(count)
}

/// Drops what waits for products whose price somebody changes by hand: the newer word counts.
pub(in crate::catalog) async fn forget(work: &mut Work<'_>, products: &[ProductId]) -> Result<()> {
    let count = if products.is_empty() { 0 } else { store::forget(work.tx, products.iter().copied()).await? };
    if count > 0 {
        let entry = Entry::new("PLANNED_PRICES_TAKEN_BACK").entity("planned_prices", 0);
        let entry = entry.change(Some(json!({"prices": count})), None);
        audit::log(work.tx, work.actor, work.now, entry).await?;
    }
    Ok(())
}

async fn check(work: &mut Work<'_>, prices: &[NewPrice]) -> Result<()> {
    if prices.len() > MAX_PRICES {
        return invalid("prices", format!("Caben hasta {MAX_PRICES} precios a la vez.")).err();
    }
    let mut ids: Vec<ProductId> = prices.iter().map(|p| p.product_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let known = if ids.is_empty() { Vec::new() } else { store::lock_priced(work.tx, ids.into_iter()).await? };
    let known: HashMap<ProductId, _> = known.into_iter().map(|p| (p.id, p)).collect();
    let (mut faults, mut seen) = (Faults::default(), HashSet::new());
    for (n, NewPrice { product_id, price }) in prices.iter().enumerate() {
        let field = format!("prices.{n}.price");
        let Some(product) = known.get(product_id) else {
            faults.add(&format!("prices.{n}.product_id"), "Ese producto ya no existe. Actualiza la lista.");
            continue;
        };
        if !seen.insert(product_id) {
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
                format!("{}: su precio mínimo es S/ {least}. Sube el precio o baja el mínimo.", product.name),
            );
        }
    }
    faults.done()
}
