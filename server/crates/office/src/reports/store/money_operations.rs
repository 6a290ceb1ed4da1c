//! SQL of the payments, refunds and collections that make up a payment method's total.

use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{BillingId, PaymentOptionId},
    is_credit,
    money::Money,
    search::contains_pattern,
    words::text_enum,
};
use comanda_ledgers::figures::{
    COLLECTION_METHOD_CONDITION, COLLECTIONS, ENTRY_METHOD_CONDITION, MoneyFilter, REFUNDS,
};
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// The kind of a money operation.
    MoneyMove {
        Payment = "PAYMENT",
        Refund = "REFUND",
        /// The collection of a debt.
        Collection = "COLLECTION",
    }
);

/// A payment, a refund or a collection by one payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct MoneyOperation {
    pub movement: MoneyMove,
    /// The id of the entry of the payment or refund, or of the collection.
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
    /// The document of the payment, or of the refunded payment.
    pub billing_id: Option<BillingId>,
}

/// The number and the total of operations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct OperationSums {
    pub rows: i64,
    pub total: Money,
}

/// Builds the statement that counts or lists operations; `term` is searched in documents and operation numbers.
fn select_operations(criteria: &MoneyFilter, term: Option<&str>, head: &'static str) -> Sql {
    let sql = Sql::new(head).add(
        "FROM (SELECT 'PAYMENT' AS movement, e.id, p.created_at AS at, p.business_day, COALESCE(b.serie || '-' ||
                   SUBSTR('00000000' || CAST(b.number AS TEXT), LENGTH(CAST(b.number AS TEXT)) + 1), '') AS document, p.user_id,
                   e.operation_number, e.amount, b.id AS billing_id, e.payment_option_id
         FROM payments p JOIN payment_entries e ON e.payment_id = p.id LEFT JOIN billings b ON b.payment_id = p.id
         WHERE p.replaces_id IS NULL AND e.amount > 0",
    );
    let sql = criteria.add_conditions(sql).when(ENTRY_METHOD_CONDITION, criteria.option).add(
        "UNION ALL SELECT 'REFUND', e.id, p.created_at, p.business_day, p.document, p.user_id, e.operation_number, -e.amount, p.billing_id,
                   e.payment_option_id",
    );
    let sql = criteria.add_conditions(sql.add(REFUNDS)).when(ENTRY_METHOD_CONDITION, criteria.option).add(
        "UNION ALL SELECT 'COLLECTION', p.id, p.created_at, p.business_day,
                   'RC-' || SUBSTR('00000000' || CAST(p.number AS TEXT), LENGTH(CAST(p.number AS TEXT)) + 1), p.user_id,
                   p.operation_number, p.amount - p.rounding, CAST(NULL AS BIGINT), p.payment_option_id",
    );
    let sql = criteria.add_conditions(sql.add(COLLECTIONS)).when(COLLECTION_METHOD_CONDITION, criteria.option);
    let sql = sql.add(") x JOIN users u ON u.id = x.user_id WHERE 1 = 1");
    let sql = match criteria.option {
        Some(_) => sql,
        // Sales on credit are no money.
        None => sql.add(concat!(
            "AND x.payment_option_id NOT IN (SELECT o.id FROM payment_options o WHERE ",
            is_credit!("o"),
            ")"
        )),
    };
    let term = term.filter(|t| !t.trim().is_empty()).map(contains_pattern);
    sql.when("AND LOWER(x.document || ' ' || COALESCE(x.operation_number, '')) LIKE ? ESCAPE '!'", term)
}

pub(in crate::reports) async fn sum_money_operations(
    tx: &mut Tx,
    criteria: &MoneyFilter,
    term: Option<&str>,
) -> db::Result<OperationSums> {
    let head = "SELECT COUNT(*) AS rows, CAST(COALESCE(SUM(x.amount), 0) AS BIGINT) AS total";
    tx.query(select_operations(criteria, term, head)).one().await
}

/// Lists a page of operations, the latest first.
pub(in crate::reports) async fn list_money_operation_rows(
    tx: &mut Tx,
    criteria: &MoneyFilter,
    term: Option<&str>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<MoneyOperation>> {
    let head =
        "SELECT x.movement, x.id, x.at, x.business_day, x.payment_option_id, x.document, TRIM(u.name || ' ' || u.lastname) AS user_name, x.operation_number,
            x.amount, x.billing_id";
    let sql = select_operations(criteria, term, head).add("ORDER BY x.at DESC, x.movement, x.id DESC");
    tx.query(sql.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await
}
