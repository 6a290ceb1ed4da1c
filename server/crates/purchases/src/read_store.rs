//! SQL that reads one purchase in full.

use super::{
    model::{Modified, PurchaseItem, PurchasePayment, PurchaseQuote},
    words::{NoteEffect, QuoteKind},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    ids::{PurchaseId, QuoteId},
    money::Money,
    purchase_document::PurchaseDocument,
};

/// Columns of a purchase that lists do not show.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct PurchaseDetails {
    pub issued_at: DateTime<Utc>,
    pub subtotal: Money,
    pub igv: Money,
    /// `None` for a purchase recorded before this column existed.
    pub igv_base: Option<Money>,
    pub discount: Money,
    pub advance: Money,
    pub freight: Money,
    pub isc: Money,
    pub icbper: Money,
    pub other_charges: Money,
    pub prices_include_igv: bool,
    pub note: String,
    pub voided_at: Option<DateTime<Utc>>,
    pub voided_by: Option<String>,
    pub void_reason: Option<String>,
    pub modified_document: Option<PurchaseDocument>,
    pub modified_serie: Option<String>,
    pub modified_number: Option<String>,
    pub modified_on: Option<NaiveDate>,
    pub modifies_id: Option<PurchaseId>,
    pub note_effect: Option<NoteEffect>,
    /// The month of its register, where that is not the month of the document.
    pub period: Option<NaiveDate>,
}

impl PurchaseDetails {
    /// The document that a note modifies.
    pub(super) fn modified_document_of_note(&self) -> Option<Modified> {
        Some(Modified {
            document: self.modified_document?,
            serie: self.modified_serie.clone()?,
            number: self.modified_number.clone()?,
            date: self.modified_on?,
            purchase_id: self.modifies_id,
            effect: self.note_effect?,
        })
    }
}

pub(super) async fn load_details(tx: &mut Tx, id: PurchaseId) -> db::Result<PurchaseDetails> {
    tx.query(
        "SELECT p.issued_at, p.subtotal, p.igv, p.igv_base, p.discount, p.advance, p.freight, p.isc, p.icbper, p.other_charges,
                p.prices_include_igv, p.note, p.voided_at,
                TRIM(v.name || ' ' || v.lastname) AS voided_by, p.void_reason,
                p.modified_document, p.modified_serie, p.modified_number, p.modified_on, p.modifies_id, p.note_effect, p.period
         FROM purchases p LEFT JOIN users v ON v.id = p.voided_by WHERE p.id = $1",
    )
    .bind(id)
    .one()
    .await
}

pub(super) async fn load_items(tx: &mut Tx, id: PurchaseId) -> db::Result<Vec<PurchaseItem>> {
    tx.query(
        "SELECT id, item_id, item_kind AS item_type, name, quantity, measurement_id, measurement, buy_price, total_price,
                base_quantity, base_measurement, cost, has_stock
         FROM purchase_items WHERE purchase_id = $1 ORDER BY position",
    )
    .bind(id)
    .all()
    .await
}

/// Loads the instalments, the earliest due first.
pub(super) async fn load_quotes(tx: &mut Tx, id: PurchaseId) -> db::Result<Vec<PurchaseQuote>> {
    tx.query(
        "SELECT id, number, kind, due_on AS date, amount, paid, amount - paid AS due
         FROM purchase_quotes WHERE purchase_id = $1 ORDER BY due_on, number",
    )
    .bind(id)
    .all()
    .await
}

/// Lists the detractions of a purchase that were deposited, wholly or in part.
pub(super) async fn list_deposited_detractions(tx: &mut Tx, id: PurchaseId) -> db::Result<Vec<QuoteId>> {
    let rows: Vec<(QuoteId,)> = tx
        .query("SELECT id FROM purchase_quotes WHERE purchase_id = $1 AND kind = $2 AND payment_id IS NOT NULL")
        .bind(id)
        .bind(QuoteKind::Detraction)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Loads the payments, the oldest first, at most 1000; an instalment is paid with at least a céntimo at a time, and nobody pays that often.
pub(super) async fn load_payments(tx: &mut Tx, id: PurchaseId) -> db::Result<Vec<PurchasePayment>> {
    tx.query(
        "SELECT y.id, y.paid_at AS date_time, y.amount, y.source, y.payment_option, y.operation_number,
                TRIM(u.name || ' ' || u.lastname) AS user_name, y.voided
         FROM purchase_payments y JOIN users u ON u.id = y.user_id WHERE y.purchase_id = $1 ORDER BY y.id LIMIT 1000",
    )
    .bind(id)
    .all()
    .await
}
