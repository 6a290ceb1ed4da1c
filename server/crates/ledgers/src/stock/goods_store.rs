//! SQL that reads products and supplies for stock documents.

use super::{
    goods::{AverageCost, StockGood},
    model::{Item, ItemKind},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{MeasurementId, ProductId, SupplyId},
    money::{Money, Quantity},
};
use std::collections::HashMap;

/// Loads those of these items that exist.
pub async fn load_goods(tx: &mut Tx, items: &[Item]) -> db::Result<HashMap<Item, StockGood>> {
    if items.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = |kind: ItemKind| items.iter().filter(move |i| i.kind() == kind).map(|i| i.id());
    let sql = Sql::new(
        "SELECT 'PRODUCT' AS item_kind, p.id, p.name, p.has_stock, CAST(NULL AS BIGINT) AS measurement_id FROM products p
         WHERE p.deleted_at IS NULL",
    )
    .list("AND p.id IN (?)", ids(ItemKind::Product))
    .add("UNION ALL SELECT 'SUPPLY', s.id, s.name, s.has_stock, s.measurement_id FROM supplies s")
    .list("WHERE s.id IN (?)", ids(ItemKind::Supply));
    let rows: Vec<(ItemKind, i64, String, bool, Option<MeasurementId>)> = tx.query(sql).all().await?;
    let good = |(kind, id, name, has_stock, measurement)| {
        let item = Item::from_row(kind, id);
        (item, StockGood { item, name, has_stock, measurement })
    };
    Ok(rows.into_iter().map(good).collect())
}

/// More than any restaurant has.
const MAX_GOODS: i64 = 20_000;

/// Lists active products with counted stock and active supplies, without the unit of products.
pub(super) async fn list_buyable(tx: &mut Tx) -> db::Result<Vec<StockGood>> {
    let rows: Vec<(ItemKind, i64, String, bool, Option<MeasurementId>)> = tx
        .query(
            "SELECT 'PRODUCT' AS item_kind, p.id, p.name, p.has_stock, CAST(NULL AS BIGINT) AS measurement_id FROM products p
             WHERE p.deleted_at IS NULL AND p.has_stock AND p.status = 'ACTIVE'
             UNION ALL SELECT 'SUPPLY', s.id, s.name, s.has_stock, s.measurement_id FROM supplies s WHERE s.status = 'ACTIVE'
             LIMIT $1",
        )
        .bind(MAX_GOODS)
        .all()
        .await?;
    let good = |(kind, id, name, has_stock, measurement)| StockGood {
        item: Item::from_row(kind, id),
        name,
        has_stock,
        measurement,
    };
    Ok(rows.into_iter().map(good).collect())
}

/// Finds the products with these codes, whatever their case, by the code in lower case.
pub async fn find_products_by_code(tx: &mut Tx, codes: &[String]) -> db::Result<HashMap<String, ProductId>> {
    let mut all = HashMap::new();
    for part in codes.chunks(500) {
        let sql = Sql::new("SELECT LOWER(k.code), k.product_id FROM product_codes k");
        let sql = sql.list("WHERE LOWER(k.code) IN (?)", part.iter().map(String::as_str).map(str::to_owned));
        all.extend(tx.query(sql).all::<(String, ProductId)>().await?);
    }
    Ok(all)
}

/// Loads the average unit cost of those counted products among these that have one.
pub async fn load_product_averages(tx: &mut Tx, products: &[ProductId]) -> db::Result<HashMap<ProductId, AverageCost>> {
    if products.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = Sql::new(
        "SELECT p.id, v.unit_cost AS cost, v.last_bought_at AS at,
                i.item_id IS NOT NULL AND (v.changes <> i.changes OR v.replay_from IS NOT NULL) AS is_pending
         FROM products p JOIN stock_values v ON v.item_kind = 'PRODUCT' AND v.item_id = p.id
         LEFT JOIN stock_items i ON i.item_kind = 'PRODUCT' AND i.item_id = p.id
         WHERE p.has_stock AND v.unit_cost IS NOT NULL",
    );
    let rows: Vec<AverageRow> = tx.query(sql.list("AND p.id IN (?)", products.iter().copied())).all().await?;
    Ok(rows.into_iter().map(|r| (r.id, r.average)).collect())
}

/// Loads what one base unit of each item cost before a moment, by the ledger, or once its cost was known since; items without a known cost
/// are left out.
pub async fn load_averages_at(
    tx: &mut Tx,
    kind: ItemKind,
    ids: &[i64],
    at: DateTime<Utc>,
) -> db::Result<HashMap<i64, Money>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = Sql::new(
        "SELECT v.item_id, COALESCE(
                (SELECT m.balance_cost FROM stock_moves m
                 WHERE m.item_kind = v.item_kind AND m.item_id = v.item_id AND m.at < $2 ORDER BY m.at DESC, m.id DESC LIMIT 1),
                (SELECT m.balance_cost FROM stock_moves m
                 WHERE m.item_kind = v.item_kind AND m.item_id = v.item_id AND m.at >= $2 AND m.balance_cost IS NOT NULL
                 ORDER BY m.at, m.id LIMIT 1))
         FROM stock_values v WHERE v.item_kind = $1",
    )
    .bind(kind)
    .bind(at);
    let rows: Vec<(i64, Option<Money>)> = tx.query(sql.list("AND v.item_id IN (?)", ids.iter().copied())).all().await?;
    Ok(rows.into_iter().filter_map(|(id, cost)| Some((id, cost?))).collect())
}

#[derive(comanda_from_row::FromRow)]
struct AverageRow {
    id: ProductId,
    #[row(flatten)]
    average: AverageCost,
}

/// Loads the cost of one base unit of each supply where it is known: for a counted supply its average cost, else the cost that its form states.
/// Dishes are costed by the same rule.
pub async fn load_base_costs(tx: &mut Tx, supplies: &[SupplyId]) -> db::Result<HashMap<SupplyId, Money>> {
    if supplies.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = Sql::new(
        "SELECT s.id, CASE WHEN s.has_stock THEN v.unit_cost END, s.cost_amount, m.equivalence
         FROM supplies s JOIN measurements m ON m.id = s.measurement_id
         LEFT JOIN stock_values v ON v.item_kind = 'SUPPLY' AND v.item_id = s.id",
    );
    let sql = sql.list("WHERE s.id IN (?)", supplies.iter().copied());
    let rows: Vec<(SupplyId, Option<Money>, Option<Money>, Quantity)> = tx.query(sql).all().await?;
    let known = |(id, average, cost_amount, equivalence): (_, Option<Money>, Option<Money>, _)| {
        Some((id, average.or_else(|| cost_amount?.per_unit(equivalence))?))
    };
    Ok(rows.into_iter().filter_map(known).collect())
}
