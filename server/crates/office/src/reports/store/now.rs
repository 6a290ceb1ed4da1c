//! SQL of the present state, which is queried often and reads one business day by its index.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{RequestId, UserId},
    money::Money,
};
use comanda_ledgers::ledger::sales;

/// A document of a day, or a credit note with a negative total.
#[derive(Debug, Clone, Copy, comanda_from_row::FromRow)]
pub(in crate::reports) struct DocumentTotal {
    pub issued_at: DateTime<Utc>,
    pub total: Money,
    pub opens_account: bool,
    pub client_request_id: RequestId,
}

/// Lists the documents of a business day up to a moment, of everybody or of the accounts of one waiter.
pub(in crate::reports) async fn list_document_totals(
    tx: &mut Tx,
    attendant: Option<UserId>,
    day: NaiveDate,
    until: DateTime<Utc>,
) -> db::Result<Vec<DocumentTotal>> {
    let sql = Sql::new(concat!(
        "SELECT s.issued_at, s.total, s.opens_account, s.client_request_id
         FROM ",
        sales!(),
        " s JOIN client_requests r ON r.id = s.client_request_id
         WHERE s.business_day = $1 AND s.issued_at <= $2"
    ));
    tx.query(sql.bind(day).bind(until).when("AND r.attendant_id = ?", attendant)).all().await
}

/// Finds the last business day before `before` with a valid document.
pub(in crate::reports) async fn find_last_sale_day(tx: &mut Tx, before: NaiveDate) -> db::Result<Option<NaiveDate>> {
    let found: Option<(NaiveDate,)> = tx
        .query(
            "SELECT business_day FROM billings WHERE business_day < $1 AND state <> 'VOIDED'
             ORDER BY business_day DESC LIMIT 1",
        )
        .bind(before)
        .maybe()
        .await?;
    Ok(found.map(|(day,)| day))
}

/// Lists the names of dishes that were sent without a production area and still have none.
pub(in crate::reports) async fn list_sold_without_area(tx: &mut Tx) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT p.name FROM products p
         WHERE p.type = 'PRODUCT' AND p.deleted_at IS NULL AND p.status = 'ACTIVE' AND p.production_area_id IS NULL
           AND NOT p.skips_kitchen AND NOT p.is_combo AND (
             EXISTS (SELECT 1 FROM order_lines l
                     WHERE l.product_id = p.id AND l.production_area_id IS NULL AND l.command_id IS NOT NULL)
             OR EXISTS (SELECT 1 FROM order_line_components c JOIN order_lines l ON l.id = c.line_id
                        WHERE c.product_id = p.id AND c.production_area_id IS NULL AND l.command_id IS NOT NULL))
         ORDER BY p.name LIMIT 500",
    )
    .column()
    .await
}
