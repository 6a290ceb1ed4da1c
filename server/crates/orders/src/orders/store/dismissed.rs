//! Statements of dismissed lines; a part of a line is split off first.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{LineId, RequestId, UserId},
};

/// The time, user and reason of a dismissal.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Dismissal {
    pub at: DateTime<Utc>,
    pub by: UserId,
    pub made: bool,
    pub reason: String,
}

/// Dismisses whole lines.
pub(in crate::orders) async fn dismiss_whole_lines(
    tx: &mut Tx,
    lines: &[LineId],
    dismissal: &Dismissal,
) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(
        "UPDATE order_lines SET previous_status = status, status = 'DISMISSED', status_changed_at = $1, dismissed_at = $1,
                dismissed_by = $2, dismissed_made = $3, dismissed_reason = $4, version = version + 1",
    )
    .bind(dismissal.at)
    .bind(dismissal.by)
    .bind(dismissal.made)
    .bind(dismissal.reason.as_str())
    .list("WHERE id IN (?)", lines.iter().copied());
    tx.query(sql).run().await?;
    Ok(())
}

/// Marks lines that were served before they were dismissed just now as seen by the kitchen.
pub(in crate::orders) async fn acknowledge_served_lines(
    tx: &mut Tx,
    request: RequestId,
    at: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query(
        "UPDATE order_lines SET dismissal_acknowledged_at = $1
         WHERE client_request_id = $2 AND dismissed_at = $1 AND previous_status IN ('DISPATCHED', 'DELIVERED')",
    )
    .bind(at)
    .bind(request)
    .run()
    .await
}
