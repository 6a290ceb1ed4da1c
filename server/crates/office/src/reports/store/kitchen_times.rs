//! How long dishes took, added up by the database: in steps of seconds, never dish by dish.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{LineId, RequestId},
    money::Quantity,
};
use comanda_orders::orders::RequestKind;

/// More than any house has, also of one category.
const MAX_AREAS: i64 = 1_000;
const MAX_PRODUCTS: i64 = 10_000;

/// A moment and one after it, which is not of it.
pub(in crate::reports) type Moments = (DateTime<Utc>, DateTime<Utc>);

/// An area with what it promises.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct AreaPromise {
    pub id: i64,
    pub name: String,
    pub late_minutes: i64,
}

pub(in crate::reports) async fn areas_with_promises(tx: &mut Tx) -> db::Result<Vec<AreaPromise>> {
    tx.query("SELECT id, name, late_minutes FROM production_areas ORDER BY id LIMIT $1").bind(MAX_AREAS).all().await
}

/// The products that are of a category now.
pub(in crate::reports) async fn products_of_category(tx: &mut Tx, category: i64) -> db::Result<Vec<i64>> {
    let sql = "SELECT id FROM products WHERE category_id = $1 ORDER BY id LIMIT $2";
    let rows: Vec<(i64,)> = tx.query(sql).bind(category).bind(MAX_PRODUCTS).all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Dishes of one area and product that took about as long.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct DishStep {
    pub area_id: i64,
    pub product_id: i64,
    /// Of 15 seconds each, the end included; none of what was never marked as ready.
    pub step: Option<i64>,
    pub dishes: i64,
    /// All of them together.
    pub seconds: i64,
}

/// Dishes of one area that were sent in the same hour and took about as long.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct HourStep {
    pub area_id: i64,
    /// Of UTC's clock: `00` to `23`.
    pub hour: String,
    pub step: i64,
    pub dishes: i64,
    pub seconds: i64,
}

/// Which dishes.
#[derive(Debug, Clone, Default)]
pub(in crate::reports) struct WantedDishes {
    pub area: Option<i64>,
    /// Only of these.
    pub products: Option<Vec<i64>>,
}

impl WantedDishes {
    fn narrow(&self, sql: Sql) -> Sql {
        let sql = sql.when("AND d.area_id = ?", self.area);
        match &self.products {
            Some(products) => sql.list("AND d.product_id IN (?)", products.iter().copied()),
            None => sql,
        }
    }
}

/// Dishes `d` that were sent between two moments to an area and not dismissed: lines, and each dish of a combo. A line that was
/// split since was cooked once: its first part that stands is it.
fn dishes(select: &'static str, joined: &'static str, moments: Moments, wanted: &WantedDishes) -> Sql {
    let sql = sent(Sql::new(select).add("FROM (").add(LINES), moments);
    let sql = sent(sql.add("AND l.split_from_id IS NULL UNION ALL").add(LINES), moments);
    let sql = sql.add("AND l.split_from_id IS NOT NULL AND").add(FIRST_PART).add(
        "UNION ALL
         SELECT l.id, c.id, l.sent_at, c.production_area_id, c.product_id, c.prepared_seconds
         FROM order_lines l JOIN order_line_components c ON c.line_id = l.id
         WHERE l.is_combo AND c.production_area_id IS NOT NULL",
    );
    let sql = sent(sql, moments).add("AND (l.split_from_id IS NULL OR").add(FIRST_PART).add(")) d");
    wanted.narrow(sql.add(joined).add("WHERE 1 = 1"))
}

const LINES: &str =
    "SELECT l.id AS line_id, CAST(NULL AS BIGINT) AS component_id, l.sent_at, l.production_area_id AS area_id, l.product_id,
            l.prepared_seconds AS seconds
     FROM order_lines l WHERE NOT l.is_combo AND l.production_area_id IS NOT NULL";
/// Asked of parts only: a database that thinks it asks it of every line plans for hours.
const FIRST_PART: &str = "l.id = (SELECT MIN(f.id) FROM order_lines f
     WHERE (f.id = l.split_from_id OR f.split_from_id = l.split_from_id) AND f.status <> 'DISMISSED')";

