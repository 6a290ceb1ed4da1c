//! SQL of the report of cancellations: entries of the action log with data of accounts, lines and discounts.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Json, Sql, Tx},
    ids::{DiscountTypeId, LineId, RequestId, UserId},
    money::{Money, Quantity},
};
use comanda_ledgers::figures::{self, LineCost};
use comanda_orders::orders::RequestKind;
use serde_json::Value;
use std::collections::HashMap;

/// The most people loaded; no company has more.
const MAX_PEOPLE: i64 = 10_000;

/// An entry of the action log.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct LoggedAct {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub action_type: String,
    pub user_id: UserId,
    pub approver_id: Option<UserId>,
    pub client_request_id: Option<RequestId>,
    pub kind: Option<RequestKind>,
    pub correlative: Option<i64>,
    pub table_name: Option<String>,
    pub amount: Option<Money>,
    pub reason: Option<String>,
    /// The dismissed lines.
    pub before_value: Option<Json<Value>>,
    /// For dismissed lines, whether they were made.
    pub after_value: Option<Json<Value>>,
    /// The type of a discount that is still enabled.
    pub discount_type_id: Option<DiscountTypeId>,
    pub percentage: Option<Quantity>,
    /// For a discount, the total of the account's dishes.
    pub base: Option<Money>,
}

/// Lists entries of some types between two moments, the latest first. A discount that was removed again has no type.
pub(in crate::reports) async fn list_logged_acts(
    tx: &mut Tx,
    types: &[&'static str],
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> db::Result<Vec<LoggedAct>> {
    let sql = Sql::new(
        "SELECT a.id, a.at, a.action_type, a.user_id, a.approver_id, a.client_request_id, r.type AS kind, r.correlative,
                s.name || ' ' || t.name AS table_name, a.amount, a.reason, a.before_value, a.after_value, j.discount_type_id,
                j.percentage,
                CASE WHEN j.id IS NOT NULL THEN (SELECT
                    CAST(COALESCE(SUM(l.quantity / 1000 * (l.base_sale_amount + l.variant_amount + l.toppings_amount) / 1000), 0) AS BIGINT)
                    FROM order_lines l WHERE l.client_request_id = a.client_request_id AND l.status <> 'DISMISSED') END AS base
         FROM action_logs a LEFT JOIN client_requests r ON r.id = a.client_request_id
         LEFT JOIN dining_tables t ON t.id = COALESCE(a.table_id, r.table_id) LEFT JOIN salons s ON s.id = t.salon_id
         LEFT JOIN billing_adjustments j ON a.entity = 'billing_adjustment' AND j.id = a.entity_id AND j.enabled
         WHERE a.user_id IS NOT NULL",
    );
    let sql = sql.list("AND a.action_type IN (?)", types.iter().copied()).with("AND a.at >= ?", from);
    tx.query(sql.with("AND a.at < ?", until).add("ORDER BY a.at DESC, a.id DESC").with("LIMIT ?", limit)).all().await
}

/// The production area and the kitchen times of a line.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct LineTrace {
    pub line_id: LineId,
    pub area: Option<String>,
    /// The minutes that the area promises.
    pub late_minutes: Option<i64>,
    pub sent_at: Option<DateTime<Utc>>,
    /// The time from sent to ready; `None` if never ready.
    pub prepared_seconds: Option<i64>,
    /// The price of one unit.
    pub price: Money,
}

pub(in crate::reports) async fn list_line_traces(tx: &mut Tx, lines: &[LineId]) -> db::Result<Vec<LineTrace>> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new(
        "SELECT l.id AS line_id, a.name AS area, a.late_minutes, l.sent_at, l.prepared_seconds,
                l.base_sale_amount + l.variant_amount + l.toppings_amount AS price
         FROM order_lines l LEFT JOIN production_areas a ON a.id = l.production_area_id",
    );
    tx.query(sql.list("WHERE l.id IN (?)", lines.iter().copied())).all().await
}

/// Loads the cost of what lines used up, waste included; lines whose cost is unknown are left out.
pub(in crate::reports) async fn load_used_costs(tx: &mut Tx, lines: &[LineId]) -> db::Result<HashMap<LineId, Money>> {
    if lines.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = figures::select_used_costs().list("WHERE l.id IN (?)", lines.iter().copied());
    let rows: Vec<LineCost> = tx.query(sql.add(figures::GROUP_BY_LINE)).all().await?;
    Ok(rows.iter().filter_map(|row| Some((row.line_id, row.whole_line_cost()?))).collect())
}

/// A person with their present role.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct PersonRole {
    pub id: UserId,
    pub name: String,
    pub role_id: i64,
}

pub(in crate::reports) async fn list_people_with_roles(tx: &mut Tx) -> db::Result<Vec<PersonRole>> {
    tx.query("SELECT id, TRIM(name || ' ' || lastname) AS name, role_id FROM users ORDER BY id LIMIT $1")
        .bind(MAX_PEOPLE)
        .all()
        .await
}
