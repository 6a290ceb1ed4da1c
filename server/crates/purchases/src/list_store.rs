//! SQL that lists purchases and adds them up.

use super::{
    due::DuePayables,
    model::{PurchaseRow, PurchaseSums},
    words::{MoneySource, PurchasePaidBy, PurchaseState, PurchaseStatus},
};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{ProviderId, PurchaseId},
    listing::Paging,
    money::Money,
    search::contains_pattern,
};

const FROM_PURCHASES: &str =
    "FROM purchases p JOIN providers r ON r.id = p.provider_id JOIN users u ON u.id = p.user_id WHERE 1 = 1";

/// Selects all purchases; callers append conditions.
pub(super) fn select_purchases() -> Sql {
    Sql::new(
        "SELECT p.id, p.payment_type, p.document, p.serie, p.number,
                CASE WHEN p.number = '' THEN 'S/N' WHEN p.serie = '' THEN p.number ELSE p.serie || '-' || p.number END AS full_number,
                p.issued_on AS date, p.issued_time AS time, p.provider_id,
                CASE WHEN r.business_name <> '' THEN r.business_name ELSE TRIM(r.name || ' ' || r.last_name) END AS provider_name,
                r.document_type || ' ' || r.document_number AS provider_document, p.status,
                CASE WHEN p.document = 'NOTA_CREDITO' THEN -p.total ELSE p.total END AS total,
                CASE WHEN p.document = 'NOTA_CREDITO' THEN -p.paid ELSE p.paid END AS paid,
                CASE WHEN p.status = 'ACTIVE' THEN p.total - p.paid ELSE 0 END AS due,
                CASE WHEN p.status = 'ACTIVE' THEN (SELECT MIN(q.due_on) FROM purchase_quotes q
                    WHERE q.purchase_id = p.id AND q.paid < q.amount) END AS next_due_on,
                CASE WHEN p.status = 'ACTIVE' THEN (SELECT q.amount - q.paid FROM purchase_quotes q
                    WHERE q.purchase_id = p.id AND q.paid < q.amount ORDER BY q.due_on, q.number LIMIT 1) END AS next_due_amount,
                p.items_count, p.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name, p.created_at",
    )
    .add(FROM_PURCHASES)
}

/// The conditions of a list of purchases.
#[derive(Debug, Default)]
pub(super) struct PurchaseQuery<'w> {
    /// The current day of the restaurant's calendar.
    pub today: NaiveDate,
    /// The first and the last date of the documents.
    pub days: (Option<NaiveDate>, Option<NaiveDate>),
    /// A text searched in numbers, providers and items.
    pub term: Option<&'w str>,
    pub types: Option<Vec<String>>,
    pub documents: Option<Vec<String>>,
    pub providers: Option<Vec<i64>>,
    /// Purchases in any of these states; all when empty.
    pub states: Vec<PurchaseState>,
    pub paid_by: Option<PurchasePaidBy>,
    pub status: Option<PurchaseStatus>,
}

impl PurchaseQuery<'_> {
    fn add_conditions(&self, sql: Sql) -> Sql {
        let mut sql = sql
            .when("AND p.issued_on >= ?", self.days.0)
            .when("AND p.issued_on <= ?", self.days.1)
            .when("AND p.status = ?", self.status)
            .when(
                "AND (p.search_key LIKE ? ESCAPE '!' OR r.search_key LIKE ? ESCAPE '!' OR EXISTS (SELECT 1 FROM purchase_items i
                     WHERE i.purchase_id = p.id AND i.search_key LIKE ? ESCAPE '!'))",
                self.term.filter(|term| !term.trim().is_empty()).map(contains_pattern),
            );
        if let Some(types) = &self.types {
            sql = sql.list("AND p.payment_type IN (?)", types.clone());
        }
        if let Some(documents) = &self.documents {
            sql = sql.list("AND p.document IN (?)", documents.clone());
        }
        if let Some(providers) = &self.providers {
            sql = sql.list("AND p.provider_id IN (?)", providers.iter().map(|id| ProviderId(*id)));
        }
        self.add_payment_condition(self.add_state_conditions(sql))
    }

    fn add_state_conditions(&self, mut sql: Sql) -> Sql {
        if self.states.is_empty() {
            return sql;
        }
        sql = sql.add("AND (1 = 0");
        for state in &self.states {
            sql = match state {
                PurchaseState::Active => sql.add("OR p.status = 'ACTIVE'"),
                PurchaseState::Voided => sql.add("OR p.status = 'VOIDED'"),
                PurchaseState::Due => sql.add("OR (p.status = 'ACTIVE' AND p.paid < p.total)"),
                PurchaseState::Paid => sql.add("OR (p.status = 'ACTIVE' AND p.paid = p.total)"),
                PurchaseState::Overdue => sql.with(
                    "OR (p.status = 'ACTIVE' AND p.paid < p.total AND EXISTS (SELECT 1 FROM purchase_quotes o
                         WHERE o.purchase_id = p.id AND o.paid < o.amount AND o.due_on < ?))",
                    self.today,
                ),
            };
        }
        sql.add(")")
    }

    fn add_payment_condition(&self, sql: Sql) -> Sql {
        let paid_from = "AND EXISTS (SELECT 1 FROM purchase_payments y WHERE y.purchase_id = p.id AND y.source = ?)";
        match self.paid_by {
            None => sql,
            Some(payment_type @ (PurchasePaidBy::Contado | PurchasePaidBy::Credito)) => {
                sql.with("AND p.payment_type = ?", payment_type)
            }
            Some(PurchasePaidBy::Cash) => sql.with(paid_from, MoneySource::Cash),
            // The part that a note took off the debt is no payment.
            Some(PurchasePaidBy::Other) => sql.add(
                "AND EXISTS (SELECT 1 FROM purchase_payments y WHERE y.purchase_id = p.id AND y.source = 'OTHER'
                     AND y.note_id IS NULL AND NOT y.voided)",
            ),
        }
    }
}

