//! SQL of kitchen times: the database builds histograms in steps of seconds, so that dishes are never loaded one by one.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{LineId, RequestId},
    money::Quantity,
};
use comanda_orders::orders::RequestKind;

/// The most areas loaded; no house has more areas, nor more products of one category than [`MAX_PRODUCTS`].
const MAX_AREAS: i64 = 1_000;
const MAX_PRODUCTS: i64 = 10_000;

/// A half-open period: its start, and its end, exclusive.
pub(in crate::reports) type Period = (DateTime<Utc>, DateTime<Utc>);

/// An area with the minutes it promises.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct AreaPromise {
    pub id: i64,
    pub name: String,
    pub late_minutes: i64,
}

pub(in crate::reports) async fn list_area_promises(tx: &mut Tx) -> db::Result<Vec<AreaPromise>> {
    tx.query("SELECT id, name, late_minutes FROM production_areas ORDER BY id LIMIT $1").bind(MAX_AREAS).all().await
}

/// Lists the products that are in a category now.
pub(in crate::reports) async fn list_products_of_category(tx: &mut Tx, category: i64) -> db::Result<Vec<i64>> {
    let sql = "SELECT id FROM products WHERE category_id = $1 ORDER BY id LIMIT $2";
    let rows: Vec<(i64,)> = tx.query(sql).bind(category).bind(MAX_PRODUCTS).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The dishes of one area and product within one step of the histogram.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct DishStep {
    pub area_id: i64,
    pub product_id: i64,
    /// The step of 15 seconds, the end included; `None` for dishes never marked as ready.
    pub step: Option<i64>,
    pub dishes: i64,
    /// The total seconds of these dishes.
    pub seconds: i64,
}

/// The dishes of one area sent in the same hour, within one step of the histogram.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct HourStep {
    pub area_id: i64,
    /// The hour in UTC, `00` to `23`.
    pub hour: String,
    pub step: i64,
    pub dishes: i64,
    pub seconds: i64,
}

/// Filter of dishes.
#[derive(Debug, Clone, Default)]
pub(in crate::reports) struct DishFilter {
    pub area: Option<i64>,
    /// Restricts the times to these products.
    pub products: Option<Vec<i64>>,
}

impl DishFilter {
    fn add_conditions(&self, sql: Sql) -> Sql {
        let sql = sql.when("AND d.area_id = ?", self.area);
        match &self.products {
            Some(products) => sql.list("AND d.product_id IN (?)", products.iter().copied()),
            None => sql,
        }
    }
}

/// Selects the dishes `d` that were sent to an area between two moments and not dismissed: lines, and each dish of a combo. A line that was
/// split later was cooked once and is represented by its first part that was not dismissed.
fn select_dishes(select: &'static str, joined: &'static str, moments: Period, criteria: &DishFilter) -> Sql {
    let sql = add_sent_between(Sql::new(select).add("FROM (").add(LINES), moments);
    let sql = add_sent_between(sql.add("AND l.split_from_id IS NULL UNION ALL").add(LINES), moments);
    let sql = sql.add("AND l.split_from_id IS NOT NULL AND").add(FIRST_PART).add(
        "UNION ALL
         SELECT l.id, c.id, l.sent_at, c.production_area_id, c.product_id, c.prepared_seconds
         FROM order_lines l JOIN order_line_components c ON c.line_id = l.id
         WHERE l.is_combo AND c.production_area_id IS NOT NULL",
    );
    let sql = add_sent_between(sql, moments).add("AND (l.split_from_id IS NULL OR").add(FIRST_PART).add(")) d");
    criteria.add_conditions(sql.add(joined).add("WHERE 1 = 1"))
}

const LINES: &str =
    "SELECT l.id AS line_id, CAST(NULL AS BIGINT) AS component_id, l.sent_at, l.production_area_id AS area_id, l.product_id,
            l.prepared_seconds AS seconds
     FROM order_lines l WHERE NOT l.is_combo AND l.production_area_id IS NOT NULL";
/// A condition for parts of split lines only: a database that applies it to every line would run for hours.
const FIRST_PART: &str = "l.id = (SELECT MIN(f.id) FROM order_lines f
     WHERE (f.id = l.split_from_id OR f.split_from_id = l.split_from_id) AND f.status <> 'DISMISSED')";

fn add_sent_between(sql: Sql, (from, until): Period) -> Sql {
    sql.with("AND l.sent_at >= ?", from).with("AND l.sent_at < ?", until).add("AND l.status <> 'DISMISSED'")
}

pub(in crate::reports) async fn load_dish_histogram(
    tx: &mut Tx,
    moments: Period,
    criteria: &DishFilter,
) -> db::Result<Vec<DishStep>> {
    let select = "SELECT d.area_id, d.product_id, (d.seconds + 14) / 15 AS step, COUNT(*) AS dishes,
                         CAST(COALESCE(SUM(d.seconds), 0) AS BIGINT) AS seconds";
    tx.query(
        select_dishes(select, "", moments, criteria).add("GROUP BY d.area_id, d.product_id, (d.seconds + 14) / 15"),
    )
    .all()
    .await
}

