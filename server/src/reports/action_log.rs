//! The action log, as it is looked through: what was done, by whom, who allowed it, and what it changed.

use super::action_labels::{ACTION_LABELS, action_label};
use crate::{
    db::{Json, Sql, Tx},
    error::{Result, invalid},
    ids::{CycleId, RequestId, UserId},
    listing::{Paging, Rows, pages},
    money::Money,
    settings::Settings,
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// No company has more people.
const MAX_USERS: i64 = 1000;

/// Which lines of the log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActionLogFilter {
    pub action_type: Option<String>,
    /// Who did it.
    pub user_id: Option<UserId>,
    /// First business day.
    pub date_from: Option<NaiveDate>,
    /// Last business day.
    pub date_to: Option<NaiveDate>,
    /// What was done at this account, or to it.
    pub client_request_id: Option<RequestId>,
}

/// A line of the log.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActionLogEntry {
    pub id: i64,
    pub at: DateTime<Utc>,
    pub action_type: String,
    /// What the type is called.
    pub action: String,
    pub user_id: Option<UserId>,
    /// `Agente …` for what a print agent's own machine was told; none: nobody was signed in.
    pub user_name: Option<String>,
    /// Who allowed it with a personal PIN.
    pub approver_name: Option<String>,
    /// What it was done to: `client_request`, `command`, `printer` …
    pub entity: String,
    pub entity_id: Option<i64>,
    pub client_request_id: Option<RequestId>,
    /// The table where it happened, or the number of a take-away or delivery.
    pub label: Option<String>,
    pub cycle_id: Option<CycleId>,
    pub amount: Option<Money>,
    pub reason: Option<String>,
    /// What it was, an object or an array.
    #[schema(value_type = Option<Object>)]
    pub before: Option<Value>,
    /// What it became.
    #[schema(value_type = Option<Object>)]
    pub after: Option<Value>,
    /// What the browser said it was.
    pub device: String,
    /// Its network address; empty where nobody asked from anywhere.
    pub address: String,
}

#[derive(sqlx::FromRow)]
struct LogRow {
    id: i64,
    at: DateTime<Utc>,
    action_type: String,
    user_id: Option<UserId>,
    user_name: Option<String>,
    approver_name: Option<String>,
    entity: String,
    entity_id: Option<i64>,
    client_request_id: Option<RequestId>,
    kind: Option<String>,
    correlative: Option<i64>,
    table_name: Option<String>,
    salon: Option<String>,
    cycle_id: Option<CycleId>,
    amount: Option<Money>,
    reason: Option<String>,
    before_value: Option<Json<Value>>,
    after_value: Option<Json<Value>>,
    device: String,
    address: String,
}

/// The lines that fit, the newest first.
pub(super) async fn action_log(tx: &mut Tx, filter: &ActionLogFilter, paging: &Paging) -> Result<Rows<ActionLogEntry>> {
    let settings = Settings::load(tx).await?;
    if filter.date_from.zip(filter.date_to).is_some_and(|(from, to)| from > to) {
        return invalid("date_to", "La fecha final es anterior a la inicial.").err();
    }
    let count = narrowed(Sql::new("SELECT COUNT(*) FROM action_logs a WHERE 1 = 1"), filter, &settings);
    let total_rows: i64 = tx.query(count).scalar().await?;
    let (limit, offset) = paging.window_of_sales(total_rows)?;
    let list = narrowed(Sql::new(LOG), filter, &settings).add("ORDER BY a.at DESC, a.id DESC");
    let rows: Vec<LogRow> = tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?;
    let rows = rows.into_iter().map(read).collect();
    Ok(Rows { success: true, rows, total_rows, total_pages: pages(total_rows, limit) })
}

const LOG: &str = "SELECT a.id, a.at, a.action_type, a.user_id,
        COALESCE(TRIM(u.name || ' ' || u.lastname), 'Agente ' || g.name) AS user_name,
        TRIM(p.name || ' ' || p.lastname) AS approver_name, a.entity, a.entity_id, a.client_request_id, r.type AS kind,
        r.correlative, t.name AS table_name, s.name AS salon, a.cycle_id, a.amount, a.reason, a.before_value, a.after_value,
        a.device, a.address
     FROM action_logs a LEFT JOIN users u ON u.id = a.user_id LEFT JOIN users p ON p.id = a.approver_id
     LEFT JOIN print_agents g ON g.id = a.print_agent_id LEFT JOIN client_requests r ON r.id = a.client_request_id
     LEFT JOIN dining_tables t ON t.id = COALESCE(a.table_id, r.table_id) LEFT JOIN salons s ON s.id = t.salon_id
     WHERE 1 = 1";

/// Days are business days in the company's time zone.
fn narrowed(sql: Sql, filter: &ActionLogFilter, settings: &Settings) -> Sql {
    let until = filter.date_to.and_then(|day| day.succ_opt());
    sql.when("AND a.action_type = ?", filter.action_type.as_deref())
        .when("AND a.user_id = ?", filter.user_id)
        .when("AND a.at >= ?", filter.date_from.map(|day| settings.day_begins(day)))
        .when("AND a.at < ?", until.map(|day| settings.day_begins(day)))
        .when(
            "AND (a.client_request_id = ? OR (a.entity = 'client_request' AND a.entity_id = ?))",
            filter.client_request_id,
        )
}

fn read(r: LogRow) -> ActionLogEntry {
    let label = label(&r);
    ActionLogEntry {
        id: r.id,
        at: r.at,
        action: action_label(&r.action_type).to_owned(),
        action_type: r.action_type,
        user_id: r.user_id,
        user_name: r.user_name,
        approver_name: r.approver_name,
        entity: r.entity,
        entity_id: r.entity_id,
        client_request_id: r.client_request_id,
        label,
        cycle_id: r.cycle_id,
        amount: r.amount,
        reason: r.reason.filter(|text| !text.is_empty()),
        before: r.before_value.map(|v| v.0),
        after: r.after_value.map(|v| v.0),
        device: r.device,
        address: r.address,
    }
}

fn label(r: &LogRow) -> Option<String> {
    let number = r.correlative.unwrap_or_default();
    match (r.kind.as_deref(), &r.table_name) {
        (Some("ORDER"), _) => Some(format!("LLEVAR #{number}")),
        (Some("DELIVERY"), _) => Some(format!("DELIVERY #{number}")),
        (_, Some(table)) => {
            let name = if table.to_lowercase().starts_with("mesa") { table.clone() } else { format!("Mesa {table}") };
            Some(format!("{name} · {}", r.salon.as_deref().unwrap_or_default()))
        }
        _ => None,
    }
}

/// A type of the log with its name.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActionType {
    pub action_type: &'static str,
    pub action: &'static str,
}

/// Somebody who may be in the log.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct LogUser {
    pub id: UserId,
    pub name: String,
}

/// What the log can be narrowed by.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActionLogFilters {
    pub types: Vec<ActionType>,
    /// Those who left too.
    pub users: Vec<LogUser>,
}

/// Reads them; super admins are nobody of the company.
pub(super) async fn filters(tx: &mut Tx, with_super_admins: bool) -> Result<ActionLogFilters> {
    let types = ACTION_LABELS.iter().map(|(action_type, action)| ActionType { action_type, action }).collect();
    let users = tx
        .query(
            "SELECT id, TRIM(name || ' ' || lastname) AS name FROM users WHERE $1 OR NOT is_super_admin
             ORDER BY name, id LIMIT $2",
        )
        .bind(with_super_admins)
        .bind(MAX_USERS)
        .all()
        .await?;
    Ok(ActionLogFilters { types, users })
}
