//! The opening stock of several items at once: all of it is entered in one document, or nothing is.

use super::{
    documents::{self, DocumentMove, StockDocument},
    documents_store as store,
    goods::{self, EnteredLine, FormLine},
    model::{Item, ItemKind, MoveReason},
    opening::{MAX_COST, missing_price_message, too_expensive_message},
};
use comanda_base::{
    error::{Faults, Result},
    ids::{MeasurementId, SupplyId},
    money::{Money, Quantity},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;
use std::collections::{HashMap, HashSet};

/// The opening stock of one item.
#[derive(Debug, Clone, Copy)]
pub struct OpeningLine {
    /// The position for its faults: `items.{at}.quantity`.
    pub at: usize,
    pub item: Item,
    pub measurement: Option<MeasurementId>,
    pub quantity: Quantity,
    /// The price of one of its own unit; absent: the cost of its form, or else unknown.
    pub unit_price: Option<Money>,
    /// The cost of one in the form of a product; that of a supply is loaded here.
    pub form_cost: Option<Money>,
}

/// A line without faults.
struct CheckedLine {
    entered: EnteredLine,
    cost: Option<Money>,
}

/// Enters the opening stock and returns the cost of each line, where known. The caller holds the locks on the products' rows and passes
/// the `faults` that it found itself.
///
/// # Errors
/// Returns all faults of the lines, each at its place; a conflict where the month is closed.
pub async fn enter_opening_list(
    work: &mut Work<'_>,
    opening_lines: &[OpeningLine],
    mut faults: Faults,
) -> Result<Vec<Option<Money>>> {
    let now = work.now;
    documents::check_date_open(work, "items", now).await?;
    let supplies: Vec<SupplyId> = opening_lines.iter().filter_map(|l| l.item.supply_id()).collect();
    store::lock_supplies(work.tx, &supplies).await?;
    let lines = check_list(work, opening_lines, &supplies, &mut faults).await?;
    faults.finish()?;
    let moves: Vec<DocumentMove> = lines.iter().map(|l| DocumentMove::new(&l.entered, true, l.cost)).collect();
    let names: HashMap<Item, String> =
        lines.iter().map(|l| (l.entered.good.item, l.entered.good.name.clone())).collect();
    // The document is named by its first item: an item begins only once, so no other document has this name.
    let first = moves.iter().map(|m| m.item).min();
    let source =
        first.map_or_else(String::new, |item| format!("opening:list:{}:{}", entity_word(item.kind()), item.id()));
    let document = StockDocument { source: &source, reason: MoveReason::Opening, name: "Stock inicial", at: now };
    documents::record_document(work, document, &moves, &names).await?;
    audit::log_all(work.tx, work.actor, now, lines.iter().map(audit_entry).collect()).await?;
    Ok(lines.iter().map(|l| l.cost).collect())
}

const fn entity_word(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Product => "product",
        ItemKind::Supply => "supply",
    }
}

fn audit_entry(line: &CheckedLine) -> AuditEntry {
    let EnteredLine { good, quantity, symbol, .. } = &line.entered;
    let after = json!({"name": good.name, "quantity": quantity, "measurement": symbol, "cost": line.cost});
    AuditEntry::new("OPENING_STOCK").entity(entity_word(good.item.kind()), good.item.id()).change(None, Some(after))
}

async fn check_list(
    work: &mut Work<'_>,
    opening_lines: &[OpeningLine],
    supplies: &[SupplyId],
    faults: &mut Faults,
) -> Result<Vec<CheckedLine>> {
    let items: Vec<FormLine> = opening_lines
        .iter()
        .map(|l| FormLine { kind: l.item.kind(), id: l.item.id(), measurement: l.measurement, quantity: l.quantity })
        .collect();
    let places: Vec<usize> = opening_lines.iter().map(|l| l.at).collect();
    let entered = goods::check_lines_at(work.tx, &items, &places, faults).await?;
    let moved = store::find_moved(work.tx, &opening_lines.iter().map(|l| l.item).collect::<Vec<_>>()).await?;
    let base_costs = goods::load_base_costs(work.tx, supplies).await?;
    let mut lines = Vec::with_capacity(opening_lines.len());
    for (line, entered) in opening_lines.iter().zip(entered) {
        let Some(entered) = entered else { continue };
        let base_cost = line.item.supply_id().and_then(|id| base_costs.get(&id)).copied();
        let cost = check_line(line, &entered, base_cost, &moved, faults);
        lines.push(CheckedLine { entered, cost });
    }
    Ok(lines)
}

/// Adds the faults of a line, and returns its total cost.
fn check_line(
    line: &OpeningLine,
    entered: &EnteredLine,
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
        faults.add(&field("unit_price"), missing_price_message(name));
        return None;
    }
    let (quantity, price) = match (line.unit_price, line.form_cost.filter(|cost| !cost.is_zero())) {
        (Some(price), _) | (None, Some(price)) => (line.quantity, price),
        (None, None) => (entered.base, base_cost.filter(|cost| !cost.is_zero())?),
    };
    let cost = price.cost_of(quantity).filter(|cost| *cost <= MAX_COST);
    if cost.is_none() {
        faults.add(&field("unit_price"), too_expensive_message(name));
    }
    cost
}
