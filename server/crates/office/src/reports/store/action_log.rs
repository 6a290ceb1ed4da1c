//! SQL of the action log.

use crate::reports::action_log::{ActionLogEntry, ActionLogFilter, LogUser};
use comanda_base::db::{self, Sql, Tx};
use comanda_orders::orders::RequestKind;
use comanda_platform::settings::Settings;

/// The most users loaded; no company has more.
const MAX_USERS: i64 = 1000;

/// A line of the log as stored, with the names of its users, table and salon.
#[derive(Debug, comanda_from_row::FromRow)]
pub(in crate::reports) struct LogRow {
    #[row(flatten)]
    pub entry: ActionLogEntry,
    pub kind: Option<RequestKind>,
    pub correlative: Option<i64>,
    pub table_name: Option<String>,
    pub salon: Option<String>,
}

const LOG: &str = "SELECT a.id, a.at, a.action_type, a.user_id,
        COALESCE(TRIM(u.name || ' ' || u.lastname), 'Agente ' || g.name) AS user_name,
        TRIM(p.name || ' ' || p.lastname) AS approver_name, a.entity, a.entity_id, a.client_request_id, a.cycle_id,
        a.amount, a.reason, a.before_value, a.after_value, a.device, a.address, r.type AS kind, r.correlative, t.name AS table_name,
        s.name AS salon
     FROM action_logs a LEFT JOIN users u ON u.id = a.user_id LEFT JOIN users p ON p.id = a.approver_id
     LEFT JOIN print_agents g ON g.id = a.print_agent_id LEFT JOIN client_requests r ON r.id = a.client_request_id
     LEFT JOIN dining_tables t ON t.id = COALESCE(a.table_id, r.table_id) LEFT JOIN salons s ON s.id = t.salon_id
     WHERE 1 = 1";

/// Adds the filter's conditions. Its days are business days in the company's time zone.
fn add_filter(sql: Sql, filter: &ActionLogFilter, settings: &Settings) -> Sql {
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

/// Counts the lines that match the filter.
pub(in crate::reports) async fn count_actions(
    tx: &mut Tx,
    filter: &ActionLogFilter,
    settings: &Settings,
) -> db::Result<i64> {
    tx.query(add_filter(Sql::new("SELECT COUNT(*) FROM action_logs a WHERE 1 = 1"), filter, settings)).scalar().await
}

/// Lists a page of the matching lines, the newest first.
pub(in crate::reports) async fn list_action_rows(
    tx: &mut Tx,
    filter: &ActionLogFilter,
    settings: &Settings,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<LogRow>> {
    let list = add_filter(Sql::new(LOG), filter, settings).add("ORDER BY a.at DESC, a.id DESC");
    tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await
}

/// Lists the users who may be in the log.
pub(in crate::reports) async fn list_log_users(tx: &mut Tx, with_super_admins: bool) -> db::Result<Vec<LogUser>> {
    tx.query(
        "SELECT id, TRIM(name || ' ' || lastname) AS name FROM users WHERE $1 OR NOT is_super_admin
         ORDER BY name, id LIMIT $2",
    )
    .bind(with_super_admins)
    .bind(MAX_USERS)
    .all()
    .await
}
