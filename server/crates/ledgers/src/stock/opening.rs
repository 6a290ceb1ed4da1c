//! The opening stock of a product or supply: entered with its form, once, as a move of its own (`opening:supply:3`). Afterwards only
//! movements and counts change the stock.

use super::{
    documents::{self, DocumentMove, StockDocument},
    documents_store as store,
    goods::{self, FormLine},
    model::{Item, ItemKind, MoveReason},
};
use comanda_base::{
    error::{Code, Faults, Result, invalid, refuse},
    money::{Money, Quantity},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

pub use store::{has_moved, load_moved_ids};

/// Far more than all of one item can cost that a restaurant keeps.
pub(super) const MAX_COST: Money = Money::units(100_000_000);

/// The opening stock of a new item, in its own unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
pub struct OpeningStock {
    pub quantity: Quantity,
    /// The price of one of its unit; absent: the cost of its form, or else unknown.
    pub unit_price: Option<Money>,
}

impl OpeningStock {
    /// Returns an opening stock at the cost of the item's form.
    pub const fn at_form_cost(quantity: Quantity) -> Self {
        Self { quantity, unit_price: None }
    }
}

/// The item whose opening stock is entered.
#[derive(Debug, Clone, Copy)]
pub struct OpeningItem<'o> {
    pub item: Item,
    pub name: &'o str,
    pub has_stock: bool,
    /// The `cost_amount` of its form.
    pub cost: Option<Money>,
}

/// Enters the opening stock, and returns the average cost of one base unit that it gives the item; `None` where that is unknown. The caller
/// holds the lock on the item's row.
///
/// # Errors
/// Returns a conflict where the item has moves already, or the month is closed.
pub async fn enter_opening_stock(
    work: &mut Work<'_>,
    item: OpeningItem<'_>,
    opening_stock: &OpeningStock,
) -> Result<Option<Money>> {
    if !item.has_stock {
        let text = format!("{} no lleva control de stock: actívalo para decir cuánto hay.", item.name);
        return invalid("opening_stock", text).err();
    }
    if store::has_moved(work.tx, item.item).await? {
        let text = format!("{} ya tiene movimientos: lo que hay se cambia con un movimiento o un conteo.", item.name);
        return refuse(Code::Conflict, text.clone()).at("opening_stock", text).err();
    }
    let now = work.now;
    documents::check_date_open(work, "opening_stock", now).await?;
    let (moved, price) = check(work, item, opening_stock).await?;
    let kind = match item.item.kind() {
        ItemKind::Product => "product",
        ItemKind::Supply => "supply",
    };
    let source = format!("opening:{kind}:{}", item.item.id());
    let document = StockDocument { source: &source, reason: MoveReason::Opening, name: "Stock inicial", at: now };
    documents::record_document(work, document, &[moved], &HashMap::from([(item.item, item.name.to_owned())])).await?;
    let after = json!({"name": item.name, "quantity": opening_stock.quantity, "unit_price": price});
    let entry = AuditEntry::new("OPENING_STOCK").entity(kind, item.item.id()).change(None, Some(after));
    audit::log(work.tx, work.actor, now, entry).await?;
    Ok(moved.cost.and_then(|cost| cost.per_unit(moved.quantity)))
}

pub(super) fn missing_price_message(name: &str) -> String {
    format!("Escribe lo que cuesta una unidad de {name}, más que cero; déjalo vacío si no lo sabes.")
}

/// The message that quantity and price of an item come to more than anything may cost.
pub fn too_expensive_message(name: &str) -> String {
    format!("La cantidad de {name} por su precio pasa de S/ {MAX_COST:#}. Corrige uno de los dos.")
}

async fn check(
    work: &mut Work<'_>,
    item: OpeningItem<'_>,
    opening_stock: &OpeningStock,
) -> Result<(DocumentMove, Option<Money>)> {
    let mut faults = Faults::default();
    let line =
        FormLine { kind: item.item.kind(), id: item.item.id(), measurement: None, quantity: opening_stock.quantity };
    let mut found = Faults::default();
    let entered = goods::check_lines(work.tx, &[line], &mut found).await?.pop().flatten();
    if found.finish().is_err() {
        faults.add(
            "opening_stock.quantity",
            format!("Escribe cuánto hay de {}: más que cero, hasta 10,000,000.", item.name),
        );
    }
    let price = opening_stock.unit_price.or(item.cost.filter(|cost| !cost.is_zero()));
    if opening_stock.unit_price.is_some_and(|price| price <= Money::ZERO) {
        faults.add("opening_stock.unit_price", missing_price_message(item.name));
    }
    let cost = price.and_then(|price| price.cost_of(opening_stock.quantity)).filter(|cost| *cost <= MAX_COST);
    if price.is_some() && cost.is_none() {
        faults.add("opening_stock.unit_price", too_expensive_message(item.name));
    }
    faults.finish()?;
    let entered =
        entered.ok_or_else(|| invalid("opening_stock.quantity", format!("Escribe cuánto hay de {}.", item.name)))?;
    Ok((DocumentMove::new(&entered, true, cost), price))
}
