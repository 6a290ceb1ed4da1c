//! Cash cycles of a span of business days with the sums of their ledgers, all in two statements.

use crate::{
    cash::CycleStatus,
    db::{self, Sql, Tx},
    ids::{CashboxId, CycleId, UserId},
    money::Money,
};
use chrono::{DateTime, NaiveDate, Utc};

/// Which of them.
#[derive(Debug, Clone, Copy)]
pub(in crate::reports) struct WantedCycles {
    /// The business days that they were opened on.
    pub days: (NaiveDate, NaiveDate),
    pub user: Option<UserId>,
    pub cashbox: Option<CashboxId>,
    pub only_closed: bool,
}

impl WantedCycles {
    fn narrow(self, sql: Sql) -> Sql {
        let sql = if self.only_closed { sql.add("AND c.status = 'CLOSED'") } else { sql };
        sql.with("AND c.business_day >= ?", self.days.0)
            .with("AND c.business_day <= ?", self.days.1)
            .when("AND c.user_id = ?", self.user)
            .when("AND c.cashbox_id = ?", self.cashbox)
    }
}

/// A cycle as it stands.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(in crate::reports) struct CycleOfSpan {
    pub id: CycleId,
    pub business_day: NaiveDate,
    pub cashbox_id: CashboxId,
    pub cashbox_name: String,
    pub turn_name: String,
    pub user_id: UserId,
    pub user_name: String,
    pub approver_name: Option<String>,
    pub status: CycleStatus,
    pub opened_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    pub open_amount: Money,
    /// The cash that was counted.
    pub close_amount: Option<Money>,
    pub difference_reason: Option<String>,
    pub to_review: bool,
}

pub(in crate::reports) async fn count_of_cycles(tx: &mut Tx, wanted: WantedCycles) -> db::Result<i64> {
    tx.query(wanted.narrow(Sql::new("SELECT COUNT(*) FROM cashbox_cycles c WHERE 1 = 1"))).scalar().await
}

/// The latest first.
pub(in crate::reports) async fn cycles_of_span(
    tx: &mut Tx,
    wanted: WantedCycles,
    limit: i64,
) -> db::Result<Vec<CycleOfSpan>> {
    let sql = Sql::new(
        "SELECT c.id, c.business_day, c.cashbox_id, b.name AS cashbox_name, t.name AS turn_name, c.user_id,
                TRIM(u.name || ' ' || u.lastname) AS user_name, TRIM(a.name || ' ' || a.lastname) AS approver_name, c.status,
                c.opened_at, c.closed_at, c.open_amount, c.close_amount, c.difference_reason, c.to_review
         FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id JOIN turns t ON t.id = c.turn_id
         JOIN users u ON u.id = c.user_id LEFT JOIN users a ON a.id = c.approver_id WHERE 1 = 1",
    );
    tx.query(wanted.narrow(sql).add("ORDER BY c.opened_at DESC, c.id DESC").with("LIMIT ?", limit)).all().await
}

/// What went through a cycle, in cash or otherwise; what is sold on credit is in neither.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::reports) struct CycleSums {
    /// Less change.
    pub received: Money,
    pub refunds: Money,
    pub collections: Money,
    pub entries: Money,
    pub expenses: Money,
}

/// The same with the cycle that it is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::reports) struct SumsOfCycle {
    pub cycle_id: CycleId,
    pub is_cash: bool,
    #[sqlx(flatten)]
    pub sums: CycleSums,
}

pub(in crate::reports) async fn sums_of_cycles(tx: &mut Tx, wanted: WantedCycles) -> db::Result<Vec<SumsOfCycle>> {
    let sql = Sql::new(
        "SELECT x.cycle_id, x.is_cash, CAST(SUM(x.received) AS BIGINT) AS received, CAST(SUM(x.refunds) AS BIGINT) AS refunds,
                CAST(SUM(x.collections) AS BIGINT) AS collections, CAST(SUM(x.entries) AS BIGINT) AS entries,
                CAST(SUM(x.expenses) AS BIGINT) AS expenses
         FROM (SELECT c.id AS cycle_id, o.is_cash, SUM(e.amount) AS received, 0 AS refunds, 0 AS collections, 0 AS entries, 0 AS expenses
               FROM cashbox_cycles c JOIN payments p ON p.cycle_id = c.id JOIN payment_entries e ON e.payment_id = p.id
               JOIN payment_options o ON o.id = e.payment_option_id
               WHERE p.replaces_id IS NULL AND o.payment_type_id <> 5",
    );
    let sql = wanted.narrow(sql).add(
        "GROUP BY c.id, o.is_cash UNION ALL
         SELECT c.id, o.is_cash, 0, SUM(e.amount), 0, 0, 0
         FROM cashbox_cycles c JOIN refunds f ON f.cycle_id = c.id JOIN refund_entries e ON e.refund_id = f.id
         JOIN payment_options o ON o.id = e.payment_option_id WHERE o.payment_type_id <> 5",
    );
    let sql = wanted.narrow(sql).add(
        "GROUP BY c.id, o.is_cash UNION ALL
         SELECT c.id, o.is_cash, 0, 0, SUM(k.amount - k.rounding), 0, 0
         FROM cashbox_cycles c JOIN collections k ON k.cycle_id = c.id JOIN payment_options o ON o.id = k.payment_option_id
         WHERE 1 = 1",
    );
    let sql = wanted.narrow(sql).add(
        "GROUP BY c.id, o.is_cash UNION ALL
         SELECT c.id, TRUE, 0, 0, 0, SUM(CASE WHEN m.movement_type = 'ENTRY' THEN m.amount ELSE 0 END),
                SUM(CASE WHEN m.movement_type = 'ENTRY' THEN 0 ELSE m.amount END)
         FROM cashbox_cycles c JOIN cash_movements m ON m.cycle_id = c.id WHERE m.status = 'APPROVED'",
    );
    tx.query(wanted.narrow(sql).add("GROUP BY c.id) x GROUP BY x.cycle_id, x.is_cash")).all().await
}
