//! Takes out of stock what sent lines are made of. Three statements serve any number of lines: the first changes the quantities on hand and
//! returns the new ones; the second, once the lines have their command, inserts the moves; the third loads names for a warning, only where
//! a quantity went below zero.

use super::{
    model::{Item, ItemQuantity, MoveReason},
    store::{self, StockMove},
};
use comanda_base::{
    error::{Code, Refusal, Result, invalid, refuse},
    ids::{CommandId, LineId, ProductId},
    money::Quantity,
};
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// Tills are notified of changes of a product from this quantity down, because they show how many are left.
const NOTIFY_FROM: Quantity = Quantity::units(10);

/// The most of one item that a command can take, so that the quantity on hand stays within what the database can add to.
const MAX_QUANTITY_TAKEN: Quantity = Quantity::units(1_000_000_000);

/// One item that a line of an account uses up, and how much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineConsumption {
    pub line: LineId,
    /// The number of units of the line.
    pub units: Quantity,
    pub item: Item,
    /// The quantity for all units of the line, in the item's base unit. There is one entry per line and item.
    pub quantity: Quantity,
}

/// The quantities that were taken off the stock on hand and are still to be recorded as moves.
#[derive(Debug, Default)]
pub struct TakenStock {
    moves: Vec<StockMove>,
    /// Warnings about items that went below zero.
    pub warnings: Vec<String>,
}

/// Takes out what lines are made of; supplies that are not counted are left out. `names` has the products that are taken themselves.
/// [`record_taken_stock`] has to follow in the same transaction.
///
/// # Errors
/// `sold_out` where there is not enough of a product, unless the company lets stock go below zero.
pub async fn take_for_lines(
    work: &mut Work<'_>,
    takings: &[LineConsumption],
    names: &HashMap<ProductId, String>,
) -> Result<TakenStock> {
    if takings.is_empty() {
        return Ok(TakenStock::default());
    }
    let mut totals: BTreeMap<Item, Quantity> = BTreeMap::new();
    for t in takings {
        let sum = totals.entry(t.item).or_default();
        let more = sum.checked_add(t.quantity).filter(|q| *q <= MAX_QUANTITY_TAKEN);
        *sum = more
            .ok_or_else(|| invalid("products", "Es demasiado para una comanda. Revisa las cantidades y la receta."))?;
    }
    let decreases = totals.iter().map(|(item, quantity)| ItemQuantity { item: *item, quantity: -*quantity });
    let levels = store::add_to_counted(work.tx, &decreases.collect::<Vec<_>>()).await?;
    let before = |l: &ItemQuantity| l.quantity + totals.get(&l.item).copied().unwrap_or_default();
    let missing: Vec<(ProductId, Quantity)> = levels
        .iter()
        .filter(|l| l.quantity.is_negative())
        .filter_map(|l| if let Item::Product(id) = l.item { Some((id, before(l))) } else { None })
        .collect();
    if !missing.is_empty() && !work.settings().await?.negative_stock {
        return sold_out_refusal(&missing, names).err();
    }
    let counted: BTreeMap<Item, Quantity> = levels.iter().map(|l| (l.item, l.quantity)).collect();
    let moves = takings.iter().filter(|t| counted.contains_key(&t.item)).map(|t| StockMove {
        line: t.line,
        item: t.item,
        quantity: -t.quantity,
        units: -t.units,
    });
    let moves: Vec<StockMove> = moves.collect();
    for level in &levels {
        notify_tills(work, level.item, before(level), level.quantity);
    }
    let newly_negative: Vec<ItemQuantity> =
        levels.iter().filter(|l| l.quantity.is_negative() && !before(l).is_negative()).copied().collect();
    let warnings = negative_stock_warnings(work, &newly_negative, names).await?;
    Ok(TakenStock { moves, warnings })
}

/// Records what was taken, as sold with a command.
pub async fn record_taken_stock(work: &mut Work<'_>, command: CommandId, stock: &TakenStock) -> Result<()> {
    if stock.moves.is_empty() {
        return Ok(());
    }
    store::insert_moves(work, MoveReason::Sale, &format!("command:{command}"), &stock.moves).await
}

/// Notifies tills of a product of which few are left.
pub(super) fn notify_tills(work: &mut Work<'_>, item: Item, before: Quantity, after: Quantity) {
    if let Item::Product(id) = item
        && (before <= NOTIFY_FROM || after <= NOTIFY_FROM)
    {
        work.add_event(Room::Catalog, EventKind::CatalogChanged, json!({ "product_id": id }));
    }
}

/// Returns the refusal for products of which there are fewer than asked for; the quantities are what is left.
pub fn sold_out_refusal(missing: &[(ProductId, Quantity)], names: &HashMap<ProductId, String>) -> Refusal {
    let name = |id| names.get(id).map_or("Un producto", String::as_str);
    let describe_remaining =
        |q: Quantity| if q > Quantity::ZERO { format!("quedan {q}") } else { "no queda".to_owned() };
    let each: Vec<String> =
        missing.iter().map(|(id, q)| format!("{} ({})", name(id), describe_remaining(*q))).collect();
    let items: Vec<_> = missing
        .iter()
        .map(|(id, q)| json!({"product_id": id, "name": name(id), "left": (*q).max(Quantity::ZERO)}))
        .collect();
    refuse(Code::SoldOut, format!("No alcanza: {}. Baja la cantidad o elige otro producto.", each.join(", ")))
        .with_current(json!({ "items": items }))
}

/// Returns warnings for the send that took an item below zero; later the dashboard keeps showing it.
async fn negative_stock_warnings(
    work: &mut Work<'_>,
    negative_items: &[ItemQuantity],
    names: &HashMap<ProductId, String>,
) -> Result<Vec<String>> {
    if negative_items.is_empty() {
        return Ok(Vec::new());
    }
    let supplies = store::load_supply_names(work.tx, negative_items.iter().map(|l| l.item)).await?;
    let text = |l: &ItemQuantity| {
        let (name, unit) = match l.item {
            Item::Product(id) => (names.get(&id).cloned().unwrap_or_default(), String::new()),
            Item::Supply(id) => supplies.get(&id).cloned().unwrap_or_default(),
        };
        let amount = format!("{} {unit}", l.quantity);
        format!("Stock en negativo: {name} ({}). Revisa el almacén.", amount.trim_end())
    };
    Ok(negative_items.iter().map(text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_what_is_short_and_how_many_are_left() {
        let names = HashMap::from([(ProductId(1), "Cerveza".to_owned()), (ProductId(2), "Agua".to_owned())]);
        let refusal =
            sold_out_refusal(&[(ProductId(1), Quantity::units(3)), (ProductId(2), Quantity::units(-1))], &names);
        assert_eq!(
            refusal.message,
            "No alcanza: Cerveza (quedan 3), Agua (no queda). Baja la cantidad o elige otro producto."
        );
        assert_eq!(refusal.current.unwrap()["items"][1]["left"], "0");
    }
}
