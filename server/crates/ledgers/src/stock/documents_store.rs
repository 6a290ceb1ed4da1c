//! SQL of the moves of stock documents.

use super::{
    documents::{DocumentMove, StockDocument},
    model::{Item, ItemKind},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{MeasurementId, SupplyId},
    money::{Money, Quantity},
};
use comanda_platform::use_case::Work;
use std::collections::{HashMap, HashSet};

/// The number of rows in one statement.
const MAX_ROWS: usize = 1_000;

pub(super) async fn insert_moves(
    work: &mut Work<'_>,
    document: StockDocument<'_>,
    moves: &[DocumentMove],
) -> Result<()> {
    let day = work.settings().await?.business_day(document.at);
    let user = work.actor.user_id;
    for part in moves.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "INSERT INTO stock_moves (item_kind, item_id, quantity, measurement_id, cost, extra_cost, reason, source, document,
                 business_day, at, user_id)
             SELECT v.column1, v.column2, v.column3, v.column4, v.column5, v.column6, $1, $2, $3, $4, $5, $6 FROM (VALUES",
        )
        .bind(document.reason)
        .bind(document.source)
        .bind(document.name)
        .bind(day)
        .bind(document.at)
        .bind(user)
        .rows(part.iter().map(|m| args![m.item.kind(), m.item.id(), m.quantity, m.measurement, m.cost, m.extra_cost]))
        .add(") AS v");
        work.query(sql).run().await?;
    }
    Ok(())
}

/// A move of a document that was not reversed.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct RecordedMove {
    item_kind: ItemKind,
    item_id: i64,
    quantity: Quantity,
    measurement_id: Option<MeasurementId>,
    pub at: DateTime<Utc>,
    pub business_day: NaiveDate,
}

impl RecordedMove {
    pub(super) fn reverse(&self) -> DocumentMove {
        DocumentMove {
            item: Item::from_row(self.item_kind, self.item_id),
            quantity: -self.quantity,
            measurement: self.measurement_id.unwrap_or(MeasurementId(0)),
            cost: None,
            extra_cost: None,
        }
    }
}

pub(super) async fn list_unreversed_moves(tx: &mut Tx, source: &str) -> db::Result<Vec<RecordedMove>> {
    tx.query(
        "SELECT item_kind, item_id, quantity, measurement_id, at, business_day FROM stock_moves
         WHERE source = $1 AND line_id IS NULL AND NOT reversed ORDER BY item_kind, item_id, id",
    )
    .bind(source)
    .all()
    .await
}

/// Loads how these documents changed the cost of each item they moved.
pub(super) async fn load_cost_changes(tx: &mut Tx, sources: &[String]) -> db::Result<HashMap<Item, Money>> {
    let sql = Sql::new(
        "SELECT item_kind, item_id,
                CAST(SUM(CASE WHEN quantity > 0 THEN COALESCE(cost, 0) ELSE -COALESCE(cost, 0) END) AS BIGINT)
         FROM stock_moves WHERE line_id IS NULL AND NOT reversed",
    );
    let sql = sql.list("AND source IN (?)", sources.iter().cloned()).add("GROUP BY item_kind, item_id");
    let rows: Vec<(ItemKind, i64, Money)> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|(kind, id, change)| (Item::from_row(kind, id), change)).collect())
}

/// Inserts the counter-moves of a document and marks both as reversed. A counter-move carries the cost of the move it reverses.
pub(super) async fn insert_counter_moves(work: &mut Work<'_>, source: &str) -> Result<()> {
    let user = work.actor.user_id;
    work.query(
        "INSERT INTO stock_moves (item_kind, item_id, quantity, measurement_id, cost, reason, source, document, business_day, at,
             user_id, reversed)
         SELECT item_kind, item_id, -quantity, measurement_id, cost, reason, source, document, business_day, at, $1, TRUE
         FROM stock_moves WHERE source = $2 AND line_id IS NULL AND NOT reversed ORDER BY id",
    )
    .bind(user)
    .bind(source)
    .run()
    .await?;
    work.query("UPDATE stock_moves SET reversed = TRUE WHERE source = $1 AND line_id IS NULL AND NOT reversed")
        .bind(source)
        .run()
        .await?;
    Ok(())
}

pub(super) async fn rename_document(tx: &mut Tx, source: &str, name: &str) -> db::Result<()> {
    tx.query("UPDATE stock_moves SET document = $1 WHERE source = $2 AND line_id IS NULL")
        .bind(name)
        .bind(source)
        .run()
        .await?;
    Ok(())
}

/// Has the moves of these items valued again from a moment on; `items` must be sorted.
pub(super) async fn request_replay(tx: &mut Tx, items: &[Item], at: DateTime<Utc>, cause: &str) -> db::Result<()> {
    for part in items.chunks(MAX_ROWS) {
        let sql = Sql::new(
            "INSERT INTO stock_values (item_kind, item_id, replay_from, cause) SELECT v.column1, v.column2, $1, $2 FROM (VALUES",
        )
        .bind(at)
        .bind(cause)
        .rows(part.iter().map(|item| args![item.kind(), item.id()]))
        .add(
            ") AS v WHERE 1 = 1 ORDER BY v.column1, v.column2
             ON CONFLICT (item_kind, item_id) DO UPDATE SET cause = excluded.cause,
                 replay_from = CASE WHEN stock_values.replay_from < excluded.replay_from THEN stock_values.replay_from
                                    ELSE excluded.replay_from END",
        );
        tx.query(sql).run().await?;
    }
    Ok(())
}

/// Whether an item ever moved.
pub async fn has_moved(tx: &mut Tx, item: Item) -> db::Result<bool> {
    let found: Option<(i64,)> = tx
        .query("SELECT item_id FROM stock_items WHERE item_kind = $1 AND item_id = $2")
        .bind(item.kind())
        .bind(item.id())
        .maybe()
        .await?;
    Ok(found.is_some())
}

/// Returns those of these items that ever moved.
pub(super) async fn find_moved(tx: &mut Tx, items: &[Item]) -> db::Result<HashSet<Item>> {
    let ids = |kind: ItemKind| items.iter().filter(move |i| i.kind() == kind).map(|i| i.id());
    let sql = Sql::new("SELECT item_kind, item_id FROM stock_items")
        .list("WHERE (item_kind = 'PRODUCT' AND item_id IN (?))", ids(ItemKind::Product))
        .list("OR (item_kind = 'SUPPLY' AND item_id IN (?))", ids(ItemKind::Supply));
    let rows: Vec<(ItemKind, i64)> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|(kind, id)| Item::from_row(kind, id)).collect())
}

/// Locks these supplies in ascending order of id.
pub(super) async fn lock_supplies(tx: &mut Tx, ids: &[SupplyId]) -> db::Result<()> {
    let sql = Sql::new("SELECT id FROM supplies").list("WHERE id IN (?)", ids.iter().copied()).add("ORDER BY id");
    tx.query(sql).for_update().all::<(SupplyId,)>().await.map(drop)
}

/// Loads the ids of the products, or of the supplies, that ever moved.
pub async fn load_moved_ids(tx: &mut Tx, kind: ItemKind) -> db::Result<HashSet<i64>> {
    let ids: Vec<i64> = tx.query("SELECT item_id FROM stock_items WHERE item_kind = $1").bind(kind).column().await?;
    Ok(ids.into_iter().collect())
}
