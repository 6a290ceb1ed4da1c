//! Money that came in by each way to pay: payments less change, refunds, and what was collected of debts.

use crate::{
    db::{self, Sql, Tx},
    ids::{BillingId, CashboxId, PaymentOptionId, UserId},
    money::Money,
    search::contains,
    words::words,
};
use chrono::{DateTime, NaiveDate, Utc};
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

/// What one way to pay brought somebody on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::reports) struct MoneyIn {
    pub business_day: NaiveDate,
    pub payment_option_id: PaymentOptionId,
    pub user_id: UserId,
    /// Less change.
    pub received: Money,
    pub refunds: Money,
    pub collections: Money,
    pub operations: i64,
}

/// Which of it.
#[derive(Debug, Clone, Default)]
pub(in crate::reports) struct WantedMoney {
    pub days: (NaiveDate, NaiveDate),
    pub user: Option<UserId>,
    pub cashbox: Option<CashboxId>,
    pub option: Option<PaymentOptionId>,
    /// Searched in documents and operation numbers.
    pub term: Option<String>,
}

/// What a partial refund charged again moved no money.
const PAYMENTS: &str = "FROM payments p JOIN payment_entries e ON e.payment_id = p.id
     WHERE p.replaces_id IS NULL AND e.amount > 0";
const REFUNDS: &str = "FROM refunds p JOIN refund_entries e ON e.refund_id = p.id WHERE e.amount > 0";
const COLLECTIONS: &str = "FROM collections p WHERE 1 = 1";

impl WantedMoney {
    fn narrow(&self, sql: Sql, option: &'static str) -> Sql {
        sql.with("AND p.business_day >= ?", self.days.0)
            .with("AND p.business_day <= ?", self.days.1)
            .when("AND p.user_id = ?", self.user)
            .when("AND p.cycle_id IN (SELECT id FROM cashbox_cycles WHERE cashbox_id = ?)", self.cashbox)
            .when(option, self.option)
    }
}

pub(in crate::reports) async fn money_in(tx: &mut Tx, wanted: &WantedMoney) -> db::Result<Vec<MoneyIn>> {
    let of_entries = "AND e.payment_option_id = ?";
    let sql = Sql::new(
        "SELECT x.business_day, x.payment_option_id, x.user_id, CAST(SUM(x.received) AS BIGINT) AS received,
                CAST(SUM(x.refunds) AS BIGINT) AS refunds, CAST(SUM(x.collections) AS BIGINT) AS collections,
                CAST(SUM(x.operations) AS BIGINT) AS operations
         FROM (SELECT p.business_day, e.payment_option_id, p.user_id, SUM(e.amount) AS received, 0 AS refunds, 0 AS collections,
                      COUNT(*) AS operations",
    );
    let sql = wanted.narrow(sql.add(PAYMENTS), of_entries);
    let sql = sql.add(
        "GROUP BY p.business_day, e.payment_option_id, p.user_id
         UNION ALL SELECT p.business_day, e.payment_option_id, p.user_id, 0, SUM(e.amount), 0, COUNT(*)",
    );
    let sql = wanted.narrow(sql.add(REFUNDS), of_entries);
    let sql = sql.add(
        "GROUP BY p.business_day, e.payment_option_id, p.user_id
         UNION ALL SELECT p.business_day, p.payment_option_id, p.user_id, 0, 0, SUM(p.amount - p.rounding), COUNT(*)",
    );
    let sql = wanted.narrow(sql.add(COLLECTIONS), "AND p.payment_option_id = ?");
    let sql = sql.add(
        "GROUP BY p.business_day, p.payment_option_id, p.user_id) x
         GROUP BY x.business_day, x.payment_option_id, x.user_id",
    );
    tx.query(sql).all().await
}

/// Tips in it, less those that went back.
pub(in crate::reports) async fn tips(tx: &mut Tx, wanted: &WantedMoney) -> db::Result<Money> {
    let sql = Sql::new(
        "SELECT CAST(COALESCE(SUM(x.tip), 0) AS BIGINT) FROM (SELECT p.total - b.total AS tip
         FROM payments p JOIN billings b ON b.payment_id = p.id WHERE b.state <> 'VOIDED' AND p.total > b.total",
    );
    let sql = wanted.narrow(sql, "").add(
        "UNION ALL SELECT n.total - p.total FROM refunds p JOIN credit_notes n ON n.refund_id = p.id WHERE p.total > n.total",
    );
    tx.query(wanted.narrow(sql, "").add(") x")).scalar().await
}

/// A payment, a refund or a collection by one way to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct OperationSums {
    pub rows: i64,
    pub total: Money,
}

