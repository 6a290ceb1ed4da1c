//! Counting begins: products of which somebody says how much there is are counted from then on.

use super::{counted_store as store, save};
use crate::catalog::version;
use comanda_base::{error::Result, ids::ProductId, money::Money};
use comanda_platform::{audit, use_case::Work};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// A product whose counting was asked for.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct CountedProduct {
    pub id: ProductId,
    pub name: String,
    /// Never counted itself: its dishes are.
    pub is_combo: bool,
    pub has_stock: bool,
    /// What its form says that one costs.
    pub cost_amount: Option<Money>,
}

/// Holds these products and begins to count those that were not, combos apart, logged and told.
pub(in crate::catalog) async fn begin(
    work: &mut Work<'_>,
    ids: &[ProductId],
) -> Result<HashMap<ProductId, CountedProduct>> {
    let products = store::held(work.tx, ids).await?;
    let new: Vec<&CountedProduct> = products.iter().filter(|p| !p.has_stock && !p.is_combo).collect();
    if !new.is_empty() {
        let (by, now) = (work.actor.user_id, work.now);
        store::count(work.tx, new.iter().map(|p| p.id), by, now).await?;
        let entries = new.iter().flat_map(|p| save::changes(p.id, &logged(p, false), &logged(p, true))).collect();
        audit::log_all(work.tx, work.actor, now, entries).await?;
        version::changed(work, json!({}));
    }
    Ok(products.into_iter().map(|p| (p.id, p)).collect())
}

fn logged(product: &CountedProduct, has_stock: bool) -> Map<String, Value> {
    Map::from_iter([("name".to_owned(), json!(product.name)), ("has_stock".to_owned(), json!(has_stock))])
}
