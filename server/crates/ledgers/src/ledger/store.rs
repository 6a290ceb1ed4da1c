//! All SQL of the ledger: what a cash cycle received, summed from the payments themselves, and its refunds.

use super::refunds::{RefundEntry, RefundLine, RefundRow};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{CycleId, PaymentId, PaymentOptionId, RefundId, RequestId, UserId},
    money::Money,
    search::{contains, folded},
};

/// One method's share of a cycle.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct Received {
    pub payment_option_id: PaymentOptionId,
    /// Handed over.
    pub tendered: Money,
    /// Kept: less the change.
    pub amount: Money,
}

/// What the cycle received by method; methods without payments are not named. Voided payments count: what was taken was taken, and
/// what went back is a refund. What a partial refund charged again moved no money.
pub async fn received(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<Received>> {
    tx.query(
        "SELECT e.payment_option_id, CAST(SUM(e.tendered) AS BIGINT) AS tendered, CAST(SUM(e.amount) AS BIGINT) AS amount
         FROM payment_entries e JOIN payments p ON p.id = e.payment_id WHERE p.cycle_id = $1 AND p.replaces_id IS NULL
         GROUP BY e.payment_option_id",
    )
    .bind(cycle)
    .all()
    .await
}

/// What one method gave back out of a cycle, or collected of debts.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct GivenBack {
    pub payment_option_id: PaymentOptionId,
    pub amount: Money,
}

/// What left the cycle by refunds, whichever cycle had taken it; methods without refunds are not named.
pub async fn given_back(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<GivenBack>> {
    tx.query(
        "SELECT e.payment_option_id, CAST(SUM(e.amount) AS BIGINT) AS amount FROM refunds f
         JOIN refund_entries e ON e.refund_id = f.id WHERE f.cycle_id = $1 GROUP BY e.payment_option_id",
    )
    .bind(cycle)
    .all()
    .await
}

/// How many payments, refunds and collections went through the cycle.
pub async fn operations_of(tx: &mut Tx, cycle: CycleId) -> db::Result<i64> {
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

/// Selects refunds, to be narrowed.
fn refunds() -> Sql {
    Sql::new(
        "SELECT f.id, f.payment_id, f.billing_id, f.document, f.client_request_id, f.cycle_id, f.cashbox_name,
                p.cycle_id AS paid_in_cycle_id, f.user_id, TRIM(u.name || ' ' || u.lastname) AS user_name,
                TRIM(a.name || ' ' || a.lastname) AS approver_name, f.outcome, f.reason, f.remove_inventory, f.total, f.rounding,
                f.charged_again_id, f.created_at",
    )
    .add(FROM_REFUNDS)
}
/// Counts the same refunds.
fn count_of_refunds() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_REFUNDS)
}

pub(super) async fn refunds_of_payments(tx: &mut Tx, payments: &[PaymentId]) -> db::Result<Vec<RefundRow>> {
    tx.query(refunds().list("AND f.payment_id IN (?)", payments.iter().copied())).all().await
}

pub(super) async fn refund(tx: &mut Tx, id: RefundId) -> db::Result<Option<RefundRow>> {
    tx.query(refunds().with("AND f.id = ?", id)).maybe().await
}

/// The first one first.
pub(super) async fn refunds_of_cycle(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<RefundRow>> {
    tx.query(refunds().with("AND f.cycle_id = ?", cycle).add("ORDER BY f.id LIMIT 1000")).all().await
}

/// Which refunds a list is of.
#[derive(Debug, Clone, Default)]
pub struct WantedRefunds {
    pub client_request_id: Option<RequestId>,
    /// The cycle that the money left.
    pub cycle: Option<CycleId>,
    /// Only those that this person gave back.
    pub by: Option<UserId>,
    /// Business days, from and to.
    pub date_from: Option<NaiveDate>,
    pub date_to: Option<NaiveDate>,
    /// Searched in document, reason, cash box and who gave it back.
    pub term: Option<String>,
}

const SEARCHED: &str = concat!(
    "AND ",
    folded!("f.document || ' ' || f.reason || ' ' || f.cashbox_name || ' ' || u.name || ' ' || u.lastname"),
    " LIKE ? ESCAPE '!'"
);

impl WantedRefunds {
    fn narrow(&self, sql: Sql) -> Sql {
        sql.when("AND f.client_request_id = ?", self.client_request_id)
            .when("AND f.cycle_id = ?", self.cycle)
            .when("AND f.user_id = ?", self.by)
            .when("AND f.business_day >= ?", self.date_from)
            .when("AND f.business_day <= ?", self.date_to)
            .when(SEARCHED, self.term.as_deref().map(contains))
    }
}

pub async fn count_wanted_refunds(tx: &mut Tx, wanted: &WantedRefunds) -> db::Result<i64> {
    tx.query(wanted.narrow(count_of_refunds())).scalar().await
}

/// A page of them, the latest first.
pub async fn wanted_refunds(
    tx: &mut Tx,
    wanted: &WantedRefunds,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<RefundRow>> {
    let page = wanted.narrow(refunds()).add("ORDER BY f.id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
    tx.query(page).all().await
}

pub(super) async fn entries(tx: &mut Tx, refunds: &[RefundId]) -> db::Result<Vec<RefundEntry>> {
    let sql = Sql::new(
        "SELECT e.refund_id, e.payment_option_id, o.name, o.is_cash, o.payment_type_id = 5 AS is_credit, e.amount, e.operation_number
         FROM refund_entries e JOIN payment_options o ON o.id = e.payment_option_id",
    );
    tx.query(sql.list("WHERE e.refund_id IN (?)", refunds.iter().copied()).add("ORDER BY e.id")).all().await
}

pub(super) async fn lines(tx: &mut Tx, refunds: &[RefundId]) -> db::Result<Vec<RefundLine>> {
    let sql = Sql::new("SELECT refund_id, line_id, name, quantity, amount FROM refund_lines");
    tx.query(sql.list("WHERE refund_id IN (?)", refunds.iter().copied()).add("ORDER BY id")).all().await
}
