//! SQL that writes the values of moves, and the state of each valued item.

use super::moving_average::{self, Balance};
use crate::stock::model::{Item, ItemKind};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    money::{Money, Quantity},
};

/// The number of rows in one statement.
const MAX_ROWS: usize = 2_000;

/// A move with its new value.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValuedMove {
    pub id: i64,
    pub value: Option<Money>,
    pub adjustment: Money,
    pub after: Balance,
}

/// Writes the values of moves.
pub(super) async fn write_values(tx: &mut Tx, rows: &[ValuedMove]) -> db::Result<()> {
    for part in rows.chunks(MAX_ROWS) {
        let row =
            |r: &ValuedMove| args![r.id, r.value, r.adjustment, r.after.quantity, r.after.known_value(), r.after.cost];
        let sql = Sql::new(
            "UPDATE stock_moves SET value = v.column2, adjustment = v.column3, balance = v.column4, balance_value = v.column5,
                 balance_cost = v.column6 FROM (VALUES",
        )
        .rows(part.iter().map(row))
        .add(") AS v WHERE stock_moves.id = v.column1");
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// The last move of an item that is valued after a step, and the balance after it.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    pub item: Item,
    /// The number of changes that were seen; -1 where moves were left for the next step.
    pub changes: i64,
    pub valued_at: Option<DateTime<Utc>>,
    pub balance: Balance,
    pub cause: Option<String>,
}

pub(super) async fn write_progress(tx: &mut Tx, all: &[Progress]) -> db::Result<()> {
    for part in all.chunks(MAX_ROWS) {
        let row = |p: &Progress| {
            let (kind, id, b) = (p.item.kind(), p.item.id(), p.balance);
            args![kind, id, p.changes, p.valued_at, b.quantity, b.known_value(), b.cost, p.cause.clone()]
        };
        let sql = Sql::new(
            "UPDATE stock_values SET changes = v.column3, valued_at = v.column4, quantity = v.column5, value = v.column6,
                 unit_cost = v.column7, cause = v.column8, replay_from = NULL FROM (VALUES",
        )
        .rows(part.iter().map(row))
        .add(") AS v WHERE stock_values.item_kind = v.column1 AND stock_values.item_id = v.column2");
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// Has an item whose moves came late valued again from there in the next step.
pub(super) async fn request_replay(tx: &mut Tx, item: Item, from: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE stock_values SET replay_from = $1 WHERE item_kind = $2 AND item_id = $3")
        .bind(from)
        .bind(item.kind())
        .bind(item.id())
        .run()
        .await
}

/// Adds what sales and productions used, by item and business day.
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

/// Writes the id of the purchase of item `v` at a place counted from its last one.
macro_rules! purchase_sql {
    ($place:literal) => {
        concat!(
            "(SELECT b.id FROM stock_moves b WHERE b.item_kind = v.column1 AND b.item_id = v.column2 AND b.reason = 'PURCHASE'
                 AND NOT b.reversed AND b.cost IS NOT NULL ORDER BY b.at DESC, b.id DESC LIMIT 1 OFFSET ",
            $place,
            ")"
        )
    };
}

/// Sets the last and the previous purchase price of these items from their latest two purchases.
pub(super) async fn update_purchase_prices(tx: &mut Tx, items: &[Item]) -> db::Result<()> {
    for part in items.chunks(MAX_ROWS) {
        // Each move is found by its id: PostgreSQL reads all moves there are for one that is IN what another query finds.
        let sql = Sql::new(concat!(
            "SELECT w.item_kind, w.item_id, l.quantity, l.cost, l.at, l.source, p.quantity AS previous_quantity,
                    p.cost AS previous_cost
             FROM (SELECT v.column1 AS item_kind, v.column2 AS item_id, ",
            purchase_sql!("0"),
            " AS last_id, ",
            purchase_sql!("1"),
            " AS previous_id FROM (VALUES"
        ))
        .rows(part.iter().map(|item| args![item.kind(), item.id()]))
        .add(
            ") AS v) w LEFT JOIN stock_moves l ON l.id = w.last_id LEFT JOIN stock_moves p ON p.id = w.previous_id
             ORDER BY w.item_kind, w.item_id",
        );
        let bought: Vec<LastPurchases> = tx.query(sql).all().await?;
        let row = |b: &LastPurchases| {
            let last = base_price(b.cost, b.quantity);
            let previous = base_price(b.previous_cost, b.previous_quantity);
            args![b.item_kind, b.item_id, last, previous, b.at, b.source.clone()]
        };
        let sql = Sql::new(
            "UPDATE stock_values SET last_price = v.column3, previous_price = v.column4, last_bought_at = v.column5,
                 last_bought = v.column6 FROM (VALUES",
        )
        .rows(bought.iter().map(row))
        .add(") AS v WHERE stock_values.item_kind = v.column1 AND stock_values.item_id = v.column2");
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// The last two purchases of an item; columns of a missing one are NULL.
#[derive(comanda_from_row::FromRow)]
struct LastPurchases {
    item_kind: ItemKind,
    item_id: i64,
    quantity: Option<Quantity>,
    cost: Option<Money>,
    at: Option<DateTime<Utc>>,
    source: Option<String>,
    previous_quantity: Option<Quantity>,
    previous_cost: Option<Money>,
}

/// Returns the price of one base unit.
fn base_price(cost: Option<Money>, quantity: Option<Quantity>) -> Option<Money> {
    moving_average::share(cost?, Quantity::units(1), quantity?)
}

/// The change that one step of a replay made to an item's sales.
#[derive(Debug, Clone)]
pub(super) struct ReplayChange {
    pub source: String,
    pub item: Item,
    pub sales: i64,
    pub days: Option<(NaiveDate, NaiveDate)>,
    pub before: Money,
    pub after: Money,
    pub unknown_before: i64,
}

/// Adds the changes to those of the replay so far.
pub(super) async fn add_replay_changes(tx: &mut Tx, all: &[ReplayChange], now: DateTime<Utc>) -> db::Result<()> {
    for part in all.chunks(MAX_ROWS) {
        let row = |c: &ReplayChange| {
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
        .rows(part.iter().map(row))
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

/// Marks the replays of these items as ended.
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
