//! All SQL that reads of counts and closings what the action log keeps: who, why, and whose PIN allowed it.

use comanda_base::{
    db::{self, Json, Tx},
    ids::CycleId,
};
use serde_json::Value;

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct LogRow {
    pub action_type: String,
    /// Of a count: what was counted, with its version.
    pub after_value: Option<Json<Value>>,
    pub user_name: String,
    pub role_id: i64,
    pub reason: Option<String>,
    pub approver_name: Option<String>,
}

/// The counts of a cycle and its closing, the first one first.
pub(super) async fn logs(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<LogRow>> {
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
