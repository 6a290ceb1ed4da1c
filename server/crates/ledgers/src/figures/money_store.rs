//! SQL of the money by payment method: summed from its operations, and as it is kept for days that are over.

use super::money::{MoneyFilter, ReceivedMoney};
use chrono::NaiveDate;
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{CycleId, PaymentOptionId, UserId},
    is_credit,
    money::Money,
};

/// The number of rows in one INSERT.
const ROWS_PER_INSERT: usize = 200;

/// Selects payments `p` with their entries `e`. A payment that only charges again what a partial refund left moved no money.
const PAYMENTS: &str = "FROM payments p JOIN payment_entries e ON e.payment_id = p.id
     WHERE p.replaces_id IS NULL AND e.amount > 0";
/// Selects refunds `p` with their entries `e`.
pub const REFUNDS: &str = "FROM refunds p JOIN refund_entries e ON e.refund_id = p.id WHERE e.amount > 0";
/// Selects collections of debts `p`.
pub const COLLECTIONS: &str = "FROM collections p WHERE 1 = 1";
/// The condition on the payment method for [`REFUNDS`] and payments.
pub const ENTRY_METHOD_CONDITION: &str = "AND e.payment_option_id = ?";
/// The condition on the payment method for [`COLLECTIONS`].
pub const COLLECTION_METHOD_CONDITION: &str = "AND p.payment_option_id = ?";

impl MoneyFilter {
    /// Adds the conditions to a statement over `p`, which has a business day, a user and a cycle; the payment method is not among them.
    pub fn add_conditions(&self, sql: Sql) -> Sql {
        let (from, to) = self.opened.unzip();
        sql.with("AND p.business_day >= ?", self.days.0)
            .with("AND p.business_day <= ?", self.days.1)
            .when("AND p.created_at <= ?", self.until)
            .when("AND p.user_id = ?", self.user)
            .when("AND p.cycle_id IN (SELECT id FROM cashbox_cycles WHERE cashbox_id = ?)", self.cashbox)
            .when("AND p.cycle_id IN (SELECT id FROM cashbox_cycles WHERE business_day >= ?", from)
            .when("AND business_day <= ?)", to)
    }
}

