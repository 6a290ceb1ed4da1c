//! SQL of the ledger: what a cash cycle received, summed from the payments themselves, and its refunds.

use super::refunds::{RefundEntry, RefundLine, RefundRow};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{CycleId, PaymentId, PaymentOptionId, RefundId, RequestId, UserId},
    is_credit,
    money::Money,
    search::{contains_pattern, folded},
};

/// The money that a cycle received by one payment method.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct ReceivedByMethod {
    pub payment_option_id: PaymentOptionId,
    /// The money handed over.
    pub tendered: Money,
    /// The money kept: handed over less the change.
    pub amount: Money,
}

/// Sums what the cycle received by method; methods without payments are left out. Voided payments count, because their money was received
/// and what went back is a refund. A payment that only charges again what a partial refund left moved no money.
pub async fn load_received_by_method(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<ReceivedByMethod>> {
    tx.query(
        "SELECT e.payment_option_id, CAST(SUM(e.tendered) AS BIGINT) AS tendered, CAST(SUM(e.amount) AS BIGINT) AS amount
         FROM payment_entries e JOIN payments p ON p.id = e.payment_id WHERE p.cycle_id = $1 AND p.replaces_id IS NULL
         GROUP BY e.payment_option_id",
    )
    .bind(cycle)
    .all()
    .await
}

/// The money that one method gave back out of a cycle, or collected of debts.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct MethodAmount {
    pub payment_option_id: PaymentOptionId,
    pub amount: Money,
}

/// Sums the refunds that the cycle gave back by method, whichever cycle had received the payments; methods without refunds are left out.
pub async fn load_refunded_by_method(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<MethodAmount>> {
    tx.query(
        "SELECT e.payment_option_id, CAST(SUM(e.amount) AS BIGINT) AS amount FROM refunds f
         JOIN refund_entries e ON e.refund_id = f.id WHERE f.cycle_id = $1 GROUP BY e.payment_option_id",
    )
    .bind(cycle)
    .all()
    .await
}

/// Counts the payments, refunds and collections of the cycle.
pub async fn count_operations(tx: &mut Tx, cycle: CycleId) -> db::Result<i64> {
    tx.query(
        "SELECT (SELECT COUNT(*) FROM payments WHERE cycle_id = $1 AND stands_for_id IS NULL)
              + (SELECT COUNT(*) FROM refunds WHERE cycle_id = $1) + (SELECT COUNT(*) FROM collections WHERE cycle_id = $1)",
    )
    .bind(cycle)
    .scalar()
    .await
}

const FROM_REFUNDS: &str =
    "FROM refunds f JOIN payments p ON p.id = f.payment_id JOIN users u ON u.id = f.user_id LEFT JOIN users a ON a.id = f.approver_id
     WHERE 1 = 1";

/// Selects refunds; conditions are to be added.
fn select_refunds() -> Sql {
    Sql::new(
        "SELECT f.id, f.payment_id, f.billing_id, f.document, f.client_request_id, f.cycle_id, f.cashbox_name,
                p.cycle_id AS paid_in_cycle_id, f.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name,
                TRIM(a.name || ' ' || a.lastname) AS approver_name, f.outcome, f.reason, f.remove_inventory, f.total, f.rounding,
                f.charged_again_id, f.created_at",
    )
    .add(FROM_REFUNDS)
}
/// Counts refunds; conditions are to be added.
fn select_refund_count() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_REFUNDS)
}

pub(super) async fn list_refunds_of_payments(tx: &mut Tx, payments: &[PaymentId]) -> db::Result<Vec<RefundRow>> {
    tx.query(select_refunds().list("AND f.payment_id IN (?)", payments.iter().copied())).all().await
}

pub(super) async fn find_refund(tx: &mut Tx, id: RefundId) -> db::Result<Option<RefundRow>> {
    tx.query(select_refunds().with("AND f.id = ?", id)).maybe().await
}

