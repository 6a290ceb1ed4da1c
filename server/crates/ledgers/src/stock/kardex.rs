//! The kardex: what came in, what went out and what was left of one item, move by move, like a bank statement.

use super::{
    kardex_store::{self as store, Move, Subject},
    model::{Item, ItemKind, MoveReason},
    units::of_base,
    valuation::Balance,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result, invalid},
    money::{Money, Quantity, SCALE, div_round},
};
use comanda_platform::settings::Settings;
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Moves of one answer; a busy item of a busy house has some hundred a day.
const MAX_MOVES: usize = 20_000;

/// Nothing moves later.
const LAST_DAY: NaiveDate = NaiveDate::from_ymd_opt(9_000, 1, 1).unwrap();

/// What changed behind a document that came late.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KardexReplay {
    /// Moves of sales that cost something else now.
    pub sales: i64,
    pub first_day: Option<NaiveDate>,
    pub last_day: Option<NaiveDate>,
    pub cost_before: Money,
    pub cost_after: Money,
    /// Of these the cost was unknown before.
    pub unknown_before: i64,
    /// False: it is still being computed.
    pub done: bool,
}

/// One move. Quantities and unit costs are of the item's own unit.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct KardexRow {
    pub id: i64,
    pub date: DateTime<Utc>,
    pub business_day: NaiveDate,
    /// Number of the document, or of several where a line was paid in parts.
    pub document: Option<String>,
    /// What moved it: `purchase:3`, `inventory:7`, `command:12`, `refund:4`.
    pub source: String,
    pub reason: MoveReason,
    pub entry: Option<Quantity>,
    pub exit: Option<Quantity>,
    /// Null: nobody knows what it cost.
    pub unit_cost: Option<Money>,
    /// Signed, with the adjustment.
    pub value: Option<Money>,
    /// What corrects the value of what went out before its cost was known.
    pub adjustment: Money,
    pub balance: Quantity,
    pub balance_cost: Option<Money>,
    pub balance_value: Option<Money>,
    /// One of a pair that took a document back.
    pub reversed: bool,
    pub user_name: String,
    pub replay: Option<KardexReplay>,
}

/// What the kardex is of.
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
    /// Without what came in and went out at once: a line that was split, a document that was taken back.
    pub entries: Quantity,
    pub exits: Quantity,
    pub after_quantity: Quantity,
    pub after_cost: Option<Money>,
    pub after_value: Option<Money>,
    /// Values are being computed again: those shown may change.
    pub pending: bool,
}

/// The kardex of an item over business days, both included.
pub async fn kardex(tx: &mut Tx, item: Item, first: NaiveDate, last: NaiveDate, pending: bool) -> Result<Kardex> {
    if first > last {
        return invalid("date_end", "La fecha final no puede ser antes de la inicial.").err();
    }
    // The last days of the calendar have no end.
    let last = last.min(LAST_DAY);
    let subject: Subject = store::subject(tx, item).await.or_not_found("el producto o insumo")?;
    let settings = Settings::load(tx).await?;
    let (from, until) = (settings.day_begins(first), settings.span_of(last).1);
    let before = store::before(tx, item, from).await?;
    let moves = store::moves(tx, item, from, until, MAX_MOVES + 1).await?;
    if moves.len() > MAX_MOVES {
        return invalid("date_end", "Hay demasiados movimientos en esas fechas. Elige menos días.").err();
    }
    let replays = store::replays(tx, item, &moves).await?;
    Ok(told(item, subject, (first, last), before, moves, &replays, pending))
}

fn told(
    item: Item,
    subject: Subject,
    (date_initialize, date_end): (NaiveDate, NaiveDate),
    before: Balance,
    moves: Vec<Move>,
    replays: &HashMap<String, KardexReplay>,
    pending: bool,
) -> Kardex {
    let own = |q: Quantity| of_base(q, subject.equivalence);
    let own_cost = |cost: Option<Money>| cost.map(|c| per_unit(c, subject.equivalence));
    let (mut left, mut entries, mut exits) = (before, Quantity::ZERO, Quantity::ZERO);
    let rows = moves.into_iter().map(|m| {
        left = m.after(left);
        let comes_in = m.quantity > Quantity::ZERO;
        let counted = if m.is_netted() { Quantity::ZERO } else { m.quantity };
        if comes_in {
            entries += counted
        } else {
            exits -= counted
        }
        let worth = m.value.map(|v| v - m.adjustment);
        KardexRow {
            id: m.id,
            date: m.at,
            business_day: m.business_day,
            reason: m.reason,
            entry: comes_in.then(|| own(m.quantity)),
            exit: (!comes_in).then(|| own(-m.quantity)),
            unit_cost: own_cost(worth.map(|w| unit_of(w, m.quantity))),
            value: m.value,
            adjustment: m.adjustment,
            balance: own(left.quantity),
            balance_cost: own_cost(left.cost),
            balance_value: left.known_value(),
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
        before_quantity: own(before.quantity),
        before_cost: own_cost(before.cost),
        before_value: before.known_value(),
        entries: own(entries),
        exits: own(exits),
        after_quantity: own(left.quantity),
        after_cost: own_cost(left.cost),
        after_value: left.known_value(),
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

/// What one of a unit costs of which so much is a base unit.
pub(super) fn per_unit(base_cost: Money, equivalence: Quantity) -> Money {
    ratio(base_cost, equivalence, Quantity::from_millionths(SCALE))
}

fn unit_of(value: Money, quantity: Quantity) -> Money {
    ratio(value, Quantity::from_millionths(SCALE), quantity)
}

fn ratio(value: Money, by: Quantity, of: Quantity) -> Money {
    let (v, of) = (i128::from(value.millionths()), i128::from(of.millionths()));
    let exact = div_round(v * i128::from(by.millionths()) * of.signum(), of.abs());
    Money::from_millionths(i64::try_from(exact).unwrap_or(i64::MAX))
}
