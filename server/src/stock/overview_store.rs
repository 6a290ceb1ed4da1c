//! SQL of what there is.

use super::model::ItemKind;
use crate::{
    db::{self, Sql, Tx},
    ids::{CategoryId, MeasurementId},
    money::{Money, Quantity},
    search::contains,
};
use chrono::{DateTime, Duration, NaiveDate, Utc};

/// More than any house counts.
const MAX_ITEMS: i64 = 20_000;

/// What is wanted of it.
#[derive(Debug, Default)]
pub(super) struct Wanted<'w> {
    pub term: Option<&'w str>,
    pub kinds: Option<Vec<ItemKind>>,
    pub categories: Option<Vec<i64>>,
}

/// One item that is counted, in base units.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct StockRow {
    pub item_kind: ItemKind,
    pub item_id: i64,
    pub name: String,
    pub sort_name: String,
    pub category_id: Option<CategoryId>,
    pub category: Option<String>,
    pub measurement_id: Option<MeasurementId>,
    pub measurement: String,
    pub equivalence: Quantity,
    pub on_hand: Quantity,
    pub min_stock: Quantity,
    pub unit_cost: Option<Money>,
    pub value: Option<Money>,
    pub valued_quantity: Quantity,
    pub used: Quantity,
    pub last_price: Option<Money>,
    pub previous_price: Option<Money>,
    pub last_bought_at: Option<DateTime<Utc>>,
    pub last_bought: Option<String>,
    pub last_move_at: Option<DateTime<Utc>>,
    pub is_idle: bool,
    pub pending: bool,
}

/// Everything active that is counted.
pub(super) async fn counted(
    tx: &mut Tx,
    wanted: &Wanted<'_>,
    today: NaiveDate,
    idle_before: DateTime<Utc>,
) -> db::Result<Vec<StockRow>> {
    let sql = Sql::new(
        "WITH RECURSIVE waiting (id) AS (
             SELECT i.item_id FROM stock_items i LEFT JOIN stock_values v ON v.item_kind = i.item_kind AND v.item_id = i.item_id
             WHERE i.item_kind = 'SUPPLY' AND (v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL)
             UNION SELECT r.made_id FROM supply_ingredients r JOIN waiting w ON w.id = r.supply_id)
         SELECT g.item_kind, g.item_id, g.name, g.sort_name, g.category_id, c.name AS category, g.measurement_id, g.measurement,
                g.equivalence, COALESCE(i.on_hand, 0) AS on_hand, g.min_stock, v.unit_cost, v.value,
                COALESCE(v.quantity, 0) AS valued_quantity, (SELECT CAST(COALESCE(SUM(d.used), 0) AS BIGINT) FROM stock_days d
                 WHERE d.item_kind = g.item_kind AND d.item_id = g.item_id AND d.business_day > $2) AS used,
                 v.last_price, v.previous_price,
                v.last_bought_at, v.last_bought, v.valued_at AS last_move_at,
                (v.valued_at IS NULL OR v.valued_at < $1) AND (i.item_id IS NULL OR COALESCE(v.changes = i.changes, FALSE)) AS is_idle,
                (i.item_id IS NOT NULL AND (v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL))
                    OR (g.item_kind = 'SUPPLY' AND EXISTS (SELECT 1 FROM waiting w WHERE w.id = g.item_id)) AS pending
         FROM (SELECT 'PRODUCT' AS item_kind, p.id AS item_id, p.name, p.search_key, p.search_key AS sort_name, p.category_id,
                      CAST(NULL AS BIGINT) AS measurement_id, 'und' AS measurement, 1000000 AS equivalence, p.min_stock
               FROM products p WHERE p.has_stock AND p.status = 'ACTIVE' AND p.deleted_at IS NULL
               UNION ALL
               SELECT 'SUPPLY', s.id, s.name, s.search_key, s.search_key, s.category_id, s.measurement_id, m.symbol, m.equivalence,
                      s.min_stock
               FROM supplies s JOIN measurements m ON m.id = s.measurement_id WHERE s.has_stock AND s.status = 'ACTIVE') g
         LEFT JOIN categories c ON c.id = g.category_id
         LEFT JOIN stock_items i ON i.item_kind = g.item_kind AND i.item_id = g.item_id
         LEFT JOIN stock_values v ON v.item_kind = g.item_kind AND v.item_id = g.item_id
         WHERE 1 = 1",
    )
    .bind(idle_before)
    .bind(today - Duration::days(super::overview::USE_DAYS))
    .when(
        "AND (g.search_key LIKE ? ESCAPE '!' OR (g.item_kind = 'PRODUCT' AND EXISTS (SELECT 1 FROM product_codes k
             WHERE k.product_id = g.item_id AND LOWER(k.code) LIKE ? ESCAPE '!')))",
        wanted.term.filter(|t| !t.trim().is_empty()).map(contains),
    );
    let sql = match &wanted.kinds {
        Some(kinds) => sql.list("AND g.item_kind IN (?)", kinds.iter().copied()),
        None => sql,
    };
    let sql = match &wanted.categories {
        Some(ids) => sql.list("AND g.category_id IN (?)", ids.iter().copied()),
        None => sql,
    };
    tx.query(sql.with("LIMIT ?", MAX_ITEMS)).all().await
}
