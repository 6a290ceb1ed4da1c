//! The kardex: the entries, exits and balance of one item, move by move, like a bank statement.

use super::{
    kardex_store::{self as store, KardexMove, KardexSubject},
    model::{Item, ItemKind, MoveReason},
    return_documents_store::{ReturnDocument, load_return_documents, refund_id},
    units::convert_from_base,
    valuation::Balance,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result, invalid},
    money::{Money, Quantity},
};
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap, HashSet};
use utoipa::ToSchema;

/// The most moves in one answer; a busy item of a busy restaurant has some hundred a day.
const MAX_MOVES: usize = 20_000;

/// No move can be later than this day.
const LAST_DAY: NaiveDate = NaiveDate::from_ymd_opt(9_000, 1, 1).unwrap();

/// The costs of later sales that changed because a document was dated back.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KardexReplay {
    /// The number of sale moves whose cost changed.
    pub sales: i64,
    pub first_day: Option<NaiveDate>,
    pub last_day: Option<NaiveDate>,
    pub cost_before: Money,
    pub cost_after: Money,
    /// The number of these moves whose cost was unknown before.
    pub unknown_before: i64,
    /// False while the costs are still being computed.
    pub done: bool,
}

/// One move. Quantities and unit costs refer to the item's own unit.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KardexRow {
    pub id: i64,
    pub date: DateTime<Utc>,
    pub business_day: NaiveDate,
    /// The number of the document; several numbers where a line was paid in parts. What a refund brought back, or wasted, has that of its
    /// credit note, else that of the document that it voided.
    pub document: Option<String>,
    /// The record that caused the move: `purchase:3`, `inventory:7`, `command:12`, `refund:4`.
    pub source: String,
    pub reason: MoveReason,
    pub entry: Option<Quantity>,
    pub exit: Option<Quantity>,
    /// Null: the cost is unknown.
    pub unit_cost: Option<Money>,
    /// The value of the move, with its sign and with the adjustment.
    pub value: Option<Money>,
    /// The correction of the value of earlier exits whose cost was not known yet.
    pub adjustment: Money,
    pub balance: Quantity,
    pub balance_cost: Option<Money>,
    pub balance_value: Option<Money>,
    /// The move is one of a pair, of a document and its reversal.
    pub reversed: bool,
    pub user_name: String,
    pub replay: Option<KardexReplay>,
}

/// The item of a kardex.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KardexItem {
    pub item_type: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub category: Option<String>,
    /// The unit of all quantities: `kg`; `und` of products.
    pub measurement: String,
}

/// Answer of `GET /products/kardex/{id}`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Kardex {
    pub success: bool,
    pub item: KardexItem,
    pub date_initialize: NaiveDate,
    pub date_end: NaiveDate,
    pub rows: Vec<KardexRow>,
    pub before_quantity: Quantity,
    pub before_cost: Option<Money>,
    pub before_value: Option<Money>,
    /// The sum of entries, without moves that cancel each other at once: a line that was split, a document that was reversed.
    pub entries: Quantity,
    pub exits: Quantity,
    pub after_quantity: Quantity,
    pub after_cost: Option<Money>,
    pub after_value: Option<Money>,
    /// Values are being computed again, and those shown may change.
    pub pending: bool,
}

/// Loads the kardex of an item over business days, both included.
pub async fn load_kardex(tx: &mut Tx, item: Item, first: NaiveDate, last: NaiveDate, pending: bool) -> Result<Kardex> {
    if first > last {
        return invalid("date_end", "La fecha final no puede ser antes de la inicial.").err();
    }
    // The last days of the calendar have no end.
    let last = last.min(LAST_DAY);
    let subject: KardexSubject = store::find_kardex_subject(tx, item).await.or_not_found("el producto o insumo")?;
    let settings = Settings::load(tx).await?;
    let (from, until) = (settings.day_begins(first), settings.day_span(last).1);
    let before = store::load_balance_before(tx, item, from).await?;
    let moves = store::list_moves(tx, item, from, until, MAX_MOVES + 1).await?;
    if moves.len() > MAX_MOVES {
        return invalid("date_end", "Hay demasiados movimientos en esas fechas. Elige menos días.").err();
    }
    let mut moves = without_splits_of_returns(moves);
    name_returns(tx, &mut moves).await?;
    let replays = store::load_replays(tx, item, &moves).await?;
    Ok(build(item, subject, (first, last), before, moves, &replays, pending))
}

