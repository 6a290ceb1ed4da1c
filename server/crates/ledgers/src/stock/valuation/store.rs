//! SQL that reads items to be valued, and their moves.

use super::{lines::LineMove, moving_average::Balance};
use crate::stock::model::{Item, ItemKind, MoveReason};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::LineId,
    money::{Money, Quantity},
};
use std::collections::BTreeMap;

/// The most items in one step.
const MAX_ITEMS: i64 = 300;

/// An item to be valued, and how far it is valued.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct PendingItem {
    item_kind: ItemKind,
    item_id: i64,
    /// The current `stock_items.changes`.
    pub changes: i64,
    pub valued_at: Option<DateTime<Utc>>,
    quantity: Quantity,
    value: Money,
    unit_cost: Option<Money>,
    pub replay_from: Option<DateTime<Utc>>,
    pub cause: Option<String>,
    /// Whether moves after `valued_at` were left for the next step.
    pub is_behind: bool,
}

impl PendingItem {
    pub(super) fn item(&self) -> Item {
        Item::from_row(self.item_kind, self.item_id)
    }
    pub(super) fn balance(&self) -> Balance {
        Balance { quantity: self.quantity, value: self.value, cost: self.unit_cost }
    }
}

const IS_PENDING: &str = "(v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL)";

/// Whether any item has to be valued.
pub(super) async fn has_pending(tx: &mut Tx) -> db::Result<bool> {
    let found: Option<(i64,)> = tx
        .query(
            "SELECT i.item_id FROM stock_items i LEFT JOIN stock_values v ON v.item_kind = i.item_kind AND v.item_id = i.item_id
             WHERE v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL LIMIT 1",
        )
        .maybe()
        .await?;
    Ok(found.is_some())
}

/// Whether this item, or anything that it is made of, has to be valued.
pub(super) async fn is_item_pending(tx: &mut Tx, item: Item) -> db::Result<bool> {
    let sql = Sql::new(
        "WITH RECURSIVE w (item_kind, item_id) AS (
             SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT)
             UNION SELECT w.item_kind, r.supply_id FROM supply_ingredients r JOIN w ON w.item_id = r.made_id
             WHERE w.item_kind = 'SUPPLY')
         SELECT i.item_id FROM w JOIN stock_items i ON i.item_kind = w.item_kind AND i.item_id = w.item_id
         LEFT JOIN stock_values v ON v.item_kind = i.item_kind AND v.item_id = i.item_id WHERE",
    );
    let sql = sql.bind(item.kind()).bind(item.id()).add(IS_PENDING).add("LIMIT 1");
    let found: Option<(i64,)> = tx.query(sql).maybe().await?;
    Ok(found.is_some())
}

/// Locks some items to be valued, and loads them. Writes to one of them meanwhile wait for this step.
pub(super) async fn lock_pending(tx: &mut Tx) -> db::Result<Vec<PendingItem>> {
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
    // The rows are read again under the locks.
    let sql = Sql::new(
        "SELECT v.item_kind, v.item_id, COALESCE(i.changes, v.changes) AS changes,
                v.valued_at, v.quantity,
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

/// A move to be valued, with its value until now.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct MoveRow {
    pub item_kind: ItemKind,
    pub item_id: i64,
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
        Item::from_row(self.item_kind, self.item_id)
    }
}

const SELECT_MOVES: &str =
    "SELECT m.item_kind, m.item_id, m.id, m.at, m.business_day, m.quantity, m.cost, m.reason, m.source, m.line_id,
    m.reversed, m.value, m.adjustment, m.balance, m.balance_value, m.balance_cost FROM";

