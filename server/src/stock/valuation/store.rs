//! SQL of what moves are worth: `stock_values`, `stock_days`, `stock_replays`, and the values on `stock_moves`.

use super::{fold::Balance, lines::LineMove};
use crate::{
    args,
    db::{self, Sql, Tx},
    ids::LineId,
    money::{Money, Quantity},
    stock::model::{Item, ItemKind, MoveReason},
};
use chrono::{DateTime, NaiveDate, Utc};

/// Rows of one statement.
const MAX_ROWS: usize = 2_000;
/// Items of one step.
const MAX_ITEMS: i64 = 300;

/// An item that waits, and how far it is valued.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct Waiting {
    item_kind: ItemKind,
    item_id: i64,
    /// `stock_items.changes` now.
    pub changes: i64,
    pub valued_at: Option<DateTime<Utc>>,
    quantity: Quantity,
    value: Money,
    unit_cost: Option<Money>,
    pub replay_from: Option<DateTime<Utc>>,
    pub cause: Option<String>,
    /// Moves behind `valued_at` were left for the next step.
    pub is_behind: bool,
}

impl Waiting {
    pub(super) fn item(&self) -> Item {
        Item::of(self.item_kind, self.item_id)
    }
    pub(super) fn balance(&self) -> Balance {
        Balance { quantity: self.quantity, value: self.value, cost: self.unit_cost }
    }
}

const WAITS: &str = "(v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL)";

/// Whether anything waits.
pub(super) async fn anything_waits(tx: &mut Tx) -> db::Result<bool> {
    let found: Option<(i64,)> = tx
        .query(
            "SELECT i.item_id FROM stock_items i LEFT JOIN stock_values v ON v.item_kind = i.item_kind AND v.item_id = i.item_id
             WHERE v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL LIMIT 1",
        )
        .maybe()
        .await?;
    Ok(found.is_some())
}

/// Whether this item waits.
pub(super) async fn item_waits(tx: &mut Tx, item: Item) -> db::Result<bool> {
    let sql = Sql::new(
        "SELECT i.item_id FROM stock_items i LEFT JOIN stock_values v ON v.item_kind = i.item_kind AND v.item_id = i.item_id
         WHERE i.item_kind = $1 AND i.item_id = $2",
    );
    let found: Option<(i64,)> = tx.query(sql.bind(item.kind()).bind(item.id()).add("AND").add(WAITS)).maybe().await?;
    Ok(found.is_some())
}

/// Locks some items that wait, and gives them. What is written for one of them meanwhile waits for this step.
pub(super) async fn waiting(tx: &mut Tx) -> db::Result<Vec<Waiting>> {
    tx.query(
        "INSERT INTO stock_values (item_kind, item_id, changes) SELECT i.item_kind, i.item_id, -1 FROM stock_items i
         WHERE NOT EXISTS (SELECT 1 FROM stock_values v WHERE v.item_kind = i.item_kind AND v.item_id = i.item_id)
         ORDER BY i.item_kind, i.item_id
         ON CONFLICT (item_kind, item_id) DO NOTHING",
    )
    .run()
    .await?;
    let rows: Vec<(ItemKind, i64)> = tx
        .query(
            "SELECT v.item_kind, v.item_id FROM stock_values v
             WHERE v.replay_from IS NOT NULL OR v.changes <> COALESCE((SELECT i.changes FROM stock_items i
                 WHERE i.item_kind = v.item_kind AND i.item_id = v.item_id), v.changes)
             ORDER BY v.item_kind, v.item_id LIMIT $1",
        )
        .bind(MAX_ITEMS)
        .for_update()
        .all()
        .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    // Read again under the locks.
    let sql = Sql::new(
        "SELECT v.item_kind, v.item_id, COALESCE(i.changes, v.changes) AS changes, v.valued_at, v.quantity,
                COALESCE(v.value, 0) AS value, v.unit_cost, v.replay_from, v.cause, v.changes < 0 AS is_behind
         FROM (VALUES",
    )
    .rows(rows.iter().map(|(kind, id)| args![*kind, *id]))
    .add(
        ") AS w JOIN stock_values v ON v.item_kind = w.column1 AND v.item_id = w.column2
         LEFT JOIN stock_items i ON i.item_kind = v.item_kind AND i.item_id = v.item_id
         ORDER BY v.item_kind, v.item_id",
    );
    tx.query(sql).all().await
}

/// A move to be valued, with what it was worth until now.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct MoveRow {
    item_kind: ItemKind,
    item_id: i64,
    pub id: i64,
    pub at: DateTime<Utc>,
    pub business_day: NaiveDate,
    pub quantity: Quantity,
    pub cost: Option<Money>,
    pub reason: MoveReason,
    pub source: String,
    pub line_id: Option<LineId>,
    pub reversed: bool,
    pub value: Option<Money>,
    pub adjustment: Money,
    pub balance: Option<Quantity>,
    pub balance_value: Option<Money>,
    pub balance_cost: Option<Money>,
}