/// Sums payments, refunds and collections, without tips.
pub(super) async fn sum_by_method(tx: &mut Tx, filter: &MoneyFilter) -> db::Result<Vec<ReceivedMoney>> {
    let sql = Sql::new(
        "SELECT x.business_day, x.payment_option_id, x.user_id, x.cycle_id, CAST(SUM(x.received) AS BIGINT) AS received,
                CAST(SUM(x.refunds) AS BIGINT) AS refunds, CAST(SUM(x.collections) AS BIGINT) AS collections,
                CAST(0 AS BIGINT) AS tips, CAST(SUM(x.operations) AS BIGINT) AS operations
         FROM (SELECT p.business_day, e.payment_option_id, p.user_id, p.cycle_id, SUM(e.amount) AS received, 0 AS refunds,
                      0 AS collections, COUNT(*) AS operations",
    );
    let sql = filter.add_conditions(sql.add(PAYMENTS)).when(ENTRY_METHOD_CONDITION, filter.option).add(
        "GROUP BY p.business_day, e.payment_option_id, p.user_id, p.cycle_id
         UNION ALL SELECT p.business_day, e.payment_option_id, p.user_id, p.cycle_id, 0, SUM(e.amount), 0, COUNT(*)",
    );
    let sql = filter.add_conditions(sql.add(REFUNDS)).when(ENTRY_METHOD_CONDITION, filter.option).add(
        "GROUP BY p.business_day, e.payment_option_id, p.user_id, p.cycle_id
         UNION ALL SELECT p.business_day, p.payment_option_id, p.user_id, p.cycle_id, 0, 0, SUM(p.amount - p.rounding), COUNT(*)",
    );
    let sql = filter.add_conditions(sql.add(COLLECTIONS)).when(COLLECTION_METHOD_CONDITION, filter.option).add(
        "GROUP BY p.business_day, p.payment_option_id, p.user_id, p.cycle_id) x
         GROUP BY x.business_day, x.payment_option_id, x.user_id, x.cycle_id",
    );
    tx.query(sql).all().await
}

/// One entry of a payment that had a tip, or of a refund that gave a tip back.
#[derive(Debug, Clone, Copy, comanda_from_row::FromRow)]
pub(super) struct TippedPart {
    /// The id of the payment or the refund.
    pub id: i64,
    pub is_refund: bool,
    pub business_day: NaiveDate,
    pub user_id: UserId,
    pub cycle_id: CycleId,
    /// The tip of the whole payment or refund; negative if it was refunded, or if the document exceeds its payment.
    pub tip: Money,
    pub payment_option_id: PaymentOptionId,
    /// Whether the entry is a sale on credit, with which nobody gives a tip.
    pub is_credit: bool,
    pub amount: Money,
}

/// The condition that keeps only payments and refunds of accounts that a user attends.
const ATTENDED_BY: &str = "AND p.client_request_id IN (SELECT id FROM client_requests WHERE attendant_id = ?)";

/// Loads the entries of payments and refunds that differ from their document, which is the tip; entries of one payment are consecutive.
pub(super) async fn load_tipped_parts(
    tx: &mut Tx,
    filter: &MoneyFilter,
    attendant: Option<UserId>,
) -> db::Result<Vec<TippedPart>> {
    let sql = Sql::new(concat!(
        "SELECT p.id, FALSE AS is_refund, p.business_day, p.user_id, p.cycle_id, p.total - b.total AS tip, e.payment_option_id, ",
        is_credit!("o"),
        " AS is_credit, e.amount
         FROM payments p JOIN billings b ON b.payment_id = p.id JOIN payment_entries e ON e.payment_id = p.id
         JOIN payment_options o ON o.id = e.payment_option_id
         WHERE b.state <> 'VOIDED' AND p.total <> b.total"
    ));
    let sql = filter.add_conditions(sql).when(ATTENDED_BY, attendant).add(concat!(
        "UNION ALL
         SELECT p.id, TRUE, p.business_day, p.user_id, p.cycle_id, n.total - p.total, e.payment_option_id, ",
        is_credit!("o"),
        ", e.amount
         FROM refunds p JOIN credit_notes n ON n.refund_id = p.id JOIN refund_entries e ON e.refund_id = p.id
         JOIN payment_options o ON o.id = e.payment_option_id
         WHERE p.total <> n.total"
    ));
    tx.query(filter.add_conditions(sql).when(ATTENDED_BY, attendant).add("ORDER BY 2, 1, 7")).all().await
}

/// Loads the sums that are kept.
pub(super) async fn load_stored_sums(tx: &mut Tx, filter: &MoneyFilter) -> db::Result<Vec<ReceivedMoney>> {
    let sql = Sql::new(
        "SELECT p.business_day, p.payment_option_id, p.user_id, p.cycle_id, p.received, p.refunds, p.collections, p.tips, p.operations
         FROM figure_money_sums p JOIN figure_days d ON d.business_day = p.business_day
         WHERE NOT d.is_stale",
    );
    tx.query(filter.add_conditions(sql).when(COLLECTION_METHOD_CONDITION, filter.option)).all().await
}

/// Replaces the kept money sums of a day.
pub(super) async fn replace_sums(tx: &mut Tx, day: NaiveDate, sums: &[ReceivedMoney]) -> db::Result<()> {
    tx.query("DELETE FROM figure_money_sums WHERE business_day = $1").bind(day).run().await?;
    for sums in sums.chunks(ROWS_PER_INSERT) {
        let rows = sums.iter().map(|m| {
            args![
                m.business_day,
                m.payment_option_id,
                m.user_id,
                m.cycle_id,
                m.received,
                m.refunds,
                m.collections,
                m.tips,
                m.operations
            ]
        });
        let sql = "INSERT INTO figure_money_sums (business_day, payment_option_id, user_id, cycle_id, received, refunds, collections, tips,
                   operations) VALUES";
        tx.query(Sql::new(sql).rows(rows)).run().await?;
    }
    Ok(())
}
