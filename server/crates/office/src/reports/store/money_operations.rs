//! Each payment, refund and collection behind what a way to pay brought.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{BillingId, PaymentOptionId},
    money::Money,
    search::contains,
    words::words,
};
use comanda_ledgers::figures::{COLLECTIONS, OF_COLLECTIONS, OF_ENTRIES, REFUNDS, WantedMoney};
use serde::Serialize;
use utoipa::ToSchema;

words!(
    /// How money came in, or went out again.
    MoneyMove {
        Payment = "PAYMENT",
        Refund = "REFUND",
        /// Of a debt.
        Collection = "COLLECTION",
    }
);

/// A payment, a refund or a collection by one way to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct MoneyOperation {
    pub movement: MoneyMove,
    /// Of the payment's, the refund's or the collection's part that was paid so.
    pub id: i64,
    pub at: DateTime<Utc>,
    pub business_day: NaiveDate,
    pub payment_option_id: PaymentOptionId,
    /// `B001-00000347`, `RC-00000012`
    pub document: String,
    pub user_name: String,
    pub operation_number: Option<String>,
    /// Refunds are negative.
    pub amount: Money,
    /// The document of a payment, and of what a refund is of.
    pub billing_id: Option<BillingId>,
}

/// How many there are, and what they come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct OperationSums {
    pub rows: i64,
    pub total: Money,
}

/// All of them, to be counted or listed; `term` is searched in documents and operation numbers.
fn operations(wanted: &WantedMoney, term: Option<&str>, head: &'static str) -> Sql {
    let sql = Sql::new(head).add(
        "FROM (SELECT 'PAYMENT' AS movement, e.id, p.created_at AS at, p.business_day, COALESCE(b.serie || '-' ||
                   SUBSTR('00000000' || CAST(b.number AS TEXT), LENGTH(CAST(b.number AS TEXT)) + 1), '') AS document, p.user_id,
                   e.operation_number, e.amount, b.id AS billing_id, e.payment_option_id
         FROM payments p JOIN payment_entries e ON e.payment_id = p.id LEFT JOIN billings b ON b.payment_id = p.id
         WHERE p.replaces_id IS NULL AND e.amount > 0",
    );
    let sql = wanted.narrow(sql).when(OF_ENTRIES, wanted.option).add(
        "UNION ALL SELECT 'REFUND', e.id, p.created_at, p.business_day, p.document, p.user_id, e.operation_number, -e.amount, p.billing_id,
                   e.payment_option_id",
    );
    let sql = wanted.narrow(sql.add(REFUNDS)).when(OF_ENTRIES, wanted.option).add(
        "UNION ALL SELECT 'COLLECTION', p.id, p.created_at, p.business_day,
                   'RC-' || SUBSTR('00000000' || CAST(p.number AS TEXT), LENGTH(CAST(p.number AS TEXT)) + 1), p.user_id,
                   p.operation_number, p.amount - p.rounding, CAST(NULL AS BIGINT), p.payment_option_id",
    );
    let sql = wanted.narrow(sql.add(COLLECTIONS)).when(OF_COLLECTIONS, wanted.option);
    let sql = sql.add(") x JOIN users u ON u.id = x.user_id WHERE 1 = 1");
    let sql = match wanted.option {
        Some(_) => sql,
        // What is sold on credit is no money.
        None => sql.add("AND x.payment_option_id NOT IN (SELECT id FROM payment_options WHERE payment_type_id = 5)"),
    };
    let term = term.filter(|t| !t.trim().is_empty()).map(contains);
    sql.when("AND LOWER(x.document || ' ' || COALESCE(x.operation_number, '')) LIKE ? ESCAPE '!'", term)
}

pub(in crate::reports) async fn operation_sums(
    tx: &mut Tx,
    wanted: &WantedMoney,
    term: Option<&str>,
) -> db::Result<OperationSums> {
    let head = "SELECT COUNT(*) AS rows, CAST(COALESCE(SUM(x.amount), 0) AS BIGINT) AS total";
    tx.query(operations(wanted, term, head)).one().await
}

/// A page of them, the latest first.
pub(in crate::reports) async fn money_operations(
    tx: &mut Tx,
    wanted: &WantedMoney,
    term: Option<&str>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<MoneyOperation>> {
    let head =
        "SELECT x.movement, x.id, x.at, x.business_day, x.payment_option_id, x.document, TRIM(u.name || ' ' || u.lastname) AS user_name, x.operation_number,
            x.amount, x.billing_id";
    let sql = operations(wanted, term, head).add("ORDER BY x.at DESC, x.movement, x.id DESC");
    tx.query(sql.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await
}
