//! SQL of the register of purchases: the active purchases of a month by date.

use crate::accounting::month::RegisterMonth;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Tx},
    money::Money,
    purchase_document::PurchaseDocument,
    words::IdentityDocument,
};

/// The most purchases of one page.
const PAGE: i64 = 2_000;

/// A purchase as stored.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct PurchaseRow {
    pub id: i64,
    pub document: PurchaseDocument,
    pub serie: String,
    pub number: String,
    pub issued_on: NaiveDate,
    pub issued_at: DateTime<Utc>,
    pub provider_document_type: IdentityDocument,
    pub provider_document_number: String,
    pub provider_name: String,
    pub subtotal: Money,
    pub igv: Money,
    /// The taxable base of the IGV; `None` for purchases stored before this column existed.
    pub igv_base: Option<Money>,
    pub isc: Money,
    pub icbper: Money,
    pub other_charges: Money,
    pub total: Money,
    /// The due date of the first instalment; the issue date where the purchase was paid at once.
    pub due_on: Option<NaiveDate>,
    /// The type of the document that a note modifies.
    pub modified_document: Option<PurchaseDocument>,
    pub modified_serie: Option<String>,
    pub modified_number: Option<String>,
    pub modified_on: Option<NaiveDate>,
    /// The month in which the purchase is registered, if not its own.
    pub period: Option<NaiveDate>,
    /// Whether the house retains a part of the price, which it owes to SUNAT.
    pub is_retained: bool,
    /// Whether a part of the price is owed to the seller's account of detractions.
    pub is_detracted: bool,
    pub deposited_at: Option<DateTime<Utc>>,
    pub deposit_number: Option<String>,
}

/// Loads the next purchases after an instant and an id, including those of earlier months that are registered in this one. Issue dates are
/// days of the house's own clock, so some may belong to another month.
pub(super) async fn load_page(
    tx: &mut Tx,
    month: &RegisterMonth,
    (moment, id): (DateTime<Utc>, i64),
) -> db::Result<Vec<PurchaseRow>> {
    tx.query(
        "SELECT p.id, p.document, p.serie, p.number, p.issued_on, p.issued_at,
                v.document_type AS provider_document_type, v.document_number AS provider_document_number,
                CASE WHEN v.business_name <> '' THEN v.business_name ELSE TRIM(v.name || ' ' || v.last_name) END AS provider_name,
                p.subtotal, p.igv, p.igv_base, p.isc, p.icbper, p.other_charges, p.total,
                COALESCE((SELECT MIN(q.due_on) FROM purchase_quotes q WHERE q.purchase_id = p.id), p.issued_on) AS due_on,
                p.modified_document, p.modified_serie, p.modified_number, p.modified_on, p.period,
                EXISTS (SELECT 1 FROM purchase_quotes q WHERE q.purchase_id = p.id AND q.kind = 'RETENTION') AS is_retained,
                EXISTS (SELECT 1 FROM purchase_quotes q WHERE q.purchase_id = p.id AND q.kind = 'DETRACTION'
                          AND NOT (q.paid = q.amount AND q.payment_id IS NULL AND EXISTS (
                              SELECT 1 FROM purchase_payments n WHERE n.purchase_id = p.id AND n.note_id IS NOT NULL AND NOT n.voided)))
                    AS is_detracted,
                y.paid_at AS deposited_at, y.operation_number AS deposit_number
         FROM purchases p JOIN providers v ON v.id = p.provider_id
         LEFT JOIN purchase_payments y ON NOT y.voided AND y.id =
             (SELECT MAX(q.payment_id) FROM purchase_quotes q
              WHERE q.purchase_id = p.id AND q.kind = 'DETRACTION' AND q.paid = q.amount)
         WHERE (p.period = $1 OR (p.period IS NULL AND p.issued_on >= $1 AND p.issued_on <= $2))
           AND p.status = 'ACTIVE' AND (p.issued_at, p.id) > ($3, $4)
         ORDER BY p.issued_at, p.id LIMIT $5",
    )
    .bind(month.first)
    .bind(month.last)
    .bind(moment)
    .bind(id)
    .bind(PAGE)
    .all()
    .await
}