impl MoveRow {
    pub(super) fn item(&self) -> Item {
        Item::of(self.item_kind, self.item_id)
    }
}

const MOVES: &str =
    "SELECT m.item_kind, m.item_id, m.id, m.at, m.business_day, m.quantity, m.cost, m.reason, m.source, m.line_id,
    m.reversed, m.value, m.adjustment, m.balance, m.balance_value, m.balance_cost FROM";

/// The moves of these items behind where each is valued, and those that came late (without a balance, less than `late` before it).
pub(super) async fn moves_behind(
    tx: &mut Tx,
    items: &[(Item, DateTime<Utc>)],
    late: chrono::Duration,
) -> db::Result<Vec<MoveRow>> {
    let sql = Sql::new(MOVES)
        .add("(VALUES")
        .rows(items.iter().map(|(item, at)| args![item.kind(), item.id(), *at, *at - late]));
    let sql = sql.add(
        ") AS v JOIN stock_moves m ON m.item_kind = v.column1 AND m.item_id = v.column2 AND m.at > v.column4
             AND (m.at > v.column3 OR m.balance IS NULL)
         ORDER BY m.item_kind, m.item_id, m.at, m.id",
    );
    tx.query(sql.with("LIMIT ?", MAX_STEP + 1)).all().await
}

/// Moves of one step.
pub(super) const MAX_STEP: i64 = 2_000;

/// The next moves of one item, the first one first: one more than a step, so that it is seen whether there are others.
pub(super) async fn moves_after(tx: &mut Tx, item: Item, at: Option<DateTime<Utc>>) -> db::Result<Vec<MoveRow>> {
    let sql = of_item(item).when("AND m.at > ?", at).add("ORDER BY m.at, m.id");
    tx.query(sql.with("LIMIT ?", MAX_STEP + 1)).all().await
}

/// All moves of one item at this moment.
pub(super) async fn moves_at(tx: &mut Tx, item: Item, at: DateTime<Utc>) -> db::Result<Vec<MoveRow>> {
    tx.query(of_item(item).with("AND m.at = ?", at).add("ORDER BY m.id LIMIT 100000")).all().await
}

fn of_item(item: Item) -> Sql {
    Sql::new(MOVES).add("stock_moves m").with("WHERE m.item_kind = ?", item.kind()).with("AND m.item_id = ?", item.id())
}

/// The last move before this moment: when, and what there was then.
pub(super) async fn before(tx: &mut Tx, item: Item, at: DateTime<Utc>) -> db::Result<Option<(DateTime<Utc>, Balance)>> {
    let sql = of_item(item).with("AND m.at < ?", at).add("ORDER BY m.at DESC, m.id DESC LIMIT 1");
    let row: Option<MoveRow> = tx.query(sql).maybe().await?;
    Ok(row.and_then(|row| {
        let value = row.balance_value.unwrap_or_default();
        Some((row.at, Balance { quantity: row.balance?, value, cost: row.balance_cost }))
    }))
}

