//! SQL of the register's checks: missing numbers, and documents the tax authority has not accepted.

use super::{month::RegisterMonth, register::Courtesies};
use comanda_base::{
    db::{self, Sql, Tx},
    document_kind,
};
use comanda_invoicing::billing::BillingState;

/// The most documents or ranges that a check lists.
pub(super) const MAX_LISTED: usize = 200;
const LISTED_ROWS: i64 = 200;

/// A range of missing numbers of a series, with the total count of such ranges.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct NumberGap {
    pub serie: String,
    pub first_number: i64,
    pub last_number: i64,
    pub all_of_them: i64,
}

/// Loads the gaps directly before the month's documents, whichever month has the number before the gap.
pub(super) async fn load_document_gaps(
    tx: &mut Tx,
    month: &RegisterMonth,
    sale_notes: bool,
) -> db::Result<Vec<NumberGap>> {
    let (first, last) = month.business_days();
    tx.query(
        concat!(
            "SELECT g.serie, g.previous + 1 AS first_number, g.number - 1 AS last_number, COUNT(*) OVER () AS all_of_them FROM (
             SELECT b.serie, b.number, (SELECT MAX(p.number) FROM billings p
                     WHERE p.serie = b.serie AND p.billing_type_id = b.billing_type_id AND p.number < b.number) AS previous
             FROM billings b WHERE b.business_day >= $1 AND b.business_day <= $2 AND b.issued_at >= $3 AND b.issued_at < $4
               AND ($5 OR b.billing_type_id <> ",
            document_kind!(SaleNote),
            ")
         ) g WHERE g.previous < g.number - 1 ORDER BY g.serie, g.number LIMIT $6"
        ),
    )
    .bind(first)
    .bind(last)
    .bind(month.from)
    .bind(month.until)
    .bind(sale_notes)
    .bind(LISTED_ROWS)
    .all()
    .await
}

/// Loads the same gaps of credit notes. A number that SUNAT refused is not missing.
pub(super) async fn load_note_gaps(tx: &mut Tx, month: &RegisterMonth) -> db::Result<Vec<NumberGap>> {
    tx.query(
        "SELECT g.serie, g.previous + 1 AS first_number, g.number - 1 AS last_number, COUNT(*) OVER () AS all_of_them FROM (
             SELECT m.serie, m.number, (SELECT MAX(p.number) FROM (
                        SELECT c.serie, c.number FROM credit_notes c
                        UNION ALL
                        SELECT r.serie, r.number FROM tax_documents r WHERE r.code = '07'
                    ) p WHERE p.serie = m.serie AND p.number < m.number) AS previous
             FROM (SELECT n.serie, n.number, n.issued_at FROM credit_notes n
                   UNION ALL
                   SELECT d.serie, d.number, d.issued_at FROM tax_documents d WHERE d.replaced_by_note_id IS NOT NULL) m
             WHERE m.issued_at >= $1 AND m.issued_at < $2
         ) g WHERE g.previous < g.number - 1 ORDER BY g.serie, g.number LIMIT $3",
    )
    .bind(month.from)
    .bind(month.until)
    .bind(LISTED_ROWS)
    .all()
    .await
}

/// Completes a SELECT with the month's electronic documents that are not settled. Reissued and voided documents are settled.
fn from_unsettled(sql: Sql, month: &RegisterMonth) -> Sql {
    let (first, last) = month.business_days();
    sql.add("FROM tax_documents d WHERE d.state NOT IN ('ACCEPTED', 'VOIDED')")
        .with("AND d.issued_on >= ?", first)
        .with("AND d.issued_on <= ?", last)
        .with("AND d.issued_at >= ?", month.from)
        .with("AND d.issued_at < ?", month.until)
        .add(
            "AND d.replaced_by_id IS NULL AND d.replaced_by_note_id IS NULL AND (d.state <> 'REJECTED' OR NOT EXISTS
                 (SELECT 1 FROM billings b WHERE b.id = d.billing_id AND b.state = 'VOIDED'))",
        )
}

/// Counts the month's unsettled documents by state.
pub(super) async fn count_by_state(tx: &mut Tx, month: &RegisterMonth) -> db::Result<Vec<(BillingState, i64)>> {
    let sql = from_unsettled(Sql::new("SELECT d.state, COUNT(*)"), month);
    tx.query(sql.add("GROUP BY d.state")).all().await
}

/// Sums up the courtesies of the month's valid documents, as their XML declares them under tribute 9996.
pub(super) async fn sum_courtesies(tx: &mut Tx, month: &RegisterMonth) -> db::Result<Courtesies> {
    let (first, last) = month.business_days();
    tx.query(concat!(
        "SELECT COUNT(DISTINCT b.id) AS documents, CAST(COALESCE(SUM(l.base), 0) AS BIGINT) AS value,
                CAST(COALESCE(SUM(l.free_igv), 0) AS BIGINT) AS igv
         FROM billings b JOIN billing_lines l ON l.billing_id = b.id LEFT JOIN tax_documents t ON t.billing_id = b.id
         WHERE b.business_day >= $1 AND b.business_day <= $2 AND b.issued_at >= $3 AND b.issued_at < $4
           AND b.billing_type_id <> ",
        document_kind!(SaleNote),
        " AND l.affectation = '15' AND COALESCE(t.state, '') <> 'REJECTED'
           AND (b.state <> 'VOIDED' OR (t.accepted_at IS NOT NULL AND t.state <> 'VOIDED'))"
    ))
    .bind(first)
    .bind(last)
    .bind(month.from)
    .bind(month.until)
    .one()
    .await
}

/// Lists series and number of the first unsettled documents in these states.
pub(super) async fn list_numbers(
    tx: &mut Tx,
    month: &RegisterMonth,
    states: &[BillingState],
) -> db::Result<Vec<(String, i64)>> {
    let sql = from_unsettled(Sql::new("SELECT d.serie, d.number"), month);
    let sql = sql.list("AND d.state IN (?)", states.iter().copied());
    tx.query(sql.with("ORDER BY d.serie, d.number LIMIT ?", LISTED_ROWS)).all().await
}