/// Lists the refunds that the cycle gave back, the earliest first.
pub(super) async fn list_refunds_of_cycle(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<RefundRow>> {
    tx.query(select_refunds().with("AND f.cycle_id = ?", cycle).add("ORDER BY f.id LIMIT 1000")).all().await
}

/// The filter of a list of refunds.
#[derive(Debug, Clone, Default)]
pub struct RefundFilter {
    pub client_request_id: Option<RequestId>,
    /// The cycle that gave the money back.
    pub cycle: Option<CycleId>,
    /// Restricts the list to refunds that this user gave.
    pub by: Option<UserId>,
    /// The first and last business day.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
    /// The text searched in the document, the reason, the cash box and the name of the user.
    pub term: Option<String>,
}

const SEARCH_CONDITION: &str = concat!(
    "AND ",
    folded!("f.document || ' ' || f.reason || ' ' || f.cashbox_name || ' ' || u.name || ' ' || u.lastname"),
    " LIKE ? ESCAPE '!'"
);

impl RefundFilter {
    fn add_conditions(&self, sql: Sql) -> Sql {
        sql.when("AND f.client_request_id = ?", self.client_request_id)
            .when("AND f.cycle_id = ?", self.cycle)
            .when("AND f.user_id = ?", self.by)
            .when("AND f.business_day >= ?", self.date_from)
            .when("AND f.business_day <= ?", self.date_to)
            .when(SEARCH_CONDITION, self.term.as_deref().map(contains_pattern))
    }
}

pub async fn count_refunds(tx: &mut Tx, filter: &RefundFilter) -> db::Result<i64> {
    tx.query(filter.add_conditions(select_refund_count())).scalar().await
}

/// Sums the tips beside documents and the rounding of the payments of a cash cycle whose documents are valid, less those that it refunded
/// with credit notes.
pub async fn sum_tips_and_rounding(tx: &mut Tx, cycle: CycleId) -> db::Result<(Money, Money)> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(s.tip), 0) AS BIGINT), CAST(COALESCE(SUM(s.rounding), 0) AS BIGINT) FROM (
             SELECT p.total - b.total AS tip, p.rounding FROM payments p JOIN billings b ON b.payment_id = p.id
             WHERE p.cycle_id = $1 AND b.state <> 'VOIDED'
             UNION ALL SELECT n.total - f.total, f.rounding FROM refunds f JOIN credit_notes n ON n.refund_id = f.id
             WHERE f.cycle_id = $1) s",
    )
    .bind(cycle)
    .one()
    .await
}

/// Lists a page of refunds, the latest first.
pub async fn list_refunds(
    tx: &mut Tx,
    filter: &RefundFilter,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<RefundRow>> {
    let page = filter
        .add_conditions(select_refunds())
        .add("ORDER BY f.id DESC")
        .with("LIMIT ?", limit)
        .with("OFFSET ?", offset);
    tx.query(page).all().await
}

pub(super) async fn load_entries(tx: &mut Tx, refunds: &[RefundId]) -> db::Result<Vec<RefundEntry>> {
    let sql = Sql::new(concat!(
        "SELECT e.refund_id, e.payment_option_id, o.name, o.is_cash, ",
        is_credit!("o"),
        " AS is_credit, e.amount, e.operation_number
         FROM refund_entries e JOIN payment_options o ON o.id = e.payment_option_id",
    ));
    tx.query(sql.list("WHERE e.refund_id IN (?)", refunds.iter().copied()).add("ORDER BY e.id")).all().await
}

pub(super) async fn load_lines(tx: &mut Tx, refunds: &[RefundId]) -> db::Result<Vec<RefundLine>> {
    let sql = Sql::new("SELECT refund_id, line_id, name, quantity, amount FROM refund_lines");
    tx.query(sql.list("WHERE refund_id IN (?)", refunds.iter().copied()).add("ORDER BY id")).all().await
}
