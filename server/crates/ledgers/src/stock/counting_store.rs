//! SQL that inventory counts need of the stock.

use super::{
    counting::CountScope,
    model::{Item, ItemKind},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::MeasurementId,
    money::{Money, Quantity},
};
use std::collections::HashMap;

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct CountableRow {
    pub item_kind: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub category: Option<String>,
    pub measurement_id: Option<MeasurementId>,
}

/// Lists the active counted items that match the filter.
pub(super) async fn list_countable(tx: &mut Tx, filter: &CountScope, limit: i64) -> db::Result<Vec<CountableRow>> {
    let mut sql = Sql::new(
        "SELECT g.item_kind, g.item_id, g.name, c.name AS category, g.measurement_id
         FROM (SELECT 'PRODUCT' AS item_kind, p.id AS item_id, p.name, p.search_key, p.category_id,
                      CAST(NULL AS BIGINT) AS measurement_id
               FROM products p WHERE p.has_stock AND p.status = 'ACTIVE' AND p.deleted_at IS NULL
               UNION ALL
               SELECT 'SUPPLY', s.id, s.name, s.search_key, s.category_id, s.measurement_id
               FROM supplies s WHERE s.has_stock AND s.status = 'ACTIVE') g
         LEFT JOIN categories c ON c.id = g.category_id WHERE 1 = 1",
    )
    .when("AND g.item_kind = ?", filter.kind);
    if let Some(ids) = &filter.categories {
        sql = sql.list("AND g.category_id IN (?)", ids.iter().copied());
    }
    if let Some(items) = &filter.items {
        sql = sql
            .list("AND ((g.item_kind = 'PRODUCT' AND g.item_id IN (?))", ids_of_kind(items, ItemKind::Product))
            .list("OR (g.item_kind = 'SUPPLY' AND g.item_id IN (?)))", ids_of_kind(items, ItemKind::Supply));
    }
    let sql = sql.add("ORDER BY c.name IS NULL, c.name, g.search_key, g.item_kind, g.item_id").with("LIMIT ?", limit);
    tx.query(sql).all().await
}

/// Loads the codes of these products, their own codes before barcodes of packages.
pub(super) async fn load_codes(
    tx: &mut Tx,
    products: impl Iterator<Item = i64>,
) -> db::Result<HashMap<Item, Vec<String>>> {
    let sql = Sql::new("SELECT product_id, code FROM product_codes")
        .list("WHERE product_id IN (?)", products)
        .add("ORDER BY product_id, is_barcode, id");
    let rows: Vec<(i64, String)> = tx.query(sql).all().await?;
    let mut codes: HashMap<Item, Vec<String>> = HashMap::new();
    for (product, code) in rows {
        codes.entry(Item::from_row(ItemKind::Product, product)).or_default().push(code);
    }
    Ok(codes)
}

fn ids_of_kind(items: &[Item], kind: ItemKind) -> impl Iterator<Item = i64> {
    items.iter().filter(move |i| i.kind() == kind).map(|i| i.id())
}

/// The stock of an item by the ledger, in its base unit.
#[derive(Debug, Clone, Copy, Default)]
pub struct LedgerStock {
    pub on_hand: Quantity,
    /// The average cost of one base unit; `None`: unknown.
    pub unit_cost: Option<Money>,
}

/// Loads the stock of these items; items that never moved are left out.
pub async fn load_ledger_stock(tx: &mut Tx, items: &[Item]) -> db::Result<HashMap<Item, LedgerStock>> {
    let sql = Sql::new(
        "SELECT i.item_kind, i.item_id, i.on_hand, v.unit_cost FROM stock_items i
         LEFT JOIN stock_values v ON v.item_kind = i.item_kind AND v.item_id = i.item_id",
    )
    .list("WHERE (i.item_kind = 'PRODUCT' AND i.item_id IN (?))", ids_of_kind(items, ItemKind::Product))
    .list("OR (i.item_kind = 'SUPPLY' AND i.item_id IN (?))", ids_of_kind(items, ItemKind::Supply));
    let rows: Vec<(ItemKind, i64, Quantity, Option<Money>)> = tx.query(sql).all().await?;
    let state = |(kind, id, on_hand, unit_cost)| (Item::from_row(kind, id), LedgerStock { on_hand, unit_cost });
    Ok(rows.into_iter().map(state).collect())
}

/// Locks these items, so that other transactions that move them wait.
pub async fn lock_items(tx: &mut Tx, items: &[Item]) -> db::Result<()> {
    let sql = Sql::new("SELECT i.item_kind, i.item_id FROM stock_items i")
        .list("WHERE (i.item_kind = 'PRODUCT' AND i.item_id IN (?))", ids_of_kind(items, ItemKind::Product))
        .list("OR (i.item_kind = 'SUPPLY' AND i.item_id IN (?))", ids_of_kind(items, ItemKind::Supply))
        .add("ORDER BY i.item_kind, i.item_id");
    tx.query(sql).for_update().all::<(ItemKind, i64)>().await.map(drop)
}

/// Sums what sales took of these items between two moments, less what was returned.
pub async fn load_sold_between(
    tx: &mut Tx,
    items: &[Item],
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> db::Result<HashMap<Item, Quantity>> {
    let sql = Sql::new(
        "SELECT item_kind, item_id, CAST(-SUM(quantity) AS BIGINT) AS sold FROM stock_moves
         WHERE line_id IS NOT NULL AND at >= $1 AND at <= $2",
    )
    .bind(from)
    .bind(to)
    .list("AND ((item_kind = 'PRODUCT' AND item_id IN (?))", ids_of_kind(items, ItemKind::Product))
    .list("OR (item_kind = 'SUPPLY' AND item_id IN (?)))", ids_of_kind(items, ItemKind::Supply))
    .add("GROUP BY item_kind, item_id");
    let rows: Vec<(ItemKind, i64, Quantity)> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|(kind, id, sold)| (Item::from_row(kind, id), sold)).collect())
}
