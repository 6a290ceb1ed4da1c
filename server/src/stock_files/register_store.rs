//! SQL of the register of inventory: everything that is counted, what there was of it, and what moved in a span.

use crate::{
    args,
    db::{self, Sql, Tx},
    money::{Money, Quantity},
    stock::{ItemKind, MoveReason},
};
use chrono::{DateTime, Utc};
use std::collections::HashMap;

/// Moves of one statement.
const CHUNK: i64 = 10_000;
/// Items of one register; far beyond any house.
const MAX_ITEMS: i64 = 20_000;

/// Something that was moved at some time, with what there was of it before the span, in its base unit.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct RegisterItem {
    pub item_kind: ItemKind,
    pub item_id: i64,
    pub name: String,
    /// Of the base unit: `kg`, `l`, `und`.
    pub unit: String,
    pub quantity: Quantity,
    pub value: Option<Money>,
    pub cost: Option<Money>,
    /// Its values are being computed.
    pub pending: bool,
}

/// All of them in the order of kind and id.
pub(super) async fn items(tx: &mut Tx, from: DateTime<Utc>) -> db::Result<Vec<RegisterItem>> {
    tx.query(
        "SELECT g.item_kind, g.item_id, g.name, g.unit, COALESCE(m.balance, 0) AS quantity, m.balance_value AS value,
                m.balance_cost AS cost, (v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL) AS pending
         FROM (SELECT 'PRODUCT' AS item_kind, p.id AS item_id, p.name, 'und' AS unit FROM products p
               UNION ALL
               SELECT 'SUPPLY', s.id, s.name, COALESCE(b.symbol, u.symbol) FROM supplies s
               JOIN measurements u ON u.id = s.measurement_id LEFT JOIN measurements b ON b.id = u.magnitude_id) AS g
         JOIN stock_items i ON i.item_kind = g.item_kind AND i.item_id = g.item_id
         LEFT JOIN stock_values v ON v.item_kind = g.item_kind AND v.item_id = g.item_id
         LEFT JOIN stock_moves m ON m.id = (SELECT l.id FROM stock_moves l WHERE l.item_kind = g.item_kind
             AND l.item_id = g.item_id AND l.at < $1 ORDER BY l.at DESC, l.id DESC LIMIT 1)
         ORDER BY g.item_kind, g.item_id LIMIT $2",
    )
    .bind(from)
    .bind(MAX_ITEMS)
    .all()
    .await
}

/// A move of the span.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct RegisterMove {
    pub item_kind: ItemKind,
    pub item_id: i64,
    pub id: i64,
    pub at: DateTime<Utc>,
    pub quantity: Quantity,
    pub reason: MoveReason,
    pub source: String,
    pub document: Option<String>,
    pub balance: Option<Quantity>,
    pub balance_value: Option<Money>,
    pub balance_cost: Option<Money>,
}

/// The next moves of the span in the order of item and time, behind the one given.
pub(super) async fn moves(
    tx: &mut Tx,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    behind: Option<&RegisterMove>,
) -> db::Result<Vec<RegisterMove>> {
    let mut sql = Sql::new(
        "SELECT m.item_kind, m.item_id, m.id, m.at, m.quantity, m.reason, m.source, m.document, m.balance, m.balance_value,
                m.balance_cost
         FROM stock_moves m",
    )
    .with("WHERE m.at >= ?", from)
    .with("AND m.at < ?", until);
    if let Some(last) = behind {
        sql = sql
            .with("AND (m.item_kind, m.item_id, m.at, m.id) > (?,", last.item_kind)
            .with("?,", last.item_id)
            .with("?,", last.at)
            .with("?)", last.id);
    }
    tx.query(sql.add("ORDER BY m.item_kind, m.item_id, m.at, m.id").with("LIMIT ?", CHUNK)).all().await
}

/// How many moves a span has.
pub(super) async fn count(tx: &mut Tx, from: DateTime<Utc>, until: DateTime<Utc>) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM stock_moves WHERE at >= $1 AND at < $2").bind(from).bind(until).scalar().await
}

/// The paper of a purchase: BOLETA, FACTURA…, series and number.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct PurchasePaper {
    pub document: String,
    pub serie: String,
    pub number: String,
}

/// The papers of these purchases.
pub(super) async fn purchase_papers(tx: &mut Tx, ids: &[i64]) -> db::Result<HashMap<i64, PurchasePaper>> {
    let mut found = HashMap::new();
    for part in ids.chunks(1_000) {
        let sql = Sql::new("SELECT p.id, p.document, p.serie, p.number FROM (VALUES")
            .rows(part.iter().map(|id| args![*id]))
            .add(") AS v JOIN purchases p ON p.id = v.column1");
        let rows: Vec<(i64, String, String, String)> = tx.query(sql).all().await?;
        found.extend(
            rows.into_iter().map(|(id, document, serie, number)| (id, PurchasePaper { document, serie, number })),
        );
    }
    Ok(found)
}
