//! Taking out what sent lines are made of. Three statements however many lines: one moves the quantities on hand and says what is
//! left; one, once the lines have their command, writes the ledger; the third, names for a warning, only where something went below
//! zero.

use super::{
    model::{Item, Level, MoveReason},
    store::{self, Move},
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

/// From here down tills are told of every change: they show how many are left.
const FEW: Quantity = Quantity::units(10);

/// No command takes more of one thing; what is on hand must stay a number that the database can add to.
const MAX_TAKEN: Quantity = Quantity::units(1_000_000_000);

/// What a line takes of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taking {
    pub line: LineId,
    /// How many of the line.
    pub units: Quantity,
    pub item: Item,
    /// In the item's base unit, for all units of the line. One entry a line and item.
    pub quantity: Quantity,
}

/// What was taken out of what is on hand, to be written down in the ledger.
#[derive(Debug, Default)]
pub struct Taken {
    moves: Vec<Move>,
    /// About what went below zero.
    pub warnings: Vec<String>,
}

/// Takes out what lines are made of; supplies that are not counted are left out. `names` are of the products that are taken
/// themselves. [`write_taken`] follows in the same transaction.
///
/// # Errors
/// `sold_out` where a product is short, unless the company lets stock go below zero.
pub async fn take_for_lines(
    work: &mut Work<'_>,
    takings: &[Taking],
    names: &HashMap<ProductId, String>,
) -> Result<Taken> {
    if takings.is_empty() {
        return Ok(Taken::default());
    }
    let mut taken: BTreeMap<Item, Quantity> = BTreeMap::new();
    for t in takings {
        let sum = taken.entry(t.item).or_default();
        let more = sum.checked_add(t.quantity).filter(|q| *q <= MAX_TAKEN);
        *sum = more
            .ok_or_else(|| invalid("products", "Es demasiado para una comanda. Revisa las cantidades y la receta."))?;
    }
    let out = taken.iter().map(|(item, quantity)| Level { item: *item, quantity: -*quantity });
    let left = store::take_counted(work.tx, &out.collect::<Vec<_>>()).await?;
    let before = |l: &Level| l.quantity + taken.get(&l.item).copied().unwrap_or_default();
    let missing: Vec<(ProductId, Quantity)> = left
        .iter()
        .filter(|l| l.quantity.is_negative())
        .filter_map(|l| if let Item::Product(id) = l.item { Some((id, before(l))) } else { None })
        .collect();
    if !missing.is_empty() && !work.settings().await?.negative_stock {
        return short(&missing, names).err();
    }
    let counted: BTreeMap<Item, Quantity> = left.iter().map(|l| (l.item, l.quantity)).collect();
    let moves = takings.iter().filter(|t| counted.contains_key(&t.item)).map(|t| Move {
        line: t.line,
        item: t.item,
        quantity: -t.quantity,
        units: -t.units,
    });
    let moves: Vec<Move> = moves.collect();
    for level in &left {
        tell_tills(work, level.item, before(level), level.quantity);
    }
    let gone: Vec<Level> =
        left.iter().filter(|l| l.quantity.is_negative() && !before(l).is_negative()).copied().collect();
    let warnings = warnings(work, &gone, names).await?;
    Ok(Taken { moves, warnings })
}

/// Writes down what was taken, as sold with a command.
pub async fn write_taken(work: &mut Work<'_>, command: CommandId, taken: &Taken) -> Result<()> {
    if taken.moves.is_empty() {
        return Ok(());
    }
    store::insert_moves(work, MoveReason::Sale, &format!("command:{command}"), &taken.moves).await
}

/// Tills show what is left of a product once there are few.
pub(super) fn tell_tills(work: &mut Work<'_>, item: Item, before: Quantity, after: Quantity) {
    if let Item::Product(id) = item
        && (before <= FEW || after <= FEW)
    {
        work.tell(Room::Catalog, EventKind::CatalogChanged, json!({ "product_id": id }));
    }
}

/// The refusal for products of which there are fewer than asked for; quantities are what is left.
pub fn short(missing: &[(ProductId, Quantity)], names: &HashMap<ProductId, String>) -> Refusal {
    let name = |id| names.get(id).map_or("Un producto", String::as_str);
    let left = |q: Quantity| if q > Quantity::ZERO { format!("quedan {q}") } else { "no queda".to_owned() };
    let each: Vec<String> = missing.iter().map(|(id, q)| format!("{} ({})", name(id), left(*q))).collect();
    let items: Vec<_> = missing
        .iter()
        .map(|(id, q)| json!({"product_id": id, "name": name(id), "left": (*q).max(Quantity::ZERO)}))
        .collect();
    refuse(Code::SoldOut, format!("No alcanza: {}. Baja la cantidad o elige otro producto.", each.join(", ")))
        .current(json!({ "items": items }))
}

/// Said once, by the send that took it below zero; after that the dashboard keeps saying it.
async fn warnings(work: &mut Work<'_>, gone: &[Level], names: &HashMap<ProductId, String>) -> Result<Vec<String>> {
    if gone.is_empty() {
        return Ok(Vec::new());
    }
    let supplies = store::supply_names(work.tx, gone.iter().map(|l| l.item)).await?;
    let text = |l: &Level| {
        let (name, unit) = match l.item {
            Item::Product(id) => (names.get(&id).cloned().unwrap_or_default(), String::new()),
            Item::Supply(id) => supplies.get(&id).cloned().unwrap_or_default(),
        };
        let amount = format!("{} {unit}", l.quantity);
        format!("Stock en negativo: {name} ({}). Revisa el almacén.", amount.trim_end())
    };
    Ok(gone.iter().map(text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_what_is_short_and_how_many_are_left() {
        let names = HashMap::from([(ProductId(1), "Cerveza".to_owned()), (ProductId(2), "Agua".to_owned())]);
        let refusal = short(&[(ProductId(1), Quantity::units(3)), (ProductId(2), Quantity::units(-1))], &names);
        assert_eq!(
            refusal.message,
            "No alcanza: Cerveza (quedan 3), Agua (no queda). Baja la cantidad o elige otro producto."
        );
        assert_eq!(refusal.current.unwrap()["items"][1]["left"], "0");
    }
}
