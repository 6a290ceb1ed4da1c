//! SQL of the documents that make up a figure.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{BillingId, PaymentId, RequestId, UserId},
    money::Money,
    search::{contains_pattern, without_leading_zeros},
};
use comanda_invoicing::billing::BillingState;
use comanda_ledgers::figures::{SalesChannel, SalesFilter};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A document, or a credit note with a negative total.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct SoldDocument {
    /// The id of the document, or of the credit note itself.
    pub document_id: i64,
    /// The id of the document, or of the one that the note credits.
    pub billing_id: BillingId,
    pub is_note: bool,
    /// The name of the document type.
    pub document: String,
    /// `B001-00000347`
    pub full_number: String,
    pub issued_at: DateTime<Utc>,
    pub business_day: NaiveDate,
    pub client_request_id: RequestId,
    pub payment_id: PaymentId,
    pub client_name: String,
    pub channel: SalesChannel,
    pub table_name: Option<String>,
    pub attendant: String,
    pub cashier: String,
    /// The total; in a list of a product or category, the part of the document that belongs to it.
    pub total: Money,
    /// The state at the tax authority; NOT_SENT for documents that are not electronic.
    pub state: BillingState,
    pub voided: bool,
    /// The methods of its payment or refund: `Efectivo, Yape`.
    pub methods: String,
}

/// Valid and voided documents, and credit notes.
const DOCUMENTS: &str = "FROM (
        SELECT b.id AS document_id, b.id AS billing_id, FALSE AS is_note, b.billing_type_id AS type_id, b.serie, b.number, b.issued_at,
               b.business_day, b.cycle_id, b.total, b.voided_at IS NOT NULL AS voided
        FROM billings b WHERE b.state <> 'VOIDED' OR b.voided_at IS NOT NULL
        UNION ALL
        SELECT n.id, n.billing_id, TRUE, 4, n.serie, n.number, n.issued_at, n.business_day, n.cycle_id, -n.total, FALSE
        FROM credit_notes n) s
     JOIN billings b ON b.id = s.billing_id JOIN payments p ON p.id = COALESCE(b.paid_by_id, b.payment_id)
     JOIN client_requests r ON r.id = b.client_request_id JOIN billing_types t ON t.id = s.type_id
     JOIN users u ON u.id = r.attendant_id JOIN users k ON k.id = p.user_id
     LEFT JOIN dining_tables d ON d.id = r.table_id LEFT JOIN salons w ON w.id = d.salon_id WHERE 1 = 1";

/// Filter of documents.
#[derive(Debug, Clone, Default)]
pub(in crate::reports) struct DocumentQuery {
    pub days: Option<(NaiveDate, NaiveDate)>,
    /// Restricts the documents to these business days.
    pub only_days: Option<Vec<NaiveDate>>,
    /// Only documents issued within one of these periods, the end exclusive.
    pub moments: Option<Vec<(DateTime<Utc>, DateTime<Utc>)>>,
    pub filter: SalesFilter,
    pub row_filter: SalesFilter,
    /// The table's id; `0` for accounts without a table.
    pub table: Option<i64>,
    pub with_voided: bool,
    /// Only documents of this cashier's cycles.
    pub cashier: Option<UserId>,
    pub term: Option<String>,
    pub payment_type: Option<i64>,
    pub payment_option: Option<i64>,
    /// Only these ids, each with whether it is a credit note.
    pub ids: Option<Vec<(i64, bool)>>,
}

