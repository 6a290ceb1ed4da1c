//! SQL of `tax_documents` for the queue.

use super::{
    files::TaxOwner,
    queue::{DeliveryStatus, TaxDocument},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{TaxBatchId, TaxDocumentId},
};

/// The largest number of documents of a batch.
const MAX_AT_ONCE: i64 = 5_000;

fn select_documents() -> Sql {
    Sql::new(
        "SELECT id, code, serie, number, billing_id, issued_on, state, sunat_code, sunat_message, digest, signed_at, by_summary,
                tries, next_try_at, in_doubt, accepted_at, void_reason, batch_id, credit_note_id, external_id
         FROM tax_documents WHERE",
    )
}

pub(super) async fn load_due_documents(tx: &mut Tx, now: DateTime<Utc>, limit: i64) -> db::Result<Vec<TaxDocument>> {
    let sql = select_documents()
        .with("next_try_at IS NOT NULL AND next_try_at <= ?", now)
        .add(
            "AND (in_doubt OR (batch_id IS NULL AND accepted_at IS NULL AND NOT by_summary AND state IN ('PENDING', 'VOIDING', 'FAILED')))
             ORDER BY issued_at, id",
        )
        .with("LIMIT ?", limit);
    tx.query(sql).all().await
}

pub(super) async fn load_to_void(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<Vec<TaxDocument>> {
    let sql = select_documents()
        .with("next_try_at IS NOT NULL AND next_try_at <= ?", now)
        .add("AND state = 'VOIDING' AND accepted_at IS NOT NULL AND batch_id IS NULL AND NOT in_doubt ORDER BY issued_on, id")
        .with("LIMIT ?", MAX_AT_ONCE);
    tx.query(sql).all().await
}

/// The condition of documents for a daily summary; written like the index that has little else in it.
const WAITS_FOR_SUMMARY: &str = "state NOT IN ('ACCEPTED', 'VOIDED') AND state IN ('PENDING', 'VOIDING') AND by_summary
    AND accepted_at IS NULL AND batch_id IS NULL AND NOT in_doubt";

pub(super) async fn load_for_summary(tx: &mut Tx, day: NaiveDate, now: DateTime<Utc>) -> db::Result<Vec<TaxDocument>> {
    let sql = select_documents()
        .add(WAITS_FOR_SUMMARY)
        .with("AND ((next_try_at IS NULL AND issued_on <= ?)", day)
        .with("OR next_try_at <= ?) ORDER BY issued_on, id", now)
        .with("LIMIT ?", MAX_AT_ONCE);
    tx.query(sql).all().await
}

pub(super) async fn find_first_summary_day(tx: &mut Tx) -> db::Result<Option<NaiveDate>> {
    tx.query(Sql::new("SELECT MIN(issued_on) FROM tax_documents WHERE next_try_at IS NULL AND").add(WAITS_FOR_SUMMARY))
        .scalar()
        .await
}

pub(super) async fn load_of_batch(tx: &mut Tx, batch: TaxBatchId) -> db::Result<Vec<TaxDocument>> {
    tx.query(select_documents().with("batch_id = ? ORDER BY id", batch)).for_update().all().await
}

pub(super) async fn load_of_days(
    tx: &mut Tx,
    (from, to): (NaiveDate, NaiveDate),
    after: TaxDocumentId,
    limit: i64,
) -> db::Result<Vec<TaxDocument>> {
    let sql = select_documents()
        .with("issued_on >= ?", from)
        .with("AND issued_on <= ?", to)
        .with("AND id > ? ORDER BY id", after)
        .with("LIMIT ?", limit);
    tx.query(sql).all().await
}

pub(super) async fn lock_and_load(tx: &mut Tx, id: TaxDocumentId) -> db::Result<Option<TaxDocument>> {
    tx.query(select_documents().with("id = ?", id)).for_update().maybe().await
}

pub(super) async fn find_document(tx: &mut Tx, id: TaxDocumentId) -> db::Result<Option<TaxDocument>> {
    tx.query(select_documents().with("id = ?", id)).maybe().await
}

pub(super) async fn make_summary_due(tx: &mut Tx, day: NaiveDate, now: DateTime<Utc>) -> db::Result<u64> {
    let sql = Sql::new("UPDATE tax_documents SET next_try_at = $1 WHERE").bind(now).add(WAITS_FOR_SUMMARY);
    tx.query(sql.with("AND issued_on = ?", day)).run().await
}

pub(super) async fn find_of_owner(tx: &mut Tx, owner: TaxOwner) -> db::Result<Option<TaxDocument>> {
    let sql = select_documents().when("billing_id = ?", owner.billing()).when("credit_note_id = ?", owner.note());
    tx.query(sql).maybe().await
}

pub(super) async fn load_xml(tx: &mut Tx, id: TaxDocumentId) -> db::Result<Vec<u8>> {
    tx.query("SELECT xml FROM tax_documents WHERE id = $1").bind(id).scalar().await
}

pub(super) async fn update_signed_xml(
    tx: &mut Tx,
    id: TaxDocumentId,
    xml: Vec<u8>,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query("UPDATE tax_documents SET xml = $1, signed_at = $2 WHERE id = $3 AND signed_at IS NULL")
        .bind(xml)
        .bind(now)
        .bind(id)
        .run()
        .await
}

pub(super) async fn update_status(
    tx: &mut Tx,
    id: TaxDocumentId,
    s: &DeliveryStatus,
    sent_at: Option<DateTime<Utc>>,
) -> db::Result<u64> {
    tx.query(
        "UPDATE tax_documents SET state = $1, sunat_code = $2, sunat_message = $3, cdr = COALESCE($4, cdr), tries = $5,
                next_try_at = $6, in_doubt = $7, accepted_at = $8, batch_id = $9, sent_at = COALESCE(sent_at, $10)
         WHERE id = $11",
    )
    .bind(s.state)
    .bind(s.sunat_code.as_str())
    .bind(s.sunat_message.as_str())
    .bind(s.cdr.clone())
    .bind(s.tries)
    .bind(s.next_try_at)
    .bind(s.in_doubt)
    .bind(s.accepted_at)
    .bind(s.batch_id)
    .bind(sent_at)
    .bind(id)
    .run()
    .await
}

pub(super) async fn update_waiting_reason(tx: &mut Tx, why: &str) -> db::Result<()> {
    tx.query(
        "UPDATE tax_documents SET sunat_code = '', sunat_message = $1
         WHERE next_try_at IS NOT NULL AND state IN ('PENDING', 'VOIDING') AND sunat_message <> $1",
    )
    .bind(why)
    .run()
    .await?;
    Ok(())
}

pub(super) async fn requeue_failed(tx: &mut Tx, codes: &[&'static str], now: DateTime<Utc>) -> db::Result<u64> {
    let sql = Sql::new(
        "UPDATE tax_documents SET state = CASE WHEN void_reason IS NULL THEN 'PENDING' ELSE 'VOIDING' END, next_try_at = $1,
                tries = 0
         WHERE state = 'FAILED' AND state NOT IN ('ACCEPTED', 'VOIDED')",
    )
    .bind(now)
    .list("AND sunat_code IN (?)", codes.iter().copied());
    tx.query(sql).run().await
}

pub(super) async fn end_pauses(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE tax_documents SET next_try_at = $1 WHERE next_try_at > $1 AND batch_id IS NULL")
        .bind(now)
        .run()
        .await?;
    Ok(())
}

pub(super) async fn set_delivery_in_doubt(tx: &mut Tx, id: TaxDocumentId, is_in_doubt: bool) -> db::Result<()> {
    tx.query("UPDATE tax_documents SET in_doubt = $1 WHERE id = $2").bind(is_in_doubt).bind(id).run().await?;
    Ok(())
}

pub(super) async fn update_provider_id(tx: &mut Tx, id: TaxDocumentId, name: &str) -> db::Result<()> {
    tx.query("UPDATE tax_documents SET external_id = $1 WHERE id = $2").bind(name).bind(id).run().await?;
    Ok(())
}

pub(super) async fn send_individually(
    tx: &mut Tx,
    ids: impl ExactSizeIterator<Item = TaxDocumentId>,
    now: DateTime<Utc>,
) -> db::Result<()> {
    let sql =
        Sql::new("UPDATE tax_documents SET by_summary = FALSE, next_try_at = $1 WHERE batch_id IS NULL").bind(now);
    tx.query(sql.list("AND id IN (?)", ids)).run().await?;
    Ok(())
}

pub(super) async fn find_provider_id_of_modified(tx: &mut Tx, note: TaxDocumentId) -> db::Result<Option<String>> {
    let found: Option<(String,)> = tx
        .query(
            "SELECT o.external_id FROM tax_documents d LEFT JOIN credit_notes n ON n.id = d.credit_note_id
             LEFT JOIN debit_notes a ON a.billing_id = COALESCE(n.billing_id, d.billing_id)
             JOIN tax_documents o ON o.billing_id = COALESCE(a.changed_id, n.billing_id) WHERE d.id = $1",
        )
        .bind(note)
        .maybe()
        .await?;
    Ok(found.map(|(name,)| name))
}

pub(super) async fn find_next_due(tx: &mut Tx) -> db::Result<Option<DateTime<Utc>>> {
    tx.query(
        "SELECT MIN(next_try_at) FROM tax_documents WHERE next_try_at IS NOT NULL
           AND (in_doubt OR (batch_id IS NULL
               AND ((accepted_at IS NULL AND state IN ('PENDING', 'VOIDING'))
                    OR (accepted_at IS NULL AND state = 'FAILED' AND NOT by_summary)
                    OR (accepted_at IS NOT NULL AND state = 'VOIDING'))))",
    )
    .scalar()
    .await
}

pub(super) async fn has_waits_after(tx: &mut Tx, last: DateTime<Utc>) -> db::Result<bool> {
    tx.query("SELECT EXISTS (SELECT 1 FROM tax_documents WHERE next_try_at IS NOT NULL AND next_try_at > $1)")
        .bind(last)
        .scalar()
        .await
}

pub(super) async fn end_waits_after(tx: &mut Tx, last: DateTime<Utc>, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE tax_documents SET next_try_at = $1 WHERE next_try_at IS NOT NULL AND next_try_at > $2")
        .bind(now)
        .bind(last)
        .run()
        .await?;
    Ok(())
}

pub(super) async fn was_any_accepted(tx: &mut Tx) -> db::Result<bool> {
    tx.query(
        "SELECT EXISTS (SELECT 1 FROM (
             SELECT accepted_at FROM tax_documents WHERE accepted_at IS NOT NULL AND signed_at IS NOT NULL ORDER BY id DESC LIMIT 1
         ) d CROSS JOIN electronic_billing e WHERE e.credentials_since IS NULL OR d.accepted_at >= e.credentials_since)",
    )
    .scalar()
    .await
}

