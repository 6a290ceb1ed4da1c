//! 'Sold out today' takes a product off every till at once; it ends with the business day.

use super::store;
use crate::catalog::version;
use comanda_base::{
    error::{Result, not_found},
    ids::{ProductId, ToppingId},
};
use comanda_platform::{
    audit::{self, Entry},
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

/// What it is now.
#[derive(Debug, Serialize, ToSchema)]
pub struct SoldOutNow {
    /// Of the product, or of the topping.
    pub id: i64,
    pub sold_out: bool,
}

/// Sets or ends it, and tells every till.
pub(super) async fn set(work: &mut Work<'_>, id: ProductId, sold_out: bool) -> Result<SoldOutNow> {
    let today = work.business_day().await?;
    if store::set_sold_out(work.tx, id, sold_out.then_some(today)).await? == 0 {
        return not_found("el producto").err();
    }
    let entry = Entry::new(if sold_out { "SOLD_OUT" } else { "SOLD_OUT_ENDED" }).entity("product", id.0);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::changed(work, json!({"product_id": id}));
    Ok(SoldOutNow { id: id.0, sold_out })
}

/// The same of a topping: the dishes that offer it are sold without it.
pub(super) async fn set_topping(work: &mut Work<'_>, id: ToppingId, sold_out: bool) -> Result<SoldOutNow> {
    let today = work.business_day().await?;
    if store::set_topping_sold_out(work.tx, id, sold_out.then_some(today)).await? == 0 {
        return not_found("el adicional").err();
    }
    let entry = Entry::new(if sold_out { "SOLD_OUT" } else { "SOLD_OUT_ENDED" }).entity("topping", id.0);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::changed(work, json!({"topping_id": id}));
    Ok(SoldOutNow { id: id.0, sold_out })
}
