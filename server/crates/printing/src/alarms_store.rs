//! The statements of the alarms.

use super::{alarms::AlarmedJob, jobs::JobChange, words::PaperKind};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::PrinterId,
};

/// A kitchen paper is on paper within a second or two; after this long somebody has to look.
const SECONDS: i64 = 15;
/// Papers that are shown at once.
const MAX_JOBS: i64 = 200;

/// A paper that rings, and at which printer.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct RingingJob {
    pub printer_id: PrinterId,
    #[row(flatten)]
    pub job: AlarmedJob,
}

/// Papers written since then that ring, the oldest first.
pub(super) async fn ringing(tx: &mut Tx, since: DateTime<Utc>) -> db::Result<Vec<RingingJob>> {
    tx.query(
        "SELECT id, printer_id, document, area, sequence, state, reason, created_at, client_request_id FROM print_jobs
             WHERE alarmed_at IS NOT NULL AND (finished_at IS NULL OR state = 'EXPIRED') AND created_at > $1
             ORDER BY created_at, id LIMIT $2",
    )
    .bind(since)
    .bind(MAX_JOBS)
    .all()
    .await
}

/// Whether a kitchen paper waits that no till was told of yet.
pub(super) async fn are_due(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<bool> {
    let sql = Sql::new("SELECT COUNT(*) FROM print_jobs WHERE finished_at IS NULL AND alarmed_at IS NULL AND")
        .with("created_at <= ?", now - Duration::seconds(SECONDS))
        .list("AND document IN (?)", PaperKind::KITCHEN);
    let waiting: i64 = tx.query(sql).scalar().await?;
    Ok(waiting > 0)
}

/// Lets them ring; each rings once, until it is confirmed or decided about.
pub(super) async fn ring(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<Vec<JobChange>> {
    let sql = Sql::new("UPDATE print_jobs SET alarmed_at = $1 WHERE finished_at IS NULL AND alarmed_at IS NULL AND")
        .bind(now)
        .with("created_at <= ?", now - Duration::seconds(SECONDS))
        .list("AND document IN (?)", PaperKind::KITCHEN)
        .add("RETURNING id, printer_id, client_request_id, state, document, TRUE AS alarmed");
    tx.query(sql).all().await
}
