//! Opening stock of several items, told at once: all of it is entered, in one document, or nothing is.

use super::{
    documents::{self, Document, DocumentMove},
    documents_store as store,
    goods::{self, Entered, Given},
    model::{Item, ItemKind, MoveReason},
    opening::MAX_COST,
};
use comanda_base::{
    error::{Faults, Result},
    ids::{MeasurementId, SupplyId},
    money::{Money, Quantity},
};
use comanda_platform::{
    audit::{self, Entry},
    use_case::Work,
};
use serde_json::json;
use std::collections::{HashMap, HashSet};

/// What there is of one item.
#[derive(Debug, Clone, Copy)]
pub struct OpeningLine {
    /// Where its faults are put: `items.{at}.quantity`.
    pub at: usize,
    pub item: Item,
    pub measurement: Option<MeasurementId>,
    pub quantity: Quantity,
    /// Of one of its own unit; absent: what its form says, or else nobody knows.
    pub unit_price: Option<Money>,
    /// What the form of a product says that one costs; of a supply it is found here.
    pub form_cost: Option<Money>,
}

/// One that can be written.
struct Line {
    entered: Entered,
    cost: Option<Money>,
}

/// Enters it and gives what each line cost, as far as anybody knows. The caller holds the rows of the products; `faults` are what it
/// found before.
///
/// # Errors
/// All that is wrong with the lines, each at its place; conflict where the month is closed.
pub async fn enter(work: &mut Work<'_>, given: &[OpeningLine], mut faults: Faults) -> Result<Vec<Option<Money>>> {
    let now = work.now;
    documents::check_date(work, "items", now).await?;
    let supplies: Vec<SupplyId> = given.iter().filter_map(|l| l.item.supply()).collect();
    store::hold_supplies(work.tx, &supplies).await?;
    let lines = checked(work, given, &supplies, &mut faults).await?;
    faults.done()?;
    let moves: Vec<DocumentMove> = lines.iter().map(|l| DocumentMove::of(&l.entered, true, l.cost)).collect();
    let names: HashMap<Item, String> =
        lines.iter().map(|l| (l.entered.good.item, l.entered.good.name.clone())).collect();
    // Named by the first of its items: an item begins once, so that no other has this name.
    let first = moves.iter().map(|m| m.item).min();
    let source = first.map_or_else(String::new, |item| format!("opening:list:{}:{}", word(item.kind()), item.id()));
    let document = Document { source: &source, reason: MoveReason::Opening, name: "Stock inicial", at: now };
    documents::record(work, document, &moves, &names).await?;
    audit::log_all(work.tx, work.actor, now, lines.iter().map(logged).collect()).await?;
    Ok(lines.iter().map(|l| l.cost).collect())
}

const fn word(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Product => "product",
        ItemKind::Supply => "supply",
    }
}

fn logged(line: &Line) -> Entry {
    let Entered { good, quantity, symbol, .. } = &line.entered;
    let after = json!({"name": good.name, "quantity": quantity, "measurement": symbol, "cost": line.cost});
    Entry::new("OPENING_STOCK").entity(word(good.item.kind()), good.item.id()).change(None, Some(after))
}

async fn checked(
    work: &mut Work<'_>,
    given: &[OpeningLine],
    supplies: &[SupplyId],
    faults: &mut Faults,
) -> Result<Vec<Line>> {
    let items: Vec<Given> = given
        .iter()
        .map(|l| Given { kind: l.item.kind(), id: l.item.id(), measurement: l.measurement, quantity: l.quantity })
        .collect();
    let places: Vec<usize> = given.iter().map(|l| l.at).collect();
    let entered = goods::entered_at(work.tx, &items, &places, faults).await?;
    let moved = store::moved_among(work.tx, &given.iter().map(|l| l.item).collect::<Vec<_>>()).await?;
    let base_costs = goods::base_costs(work.tx, supplies).await?;
    let mut lines = Vec::with_capacity(given.len());
    for (line, entered) in given.iter().zip(entered) {
        let Some(entered) = entered else { continue };
        let base_cost = line.item.supply().and_then(|id| base_costs.get(&id)).copied();
        let cost = checked_line(line, &entered, base_cost, &moved, faults);
        lines.push(Line { entered, cost });
    }
    Ok(lines)
}

/// Says what is wrong with a line, and gives what all of it cost.
fn checked_line(
    line: &OpeningLine,
    entered: &Entered,
    base_cost: Option<Money>,
    moved: &HashSet<Item>,
    faults: &mut Faults,
) -> Option<Money> {
    let field = |name: &str| format!("items.{}.{name}", line.at);
    let name = &entered.good.name;
    if !entered.good.has_stock {
        faults.add(&field("quantity"), format!("{name} no lleva control de stock: actívalo en su ficha."));
    } else if moved.contains(&line.item) {
        let text = format!("{name} ya tiene movimientos: lo que hay se cambia con un movimiento o un conteo.");
        faults.add(&field("quantity"), text);
    }
    if line.unit_price.is_some_and(|price| price <= Money::ZERO) {
        faults.add(&field("unit_price"), "Escribe lo que cuesta una unidad; vacío si no lo sabes.");
        return None;
    }
    let (quantity, price) = match (line.unit_price, line.form_cost.filter(|cost| !cost.is_zero())) {
        (Some(price), _) | (None, Some(price)) => (line.quantity, price),
        (None, None) => (entered.base, base_cost.filter(|cost| !cost.is_zero())?),
    };
    let cost = goods::cost_of(quantity, price).filter(|cost| *cost <= MAX_COST);
    if cost.is_none() {
        faults.add(&field("unit_price"), "Revisa la cantidad y el precio: es demasiado.");
    }
    cost
}