pub(super) async fn send_by_summary(tx: &mut Tx, id: TaxDocumentId, now: DateTime<Utc>) -> db::Result<()> {
    tx.query(
        "UPDATE tax_documents SET by_summary = TRUE, in_doubt = FALSE, next_try_at = $1, tries = 0, sunat_code = '',
                state = CASE WHEN void_reason IS NULL THEN 'PENDING' ELSE 'VOIDING' END
         WHERE id = $2 AND accepted_at IS NULL AND batch_id IS NULL",
    )
    .bind(now)
    .bind(id)
    .run()
    .await?;
    Ok(())
}

pub(super) async fn is_modified_document_pending(tx: &mut Tx, note: TaxDocumentId) -> db::Result<bool> {
    tx.query(
        "SELECT EXISTS (SELECT 1 FROM tax_documents d LEFT JOIN credit_notes n ON n.id = d.credit_note_id
                        LEFT JOIN debit_notes a ON a.billing_id = d.billing_id
                        JOIN tax_documents o ON o.billing_id = COALESCE(n.billing_id, a.changed_id)
                        WHERE d.id = $1 AND o.accepted_at IS NULL
                          AND (o.state IN ('PENDING', 'SENT') OR (o.state = 'FAILED' AND o.next_try_at IS NOT NULL)))",
    )
    .bind(note)
    .scalar()
    .await
}
