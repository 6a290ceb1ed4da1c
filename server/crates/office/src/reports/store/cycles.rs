//! Cash cycles of a span of business days.

use crate::reports::cash_report::StillOpen;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{CashboxId, CycleId, UserId},
    money::Money,
};
use comanda_till::cash::CycleStatus;

/// More cash boxes than a house has.
const MAX_OPEN: i64 = 100;

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
#[derive(Debug, Clone, comanda_from_row::FromRow)]
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
    /// What was counted in the same cash box when it was closed before.
    pub left_before: Option<Money>,
    /// The cash that was counted.
    pub close_amount: Option<Money>,
    /// What was missing of some ways to pay when it was closed, and what was too much of others.
    pub short: Option<Money>,
    pub over: Option<Money>,
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
                c.opened_at, c.closed_at, c.open_amount, c.close_amount,
                (SELECT p.close_amount FROM cashbox_cycles p WHERE p.cashbox_id = c.cashbox_id AND p.id < c.id AND p.status = 'CLOSED'
                 ORDER BY p.id DESC LIMIT 1) AS left_before, c.short, c.over, c.difference_reason, c.to_review
         FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id JOIN turns t ON t.id = c.turn_id
         JOIN users u ON u.id = c.user_id LEFT JOIN users a ON a.id = c.approver_id WHERE 1 = 1",
    );
    tx.query(wanted.narrow(sql).add("ORDER BY c.opened_at DESC, c.id DESC").with("LIMIT ?", limit)).all().await
}

/// Those that are open, whatever of them may be known; the first one first.
pub(in crate::reports) async fn open_cycles_of_span(tx: &mut Tx, wanted: WantedCycles) -> db::Result<Vec<StillOpen>> {
    let sql = Sql::new(
        "SELECT c.id, b.name AS cashbox_name, TRIM(u.name || ' ' || u.lastname) AS user_name
         FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id JOIN users u ON u.id = c.user_id WHERE c.status = 'OPEN'",
    );
    let open = WantedCycles { only_closed: false, ..wanted };
    tx.query(open.narrow(sql).add("ORDER BY c.id").with("LIMIT ?", MAX_OPEN)).all().await
}

/// Cash that came in and went out otherwise: entries and expenses.
pub(in crate::reports) async fn movements_of_cycles(
    tx: &mut Tx,
    wanted: WantedCycles,
) -> db::Result<Vec<(CycleId, Money, Money)>> {
    let sql = Sql::new(
        "SELECT c.id, CAST(SUM(CASE WHEN m.movement_type = 'ENTRY' THEN m.amount ELSE 0 END) AS BIGINT) AS entries,
                CAST(SUM(CASE WHEN m.movement_type = 'ENTRY' THEN 0 ELSE m.amount END) AS BIGINT) AS expenses
         FROM cashbox_cycles c JOIN cash_movements m ON m.cycle_id = c.id WHERE m.status = 'APPROVED'",
    );
    tx.query(wanted.narrow(sql).add("GROUP BY c.id")).all().await
}