impl DocumentQuery {
    fn add_conditions(&self, sql: Sql) -> Sql {
        let term =
            self.term.as_deref().filter(|t| !t.trim().is_empty()).map(|t| contains_pattern(&without_leading_zeros(t)));
        let sql = if self.with_voided { sql } else { sql.add("AND NOT s.voided") };
        let sql = sql
            .when("AND s.business_day >= ?", self.days.map(|d| d.0))
            .when("AND s.business_day <= ?", self.days.map(|d| d.1))
            .when("AND COALESCE(r.table_id, 0) = ?", self.table)
            .when("AND s.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)", self.cashier)
            .when(
                "AND (LOWER(s.serie || '-' || s.number) LIKE ? ESCAPE '!' OR b.client_search_key LIKE ? ESCAPE '!'
                      OR b.client_document_number LIKE ? ESCAPE '!')",
                term,
            )
            .when(
                "AND EXISTS (SELECT 1 FROM payment_entries e JOIN payment_options o ON o.id = e.payment_option_id
                     WHERE e.payment_id = p.id AND o.payment_type_id = ?)",
                self.payment_type,
            )
            .when(
                "AND EXISTS (SELECT 1 FROM payment_entries e WHERE e.payment_id = p.id AND e.payment_option_id = ?)",
                self.payment_option,
            );
        let mut sql = self.row_filter.add_conditions(self.filter.add_conditions(sql));
        if let Some(days) = &self.only_days {
            sql = sql.list("AND s.business_day IN (?)", days.iter().copied());
        }
        if let Some(moments) = &self.moments {
            sql = sql.add("AND (1 = 0");
            for (from, to) in moments {
                sql = sql.with("OR (s.issued_at >= ?", *from).with("AND s.issued_at < ?)", *to);
            }
            sql = sql.add(")");
        }
        if let Some(ids) = &self.ids {
            let ids_of = |note: bool| ids.iter().filter(move |(_, is_note)| *is_note == note).map(|(id, _)| *id);
            sql = sql
                .list("AND ((NOT s.is_note AND s.document_id IN (?))", ids_of(false))
                .list("OR (s.is_note AND s.document_id IN (?)))", ids_of(true));
        }
        sql
    }
}

/// The number of rows, and the totals of valid documents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct SoldTotals {
    /// All rows, with credit notes and voided documents.
    pub rows: i64,
    /// Valid documents, without credit notes.
    pub documents: i64,
    pub total: Money,
}

pub(in crate::reports) async fn load_sold_totals(tx: &mut Tx, criteria: &DocumentQuery) -> db::Result<SoldTotals> {
    let sql = Sql::new(
        "SELECT COUNT(*) AS rows, COUNT(CASE WHEN NOT s.voided AND NOT s.is_note THEN 1 END) AS documents,
                CAST(COALESCE(SUM(CASE WHEN NOT s.voided THEN s.total END), 0) AS BIGINT) AS total",
    );
    tx.query(criteria.add_conditions(sql.add(DOCUMENTS))).one().await
}

