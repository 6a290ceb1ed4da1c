//! All SQL that reads what the action log stores about counts and closings: who, why, and whose PIN allowed it.

use comanda_base::{
    db::{self, Json, Tx},
    ids::CycleId,
};
use serde_json::Value;

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct CountLogRow {
    pub action_type: String,
    /// The counted amounts and the version, for a count.
    pub after_value: Option<Json<Value>>,
    pub user_name: String,
    pub role_id: i64,
    pub reason: Option<String>,
    pub approver_name: Option<String>,
}

/// Lists the log entries of the counts and the closing of a cycle, the first one first.
pub(super) async fn list_count_logs(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<CountLogRow>> {
    tx.query(
        "SELECT a.action_type, a.after_value, TRIM(u.name || ' ' || u.lastname) AS user_name, u.role_id, a.reason,
                TRIM(p.name || ' ' || p.lastname) AS approver_name
         FROM action_logs a JOIN users u ON u.id = a.user_id LEFT JOIN users p ON p.id = a.approver_id
         WHERE a.entity = 'cashbox_cycle' AND a.entity_id = $1 AND a.action_type IN ('CASH_COUNTED', 'CYCLE_CLOSED')
         ORDER BY a.id LIMIT 1000",
    )
    .bind(cycle)
    .all()
    .await
}
