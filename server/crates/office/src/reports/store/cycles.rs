//! SQL of the cash cycles of a span of business days.

use crate::reports::cash_report::{CashCycle, StillOpen};
use chrono::NaiveDate;
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{CashboxId, CycleId, UserId},
    money::Money,
};

/// The most open cycles listed; no house has more cash boxes.
const MAX_OPEN_CYCLES: i64 = 100;

/// Filter of cash cycles.
#[derive(Debug, Clone, Copy)]
pub(in crate::reports) struct CycleQuery {
    /// The business days on which they were opened.
    pub days: (NaiveDate, NaiveDate),
    pub user: Option<UserId>,
    pub cashbox: Option<CashboxId>,
    pub only_closed: bool,
}

impl CycleQuery {
    fn add_conditions(self, sql: Sql) -> Sql {
        let sql = if self.only_closed { sql.add("AND c.status = 'CLOSED'") } else { sql };
        sql.with("AND c.business_day >= ?", self.days.0)
            .with("AND c.business_day <= ?", self.days.1)
            .when("AND c.user_id = ?", self.user)
            .when("AND c.cashbox_id = ?", self.cashbox)
    }
}

/// A cash cycle as stored, with names.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::reports) struct StoredCycle {
    #[row(flatten)]
    pub cycle: CashCycle,
    pub open_amount: Money,
    /// The counted cash.
    pub close_amount: Option<Money>,
    /// The sum of the shortages by payment method; `over` is the sum of the surpluses.
    pub short: Option<Money>,
    pub over: Option<Money>,
}

pub(in crate::reports) async fn count_cycles(tx: &mut Tx, criteria: CycleQuery) -> db::Result<i64> {
    tx.query(criteria.add_conditions(Sql::new("SELECT COUNT(*) FROM cashbox_cycles c WHERE 1 = 1"))).scalar().await
}

/// Lists the cycles of the span, the latest first.
pub(in crate::reports) async fn list_cycles(
    tx: &mut Tx,
    criteria: CycleQuery,
    limit: i64,
) -> db::Result<Vec<StoredCycle>> {
    let sql = Sql::new(
        "SELECT c.id, c.business_day, c.cashbox_id, b.name AS cashbox_name, t.name AS turn_name, c.user_id,
                TRIM(u.name || ' ' || u.lastname) AS user_name, TRIM(a.name || ' ' || a.lastname) AS approver_name, c.status,
                c.opened_at,
                (SELECT p.close_amount FROM cashbox_cycles p WHERE p.cashbox_id = c.cashbox_id AND p.id < c.id AND p.status = 'CLOSED'
                 ORDER BY p.id DESC LIMIT 1) AS left_before, c.closed_at, c.difference_reason, c.to_review, c.open_amount, c.close_amount, c.short, c.over
         FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id JOIN turns t ON t.id = c.turn_id
         JOIN users u ON u.id = c.user_id LEFT JOIN users a ON a.id = c.approver_id WHERE 1 = 1",
    );
    tx.query(criteria.add_conditions(sql).add("ORDER BY c.opened_at DESC, c.id DESC").with("LIMIT ?", limit))
        .all()
        .await
}

/// Lists the open cycles by id, even where the filter leaves out open ones.
pub(in crate::reports) async fn list_open_cycles(tx: &mut Tx, criteria: CycleQuery) -> db::Result<Vec<StillOpen>> {
    let sql = Sql::new(
        "SELECT c.id, b.name AS cashbox_name, TRIM(u.name || ' ' || u.lastname) AS user_name
         FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id JOIN users u ON u.id = c.user_id WHERE c.status = 'OPEN'",
    );
    let open = CycleQuery { only_closed: false, ..criteria };
    tx.query(open.add_conditions(sql).add("ORDER BY c.id").with("LIMIT ?", MAX_OPEN_CYCLES)).all().await
}

/// Loads the cash entries and expenses of each cycle.
pub(in crate::reports) async fn sum_cycle_movements(
    tx: &mut Tx,
    criteria: CycleQuery,
) -> db::Result<Vec<(CycleId, Money, Money)>> {
    let sql = Sql::new(
        "SELECT c.id, CAST(SUM(CASE WHEN m.movement_type = 'ENTRY' THEN m.amount ELSE 0 END) AS BIGINT) AS entries,
                CAST(SUM(CASE WHEN m.movement_type = 'ENTRY' THEN 0 ELSE m.amount END) AS BIGINT) AS expenses
         FROM cashbox_cycles c JOIN cash_movements m ON m.cycle_id = c.id WHERE m.status = 'APPROVED'",
    );
    tx.query(criteria.add_conditions(sql).add("GROUP BY c.id")).all().await
}