pub(in crate::reports) async fn load_hour_histogram(
    tx: &mut Tx,
    moments: Period,
    criteria: &DishFilter,
) -> db::Result<Vec<HourStep>> {
    // Both databases cast a timestamp to `2026-11-20T18:05:…`, in UTC.
    let select = "SELECT d.area_id, SUBSTR(CAST(d.sent_at AS TEXT), 12, 2) AS hour, (d.seconds + 14) / 15 AS step,
                         COUNT(*) AS dishes, CAST(SUM(d.seconds) AS BIGINT) AS seconds";
    let sql = select_dishes(select, "", moments, criteria).add("AND d.seconds IS NOT NULL");
    tx.query(sql.add("GROUP BY d.area_id, SUBSTR(CAST(d.sent_at AS TEXT), 12, 2), (d.seconds + 14) / 15")).all().await
}

/// A prepared dish.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct PreparedDish {
    pub line_id: LineId,
    pub component_id: Option<i64>,
    pub client_request_id: RequestId,
    pub command_number: i64,
    pub name: String,
    /// The combo to which the dish belongs.
    pub combo: Option<String>,
    pub quantity: Quantity,
    pub area: String,
    pub late_minutes: i64,
    pub kind: RequestKind,
    pub correlative: Option<i64>,
    pub table_name: Option<String>,
    pub waiter: String,
    pub sent_at: DateTime<Utc>,
    pub seconds: i64,
}

/// Filter of prepared dishes.
#[derive(Debug, Clone, Default)]
pub(in crate::reports) struct PreparedDishQuery {
    pub dishes: DishFilter,
    /// Only dishes sent within one of these periods, in this hour in UTC.
    pub hours: Option<Vec<(Period, String)>>,
    /// Only dishes that took longer than their area promises.
    pub late: bool,
}

impl PreparedDishQuery {
    fn add_conditions(&self, mut sql: Sql) -> Sql {
        sql = sql.add("AND d.seconds IS NOT NULL");
        if self.late {
            sql = sql.add("AND d.seconds > a.late_minutes * 60");
        }
        if let Some(hours) = &self.hours {
            sql = sql.add("AND (1 = 0");
            for ((from, until), hour) in hours {
                sql = sql.with("OR (d.sent_at >= ?", *from).with("AND d.sent_at < ?", *until);
                sql = sql.with("AND SUBSTR(CAST(d.sent_at AS TEXT), 12, 2) = ?)", hour.as_str());
            }
            sql = sql.add(")");
        }
        sql
    }
}

const AREA: &str = "JOIN production_areas a ON a.id = d.area_id";

pub(in crate::reports) async fn count_prepared_dishes(
    tx: &mut Tx,
    moments: Period,
    criteria: &PreparedDishQuery,
) -> db::Result<i64> {
    tx.query(criteria.add_conditions(select_dishes("SELECT COUNT(*)", AREA, moments, &criteria.dishes))).scalar().await
}

/// Lists a page of prepared dishes, the slowest first.
pub(in crate::reports) async fn list_prepared_dishes(
    tx: &mut Tx,
    moments: Period,
    criteria: &PreparedDishQuery,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<PreparedDish>> {
    let select = "SELECT d.line_id, d.component_id, l.client_request_id, k.number AS command_number, COALESCE(c.name, l.name) AS name,
                         CASE WHEN c.id IS NOT NULL THEN l.name END AS combo,
                         l.quantity * COALESCE(c.quantity, 1000000) / 1000000 AS quantity, d.area, d.late_minutes,
                         r.type AS kind, r.correlative, s.name || ' ' || t.name AS table_name,
                         TRIM(u.name || ' ' || u.lastname) AS waiter, d.sent_at, d.seconds
                  FROM (SELECT d.line_id, d.component_id, d.sent_at, d.seconds, a.name AS area, a.late_minutes";
    let page = criteria.add_conditions(select_dishes(select, AREA, moments, &criteria.dishes));
    let page = page.add("ORDER BY d.seconds DESC, d.line_id DESC, d.component_id").with("LIMIT ?", limit);
    let page = page.with("OFFSET ?", offset).add(
        ") d JOIN order_lines l ON l.id = d.line_id LEFT JOIN order_line_components c ON c.id = d.component_id
         JOIN commands k ON k.id = l.command_id JOIN client_requests r ON r.id = l.client_request_id
         JOIN users u ON u.id = k.user_id LEFT JOIN dining_tables t ON t.id = r.table_id LEFT JOIN salons s ON s.id = t.salon_id
         ORDER BY d.seconds DESC, d.line_id DESC, d.component_id",
    );
    tx.query(page).all().await
}