/// Leaves out the splits by which units of a line were dismissed or refunded: both sides add up to nothing, and the return beside them tells
/// what happened.
fn without_splits_of_returns(moves: Vec<KardexMove>) -> Vec<KardexMove> {
    let is_return = |m: &&KardexMove| matches!(m.reason, MoveReason::Dismissed | MoveReason::Refunded);
    let returned: HashSet<_> = moves.iter().filter(is_return).filter_map(|m| Some((m.line_id?, m.at))).collect();
    let is_returned_part = |m: &&KardexMove| {
        m.reason == MoveReason::Split && m.line_id.is_some_and(|line| returned.contains(&(line, m.at)))
    };
    let splits: HashSet<_> = moves.iter().filter(is_returned_part).map(|m| (m.source.clone(), m.at)).collect();
    moves.into_iter().filter(|m| !splits.contains(&(m.source.clone(), m.at))).collect()
}

/// Names the document under which guests returned what a refund brought back, or what was wasted with it.
async fn name_returns(tx: &mut Tx, moves: &mut [KardexMove]) -> Result<()> {
    let refunds: BTreeSet<i64> = moves.iter().filter_map(|m| refund_id(&m.source)).collect();
    let documents = load_return_documents(tx, &refunds.into_iter().collect::<Vec<_>>()).await?;
    for m in moves.iter_mut().filter(|m| m.document.is_none()) {
        m.document = refund_id(&m.source).and_then(|id| documents.get(&id)).map(ReturnDocument::full_number);
    }
    Ok(())
}

fn build(
    item: Item,
    subject: KardexSubject,
    (date_initialize, date_end): (NaiveDate, NaiveDate),
    before: Balance,
    moves: Vec<KardexMove>,
    replays: &HashMap<String, KardexReplay>,
    pending: bool,
) -> Kardex {
    let to_item_unit = |q: Quantity| convert_from_base(q, subject.equivalence);
    let own_cost = |cost: Option<Money>| cost.and_then(|cost| cost.cost_of(subject.equivalence));
    let (mut balance, mut entries, mut exits) = (before, Quantity::ZERO, Quantity::ZERO);
    let rows = moves.into_iter().map(|m| {
        balance = m.balance_after(balance);
        let comes_in = m.quantity > Quantity::ZERO;
        let counted = if m.is_netted() { Quantity::ZERO } else { m.quantity };
        if comes_in {
            entries += counted
        } else {
            exits -= counted
        }
        let move_value = m.value.map(|v| v - m.adjustment);
        KardexRow {
            id: m.id,
            date: m.at,
            business_day: m.business_day,
            reason: m.reason,
            entry: comes_in.then(|| to_item_unit(m.quantity)),
            exit: (!comes_in).then(|| to_item_unit(-m.quantity)),
            unit_cost: own_cost(move_value.and_then(|value| value.per_unit(m.quantity))),
            value: m.value,
            adjustment: m.adjustment,
            balance: to_item_unit(balance.quantity),
            balance_cost: own_cost(balance.cost),
            balance_value: balance.value_if_known(),
            reversed: m.reversed,
            user_name: m.user_name,
            replay: replays.get(&m.source).filter(|_| comes_in && !m.reversed).cloned(),
            document: m.document,
            source: m.source,
        }
    });
    let rows: Vec<KardexRow> = rows.collect();
    Kardex {
        success: true,
        before_quantity: to_item_unit(before.quantity),
        before_cost: own_cost(before.cost),
        before_value: before.value_if_known(),
        entries: to_item_unit(entries),
        exits: to_item_unit(exits),
        after_quantity: to_item_unit(balance.quantity),
        after_cost: own_cost(balance.cost),
        after_value: balance.value_if_known(),
        item: KardexItem {
            item_type: item.kind(),
            item_id: item.id(),
            name: subject.name,
            category: subject.category,
            measurement: subject.measurement,
        },
        date_initialize,
        date_end,
        rows,
        pending,
    }
}
