//! Marks products and toppings as sold out today, which takes them off every till at once; the mark ends with the business day.

use super::store;
use crate::catalog::version;
use comanda_base::{
    error::{Result, not_found},
    ids::{ProductId, ToppingId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Body of `PUT /products/{id}/sold-out` and `PUT /toppings/{id}/sold-out`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SoldOut {
    pub sold_out: bool,
}

/// The new state.
#[derive(Debug, Serialize, ToSchema)]
pub struct SoldOutNow {
    /// The id of the product or topping.
    pub id: i64,
    pub sold_out: bool,
}

/// Marks a product as sold out, or ends the mark, and tells every till.
pub(super) async fn set_product_sold_out(work: &mut Work<'_>, id: ProductId, sold_out: bool) -> Result<SoldOutNow> {
    let today = work.business_day().await?;
    if store::set_sold_out(work.tx, id, sold_out.then_some(today)).await? == 0 {
        return not_found("el producto").err();
    }
    let entry = AuditEntry::new(if sold_out { "SOLD_OUT" } else { "SOLD_OUT_ENDED" }).entity("product", id.0);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({"product_id": id}));
    Ok(SoldOutNow { id: id.0, sold_out })
}

/// Marks a topping as sold out, or ends the mark; the dishes that offer it are sold without it.
pub(super) async fn set_topping_sold_out(work: &mut Work<'_>, id: ToppingId, sold_out: bool) -> Result<SoldOutNow> {
    let today = work.business_day().await?;
    if store::set_topping_sold_out(work.tx, id, sold_out.then_some(today)).await? == 0 {
        return not_found("el adicional").err();
    }
    let entry = AuditEntry::new(if sold_out { "SOLD_OUT" } else { "SOLD_OUT_ENDED" }).entity("topping", id.0);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({"topping_id": id}));
    Ok(SoldOutNow { id: id.0, sold_out })
}