const SORTED_BY: [(&str, &str); 4] =
    [("date", "p.issued_at"), ("total", "p.total"), ("provider", "provider_name"), ("due", "due")];

/// Loads a page of purchases, the latest document first unless another order is asked for.
pub(super) async fn load_page(
    tx: &mut Tx,
    query: &PurchaseQuery<'_>,
    paging: &Paging,
    (limit, offset): (i64, i64),
) -> Result<Vec<PurchaseRow>> {
    let sort = paging.sort.clone().filter(|s| !s.is_empty()).unwrap_or_else(|| "-date".into());
    let paging = Paging { sort: Some(sort), ..Paging::default() };
    let list = paging.add_order_by(query.add_conditions(select_purchases()), &SORTED_BY, "p.id DESC")?;
    Ok(tx.query(list.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await?)
}

pub(super) async fn find_row(tx: &mut Tx, id: PurchaseId) -> db::Result<Option<PurchaseRow>> {
    tx.query(select_purchases().with("AND p.id = ?", id)).maybe().await
}

/// Adds up all purchases that match the query.
pub(super) async fn load_sums(tx: &mut Tx, query: &PurchaseQuery<'_>) -> db::Result<PurchaseSums> {
    let head = Sql::new(
        "SELECT COUNT(*) AS count,
                CAST(COALESCE(SUM(CASE WHEN p.status <> 'ACTIVE' THEN 0 WHEN p.document = 'NOTA_CREDITO' THEN -p.total ELSE p.total END), 0) AS BIGINT) AS total,
                CAST(COALESCE(SUM(CASE WHEN p.status = 'ACTIVE' THEN p.total - p.paid ELSE 0 END), 0) AS BIGINT) AS due,
                CAST(COALESCE(SUM(CASE WHEN p.status = 'ACTIVE' AND p.paid < p.total THEN
                    (SELECT COALESCE(SUM(q.amount - q.paid), 0) FROM purchase_quotes q
                     WHERE q.purchase_id = p.id AND q.due_on < $1) ELSE 0 END), 0) AS BIGINT) AS overdue",
    );
    tx.query(query.add_conditions(head.bind(query.today).add(FROM_PURCHASES))).one().await
}

/// The sums of a report.
#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct ReportSums {
    #[row(rename = "all_rows")]
    pub all: i64,
    pub count: i64,
    pub total: Money,
    pub subtotal: Money,
    pub igv: Money,
    pub paid: Money,
}

/// Adds up the active purchases that match the query, and counts all of them including the voided ones.
pub(super) async fn load_report_sums(tx: &mut Tx, query: &PurchaseQuery<'_>) -> db::Result<ReportSums> {
    let head = Sql::new(
        "SELECT COUNT(*) AS all_rows,
                CAST(COALESCE(SUM(CASE WHEN p.status = 'ACTIVE' THEN 1 ELSE 0 END), 0) AS BIGINT) AS count,
                CAST(COALESCE(SUM(CASE WHEN p.status <> 'ACTIVE' THEN 0 WHEN p.document = 'NOTA_CREDITO' THEN -p.total ELSE p.total END), 0) AS BIGINT) AS total,
                CAST(COALESCE(SUM(CASE WHEN p.status <> 'ACTIVE' THEN 0 WHEN p.document = 'NOTA_CREDITO' THEN -p.subtotal ELSE p.subtotal END), 0) AS BIGINT) AS subtotal,
                CAST(COALESCE(SUM(CASE WHEN p.status <> 'ACTIVE' THEN 0 WHEN p.document = 'NOTA_CREDITO' THEN -p.igv ELSE p.igv END), 0) AS BIGINT) AS igv,
                CAST(COALESCE(SUM(CASE WHEN p.status <> 'ACTIVE' THEN 0 WHEN p.document = 'NOTA_CREDITO' THEN -p.paid ELSE p.paid END), 0) AS BIGINT) AS paid",
    );
    tx.query(query.add_conditions(head.add(FROM_PURCHASES))).one().await
}

/// Adds up the instalments due before a day and on it.
pub(super) async fn load_due_payables(tx: &mut Tx, today: NaiveDate) -> db::Result<DuePayables> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(CASE WHEN q.due_on < $1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS overdue,
                CAST(COALESCE(SUM(CASE WHEN q.due_on < $1 THEN q.amount - q.paid ELSE 0 END), 0) AS BIGINT) AS overdue_amount,
                CAST(COALESCE(SUM(CASE WHEN q.due_on = $1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS today,
                CAST(COALESCE(SUM(CASE WHEN q.due_on = $1 THEN q.amount - q.paid ELSE 0 END), 0) AS BIGINT) AS today_amount
         FROM purchase_quotes q JOIN purchases p ON p.id = q.purchase_id
         WHERE p.status = 'ACTIVE' AND q.paid < q.amount AND q.due_on <= $1",
    )
    .bind(today)
    .one()
    .await
}
