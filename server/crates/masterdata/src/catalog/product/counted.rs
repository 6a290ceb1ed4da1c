//! Starts counting the stock of products for which an opening stock is entered.

use super::{change_log, counted_store as store};
use crate::catalog::version;
use comanda_base::{error::Result, ids::ProductId, money::Money};
use comanda_platform::{audit, use_case::Work};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// A product whose stock is to be counted.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct CountedProduct {
    pub id: ProductId,
    pub name: String,
    /// Whether it is a combo, which is never counted itself: its dishes are.
    pub is_combo: bool,
    pub has_stock: bool,
    /// The cost of one in its form.
    pub cost_amount: Option<Money>,
}

/// Locks these products and starts counting those that were not counted, except combos; logs it and notifies the tills.
pub(in crate::catalog) async fn enable_stock_counting(
    work: &mut Work<'_>,
    ids: &[ProductId],
) -> Result<HashMap<ProductId, CountedProduct>> {
    let products = store::lock_products(work.tx, ids).await?;
    let new: Vec<&CountedProduct> = products.iter().filter(|p| !p.has_stock && !p.is_combo).collect();
    if !new.is_empty() {
        let (user, now) = (work.actor.user_id, work.now);
        store::mark_counted(work.tx, new.iter().map(|p| p.id), user, now).await?;
        let entries = new
            .iter()
            .flat_map(|p| change_log::audit_entries(p.id, &audit_fields(p, false), &audit_fields(p, true)))
            .collect();
        audit::log_all(work.tx, work.actor, now, entries).await?;
        version::mark_changed(work, json!({}));
    }
    Ok(products.into_iter().map(|p| (p.id, p)).collect())
}

fn audit_fields(product: &CountedProduct, has_stock: bool) -> Map<String, Value> {
    Map::from_iter([("name".to_owned(), json!(product.name)), ("has_stock".to_owned(), json!(has_stock))])
}
