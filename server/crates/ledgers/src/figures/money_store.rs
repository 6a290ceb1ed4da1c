//! SQL of money by way to pay: as it came in, and as it is kept of days that are over.

use super::money::{MoneyIn, WantedMoney};
use chrono::NaiveDate;
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{CycleId, PaymentOptionId, UserId},
    money::Money,
};

/// Rows of one INSERT.
const AT_ONCE: usize = 200;

/// `p` and `e` of each part of a payment. What a partial refund charged again moved no money.
const PAYMENTS: &str = "FROM payments p JOIN payment_entries e ON e.payment_id = p.id
     WHERE p.replaces_id IS NULL AND e.amount > 0";
/// `p` and `e` of each part of a refund.
pub const REFUNDS: &str = "FROM refunds p JOIN refund_entries e ON e.refund_id = p.id WHERE e.amount > 0";
/// `p` of each debt that was collected.
pub const COLLECTIONS: &str = "FROM collections p WHERE 1 = 1";
/// What narrows [`PAYMENTS`] and [`REFUNDS`] to a way to pay.
pub const OF_ENTRIES: &str = "AND e.payment_option_id = ?";
/// What narrows [`COLLECTIONS`] to it.
pub const OF_COLLECTIONS: &str = "AND p.payment_option_id = ?";

impl WantedMoney {
    /// Narrows a statement over `p`, which has a business day, a person and a cycle; not to a way to pay.
    pub fn narrow(&self, sql: Sql) -> Sql {
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

/// Added up from payments, refunds and collections, without tips.
pub(super) async fn moved(tx: &mut Tx, wanted: &WantedMoney) -> db::Result<Vec<MoneyIn>> {
    let sql = Sql::new(
        "SELECT x.business_day, x.payment_option_id, x.user_id, x.cycle_id, CAST(SUM(x.received) AS BIGINT) AS received,
                CAST(SUM(x.refunds) AS BIGINT) AS refunds, CAST(SUM(x.collections) AS BIGINT) AS collections,
                CAST(0 AS BIGINT) AS tips, CAST(SUM(x.operations) AS BIGINT) AS operations
         FROM (SELECT p.business_day, e.payment_option_id, p.user_id, p.cycle_id, SUM(e.amount) AS received, 0 AS refunds,
                      0 AS collections, COUNT(*) AS operations",
    );
    let sql = wanted.narrow(sql.add(PAYMENTS)).when(OF_ENTRIES, wanted.option).add(
        "GROUP BY p.business_day, e.payment_option_id, p.user_id, p.cycle_id
         UNION ALL SELECT p.business_day, e.payment_option_id, p.user_id, p.cycle_id, 0, SUM(e.amount), 0, COUNT(*)",
    );
    let sql = wanted.narrow(sql.add(REFUNDS)).when(OF_ENTRIES, wanted.option).add(
        "GROUP BY p.business_day, e.payment_option_id, p.user_id, p.cycle_id
         UNION ALL SELECT p.business_day, p.payment_option_id, p.user_id, p.cycle_id, 0, 0, SUM(p.amount - p.rounding), COUNT(*)",
    );
    let sql = wanted.narrow(sql.add(COLLECTIONS)).when(OF_COLLECTIONS, wanted.option).add(
        "GROUP BY p.business_day, p.payment_option_id, p.user_id, p.cycle_id) x
         GROUP BY x.business_day, x.payment_option_id, x.user_id, x.cycle_id",
    );
    tx.query(sql).all().await
}

/// A part of a payment that had a tip, or of one whose tip went back.
#[derive(Debug, Clone, Copy, comanda_from_row::FromRow)]
pub(super) struct TippedPart {
    /// Of the payment or the refund.
    pub id: i64,
    pub is_refund: bool,
    pub business_day: NaiveDate,
    pub user_id: UserId,
    pub cycle_id: CycleId,
    /// Tip of the whole payment or refund; negative if it was refunded, or if the document exceeds its payment.
    pub tip: Money,
    pub payment_option_id: PaymentOptionId,
    /// Nobody gives a tip on credit.
    pub is_credit: bool,
    pub amount: Money,
}

/// What narrows payments and refunds to accounts that somebody attends.
const ATTENDED_BY: &str = "AND p.client_request_id IN (SELECT id FROM client_requests WHERE attendant_id = ?)";

/// Tips are what was paid beside the documents, the parts of a payment in a row; those of one attendant's accounts, or all.
pub(super) async fn tipped_parts(
    tx: &mut Tx,
    wanted: &WantedMoney,
    attendant: Option<UserId>,
) -> db::Result<Vec<TippedPart>> {
    let sql = Sql::new(
        "SELECT p.id, FALSE AS is_refund, p.business_day, p.user_id, p.cycle_id, p.total - b.total AS tip, e.payment_option_id,
                o.payment_type_id = 5 AS is_credit, e.amount
         FROM payments p JOIN billings b ON b.payment_id = p.id JOIN payment_entries e ON e.payment_id = p.id
         JOIN payment_options o ON o.id = e.payment_option_id
         WHERE b.state <> 'VOIDED' AND p.total <> b.total",
    );
    let sql = wanted.narrow(sql).when(ATTENDED_BY, attendant).add(
        "UNION ALL
         SELECT p.id, TRUE, p.business_day, p.user_id, p.cycle_id, n.total - p.total, e.payment_option_id, o.payment_type_id = 5, e.amount
         FROM refunds p JOIN credit_notes n ON n.refund_id = p.id JOIN refund_entries e ON e.refund_id = p.id
         JOIN payment_options o ON o.id = e.payment_option_id
         WHERE p.total <> n.total",
    );
    tx.query(wanted.narrow(sql).when(ATTENDED_BY, attendant).add("ORDER BY 2, 1, 7")).all().await
}

/// As it is kept.
pub(super) async fn kept(tx: &mut Tx, wanted: &WantedMoney) -> db::Result<Vec<MoneyIn>> {
    let sql = Sql::new(
        "SELECT p.business_day, p.payment_option_id, p.user_id, p.cycle_id, p.received, p.refunds, p.collections, p.tips, p.operations
         FROM figure_money_sums p JOIN figure_days d ON d.business_day = p.business_day
         WHERE NOT d.is_stale",
    );
    tx.query(wanted.narrow(sql).when(OF_COLLECTIONS, wanted.option)).all().await
}

/// Keeps the money of a day in place of what was kept of it.
pub(super) async fn write(tx: &mut Tx, day: NaiveDate, sums: &[MoneyIn]) -> db::Result<()> {
    tx.query("DELETE FROM figure_money_sums WHERE business_day = $1").bind(day).run().await?;
    for sums in sums.chunks(AT_ONCE) {
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
