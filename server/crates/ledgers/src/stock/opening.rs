//! What there was when counting began: entered with a product or supply, once, as a move of its own (`opening:supply:3`). Later it is
//! movements and counts that change what there is.

use super::{
    documents::{self, Document, DocumentMove},
    documents_store as store,
    goods::{self, Given},
    model::{Item, ItemKind, MoveReason},
};
use comanda_base::{
    error::{Code, Faults, Result, invalid, refuse},
    money::{Money, Quantity},
};
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

pub use store::moved;

/// Far beyond what all of anything costs that a restaurant keeps.
pub(super) const MAX_COST: Money = Money::units(100_000_000);

/// How much there is of something new, in its own unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
pub struct OpeningStock {
    pub quantity: Quantity,
    /// Of one of its unit; absent: the cost that its form says, or else nobody knows.
    pub unit_price: Option<Money>,
}

impl OpeningStock {
    /// So many, at what their form says.
    pub const fn of(quantity: Quantity) -> Self {
        Self { quantity, unit_price: None }
    }
}

/// What it is of.
#[derive(Debug, Clone, Copy)]
pub struct Opened<'o> {
    pub item: Item,
    pub name: &'o str,
    pub has_stock: bool,
    /// `cost_amount` of its form.
    pub cost: Option<Money>,
}

/// Enters it. The caller holds the item's row.
///
/// # Errors
/// Conflict where the item was moved before, or the month is closed.
pub async fn enter(work: &mut Work<'_>, of: Opened<'_>, given: &OpeningStock) -> Result<()> {
    if !of.has_stock {
        let text = format!("{} no lleva control de stock: actívalo para decir cuánto hay.", of.name);
        return invalid("opening_stock", text).err();
    }
    if store::has_moved(work.tx, of.item).await? {
        let text = format!("{} ya tiene movimientos: lo que hay se cambia con un movimiento o un conteo.", of.name);
        return refuse(Code::Conflict, text.clone()).at("opening_stock", text).err();
    }
    let now = work.now;
    documents::check_date(work, "opening_stock", now).await?;
    let (moved, price) = checked(work, of, given).await?;
    let kind = match of.item.kind() {
        ItemKind::Product => "product",
        ItemKind::Supply => "supply",
    };
    let source = format!("opening:{kind}:{}", of.item.id());
    let document = Document { source: &source, reason: MoveReason::Opening, name: "Stock inicial", at: now };
    documents::record(work, document, &[moved], &HashMap::from([(of.item, of.name.to_owned())])).await?;
    let after = json!({"name": of.name, "quantity": given.quantity, "unit_price": price});
    let entry = Entry::new("OPENING_STOCK").entity(kind, of.item.id()).change(None, Some(after));
    audit::log(work.tx, work.actor, now, entry).await?;
    Ok(())
}

async fn checked(work: &mut Work<'_>, of: Opened<'_>, given: &OpeningStock) -> Result<(DocumentMove, Option<Money>)> {
    let mut faults = Faults::default();
    let line = Given { kind: of.item.kind(), id: of.item.id(), measurement: None, quantity: given.quantity };
    let mut found = Faults::default();
    let entered = goods::entered(work.tx, &[line], &mut found).await?.pop().flatten();
    if found.done().is_err() {
        faults.add("opening_stock.quantity", "Escribe cuánto hay: más que cero, hasta 10 000 000.");
    }
    let price = given.unit_price.or(of.cost.filter(|cost| !cost.is_zero()));
    if given.unit_price.is_some_and(|price| price <= Money::ZERO) {
        faults.add("opening_stock.unit_price", "Escribe lo que cuesta una unidad; vacío si no lo sabes.");
    }
    let cost = price.and_then(|price| goods::cost_of(given.quantity, price)).filter(|cost| *cost <= MAX_COST);
    if price.is_some() && cost.is_none() {
        faults.add("opening_stock.unit_price", "Revisa la cantidad y el precio: es demasiado.");
    }
    faults.done()?;
    let entered = entered.ok_or_else(|| invalid("opening_stock.quantity", "Escribe cuánto hay."))?;
    Ok((DocumentMove::of(&entered, true, cost), price))
}
