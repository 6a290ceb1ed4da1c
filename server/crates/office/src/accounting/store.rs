//! SQL of the register of sales: the series of a month and their documents, in pages by number.

use super::{entry::Origin, month::Month};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    document_kind,
    document_kind::DocumentKind,
    money::Money,
    words::{IdentityDocument, text_enum},
};

/// The most documents of one page.
const PAGE: i64 = 2_000;

text_enum!(
    /// The reason why a document's number is used up, but counts for nothing.
    ZeroReason {
        /// The house voided the document.
        Voided = "VOIDED",
        /// The tax authority rejected the document, whatever the house did with it afterwards.
        Rejected = "REJECTED",
    }
);

text_enum!(
    /// The kind of documents in a series.
    Book {
        Documents = "DOCUMENTS",
        Notes = "NOTES",
    }
);

/// The numbers that a series issued in a month.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub(super) struct Series {
    pub serie: String,
    pub book: Book,
    /// The document type, because two types may share one series; 0 for notes.
    pub billing_type_id: DocumentKind,
    pub first_number: i64,
    pub last_number: i64,
}

/// A document as stored.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct EntryRow {
    pub origin: Origin,
    pub id: i64,
    pub billing_type_id: DocumentKind,
    pub serie: String,
    pub number: i64,
    pub issued_at: DateTime<Utc>,
    pub client_document_type: IdentityDocument,
    pub client_document_number: String,
    pub client_name: String,
    pub taxable: Money,
    pub exonerated: Money,
    pub unaffected: Money,
    pub igv: Money,
    pub bag_tax: Money,
    pub other_charges: Money,
    pub total: Money,
    /// The reason why the document counts for nothing; `None` where it counts.
    pub zero_reason: Option<ZeroReason>,
    /// The type of the document that a note modifies. A credit note of a debit note modifies that one's own document.
    pub changed_type_id: Option<DocumentKind>,
    pub changed_serie: Option<String>,
    pub changed_number: Option<i64>,
    pub changed_at: Option<DateTime<Utc>>,
}

/// Loads all series of the month, sorted.
pub(super) async fn load_series(tx: &mut Tx, month: &Month, sale_notes: bool) -> db::Result<Vec<Series>> {
    let (first, last) = month.business_days();
    let mut found: Vec<Series> = tx
        .query(
            concat!("SELECT s.serie, s.book, s.billing_type_id, MIN(s.number) AS first_number, MAX(s.number) AS last_number FROM (
                 SELECT b.serie, 'DOCUMENTS' AS book, b.billing_type_id, b.number FROM billings b
                 WHERE b.business_day >= $1 AND b.business_day <= $2 AND b.issued_at >= $3 AND b.issued_at < $4
                   AND ($5 OR b.billing_type_id <> ", document_kind!(SaleNote), ")
                 UNION ALL
                 SELECT n.serie, 'NOTES', ", document_kind!(CreditNote), ", n.number FROM credit_notes n
                 WHERE n.issued_at >= $3 AND n.issued_at < $4
                 UNION ALL
                 SELECT d.serie, 'NOTES', ", document_kind!(CreditNote), ", d.number FROM tax_documents d
                 WHERE d.replaced_by_note_id IS NOT NULL AND d.issued_at >= $3 AND d.issued_at < $4
             ) s GROUP BY s.serie, s.book, s.billing_type_id"),
        )
        .bind(first)
        .bind(last)
        .bind(month.from)
        .bind(month.until)
        .bind(sale_notes)
        .all()
        .await?;
    found.sort_by(|a, b| (&a.serie, a.book, a.billing_type_id).cmp(&(&b.serie, b.book, b.billing_type_id)));
    Ok(found)
}

/// Loads the next documents of a series after a number.
pub(super) async fn load_page(
    tx: &mut Tx,
    series: &Series,
    after_number: i64,
    month: &Month,
    sale_notes: bool,
) -> db::Result<Vec<EntryRow>> {
    let statements = match series.book {
        Book::Documents => vec![documents(sale_notes)],
        Book::Notes => vec![Sql::new(NOTES), Sql::new(REFUSED_NUMBERS)],
    };
    let mut rows: Vec<EntryRow> = Vec::new();
    for sql in statements {
        let sql = sql
            .bind(series.serie.as_str())
            .bind(after_number)
            .bind(series.last_number)
            .bind(month.from)
            .bind(month.until);
        let sql = sql.bind(PAGE);
        let sql = if series.book == Book::Documents { sql.bind(series.billing_type_id) } else { sql };
        rows.extend(tx.query(sql).all::<EntryRow>().await?);
    }
    // Both lists begin after the same number and hold a full page, so the merged page misses nothing.
    rows.sort_by_key(|row| row.number);
    rows.truncate(PAGE.try_into().unwrap_or(usize::MAX));
    Ok(rows)
}