fn sent(sql: Sql, (from, until): Moments) -> Sql {
    sql.with("AND l.sent_at >= ?", from).with("AND l.sent_at < ?", until).add("AND l.status <> 'DISMISSED'")
}

pub(in crate::reports) async fn dish_steps(
    tx: &mut Tx,
    moments: Moments,
    wanted: &WantedDishes,
) -> db::Result<Vec<DishStep>> {
    let select = "SELECT d.area_id, d.product_id, (d.seconds + 14) / 15 AS step, COUNT(*) AS dishes,
                         CAST(COALESCE(SUM(d.seconds), 0) AS BIGINT) AS seconds";
    tx.query(dishes(select, "", moments, wanted).add("GROUP BY d.area_id, d.product_id, (d.seconds + 14) / 15"))
        .all()
        .await
}

pub(in crate::reports) async fn hour_steps(
    tx: &mut Tx,
    moments: Moments,
    wanted: &WantedDishes,
) -> db::Result<Vec<HourStep>> {
    // Both databases write a time as `2026-11-20T18:05:…`, in UTC.
    let select = "SELECT d.area_id, SUBSTR(CAST(d.sent_at AS TEXT), 12, 2) AS hour, (d.seconds + 14) / 15 AS step,
                         COUNT(*) AS dishes, CAST(SUM(d.seconds) AS BIGINT) AS seconds";
    let sql = dishes(select, "", moments, wanted).add("AND d.seconds IS NOT NULL");
    tx.query(sql.add("GROUP BY d.area_id, SUBSTR(CAST(d.sent_at AS TEXT), 12, 2), (d.seconds + 14) / 15")).all().await
}

/// A dish that somebody waited for.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct PreparedDish {
    pub line_id: LineId,
    pub component_id: Option<i64>,
    pub client_request_id: RequestId,
    pub command_number: i64,
    pub name: String,
    /// What it is a part of.
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

/// Which of them.
#[derive(Debug, Clone, Default)]
pub(in crate::reports) struct WantedTimes {
    pub dishes: WantedDishes,
    /// Only what was sent within one of these, in this hour of UTC's clock.
    pub hours: Option<Vec<(Moments, String)>>,
    /// Only what took longer than its area promises.
    pub late: bool,
}

impl WantedTimes {
    fn narrow(&self, mut sql: Sql) -> Sql {
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
    moments: Moments,
    wanted: &WantedTimes,
) -> db::Result<i64> {
    tx.query(wanted.narrow(dishes("SELECT COUNT(*)", AREA, moments, &wanted.dishes))).scalar().await
}

/// A page of them, the slowest first.
pub(in crate::reports) async fn prepared_dishes(
    tx: &mut Tx,
    moments: Moments,
    wanted: &WantedTimes,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<PreparedDish>> {
    let select = "SELECT d.line_id, d.component_id, l.client_request_id, k.number AS command_number, COALESCE(c.name, l.name) AS name,
                         CASE WHEN c.id IS NOT NULL THEN l.name END AS combo,
                         l.quantity * COALESCE(c.quantity, 1000000) / 1000000 AS quantity, d.area, d.late_minutes,
                         r.type AS kind, r.correlative, s.name || ' ' || t.name AS table_name,
                         TRIM(u.name || ' ' || u.lastname) AS waiter, d.sent_at, d.seconds
                  FROM (SELECT d.line_id, d.component_id, d.sent_at, d.seconds, a.name AS area, a.late_minutes";
    let page = wanted.narrow(dishes(select, AREA, moments, &wanted.dishes));
    let page = page.add("ORDER BY d.seconds DESC, d.line_id DESC, d.component_id").with("LIMIT ?", limit);
    let page = page.with("OFFSET ?", offset).add(
        ") d JOIN order_lines l ON l.id = d.line_id LEFT JOIN order_line_components c ON c.id = d.component_id
         JOIN commands k ON k.id = l.command_id JOIN client_requests r ON r.id = l.client_request_id
         JOIN users u ON u.id = k.user_id LEFT JOIN dining_tables t ON t.id = r.table_id LEFT JOIN salons s ON s.id = t.salon_id
         ORDER BY d.seconds DESC, d.line_id DESC, d.component_id",
    );
    tx.query(page).all().await
}
