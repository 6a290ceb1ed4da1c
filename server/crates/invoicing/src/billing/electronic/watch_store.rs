//! SQL about documents that need attention.

use super::{deadlines::NearDeadline, watch::AttentionCounts};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use comanda_base::db::{self, Tx};

/// Counts documents of `late_from` or older, voids of `void_from` or older, and rejections since `rejected_from`.
pub(super) async fn load_attention_counts(
    tx: &mut Tx,
    late_from: NaiveDate,
    void_from: NaiveDate,
    rejected_from: NaiveDate,
) -> db::Result<AttentionCounts> {
    tx.query(
        "SELECT COUNT(CASE WHEN d.state = 'FAILED' THEN 1 END) AS failed,
                COUNT(CASE WHEN d.state = 'FAILED' AND d.accepted_at IS NOT NULL THEN 1 END) AS failed_voids,
                COUNT(CASE WHEN d.state = 'REJECTED' AND d.replaced_by_id IS NULL AND d.issued_on >= $1
                            AND d.billing_id IS NOT NULL AND b.state <> 'VOIDED' THEN 1 END) AS rejected,
                COUNT(CASE WHEN d.state = 'REJECTED' AND d.issued_on >= $1 AND d.credit_note_id IS NOT NULL
                           THEN 1 END) AS rejected_notes,
                COUNT(CASE WHEN d.state IN ('PENDING', 'SENT', 'FAILED') AND (d.code = '01' OR d.serie LIKE 'F%')
                            AND d.accepted_at IS NULL AND d.issued_on <= $2 THEN 1 END) AS late,
                MIN(CASE WHEN d.state IN ('PENDING', 'SENT', 'FAILED') AND (d.code = '01' OR d.serie LIKE 'F%')
                          AND d.accepted_at IS NULL AND d.issued_on <= $2 THEN d.issued_on END) AS late_since,
                COUNT(CASE WHEN d.state = 'VOIDING' AND d.issued_on <= $3 THEN 1 END) AS late_voids,
                MIN(CASE WHEN d.state = 'VOIDING' AND d.issued_on <= $3 THEN d.issued_on END) AS late_voids_since
         FROM tax_documents d LEFT JOIN billings b ON b.id = d.billing_id
         WHERE d.state NOT IN ('ACCEPTED', 'VOIDED')",
    )
    .bind(rejected_from)
    .bind(late_from)
    .bind(void_from)
    .one()
    .await
}

/// The largest number of documents in one e-mail.
const MAX_NAMED: i64 = 50;

/// Loads facturas and their notes of `late_from` or older that are not accepted; boletas and their notes of `void_from` or older, which
/// summaries accept as long as voids; and voids of that day or older that are not done.
pub(super) async fn load_near_deadline(
    tx: &mut Tx,
    late_from: NaiveDate,
    void_from: NaiveDate,
) -> db::Result<Vec<NearDeadline>> {
    tx.query(
        "SELECT serie, number, issued_on, state = 'VOIDING' AS is_void, sunat_message FROM tax_documents
         WHERE state NOT IN ('ACCEPTED', 'VOIDED')
           AND ((state IN ('PENDING', 'SENT', 'FAILED') AND accepted_at IS NULL
                 AND ((code = '01' OR serie LIKE 'F%') AND issued_on <= $1 OR issued_on <= $2))
                OR (state = 'VOIDING' AND issued_on <= $2))
         ORDER BY issued_on, id LIMIT $3",
    )
    .bind(late_from)
    .bind(void_from)
    .bind(MAX_NAMED)
    .all()
    .await
}

/// The longest plausible time until the next alert, which is sent once a day; a later time was set by a clock that was ahead.
const LONGEST_WAIT: TimeDelta = TimeDelta::days(2);

pub(super) async fn is_alert_due(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<bool> {
    let sql = "SELECT COUNT(*) FROM electronic_billing
               WHERE deadlines_next_at IS NULL OR deadlines_next_at <= $1 OR deadlines_next_at > $2";
    let due: i64 = tx.query(sql).bind(now).bind(now + LONGEST_WAIT).scalar().await?;
    Ok(due > 0)
}

pub(super) async fn claim_alert(tx: &mut Tx, now: DateTime<Utc>, next: DateTime<Utc>) -> db::Result<u64> {
    tx.query(
        "UPDATE electronic_billing SET deadlines_next_at = $1
         WHERE id = 1 AND (deadlines_next_at IS NULL OR deadlines_next_at <= $2 OR deadlines_next_at > $3)",
    )
    .bind(next)
    .bind(now)
    .bind(now + LONGEST_WAIT)
    .run()
    .await
}

pub(super) async fn set_next_alert(tx: &mut Tx, at: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE electronic_billing SET deadlines_next_at = $1 WHERE id = 1").bind(at).run().await?;
    Ok(())
}
