//! Stock moves of office documents: purchases, movements by hand, counts. A document is recorded at its own time, which may lie in the
//! past; later moves are then valued again. Nothing is deleted: a document that is reversed gets counter-moves.

use super::{
    documents_store as store,
    goods::EnteredLine,
    model::{Item, ItemQuantity, MoveReason},
    store::add_to_on_hand,
    take::notify_tills,
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
pub struct StockDocument<'d> {
    /// The record behind it: `purchase:12`; unique for each recording.
    pub source: &'d str,
    pub reason: MoveReason,
    /// The document's name in the kardex: `F014-28431`.
    pub name: &'d str,
    /// The moment at which it happened, now or earlier.
    pub at: DateTime<Utc>,
}

/// The quantity and cost of one item that a stock document moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentMove {
    pub item: Item,
    /// The quantity in the base unit; negative for what goes out.
    pub quantity: Quantity,
    pub measurement: MeasurementId,
    /// The total cost of what comes in; `None` where it is unknown.
    pub cost: Option<Money>,
    /// For what a production made: its cost besides the moves of its ingredients. Its total cost follows those moves.
    pub extra_cost: Option<Money>,
}

impl DocumentMove {
    /// Builds the move of a line that comes in at a cost, or goes out.
    pub fn new(entered: &EnteredLine, comes_in: bool, cost: Option<Money>) -> Self {
        let quantity = if comes_in { entered.base } else { -entered.base };
        Self {
            item: entered.good.item,
            quantity,
            measurement: entered.measurement,
            cost: cost.filter(|_| comes_in),
            extra_cost: None,
        }
    }

    /// Builds the move of what a production made: it costs what its ingredients cost, as soon as they are valued.
    pub fn produced(entered: &EnteredLine, extra_cost: Option<Money>) -> Self {
        Self { extra_cost, ..Self::new(entered, true, None) }
    }
}

/// Refuses a date in a closed month or in the future.
pub async fn check_date_open(work: &mut Work<'_>, field: &str, at: DateTime<Utc>) -> Result<()> {
    let settings = work.settings().await?;
    let (day, closed) = (settings.business_day(at), settings.books_closed_until);
    if at > work.now {
        return comanda_base::error::invalid(field, "La fecha no puede ser después de ahora.").err();
    }
    check_day_open(day, closed, field)
}

fn check_day_open(day: NaiveDate, closed: Option<NaiveDate>, field: &str) -> Result<()> {
    let Some(closed) = closed.filter(|closed| day <= *closed) else { return Ok(()) };
    let text = format!(
        "El almacén está cerrado hasta el {}: usa una fecha posterior, o pide al administrador que abra el mes.",
        closed.format("%d/%m/%Y")
    );
    refuse(Code::Conflict, text.clone()).at(field, text).err()
}

/// Records the moves of a document, and returns warnings about items that are now below zero. The caller leaves out items without stock.
///
/// # Errors
/// `sold_out` where a product goes below zero and the company does not allow that.
pub async fn record_document(
    work: &mut Work<'_>,
    document: StockDocument<'_>,
    moves: &[DocumentMove],
    names: &HashMap<Item, String>,
) -> Result<Vec<String>> {
    if moves.is_empty() {
        return Ok(Vec::new());
    }
    let warnings = apply_moves(work, moves, names).await?;
    store::insert_moves(work, document, moves).await?;
    store::request_replay(work.tx, &sorted_items(moves), document.at, document.source).await?;
    notify_changed(work);
    Ok(warnings)
}

/// Reverses a document: adds a counter-move for each of its moves, with the same cost and time, so that later moves are valued as if the
/// document had never been.
///
/// # Errors
/// `sold_out` where there is no longer enough of a product; a conflict where its month is closed.
pub async fn reverse_document(work: &mut Work<'_>, source: &str, names: &HashMap<Item, String>) -> Result<Vec<String>> {
    let recorded = store::list_unreversed_moves(work.tx, source).await?;
    let Some(first) = recorded.first() else { return Ok(Vec::new()) };
    let (at, day) = (first.at, first.business_day);
    let closed = work.settings().await?.books_closed_until;
    check_day_open(day, closed, "date")?;
    let back: Vec<DocumentMove> = recorded.iter().map(|m| m.reverse()).collect();
    let warnings = apply_moves(work, &back, names).await?;
    store::insert_counter_moves(work, source).await?;
    store::request_replay(work.tx, &sorted_items(&back), at, &format!("{source}:back")).await?;
    notify_changed(work);
    Ok(warnings)
}

/// Loads how documents changed the cost of each item: what came in with them, less what went out with them.
pub async fn load_cost_changes(tx: &mut Tx, sources: &[String]) -> Result<HashMap<Item, Money>> {
    if sources.is_empty() {
        return Ok(HashMap::new());
    }
    Ok(store::load_cost_changes(tx, sources).await?)
}

/// Changes the name of a document in the kardex, where it was copied wrong from its paper.
pub async fn rename_document(tx: &mut Tx, source: &str, name: &str) -> Result<()> {
    Ok(store::rename_document(tx, source, name).await?)
}

fn sorted_items(moves: &[DocumentMove]) -> Vec<Item> {
    let mut items: Vec<Item> = moves.iter().map(|m| m.item).collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// Notifies the screens of the stock, and has the moves valued after the commit.
fn notify_changed(work: &mut Work<'_>) {
    work.wakes_valuer = true;
    work.add_event(Room::Catalog, EventKind::StockChanged, json!({}));
}

async fn apply_moves(
    work: &mut Work<'_>,
    moves: &[DocumentMove],
    names: &HashMap<Item, String>,
) -> Result<Vec<String>> {
    let mut sums: BTreeMap<Item, Quantity> = BTreeMap::new();
    for m in moves {
        *sums.entry(m.item).or_default() += m.quantity;
    }
    let changes: Vec<ItemQuantity> =
        sums.iter().map(|(item, quantity)| ItemQuantity { item: *item, quantity: *quantity }).collect();
    let now = add_to_on_hand(work.tx, &changes).await?;
    let negative_allowed = work.settings().await?.negative_stock;
    let (mut short, mut warnings) = (Vec::new(), Vec::new());
    for level in &now {
        let change = sums.get(&level.item).copied().unwrap_or_default();
        let before = level.quantity - change;
        notify_tills(work, level.item, before, level.quantity);
        if !level.quantity.is_negative() || !change.is_negative() {
            continue;
        }
        let name = names.get(&level.item).map_or("Un ítem", String::as_str);
        match level.item {
            Item::Product(_) if !negative_allowed => short.push((name, level.item, before.max(Quantity::ZERO))),
            _ if work.actor.can_without_pin(Action::EditCatalog) => {
                warnings.push(format!("Stock en negativo: {name} ({}). Revisa el almacén.", level.quantity));
            }
            // Users who count stock blind are not told how much there is.
            _ => warnings.push(format!("Stock en negativo: {name}. Avisa al almacén.")),
        }
    }
    if short.is_empty() {
        return Ok(warnings);
    }
    let each: Vec<String> = short.iter().map(|(name, _, remaining)| format!("{name} (hay {remaining})")).collect();
    let text = format!("No alcanza: {}. Baja la cantidad, o cuenta lo que hay.", each.join(", "));
    let items: Vec<_> = short
        .iter()
        .map(|(name, item, remaining)| json!({"item_type": item.kind(), "item_id": item.id(), "name": name, "left": remaining}))
        .collect();
    refuse(Code::SoldOut, text).with_current(json!({ "items": items })).err()
}
