//! All SQL of `tax_batches`.

use super::model::{BatchKind, BatchRow, BatchState};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::TaxBatchId,
    insert,
};

fn select_batches() -> Sql {
    Sql::new(
        "SELECT id, kind, made_on, number, documents_of, voids, lines, state, ticket, sunat_code, sunat_message, created_at, sent_at,
                answered_at, tries, external_id FROM tax_batches",
    )
}

pub(super) async fn count_batches(tx: &mut Tx) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM tax_batches").scalar().await
}

/// Loads a page of batches, the latest first.
pub(super) async fn load_batch_page(tx: &mut Tx, (limit, offset): (i64, i64)) -> db::Result<Vec<BatchRow>> {
    tx.query(select_batches().add("ORDER BY id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await
}

pub(super) async fn load_due_batches(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<Vec<BatchRow>> {
    tx.query(select_batches().with("WHERE next_try_at IS NOT NULL AND next_try_at <= ? ORDER BY id", now)).all().await
}

pub(super) async fn find_next_due_time(tx: &mut Tx) -> db::Result<Option<DateTime<Utc>>> {
    tx.query("SELECT MIN(next_try_at) FROM tax_batches WHERE next_try_at IS NOT NULL").scalar().await
}

pub(super) async fn has_waits_after(tx: &mut Tx, last: DateTime<Utc>) -> db::Result<bool> {
    tx.query("SELECT EXISTS (SELECT 1 FROM tax_batches WHERE next_try_at IS NOT NULL AND next_try_at > $1)")
        .bind(last)
        .scalar()
        .await
}

pub(super) async fn end_waits_after(tx: &mut Tx, last: DateTime<Utc>, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE tax_batches SET next_try_at = $1 WHERE next_try_at IS NOT NULL AND next_try_at > $2")
        .bind(now)
        .bind(last)
        .run()
        .await?;
    Ok(())
}

/// Returns the next free number for a kind and day.
pub(super) async fn next_batch_number(tx: &mut Tx, kind: BatchKind, made_on: NaiveDate) -> db::Result<i64> {
    tx.query("SELECT COALESCE(MAX(number), 0) + 1 FROM tax_batches WHERE kind = $1 AND made_on = $2")
        .bind(kind)
        .bind(made_on)
        .scalar()
        .await
}

pub(super) async fn make_batch_due(tx: &mut Tx, id: TaxBatchId, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE tax_batches SET next_try_at = $1 WHERE id = $2 AND next_try_at IS NOT NULL")
        .bind(now)
        .bind(id)
        .run()
        .await?;
    Ok(())
}

pub(super) async fn update_provider_id(tx: &mut Tx, id: TaxBatchId, name: &str) -> db::Result<()> {
    tx.query("UPDATE tax_batches SET external_id = $1 WHERE id = $2").bind(name).bind(id).run().await?;
    Ok(())
}

/// A batch to be inserted.
#[derive(Debug)]
pub(super) struct NewBatch {
    pub kind: BatchKind,
    pub made_on: NaiveDate,
    pub number: i64,
    pub documents_of: NaiveDate,
    pub voids: bool,
    pub lines: i64,
    pub xml: Vec<u8>,
    pub now: DateTime<Utc>,
}

pub(super) async fn insert_batch(tx: &mut Tx, new: &NewBatch) -> db::Result<TaxBatchId> {
    tx.query(insert!("tax_batches" {
        kind: new.kind,
        made_on: new.made_on,
        number: new.number,
        documents_of: new.documents_of,
        voids: new.voids,
        lines: new.lines,
        xml: new.xml.as_slice(),
        next_try_at: new.now,
        created_at: new.now,
    } returning "id"))
        .scalar()
        .await
}

pub(super) async fn load_xml(tx: &mut Tx, id: TaxBatchId) -> db::Result<Vec<u8>> {
    tx.query("SELECT xml FROM tax_batches WHERE id = $1").bind(id).scalar().await
}

/// The part of a batch that an answer changes.
#[derive(Debug, Clone)]
pub(super) struct BatchStatus {
    pub state: BatchState,
    pub ticket: String,
    pub sunat_code: String,
    pub sunat_message: String,
    pub cdr: Option<Vec<u8>>,
    pub tries: i64,
    pub next_try_at: Option<DateTime<Utc>>,
    pub answered_at: Option<DateTime<Utc>>,
}

pub(super) async fn update_status(
    tx: &mut Tx,
    id: TaxBatchId,
    s: &BatchStatus,
    sent_at: Option<DateTime<Utc>>,
) -> db::Result<u64> {
    tx.query(
        "UPDATE tax_batches SET state = $1, ticket = $2, sunat_code = $3, sunat_message = $4, cdr = COALESCE($5, cdr), tries = $6,
                next_try_at = $7, answered_at = $8, sent_at = COALESCE(sent_at, $9)
         WHERE id = $10",
    )
    .bind(s.state)
    .bind(s.ticket.as_str())
    .bind(s.sunat_code.as_str())
    .bind(s.sunat_message.as_str())
    .bind(s.cdr.clone())
    .bind(s.tries)
    .bind(s.next_try_at)
    .bind(s.answered_at)
    .bind(sent_at)
    .bind(id)
    .run()
    .await
}
