//! The SQL statements of the alarms.

use super::{alarms::AlarmedJob, jobs::JobChange, words::PaperKind};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::PrinterId,
};

/// A kitchen paper is normally printed within two seconds; after this long somebody has to check.
const UNPRINTED_SECONDS: i64 = 15;
/// The most papers that are shown at once.
const MAX_JOBS: i64 = 200;

/// A paper that raises an alarm, and its printer.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct RingingJob {
    pub printer_id: PrinterId,
    #[row(flatten)]
    pub job: AlarmedJob,
}

/// Lists the papers written since then that raise an alarm, the oldest first.
pub(super) async fn list_ringing_jobs(tx: &mut Tx, since: DateTime<Utc>) -> db::Result<Vec<RingingJob>> {
    tx.query(
        "SELECT id, printer_id, document, area, sequence, state, reason, created_at, client_request_id,
                moved_from_id IS NOT NULL AS moved FROM print_jobs
             WHERE alarmed_at IS NOT NULL AND (finished_at IS NULL OR state = 'EXPIRED') AND created_at > $1
             ORDER BY created_at, id LIMIT $2",
    )
    .bind(since)
    .bind(MAX_JOBS)
    .all()
    .await
}

/// Returns whether a kitchen paper is overdue and the tills have not been alarmed about it yet.
pub(super) async fn are_alarms_due(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<bool> {
    let sql = Sql::new("SELECT COUNT(*) FROM print_jobs WHERE finished_at IS NULL AND alarmed_at IS NULL AND")
        .with("created_at <= ?", now - Duration::seconds(UNPRINTED_SECONDS))
        .list("AND document IN (?)", PaperKind::KITCHEN);
    let waiting: i64 = tx.query(sql).scalar().await?;
    Ok(waiting > 0)
}

/// Raises the alarm for the overdue papers. Each paper raises it once, and it lasts until the paper is confirmed or decided about.
pub(super) async fn raise_alarms(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<Vec<JobChange>> {
    let sql = Sql::new("UPDATE print_jobs SET alarmed_at = $1 WHERE finished_at IS NULL AND alarmed_at IS NULL AND")
        .bind(now)
        .with("created_at <= ?", now - Duration::seconds(UNPRINTED_SECONDS))
        .list("AND document IN (?)", PaperKind::KITCHEN)
        .add("RETURNING id, printer_id, client_request_id, state, document, TRUE AS alarmed");
    tx.query(sql).all().await
}
