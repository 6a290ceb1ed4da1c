//! Products with their price and cost, for planning other prices.

use super::MAX_DISHES;
use crate::catalog::{product::cost::ProductCosts, store};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, ids::ProductId, money::Money, words::IgvTreatment};
use comanda_platform::settings::tax;

/// An active product with its price and cost.
#[derive(Debug, Clone)]
pub struct PricedDish {
    pub product_id: ProductId,
    pub name: String,
    pub category: String,
    /// The price at the table, with IGV.
    pub price: Money,
    pub igv_treatment: IgvTreatment,
    /// `None` where the cost is unknown.
    pub food_cost: Option<Money>,
}

/// Lists every active product by name, except plastic bags, whose price is mostly a tax of its own.
pub async fn list_priced_dishes(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<PricedDish>> {
    let active = store::select_products()
        .add("AND p.status = 'ACTIVE' AND c.status = 'ACTIVE' AND NOT p.is_plastic_bag ORDER BY p.search_key, p.id");
    let rows: Vec<store::ProductRow> = tx.query(active.with("LIMIT ?", MAX_DISHES)).all().await?;
    let rule = tax::load_rule_at(tx, now).await?;
    let costs = ProductCosts::load(tx, &rows).await?;
    let dish = |row: store::ProductRow| PricedDish {
        product_id: row.core.id,
        food_cost: costs.food_cost(&row, rule).food_cost,
        name: row.core.name,
        category: row.category,
        price: row.core.sale_amount,
        igv_treatment: row.core.igv_treatment,
    };
    Ok(rows.into_iter().map(dish).collect())
}