/// What these lines took and gave back of one item up to a moment, but for waste.
pub(super) async fn of_lines(
    tx: &mut Tx,
    item: Item,
    lines: &[LineId],
    until: DateTime<Utc>,
) -> db::Result<Vec<LineMove>> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT line_id, quantity, value FROM stock_moves WHERE reason <> 'WASTE'")
        .list("AND line_id IN (?)", lines.iter().copied())
        .with("AND item_kind = ?", item.kind())
        .with("AND item_id = ?", item.id())
        .with("AND at <= ?", until);
    let rows: Vec<(LineId, Quantity, Option<Money>)> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|(line, quantity, value)| LineMove { line, quantity, value }).collect())
}

/// A move with what it is worth now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Valued {
    pub id: i64,
    pub value: Option<Money>,
    pub adjustment: Money,
    pub after: Balance,
}

/// Writes what moves are worth.
pub(super) async fn write_values(tx: &mut Tx, rows: &[Valued]) -> db::Result<()> {
    for part in rows.chunks(MAX_ROWS) {
        let of = |r: &Valued| args![r.id, r.value, r.adjustment, r.after.quantity, r.after.known_value(), r.after.cost];
        let sql = Sql::new(
            "UPDATE stock_moves SET value = v.column2, adjustment = v.column3, balance = v.column4, balance_value = v.column5,
                 balance_cost = v.column6 FROM (VALUES",
        )
        .rows(part.iter().map(of))
        .add(") AS v WHERE stock_moves.id = v.column1");
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// How far an item is valued after a step.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    pub item: Item,
    /// As many changes as were seen; -1 where moves were left for the next step.
    pub changes: i64,
    pub valued_at: Option<DateTime<Utc>>,
    pub balance: Balance,
    pub cause: Option<String>,
}

pub(super) async fn write_progress(tx: &mut Tx, all: &[Progress]) -> db::Result<()> {
    for part in all.chunks(MAX_ROWS) {
        let of = |p: &Progress| {
            let (kind, id, b) = (p.item.kind(), p.item.id(), p.balance);
            args![kind, id, p.changes, p.valued_at, b.quantity, b.known_value(), b.cost, p.cause.clone()]
        };
        let sql = Sql::new(
            "UPDATE stock_values SET changes = v.column3, valued_at = v.column4, quantity = v.column5, value = v.column6,
                 unit_cost = v.column7, cause = v.column8, replay_from = NULL FROM (VALUES",
        )
        .rows(part.iter().map(of))
        .add(") AS v WHERE stock_values.item_kind = v.column1 AND stock_values.item_id = v.column2");
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// Items whose moves came late are valued again from there, in the next step.
pub(super) async fn rewind(tx: &mut Tx, item: Item, from: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE stock_values SET replay_from = $1 WHERE item_kind = $2 AND item_id = $3")
        .bind(from)
        .bind(item.kind())
        .bind(item.id())
        .run()
        .await
}

/// Adds what sales used, by item and business day.
pub(super) async fn add_used(tx: &mut Tx, used: &[(Item, NaiveDate, Quantity)]) -> db::Result<()> {
    for part in used.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "INSERT INTO stock_days (item_kind, item_id, business_day, used)
             SELECT v.column1, v.column2, v.column3, v.column4 FROM (VALUES",
        )
        .rows(part.iter().map(|(item, day, used)| args![item.kind(), item.id(), *day, *used]))
        .add(
            ") AS v WHERE 1 = 1 ORDER BY v.column1, v.column2, v.column3
             ON CONFLICT (item_kind, item_id, business_day) DO UPDATE SET used = stock_days.used + excluded.used",
        );
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// The latest two purchases of these items become what the last price is compared with.
pub(super) async fn set_prices(tx: &mut Tx, items: &[Item]) -> db::Result<()> {
    for part in items.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "SELECT v.column1 AS item_kind, v.column2 AS item_id, m.quantity, m.cost, m.at, m.source FROM (VALUES",
        )
        .rows(part.iter().map(|item| args![item.kind(), item.id()]))
        .add(
            ") AS v JOIN stock_moves m ON m.id IN (SELECT b.id FROM stock_moves b WHERE b.item_kind = v.column1
                 AND b.item_id = v.column2 AND b.reason = 'PURCHASE' AND NOT b.reversed AND b.cost IS NOT NULL
                 ORDER BY b.at DESC, b.id DESC LIMIT 2)
             ORDER BY 1, 2, m.at DESC, m.id DESC",
        );
        let bought: Vec<Bought> = tx.query(sql).all().await?;
        let of = |item: &Item| {
            let mut own = bought.iter().filter(|b| Item::of(b.item_kind, b.item_id) == *item);
            let (last, previous) = (own.next(), own.next());
            let at = last.map(|b| b.at);
            let source = last.map(|b| b.source.clone());
            args![item.kind(), item.id(), last.map(Bought::price), previous.map(Bought::price), at, source]
        };
        let sql = Sql::new(
            "UPDATE stock_values SET last_price = v.column3, previous_price = v.column4, last_bought_at = v.column5,
                 last_bought = v.column6 FROM (VALUES",
        )
        .rows(part.iter().map(of))
        .add(") AS v WHERE stock_values.item_kind = v.column1 AND stock_values.item_id = v.column2");
        tx.query(sql).run().await?;
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
struct Bought {
    item_kind: ItemKind,
    item_id: i64,
    quantity: Quantity,
    cost: Money,
    at: DateTime<Utc>,
    source: String,
}

impl Bought {
    fn price(&self) -> Money {
        super::fold::share(self.cost, Quantity::units(1), self.quantity)
    }
}

/// What one step of a replay changed of an item's sales.
#[derive(Debug, Clone)]
pub(super) struct Changed {
    pub source: String,
    pub item: Item,
    pub sales: i64,
    pub days: Option<(NaiveDate, NaiveDate)>,
    pub before: Money,
    pub after: Money,
    pub unknown_before: i64,
}

/// Adds it to what the replay changed so far.
pub(super) async fn add_changed(tx: &mut Tx, all: &[Changed], now: DateTime<Utc>) -> db::Result<()> {
    for part in all.chunks(MAX_ROWS) {
        let of = |c: &Changed| {
            let (first, last) = (c.days.map(|d| d.0), c.days.map(|d| d.1));
            let (kind, id) = (c.item.kind(), c.item.id());
            args![c.source.clone(), kind, id, c.sales, first, last, c.before, c.after, c.unknown_before]
        };
        let sql = Sql::new(
            "INSERT INTO stock_replays (source, item_kind, item_id, sales, first_day, last_day, cost_before, cost_after,
                 unknown_before, asked_at)
             SELECT v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, v.column7, v.column8, v.column9, $1
             FROM (VALUES",
        )
        .bind(now)
        .rows(part.iter().map(of))
        .add(
            ") AS v WHERE 1 = 1
             ON CONFLICT (source, item_kind, item_id) DO UPDATE SET sales = stock_replays.sales + excluded.sales,
                 first_day = COALESCE(stock_replays.first_day, excluded.first_day),
                 last_day = COALESCE(excluded.last_day, stock_replays.last_day),
                 cost_before = stock_replays.cost_before + excluded.cost_before,
                 cost_after = stock_replays.cost_after + excluded.cost_after,
                 unknown_before = stock_replays.unknown_before + excluded.unknown_before, done_at = NULL",
        );
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// The replays of these items are over.
pub(super) async fn end_replays(tx: &mut Tx, ended: &[(String, Item)], now: DateTime<Utc>) -> db::Result<()> {
    for part in ended.chunks(MAX_ROWS) {
        let sql = Sql::new("UPDATE stock_replays SET done_at = $1 FROM (VALUES")
            .bind(now)
            .rows(part.iter().map(|(source, item)| args![source.clone(), item.kind(), item.id()]))
            .add(
                ") AS v WHERE stock_replays.source = v.column1 AND stock_replays.item_kind = v.column2
                     AND stock_replays.item_id = v.column3",
            );
        tx.query(sql).run().await?;
    }
    Ok(())
}
