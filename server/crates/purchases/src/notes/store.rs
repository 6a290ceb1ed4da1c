//! SQL of notes on purchases.

use crate::{model::PurchaseNote, paper::DocumentNumber, words::MoneySource};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Tx},
    error::Result,
    ids::{ProviderId, PurchaseId},
    money::{Money, Quantity},
};
use comanda_ledgers::stock::{Item, ItemKind};
use comanda_platform::use_case::Work;
use std::collections::HashMap;

/// Loads the active notes of a purchase, the first one first.
pub(crate) async fn load_notes(tx: &mut Tx, id: PurchaseId) -> db::Result<Vec<PurchaseNote>> {
    tx.query(
        "SELECT id, document, serie || '-' || number AS full_number, issued_on AS date,
                CASE WHEN document = 'NOTA_CREDITO' THEN -total ELSE total END AS total
         FROM purchases WHERE modifies_id = $1 AND status = 'ACTIVE' ORDER BY issued_at, id",
    )
    .bind(id)
    .all()
    .await
}

/// The sums of the credit notes on a purchase.
#[derive(Debug, Clone, Copy, Default, comanda_from_row::FromRow)]
pub(crate) struct Credited {
    pub total: Money,
    pub igv: Money,
    pub igv_base: Money,
}

pub(super) async fn load_credited(tx: &mut Tx, id: PurchaseId) -> db::Result<Credited> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) AS total, CAST(COALESCE(SUM(igv), 0) AS BIGINT) AS igv,
                CAST(COALESCE(SUM(igv_base), 0) AS BIGINT) AS igv_base
         FROM purchases WHERE modifies_id = $1 AND status = 'ACTIVE' AND document = 'NOTA_CREDITO'",
    )
    .bind(id)
    .one()
    .await
}

/// Loads the quantities returned by notes on a purchase, in base units.
pub(super) async fn load_returned(tx: &mut Tx, id: PurchaseId) -> db::Result<HashMap<Item, Quantity>> {
    let rows: Vec<(ItemKind, i64, Quantity)> = tx
        .query(
            "SELECT i.item_kind, i.item_id, CAST(SUM(i.base_quantity) AS BIGINT) FROM purchases p
             JOIN purchase_items i ON i.purchase_id = p.id
             WHERE p.modifies_id = $1 AND p.status = 'ACTIVE' AND p.note_effect = 'RETURN'
             GROUP BY i.item_kind, i.item_id",
        )
        .bind(id)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(kind, item, quantity)| (Item::from_row(kind, item), quantity)).collect())
}

/// Records the debt reduction of a note as a payment of the purchase.
pub(super) async fn insert_payment(
    work: &mut Work<'_>,
    (id, note): (PurchaseId, PurchaseId),
    amount: Money,
    option: &str,
) -> Result<()> {
    let (user, now) = (work.actor.user_id, work.now);
    work.query(
        "INSERT INTO purchase_payments (purchase_id, amount, source, payment_option, user_id, paid_at, note_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id)
    .bind(amount)
    .bind(MoneySource::Other)
    .bind(option)
    .bind(user)
    .bind(now)
    .bind(note)
    .run()
    .await?;
    Ok(())
}

/// Finds the purchase whose debt a note reduced, with the amount.
pub(super) async fn find_debt_reduction(tx: &mut Tx, note: PurchaseId) -> db::Result<Option<(PurchaseId, Money)>> {
    tx.query("SELECT purchase_id, amount FROM purchase_payments WHERE note_id = $1 AND NOT voided")
        .bind(note)
        .maybe()
        .await
}

pub(super) async fn void_payments(tx: &mut Tx, note: PurchaseId) -> db::Result<u64> {
    tx.query("UPDATE purchase_payments SET voided = TRUE WHERE note_id = $1").bind(note).run().await
}

/// Links a purchase with the notes on its document that were recorded before it, and returns their numbers.
pub(crate) async fn link_earlier_notes(
    tx: &mut Tx,
    id: PurchaseId,
    (paper, provider, day): (&DocumentNumber, ProviderId, NaiveDate),
) -> db::Result<Vec<String>> {
    tx.query(
        "UPDATE purchases SET modifies_id = $1, modified_on = $2
         WHERE provider_id = $3 AND status = 'ACTIVE' AND modifies_id IS NULL AND modified_document = $4
             AND modified_serie = $5 AND LTRIM(modified_number, '0') = LTRIM($6, '0') AND issued_on >= $2
         RETURNING serie || '-' || number",
    )
    .bind(id)
    .bind(day)
    .bind(provider)
    .bind(paper.document)
    .bind(paper.serie.as_str())
    .bind(paper.number.as_str())
    .column()
    .await
}

/// Updates the number of the modified document in its notes after a correction.
pub(crate) async fn update_modified_document(tx: &mut Tx, id: PurchaseId, paper: &DocumentNumber) -> db::Result<u64> {
    tx.query(
        "UPDATE purchases SET modified_document = $1, modified_serie = $2, modified_number = $3 WHERE modifies_id = $4",
    )
    .bind(paper.document)
    .bind(paper.serie.as_str())
    .bind(paper.number.as_str())
    .bind(id)
    .run()
    .await
}
