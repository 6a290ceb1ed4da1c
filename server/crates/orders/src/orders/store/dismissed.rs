//! Dismissed lines; a part of a line is split off first.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{LineId, RequestId, UserId},
};

/// When, by whom and why lines were dismissed.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Dismissal {
    pub at: DateTime<Utc>,
    pub by: UserId,
    pub made: bool,
    pub reason: String,
}

/// Dismisses lines in whole.
pub(in crate::orders) async fn dismiss_whole(tx: &mut Tx, lines: &[LineId], how: &Dismissal) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(
        "UPDATE order_lines SET previous_status = status, status = 'DISMISSED', status_changed_at = $1, dismissed_at = $1,
                dismissed_by = $2, dismissed_made = $3, dismissed_reason = $4, version = version + 1",
    )
    .bind(how.at)
    .bind(how.by)
    .bind(how.made)
    .bind(how.reason.as_str())
    .list("WHERE id IN (?)", lines.iter().copied());
    tx.query(sql).run().await?;
    Ok(())
}

/// What had been served when it was dismissed just now is nothing to the kitchen any more.
pub(in crate::orders) async fn acknowledge_served(
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