/// Lists a page of documents, the latest first.
pub(in crate::reports) async fn list_sold_documents(
    tx: &mut Tx,
    criteria: &DocumentQuery,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<SoldDocument>> {
    let sql = Sql::new(
        "SELECT s.document_id, s.billing_id, s.is_note, t.name AS document, s.serie || '-' ||
                    SUBSTR('00000000' || CAST(s.number AS TEXT), LENGTH(CAST(s.number AS TEXT)) + 1) AS full_number,
                s.issued_at, s.business_day, b.client_request_id, p.id AS payment_id, b.client_name,
                CASE WHEN r.delivery_app THEN 'APP' ELSE r.type END AS channel, w.name || ' ' || d.name AS table_name,
                TRIM(u.name || ' ' || u.lastname) AS attendant, TRIM(k.name || ' ' || k.lastname) AS cashier, s.total, s.voided,
                CASE WHEN s.is_note
                    THEN COALESCE((SELECT x.state FROM tax_documents x WHERE x.credit_note_id = s.document_id), 'NOT_SENT')
                    ELSE COALESCE((SELECT x.state FROM tax_documents x WHERE x.billing_id = s.document_id), b.state) END AS state,
                '' AS methods",
    );
    let list = criteria
        .add_conditions(sql.add(DOCUMENTS))
        .add("ORDER BY s.issued_at DESC, s.is_note DESC, s.document_id DESC");
    let mut found: Vec<SoldDocument> = tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?;
    let paid =
        load_method_names(tx, found.iter().filter(|d| !d.is_note).map(|d| d.payment_id.0), METHODS_OF_PAYMENTS).await?;
    let back =
        load_method_names(tx, found.iter().filter(|d| d.is_note).map(|d| d.document_id), METHODS_OF_NOTES).await?;
    for document in &mut found {
        let (methods, id) =
            if document.is_note { (&back, document.document_id) } else { (&paid, document.payment_id.0) };
        document.methods = methods.get(&id).map(|names| names.join(", ")).unwrap_or_default();
    }
    Ok(found)
}

const IDS_AT_ONCE: usize = 5_000;
const METHODS_OF_PAYMENTS: &str = "SELECT DISTINCT e.payment_id, o.name FROM payment_entries e
     JOIN payment_options o ON o.id = e.payment_option_id WHERE e.amount > 0";
const METHODS_OF_NOTES: &str =
    "SELECT DISTINCT n.id, o.name FROM credit_notes n JOIN refund_entries e ON e.refund_id = n.refund_id
     JOIN payment_options o ON o.id = e.payment_option_id WHERE e.amount > 0";

/// Loads the method names by id, in batches of ids.
async fn load_method_names(
    tx: &mut Tx,
    ids: impl Iterator<Item = i64>,
    select: &'static str,
) -> db::Result<HashMap<i64, Vec<String>>> {
    let join = if select == METHODS_OF_NOTES {
        "AND n.id IN (?) ORDER BY 1, 2"
    } else {
        "AND e.payment_id IN (?) ORDER BY 1, 2"
    };
    let ids: Vec<i64> = ids.collect();
    let mut names = HashMap::<i64, Vec<String>>::new();
    for some in ids.chunks(IDS_AT_ONCE) {
        let found: Vec<(i64, String)> = tx.query(Sql::new(select).list(join, some.iter().copied())).all().await?;
        found.into_iter().for_each(|(id, name)| names.entry(id).or_default().push(name));
    }
    Ok(names)
}

/// The receipts of a payment method, less its refunds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct SoldByMethod {
    pub name: String,
    pub total: Money,
}

/// Loads the totals of valid documents by payment method, including tips.
pub(in crate::reports) async fn load_sold_by_method(
    tx: &mut Tx,
    criteria: &DocumentQuery,
) -> db::Result<Vec<SoldByMethod>> {
    let sql = Sql::new(
        "SELECT o.name, CAST(SUM(x.amount) AS BIGINT) AS total FROM (
             SELECT e.payment_option_id, CASE WHEN s.is_note THEN 0 ELSE e.amount END AS amount",
    );
    let documents = DOCUMENTS_WITH_ENTRIES;
    let sql = criteria
        .add_conditions(sql.add(documents))
        .add("AND NOT s.voided AND NOT s.is_note UNION ALL SELECT f.payment_option_id, -f.amount");
    let sql = criteria.add_conditions(sql.add(NOTES_WITH_ENTRIES)).add("AND s.is_note");
    tx.query(sql.add(") x JOIN payment_options o ON o.id = x.payment_option_id GROUP BY o.id, o.name, o.position ORDER BY o.position, o.id"))
        .all()
        .await
}

const DOCUMENTS_WITH_ENTRIES: &str = "FROM (
        SELECT b.id AS document_id, b.id AS billing_id, FALSE AS is_note, b.serie, b.number, b.issued_at, b.business_day, b.cycle_id,
               b.voided_at IS NOT NULL AS voided
        FROM billings b WHERE b.state <> 'VOIDED') s
     JOIN billings b ON b.id = s.billing_id JOIN payments p ON p.id = b.payment_id
     JOIN client_requests r ON r.id = b.client_request_id JOIN payment_entries e ON e.payment_id = p.id WHERE 1 = 1";
const NOTES_WITH_ENTRIES: &str = "FROM (
        SELECT n.id AS document_id, n.billing_id, TRUE AS is_note, n.serie, n.number, n.issued_at, n.business_day, n.cycle_id,
               FALSE AS voided, n.refund_id
        FROM credit_notes n) s
     JOIN billings b ON b.id = s.billing_id JOIN payments p ON p.id = COALESCE(b.paid_by_id, b.payment_id)
     JOIN client_requests r ON r.id = b.client_request_id JOIN refund_entries f ON f.refund_id = s.refund_id WHERE 1 = 1";
