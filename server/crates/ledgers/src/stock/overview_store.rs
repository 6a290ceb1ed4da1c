//! SQL of the stock overview.

use super::{
    model::ItemKind,
    overview::{StockAlert, StockItem, StockTotals},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    money::{Money, Quantity},
    product_unit,
    search::contains_pattern,
};

/// More items than any restaurant counts.
pub(super) const MAX_ITEMS: i64 = 20_000;

/// The filter of a list of items.
#[derive(Debug, Default)]
pub(super) struct ItemFilter<'w> {
    pub term: Option<&'w str>,
    pub kinds: Option<Vec<ItemKind>>,
    pub categories: Option<Vec<i64>>,
}

/// The days by which items are judged: one without moves since `idle` is idle, and only use after the business day `used` is added up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cutoffs {
    pub idle: DateTime<Utc>,
    pub used: NaiveDate,
}

/// A counted item, with quantities in base units and costs of one of them.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct StockRow {
    #[row(flatten)]
    pub item: StockItem,
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
    pub is_price_rise: bool,
    pub is_idle: bool,
}

/// The sums of all items that match.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct StockSums {
    /// Their value is that of the items whose moves are all valued.
    #[row(flatten)]
    pub totals: StockTotals,
    /// The number of items with one of the chosen alerts.
    pub alerting: i64,
}

/// An item that moved since it was last valued, with what its value is computed from.
#[derive(Debug, Clone, Copy, comanda_from_row::FromRow)]
pub(super) struct OutdatedValue {
    pub unit_cost: Money,
    pub value: Option<Money>,
    pub on_hand: Quantity,
    pub valued_quantity: Quantity,
}

/// Selects the supplies whose value is being computed, and everything that is made of them.
const WAITING_CTE: &str = "WITH RECURSIVE waiting (id) AS (
        SELECT i.item_id FROM stock_items i LEFT JOIN stock_values v ON v.item_kind = i.item_kind AND v.item_id = i.item_id
        WHERE i.item_kind = 'SUPPLY' AND (v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL)
        UNION SELECT r.made_id FROM supply_ingredients r JOIN waiting w ON w.id = r.supply_id),";
/// Selects every active counted item as `goods`, without its stock.
pub(super) const GOODS_CTE: &str = concat!(
    "goods AS (
        SELECT 'PRODUCT' AS item_kind, p.id AS item_id, p.name, p.search_key AS sort_name, p.category_id,
               CAST(NULL AS BIGINT) AS measurement_id, ",
    product_unit!("p"),
    " AS measurement, 1000000 AS equivalence, p.min_stock
        FROM products p WHERE p.has_stock AND p.status = 'ACTIVE' AND p.deleted_at IS NULL
        UNION ALL
        SELECT 'SUPPLY', s.id, s.name, s.search_key, s.category_id, s.measurement_id, m.symbol, m.equivalence, s.min_stock
        FROM supplies s JOIN measurements m ON m.id = s.measurement_id WHERE s.has_stock AND s.status = 'ACTIVE')"
);
/// Adds the stock to `goods`, as `there t`; `$1` is [`Cutoffs::idle`].
const STOCK_CTE: &str = ", there AS (
        SELECT g.item_kind, g.item_id, g.name, g.sort_name, g.category_id, g.measurement_id, g.measurement, g.equivalence,
               COALESCE(i.on_hand, 0) AS on_hand, g.min_stock, v.unit_cost, v.value, COALESCE(v.quantity, 0) AS valued_quantity,
               v.last_price, v.previous_price, v.last_bought_at, v.last_bought, v.valued_at AS last_move_at,
               COALESCE(i.on_hand, 0) < g.min_stock AS is_below_minimum, COALESCE(i.on_hand < 0, FALSE) AS is_negative,
               COALESCE(v.previous_price > 0 AND (v.last_price - v.previous_price) * 10 >= v.previous_price, FALSE) AS is_price_rise,
               COALESCE(i.on_hand <> 0, FALSE) AND (v.valued_at IS NULL OR v.valued_at < $1) AND COALESCE(v.changes = i.changes, FALSE)
                   AS is_idle,
               (i.item_id IS NOT NULL AND (v.item_id IS NULL OR v.changes <> i.changes OR v.replay_from IS NOT NULL))
                   OR (g.item_kind = 'SUPPLY' AND g.item_id IN (SELECT w.id FROM waiting w)) AS pending
        FROM goods g
        LEFT JOIN stock_items i ON i.item_kind = g.item_kind AND i.item_id = g.item_id
        LEFT JOIN stock_values v ON v.item_kind = g.item_kind AND v.item_id = g.item_id)";

fn stock_query(idle: DateTime<Utc>) -> Sql {
    Sql::new(WAITING_CTE).add(GOODS_CTE).add(STOCK_CTE).bind(idle)
}

/// The keys by which items may be sorted, once `used` is known. By cover, items that are used up come first and items that nobody uses
/// last. An item that moved since it was valued is sorted by its last value.
pub(super) const SORTED_BY: [(&str, &str); 5] = [
    (
        "cover",
        "CASE WHEN x.on_hand < 0 THEN -2 WHEN x.on_hand = 0 AND x.min_stock <> 0 THEN -1
              WHEN x.used > 0 THEN x.on_hand * 28 / x.used ELSE 9223372036854775807 END",
    ),
    ("name", "x.sort_name"),
    ("stock", "x.on_hand"),
    ("min_stock", "x.min_stock"),
    ("value", "CASE WHEN x.unit_cost IS NULL THEN -9223372036854775807 ELSE COALESCE(x.value, 0) END"),
];
pub(super) const SORTED_BY_NAME: &str = "x.sort_name, x.item_kind, x.item_id";