/// All of them, to be counted or listed.
fn operations(wanted: &WantedMoney, head: &'static str) -> Sql {
    let of_entries = "AND e.payment_option_id = ?";
    let sql = Sql::new(head).add(
        "FROM (SELECT 'PAYMENT' AS movement, e.id, p.created_at AS at, p.business_day, COALESCE(b.serie || '-' ||
                   SUBSTR('00000000' || CAST(b.number AS TEXT), LENGTH(CAST(b.number AS TEXT)) + 1), '') AS document, p.user_id,
                   e.operation_number, e.amount, b.id AS billing_id, e.payment_option_id
         FROM payments p JOIN payment_entries e ON e.payment_id = p.id LEFT JOIN billings b ON b.payment_id = p.id
         WHERE p.replaces_id IS NULL AND e.amount > 0",
    );
    let sql = wanted.narrow(sql, of_entries).add(
        "UNION ALL SELECT 'REFUND', e.id, p.created_at, p.business_day, p.document, p.user_id, e.operation_number, -e.amount, p.billing_id,
                   e.payment_option_id",
    );
    let sql = wanted.narrow(sql.add(REFUNDS), of_entries).add(
        "UNION ALL SELECT 'COLLECTION', p.id, p.created_at, p.business_day,
                   'RC-' || SUBSTR('00000000' || CAST(p.number AS TEXT), LENGTH(CAST(p.number AS TEXT)) + 1), p.user_id,
                   p.operation_number, p.amount - p.rounding, CAST(NULL AS BIGINT), p.payment_option_id",
    );
    let sql = wanted.narrow(sql.add(COLLECTIONS), "AND p.payment_option_id = ?");
    let sql = sql.add(") x JOIN users u ON u.id = x.user_id WHERE 1 = 1");
    let sql = match wanted.option {
        Some(_) => sql,
        // What is sold on credit is no money.
        None => sql.add("AND x.payment_option_id NOT IN (SELECT id FROM payment_options WHERE payment_type_id = 5)"),
    };
    let term = wanted.term.as_deref().filter(|t| !t.trim().is_empty()).map(contains);
    sql.when("AND LOWER(x.document || ' ' || COALESCE(x.operation_number, '')) LIKE ? ESCAPE '!'", term)
}

pub(in crate::reports) async fn operation_sums(tx: &mut Tx, wanted: &WantedMoney) -> db::Result<OperationSums> {
    let head = "SELECT COUNT(*) AS rows, CAST(COALESCE(SUM(x.amount), 0) AS BIGINT) AS total";
    tx.query(operations(wanted, head)).one().await
}

/// A page of them, the latest first.
pub(in crate::reports) async fn money_operations(
    tx: &mut Tx,
    wanted: &WantedMoney,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<MoneyOperation>> {
    let head =
        "SELECT x.movement, x.id, x.at, x.business_day, x.payment_option_id, x.document, TRIM(u.name || ' ' || u.lastname) AS user_name, x.operation_number,
            x.amount, x.billing_id";
    let sql = operations(wanted, head).add("ORDER BY x.at DESC, x.movement, x.id DESC");
    tx.query(sql.with("LIMIT ?", limit).with("OFFSET ?", offset)).all().await
}