/// Lists the moves of these items that are later than the last valued move of each.
pub(super) async fn list_new_moves(tx: &mut Tx, items: &[(Item, DateTime<Utc>)]) -> db::Result<Vec<MoveRow>> {
    let sql =
        Sql::new(SELECT_MOVES).add("(VALUES").rows(items.iter().map(|(item, at)| args![item.kind(), item.id(), *at]));
    let sql = sql.add(
        ") AS v JOIN stock_moves m ON m.item_kind = v.column1 AND m.item_id = v.column2 AND m.at > v.column3
         ORDER BY m.item_kind, m.item_id, m.at, m.id",
    );
    tx.query(sql.with("LIMIT ?", MAX_MOVES_PER_STEP + 1)).all().await
}

/// Finds for each item the first move that was committed late: not valued, though later moves of the item are. The sale was under way while
/// others were committed, or the clock of its server was behind, by whatever time.
pub(super) async fn find_first_late_by_item(
    tx: &mut Tx,
    items: &[(Item, DateTime<Utc>)],
) -> db::Result<BTreeMap<Item, DateTime<Utc>>> {
    let sql = Sql::new("SELECT m.item_kind, m.item_id, MIN(m.at) FROM (VALUES")
        .rows(items.iter().map(|(item, at)| args![item.kind(), item.id(), *at]))
        .add(
            ") AS v JOIN stock_moves m ON m.item_kind = v.column1 AND m.item_id = v.column2 AND m.at <= v.column3
                 AND m.balance IS NULL
             GROUP BY m.item_kind, m.item_id",
        );
    let rows: Vec<(ItemKind, i64, DateTime<Utc>)> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|(kind, id, at)| (Item::from_row(kind, id), at)).collect())
}

/// Finds the first move of an item up to a moment that was committed after later ones had been valued.
pub(super) async fn find_first_late(
    tx: &mut Tx,
    item: Item,
    until: DateTime<Utc>,
) -> db::Result<Option<DateTime<Utc>>> {
    tx.query("SELECT MIN(at) FROM stock_moves WHERE item_kind = $1 AND item_id = $2 AND at <= $3 AND balance IS NULL")
        .bind(item.kind())
        .bind(item.id())
        .bind(until)
        .scalar()
        .await
}

/// The most moves in one step.
pub(super) const MAX_MOVES_PER_STEP: i64 = 2_000;

/// Lists the next moves of one item in order: one more than a step, which shows whether there are others.
pub(super) async fn list_moves_after(tx: &mut Tx, item: Item, at: Option<DateTime<Utc>>) -> db::Result<Vec<MoveRow>> {
    let sql = select_moves_of(item).when("AND m.at > ?", at).add("ORDER BY m.at, m.id");
    tx.query(sql.with("LIMIT ?", MAX_MOVES_PER_STEP + 1)).all().await
}

/// Lists all moves of one item at a moment.
pub(super) async fn list_moves_at(tx: &mut Tx, item: Item, at: DateTime<Utc>) -> db::Result<Vec<MoveRow>> {
    tx.query(select_moves_of(item).with("AND m.at = ?", at).add("ORDER BY m.id LIMIT 100000")).all().await
}

fn select_moves_of(item: Item) -> Sql {
    Sql::new(SELECT_MOVES)
        .add("stock_moves m")
        .with("WHERE m.item_kind = ?", item.kind())
        .with("AND m.item_id = ?", item.id())
}

/// Finds the last move before a moment: its time and the balance after it.
pub(super) async fn find_balance_before(
    tx: &mut Tx,
    item: Item,
    at: DateTime<Utc>,
) -> db::Result<Option<(DateTime<Utc>, Balance)>> {
    let sql = select_moves_of(item).with("AND m.at < ?", at).add("ORDER BY m.at DESC, m.id DESC LIMIT 1");
    let row: Option<MoveRow> = tx.query(sql).maybe().await?;
    Ok(row.and_then(|row| {
        let value = row.balance_value.unwrap_or_default();
        Some((row.at, Balance { quantity: row.balance?, value, cost: row.balance_cost }))
    }))
}

/// Lists what these lines took and gave back of one item up to a moment, except waste.
pub(super) async fn list_line_moves(
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