/// Selects items with their use; order and limit are to be added. The inner limit keeps both databases from summing the use of an item
/// more than once.
pub(super) fn select_items(filter: &ItemFilter<'_>, alerts: &[StockAlert], since: Cutoffs) -> Sql {
    let sql = stock_query(since.idle).with(
        "SELECT x.item_kind, x.item_id, x.name, x.category_id, c.name AS category, x.measurement_id, x.measurement, x.is_below_minimum,
                x.is_negative, x.last_move_at, x.pending, x.equivalence, x.on_hand, x.min_stock, x.unit_cost, x.value, x.valued_quantity,
                x.used, x.last_price, x.previous_price, x.last_bought_at, x.last_bought, x.is_price_rise, x.is_idle
         FROM (SELECT t.item_kind, t.item_id, t.name, t.sort_name, t.category_id, t.measurement_id, t.measurement, t.equivalence,
             t.on_hand, t.min_stock, t.unit_cost, t.value, t.valued_quantity, t.last_price, t.previous_price, t.last_bought_at,
             t.last_bought, t.last_move_at, t.is_below_minimum, t.is_negative, t.is_price_rise, t.is_idle, t.pending, (SELECT CAST(COALESCE(SUM(d.used), 0) AS BIGINT) FROM stock_days d
             WHERE d.item_kind = t.item_kind AND d.item_id = t.item_id AND d.business_day > ?) AS used
         FROM there t WHERE 1 = 1",
        since.used,
    );
    let sql = add_filter(sql, filter);
    let sql = add_alert_condition(sql.add("AND"), alerts);
    sql.with("LIMIT ?) x LEFT JOIN categories c ON c.id = x.category_id", MAX_ITEMS)
}

/// Loads the rows of [`select_items`].
pub(super) async fn load_items(tx: &mut Tx, items: Sql) -> db::Result<Vec<StockRow>> {
    tx.query(items).all().await
}

/// Loads the sums of all items that match, whatever alert is chosen.
pub(super) async fn load_sums(
    tx: &mut Tx,
    filter: &ItemFilter<'_>,
    alerts: &[StockAlert],
    idle: DateTime<Utc>,
) -> db::Result<StockSums> {
    let sql = stock_query(idle).add(
        "SELECT COUNT(*) AS items, CAST(COALESCE(SUM(CASE WHEN t.unit_cost IS NOT NULL AND t.on_hand = t.valued_quantity
                    THEN COALESCE(t.value, 0) END), 0) AS BIGINT) AS value,
                COUNT(CASE WHEN t.unit_cost IS NULL THEN 1 END) AS without_cost,
                COUNT(CASE WHEN t.is_below_minimum THEN 1 END) AS below_minimum, COUNT(CASE WHEN t.is_negative THEN 1 END) AS negative,
                COUNT(CASE WHEN t.is_price_rise THEN 1 END) AS price_rise, COUNT(CASE WHEN t.is_idle THEN 1 END) AS idle,
                COUNT(CASE WHEN t.pending THEN 1 END) AS pending, COUNT(CASE WHEN",
    );
    let sql = add_alert_condition(sql, alerts).add("THEN 1 END) AS alerting FROM there t WHERE 1 = 1");
    tx.query(add_filter(sql, filter)).one().await
}

/// Lists the items that match, have a cost and moved since they were valued.
pub(super) async fn list_outdated_values(
    tx: &mut Tx,
    filter: &ItemFilter<'_>,
    idle: DateTime<Utc>,
) -> db::Result<Vec<OutdatedValue>> {
    let sql = stock_query(idle).add(
        "SELECT t.unit_cost, t.value, t.on_hand, t.valued_quantity FROM there t
         WHERE t.unit_cost IS NOT NULL AND t.on_hand <> t.valued_quantity",
    );
    tx.query(add_filter(sql, filter).with("LIMIT ?", MAX_ITEMS)).all().await
}

/// Adds the condition that an item shows one of the alerts; without alerts any item passes.
fn add_alert_condition(sql: Sql, alerts: &[StockAlert]) -> Sql {
    let shown = |alert: &StockAlert| match alert {
        StockAlert::BelowMinimum => "OR t.is_below_minimum",
        StockAlert::Negative => "OR t.is_negative",
        StockAlert::PriceRise => "OR t.is_price_rise",
        StockAlert::Idle => "OR t.is_idle",
    };
    let first = sql.add(if alerts.is_empty() { "(1 = 1" } else { "(1 = 0" });
    alerts.iter().map(shown).fold(first, Sql::add).add(")")
}

fn add_filter(sql: Sql, filter: &ItemFilter<'_>) -> Sql {
    let sql = sql.when(
        "AND (t.sort_name LIKE ? ESCAPE '!' OR (t.item_kind = 'PRODUCT' AND EXISTS (SELECT 1 FROM product_codes k
             WHERE k.product_id = t.item_id AND LOWER(k.code) LIKE ? ESCAPE '!')))",
        filter.term.filter(|t| !t.trim().is_empty()).map(contains_pattern),
    );
    let sql = match &filter.kinds {
        Some(kinds) => sql.list("AND t.item_kind IN (?)", kinds.iter().copied()),
        None => sql,
    };
    match &filter.categories {
        Some(ids) => sql.list("AND t.category_id IN (?)", ids.iter().copied()),
        None => sql,
    }
}