/// Returns the statement of documents. A voided document counts for nothing unless the tax authority accepted it and has not confirmed its
/// voiding: its proposal for the month still includes such a document.
fn documents(sale_notes: bool) -> Sql {
    /// Arguments of all pages: series, number to start after, last number, from, until, page size and, of documents, the type.
    macro_rules! documents {
        ($condition:expr) => {
            concat!(
                "SELECT 'DOCUMENT' AS origin, b.id, b.billing_type_id, b.serie, b.number, b.issued_at, b.client_document_type,
                        b.client_document_number, b.client_name, b.taxable, b.exonerated, b.unaffected, b.igv, b.bag_tax,
                        b.other_charges, b.total, CASE WHEN COALESCE(t.state, '') = 'REJECTED' THEN 'REJECTED'
                             WHEN b.state = 'VOIDED' AND (t.accepted_at IS NULL OR t.state = 'VOIDED') THEN 'VOIDED' END AS zero_reason,
                        c.billing_type_id AS changed_type_id, c.serie AS changed_serie, c.number AS changed_number,
                        c.issued_at AS changed_at
                 FROM billings b LEFT JOIN tax_documents t ON t.billing_id = b.id
                 LEFT JOIN debit_notes n ON n.billing_id = b.id LEFT JOIN billings c ON c.id = n.changed_id
                 WHERE b.serie = $1 AND b.number > $2 AND b.number <= $3 AND b.issued_at >= $4
                   AND b.issued_at < $5 AND b.billing_type_id = $7",
                $condition,
                " ORDER BY b.number LIMIT $6"
            )
        };
    }
    Sql::new(if sale_notes {
        documents!("")
    } else {
        documents!(concat!(" AND b.billing_type_id <> ", document_kind!(SaleNote)))
    })
}

/// Credit notes under their present numbers. A line keeps its id when a note gets another number: the first number has the note's id, every
/// later one its own.
const NOTES: &str =
    "SELECT CASE WHEN t.is_later THEN 'LATER_NUMBER' ELSE 'NOTE' END AS origin, CASE WHEN t.is_later THEN t.id ELSE n.id END AS id,
            o.billing_type_id, n.serie, n.number, n.issued_at, o.client_document_type,
            o.client_document_number, o.client_name, n.taxable, n.exonerated, n.unaffected, n.igv, n.bag_tax, n.other_charges,
            n.total,
            CASE WHEN COALESCE(t.state, '') = 'REJECTED' THEN 'REJECTED' END AS zero_reason, c.billing_type_id AS changed_type_id, c.serie AS changed_serie, c.number AS changed_number,
            c.issued_at AS changed_at
     FROM credit_notes n JOIN billings o ON o.id = n.billing_id LEFT JOIN debit_notes a ON a.billing_id = o.id
     JOIN billings c ON c.id = COALESCE(a.changed_id, o.id)
     LEFT JOIN (SELECT d.id, d.credit_note_id, d.state, EXISTS (
         SELECT 1 FROM tax_documents r WHERE r.replaced_by_note_id = d.credit_note_id) AS is_later FROM tax_documents d
     ) t ON t.credit_note_id = n.id
     WHERE n.serie = $1 AND n.number > $2 AND n.number <= $3 AND n.issued_at >= $4 AND n.issued_at < $5
     ORDER BY n.number LIMIT $6";

/// The earlier numbers of notes, which the tax authority refused.
const REFUSED_NUMBERS: &str =
    "SELECT CASE WHEN d.is_first THEN 'NOTE' ELSE 'LATER_NUMBER' END AS origin, CASE WHEN d.is_first THEN n.id ELSE d.id END AS id,
            o.billing_type_id, d.serie, d.number, d.issued_at, o.client_document_type,
            o.client_document_number, o.client_name, n.taxable, n.exonerated, n.unaffected, n.igv, n.bag_tax, n.other_charges,
            n.total,
            'REJECTED' AS zero_reason, c.billing_type_id AS changed_type_id, c.serie AS changed_serie, c.number AS changed_number,
            c.issued_at AS changed_at
     FROM (SELECT x.id, x.code, x.serie, x.number, x.issued_at, x.replaced_by_note_id, NOT EXISTS (
               SELECT 1 FROM tax_documents r WHERE r.replaced_by_note_id = x.replaced_by_note_id AND r.id < x.id) AS is_first
           FROM tax_documents x WHERE x.replaced_by_note_id IS NOT NULL) d
     JOIN credit_notes n ON n.id = d.replaced_by_note_id JOIN billings o ON o.id = n.billing_id
     LEFT JOIN debit_notes a ON a.billing_id = o.id JOIN billings c ON c.id = COALESCE(a.changed_id, o.id)
     WHERE d.code = '07' AND d.serie = $1 AND d.number > $2 AND d.number <= $3 AND d.issued_at >= $4 AND d.issued_at < $5
     ORDER BY d.number LIMIT $6";
