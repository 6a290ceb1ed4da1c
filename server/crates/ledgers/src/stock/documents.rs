//! What documents of the office move: purchases, movements by hand, counts. A document is written at its own time, which may lie back;
//! what followed is then valued again behind it. Nothing is deleted: a document that is taken back leaves counter-moves.

use super::{
    documents_store as store,
    goods::Entered,
    model::{Item, Level, MoveReason},
    store::add,
    take::tell_tills,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::MeasurementId,
    money::{Money, Quantity},
};
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::{Action, Work},
};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

/// A document that moves stock.
#[derive(Debug, Clone, Copy)]
pub struct Document<'d> {
    /// `purchase:12`; no two recordings have the same.
    pub source: &'d str,
    pub reason: MoveReason,
    /// As the kardex names it: `F014-28431`.
    pub name: &'d str,
    /// When it happened, now or earlier.
    pub at: DateTime<Utc>,
}

/// What a document moves of one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentMove {
    pub item: Item,
    /// In the base unit; what goes out is negative.
    pub quantity: Quantity,
    pub measurement: MeasurementId,
    /// What all of it cost, of what comes in; `None` where nobody knows.
    pub cost: Option<Money>,
    /// Of what a production made: what it cost besides the moves that went into it. Its cost follows those.
    pub extra_cost: Option<Money>,
}

impl DocumentMove {
    /// What comes in for so much, or goes out.
    pub fn of(entered: &Entered, comes_in: bool, cost: Option<Money>) -> Self {
        let quantity = if comes_in { entered.base } else { -entered.base };
        Self {
            item: entered.good.item,
            quantity,
            measurement: entered.measurement,
            cost: cost.filter(|_| comes_in),
            extra_cost: None,
        }
    }

    /// What a production made: it costs what went into it, as soon as that is valued.
    pub fn made(entered: &Entered, extra_cost: Option<Money>) -> Self {
        Self { extra_cost, ..Self::of(entered, true, None) }
    }
}

/// Refuses what is dated in a closed month, or in the future.
pub async fn check_date(work: &mut Work<'_>, field: &str, at: DateTime<Utc>) -> Result<()> {
    let settings = work.settings().await?;
    let (day, closed) = (settings.business_day(at), settings.books_closed_until);
    if at > work.now {
        return comanda_base::error::invalid(field, "La fecha no puede ser después de ahora.").err();
    }
    open_on(day, closed, field)
}

fn open_on(day: NaiveDate, closed: Option<NaiveDate>, field: &str) -> Result<()> {
    let Some(closed) = closed.filter(|closed| day <= *closed) else { return Ok(()) };
    let text = format!(
        "El almacén está cerrado hasta el {}: usa una fecha posterior, o pide al administrador que abra el mes.",
        closed.format("%d/%m/%Y")
    );
    refuse(Code::Conflict, text.clone()).at(field, text).err()
}

/// Moves what the document says, and gives warnings about what is below zero now. What is not counted must be left out by the caller.
///
/// # Errors
/// `sold_out` where a product goes below zero and the company does not allow that.
pub async fn record(
    work: &mut Work<'_>,
    document: Document<'_>,
    moves: &[DocumentMove],
    names: &HashMap<Item, String>,
) -> Result<Vec<String>> {
    if moves.is_empty() {
        return Ok(Vec::new());
    }
    let warnings = change(work, moves, names).await?;
    store::insert_moves(work, document, moves).await?;
    store::replay_from(work.tx, &sorted_items(moves), document.at, document.source).await?;
    changed(work);
    Ok(warnings)
}

/// Takes back what a document moved: a counter-move for each of its moves, of the same cost and at the same time, so that what
/// followed is valued as if it had never been.
///
/// # Errors
/// `sold_out` where there is no longer enough of a product; conflict where its month is closed.
pub async fn take_back(work: &mut Work<'_>, source: &str, names: &HashMap<Item, String>) -> Result<Vec<String>> {
    let recorded = store::standing(work.tx, source).await?;
    let Some(first) = recorded.first() else { return Ok(Vec::new()) };
    let (at, day) = (first.at, first.business_day);
    let closed = work.settings().await?.books_closed_until;
    open_on(day, closed, "date")?;
    let back: Vec<DocumentMove> = recorded.iter().map(|m| m.reversed()).collect();
    let warnings = change(work, &back, names).await?;
    store::insert_counter_moves(work, source).await?;
    store::replay_from(work.tx, &sorted_items(&back), at, &format!("{source}:back")).await?;
    changed(work);
    Ok(warnings)
}

/// What documents that stand changed of the cost of each item: what came in with them cost, less what went out with them had cost.
pub async fn cost_changes(tx: &mut Tx, sources: &[String]) -> Result<HashMap<Item, Money>> {
    if sources.is_empty() {
        return Ok(HashMap::new());
    }
    Ok(store::cost_changes(tx, sources).await?)
}

/// Names a document anew in the kardex: what was copied wrong from its paper.
pub async fn rename(tx: &mut Tx, source: &str, name: &str) -> Result<()> {
    Ok(store::rename(tx, source, name).await?)
}

fn sorted_items(moves: &[DocumentMove]) -> Vec<Item> {
    let mut items: Vec<Item> = moves.iter().map(|m| m.item).collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// Screens of the store room are told, and what moved is valued behind the commit.
fn changed(work: &mut Work<'_>) {
    work.wakes_valuer = true;
    work.tell(Room::Catalog, EventKind::StockChanged, json!({}));
}

async fn change(work: &mut Work<'_>, moves: &[DocumentMove], names: &HashMap<Item, String>) -> Result<Vec<String>> {
    let mut sums: BTreeMap<Item, Quantity> = BTreeMap::new();
    for m in moves {
        *sums.entry(m.item).or_default() += m.quantity;
    }
    let changes: Vec<Level> = sums.iter().map(|(item, quantity)| Level { item: *item, quantity: *quantity }).collect();
    let now = add(work.tx, &changes).await?;
    let negative_allowed = work.settings().await?.negative_stock;
    let (mut short, mut warnings) = (Vec::new(), Vec::new());
    for level in &now {
        let change = sums.get(&level.item).copied().unwrap_or_default();
        let before = level.quantity - change;
        tell_tills(work, level.item, before, level.quantity);
        if !level.quantity.is_negative() || !change.is_negative() {
            continue;
        }
        let name = names.get(&level.item).map_or("Un ítem", String::as_str);
        match level.item {
            Item::Product(_) if !negative_allowed => short.push((name, level.item, before.max(Quantity::ZERO))),
            _ if work.actor.may(Action::EditCatalog) => {
                warnings.push(format!("Stock en negativo: {name} ({}). Revisa el almacén.", level.quantity));
            }
            // Whoever counts it does not hear how much there is.
            _ => warnings.push(format!("Stock en negativo: {name}. Avisa al almacén.")),
        }
    }
    if short.is_empty() {
        return Ok(warnings);
    }
    let each: Vec<String> = short.iter().map(|(name, _, left)| format!("{name} (hay {left})")).collect();
    let text = format!("No alcanza: {}. Baja la cantidad, o cuenta lo que hay.", each.join(", "));
    let items: Vec<_> = short
        .iter()
        .map(|(name, item, left)| json!({"item_type": item.kind(), "item_id": item.id(), "name": name, "left": left}))
        .collect();
    refuse(Code::SoldOut, text).current(json!({ "items": items })).err()
}
