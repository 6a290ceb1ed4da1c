//! Enters the opening stock of several products and supplies at once, as the setup guide of a new company asks for it.

use comanda_base::{
    error::{Faults, Result, invalid},
    ids::{MeasurementId, ProductId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{
    Item, ItemKind,
    opening_list::{self, OpeningLine},
};
use comanda_masterdata::catalog;
use comanda_platform::use_case::Work;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const MAX_ITEMS: usize = 500;

/// Body of `POST /stock/opening`.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct OpeningList {
    /// 1 to 500 with a quantity, each item once. A product that was not counted is counted from then on.
    pub items: Vec<OpeningStockItem>,
}

/// The opening stock of an item that was never moved.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct OpeningStockItem {
    pub item_type: ItemKind,
    pub item_id: i64,
    /// The unit of the quantity; the item's own unit when absent.
    pub measurement_id: Option<MeasurementId>,
    /// The opening stock; a line without it is ignored.
    pub quantity: Option<Quantity>,
    /// The price of one unit; when absent, the cost in the item's form, which may be unknown too.
    pub unit_price: Option<Money>,
}

/// The summary of the entered opening stock.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OpeningEntered {
    pub items: i64,
    /// The value of the items whose cost is known.
    pub value: Money,
    pub without_cost: i64,
}

/// Enters all lines in one transaction.
pub(super) async fn enter_opening_stock(work: &mut Work<'_>, body: &OpeningList) -> Result<OpeningEntered> {
    let mut lines: Vec<OpeningLine> = body.items.iter().enumerate().filter_map(line).collect();
    if body.items.len() > MAX_ITEMS {
        return invalid("items", format!("Escribe hasta {MAX_ITEMS} ítems a la vez.")).err();
    }
    if lines.is_empty() {
        return invalid("items", "Escribe cuánto hay de al menos un ítem.").err();
    }
    let mut faults = Faults::default();
    let products: Vec<ProductId> = lines.iter().filter_map(|l| l.item.product_id()).collect();
    let counted = catalog::enable_stock_counting(work, &products).await?;
    for line in &mut lines {
        let Some(product) = line.item.product_id().and_then(|id| counted.get(&id)) else { continue };
        line.form_cost = product.cost_amount;
        if product.is_combo {
            let text = format!("{} es un combo sin stock propio: cuenta el de sus platos.", product.name);
            faults.add(&format!("items.{}.quantity", line.at), text);
        }
    }
    let costs = opening_list::enter_opening_list(work, &lines, faults).await?;
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    Ok(OpeningEntered {
        items: count(costs.len()),
        value: costs.iter().flatten().copied().sum(),
        without_cost: count(costs.iter().filter(|cost| cost.is_none()).count()),
    })
}

fn line((at, opening_item): (usize, &OpeningStockItem)) -> Option<OpeningLine> {
    Some(OpeningLine {
        at,
        item: Item::from_row(opening_item.item_type, opening_item.item_id),
        measurement: opening_item.measurement_id,
        quantity: opening_item.quantity?,
        unit_price: opening_item.unit_price,
        form_cost: None,
    })
}
