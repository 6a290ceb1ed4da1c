//! All SQL of `cashbox_cycles` and `cash_counts`.

use super::model::{CashCount, CycleBox, CycleDifference, CycleFilter, CycleRow};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Json, Sql, Tx},
    ids::{CashboxId, CycleId, TurnId, UserId},
    insert,
    money::Money,
    search::{contains_pattern, folded},
};

/// Tells whether the cash box and the shift are active; both are locked, so that they stay so.
pub(super) async fn lock_active(tx: &mut Tx, cashbox: CashboxId, turn: TurnId) -> db::Result<(bool, bool)> {
    let cashbox: Option<(CashboxId,)> = tx
        .query("SELECT id FROM cashboxes WHERE id = $1 AND status = 'ACTIVE'")
        .bind(cashbox)
        .for_update()
        .maybe()
        .await?;
    let turn: Option<(TurnId,)> =
        tx.query("SELECT id FROM turns WHERE id = $1 AND status = 'ACTIVE'").bind(turn).for_update().maybe().await?;
    Ok((cashbox.is_some(), turn.is_some()))
}

const FROM_CYCLES: &str =
    "FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id JOIN turns t ON t.id = c.turn_id
     JOIN users u ON u.id = c.user_id WHERE 1 = 1";

/// Selects cycles; conditions may be added.
fn select_cycles() -> Sql {
    Sql::new(
        "SELECT c.id, c.cashbox_id, b.name AS cashbox_name, c.turn_id, t.name AS turn_name, c.user_id,
                TRIM(u.name || ' ' || u.lastname) AS user_name, c.status, c.business_day, c.open_amount, c.close_amount,
                c.opened_at, c.closed_at, c.difference, c.difference_reason, c.reviewed_at, c.to_review",
    )
    .add(FROM_CYCLES)
}
/// Selects the number of the same cycles.
fn select_cycle_count() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_CYCLES)
}

/// The cycles of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct CycleSelection<'w> {
    pub filter: &'w CycleFilter,
    /// A text searched in the names of the cash box and the user.
    pub term: Option<&'w str>,
    /// Restricts the list to the cycles of this user.
    pub owner: Option<UserId>,
}

impl CycleSelection<'_> {
    fn narrow(self, sql: Sql) -> Sql {
        let sql = if self.filter.to_review { sql.add("AND c.to_review") } else { sql };
        let sql = match self.filter.difference {
            None => sql,
            Some(CycleDifference::Even) => sql.add("AND c.short = 0 AND c.over = 0"),
            Some(CycleDifference::Short) => sql.add("AND c.short > 0"),
            Some(CycleDifference::Over) => sql.add("AND c.over > 0"),
        };
        sql.when("AND c.business_day >= ?", self.filter.start_date)
            .when("AND c.business_day <= ?", self.filter.end_date)
            .when("AND c.user_id = ?", self.filter.user_id)
            .when("AND c.cashbox_id = ?", self.filter.cashbox_id)
            .when("AND c.status = ?", self.filter.status)
            .when(
                concat!("AND ", folded!("b.name || ' ' || u.name || ' ' || u.lastname"), " LIKE ? ESCAPE '!'"),
                self.term.map(contains_pattern),
            )
            .when("AND c.user_id = ?", self.owner)
    }
}

pub(super) async fn count_cycles(tx: &mut Tx, selection: CycleSelection<'_>) -> db::Result<i64> {
    tx.query(selection.narrow(select_cycle_count())).scalar().await
}

/// Lists a page of the selected cycles, the latest first.
pub(super) async fn list_cycles(
    tx: &mut Tx,
    selection: CycleSelection<'_>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<CycleRow>> {
    let page =
        selection.narrow(select_cycles()).add("ORDER BY c.id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
    tx.query(page).all().await
}

/// Counts the cycles with a difference that nobody of the office has reviewed.
pub(super) async fn count_to_review(tx: &mut Tx) -> db::Result<i64> {
    tx.query(select_cycle_count().add("AND c.to_review")).scalar().await
}

/// Lists the latest cycles with an unreviewed difference.
pub(super) async fn list_to_review(tx: &mut Tx, limit: i64) -> db::Result<Vec<CycleRow>> {
    let sql = select_cycles().add("AND c.to_review").add("ORDER BY c.closed_at DESC, c.id DESC");
    tx.query(sql.with("LIMIT ?", limit)).all().await
}

/// Lists the cycles open since before a business day, of everybody or of one user.
pub(super) async fn list_open_since_before(
    tx: &mut Tx,
    day: NaiveDate,
    user: Option<UserId>,
    limit: i64,
) -> db::Result<Vec<CycleRow>> {
    let sql = select_cycles().add("AND c.status = 'OPEN'").with("AND c.business_day < ?", day);
    tx.query(sql.when("AND c.user_id = ?", user).add("ORDER BY c.id").with("LIMIT ?", limit)).all().await
}

/// Tells whether cash boxes were opened on a business day and none is open any more.
pub async fn are_all_cashboxes_closed(tx: &mut Tx, day: NaiveDate) -> db::Result<bool> {
    let (closed, open): (i64, i64) = tx
        .query(
            "SELECT COUNT(CASE WHEN status = 'CLOSED' THEN 1 END), COUNT(CASE WHEN status = 'OPEN' THEN 1 END)
             FROM cashbox_cycles WHERE business_day = $1 OR status = 'OPEN'",
        )
        .bind(day)
        .one()
        .await?;
    Ok(closed > 0 && open == 0)
}

pub(super) async fn find_cycle(tx: &mut Tx, id: CycleId) -> db::Result<Option<CycleRow>> {
    tx.query(select_cycles().with("AND c.id = ?", id)).maybe().await
}

/// Locks a cycle exclusively: counting, closing, movements and refunds wait for each other here, and for payments in progress.
pub(super) async fn lock_cycle(tx: &mut Tx, id: CycleId) -> db::Result<Option<CycleRow>> {
    let locked: Option<(CycleId,)> =
        tx.query("SELECT id FROM cashbox_cycles WHERE id = $1").bind(id).for_update().maybe().await?;
    match locked {
        Some(_) => find_cycle(tx, id).await,
        None => Ok(None),
    }
}

pub async fn find_open_cycle_of(tx: &mut Tx, user: UserId) -> db::Result<Option<CycleRow>> {
    tx.query(select_cycles().add("AND c.status = 'OPEN'").with("AND c.user_id = ?", user)).maybe().await
}
pub(super) async fn find_open_cycle_at(tx: &mut Tx, cashbox: CashboxId) -> db::Result<Option<CycleRow>> {
    tx.query(select_cycles().add("AND c.status = 'OPEN'").with("AND c.cashbox_id = ?", cashbox)).maybe().await
}

const SELECT_OPEN_CYCLE: &str = "SELECT id FROM cashbox_cycles WHERE user_id = $1 AND status = 'OPEN'";

/// Locks the open cycle of a user exclusively. Only the row is locked; its names are read afterwards.
pub(super) async fn lock_open_cycle_of(tx: &mut Tx, user: UserId) -> db::Result<Option<CycleBox>> {
    let locked: Option<(CycleId,)> = tx.query(SELECT_OPEN_CYCLE).bind(user).for_update().maybe().await?;
    load_found_cycle_box(tx, locked).await
}

/// Locks the open cycle of a user under a shared lock, together with others who pay into it.
pub(super) async fn lock_open_cycle_of_shared(tx: &mut Tx, user: UserId) -> db::Result<Option<CycleBox>> {
    let shared: Option<(CycleId,)> = tx.query(SELECT_OPEN_CYCLE).bind(user).for_share().maybe().await?;
    load_found_cycle_box(tx, shared).await
}

async fn load_found_cycle_box(tx: &mut Tx, found: Option<(CycleId,)>) -> db::Result<Option<CycleBox>> {
    match found {
        Some((id,)) => find_cycle_box(tx, id).await,
        None => Ok(None),
    }
}

/// Finds a cycle with its cash box.
pub(super) async fn find_cycle_box(tx: &mut Tx, id: CycleId) -> db::Result<Option<CycleBox>> {
    tx.query(
        "SELECT c.id, c.cashbox_id, b.name AS cashbox_name FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id
         WHERE c.id = $1",
    )
    .bind(id)
    .maybe()
    .await
}

/// Loads the cash counted when the cash box was last closed before this cycle, and by whom.
pub(super) async fn load_previous_close(tx: &mut Tx, cycle: &CycleRow) -> db::Result<Option<(Option<Money>, UserId)>> {
    tx.query(
        "SELECT close_amount, user_id FROM cashbox_cycles WHERE cashbox_id = $1 AND id < $2 AND status = 'CLOSED' ORDER BY id DESC LIMIT 1",
    )
    .bind(cycle.cashbox_id)
    .bind(cycle.id)
    .maybe()
    .await
}

#[derive(Debug)]
pub(super) struct NewCycle {
    pub cashbox: CashboxId,
    pub turn: TurnId,
    pub user: UserId,
    pub day: NaiveDate,
    pub open_amount: Money,
    pub at: DateTime<Utc>,
}

pub(super) async fn insert_cycle(tx: &mut Tx, new: &NewCycle) -> db::Result<CycleId> {
    tx.query(
        "INSERT INTO cashbox_cycles (cashbox_id, turn_id, user_id, business_day, open_amount, opened_at)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(new.cashbox)
    .bind(new.turn)
    .bind(new.user)
    .bind(new.day)
    .bind(new.open_amount)
    .bind(new.at)
    .scalar()
    .await
}

#[derive(Debug)]
pub(super) struct CycleClosing<'c> {
    pub close_amount: Money,
    pub difference: Money,
    /// The total shortage of some methods; `over` is the total surplus of others.
    pub short: Money,
    pub over: Money,
    pub reason: Option<&'c str>,
    pub approver: Option<UserId>,
    /// Whether the difference is beyond the tolerance.
    pub to_review: bool,
    pub at: DateTime<Utc>,
}

pub(super) async fn close_cycle(tx: &mut Tx, id: CycleId, c: &CycleClosing<'_>) -> db::Result<u64> {
    tx.query(
        "UPDATE cashbox_cycles SET status = 'CLOSED', close_amount = $1, difference = $2, difference_reason = $3, approver_id = $4,
                closed_at = $5, to_review = $6, short = $7, over = $8 WHERE id = $9 AND status = 'OPEN'",
    )
    .bind(c.close_amount)
    .bind(c.difference)
    .bind(c.reason)
    .bind(c.approver)
    .bind(c.at)
    .bind(c.to_review)
    .bind(c.short)
    .bind(c.over)
    .bind(id)
    .run()
    .await
}

pub(super) async fn set_reviewed(tx: &mut Tx, id: CycleId, user: UserId, at: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE cashbox_cycles SET to_review = FALSE, reviewed_at = $1, reviewed_by = $2 WHERE id = $3")
        .bind(at)
        .bind(user)
        .bind(id)
        .run()
        .await
}

pub(super) async fn delete_cycle(tx: &mut Tx, id: CycleId) -> db::Result<u64> {
    tx.query("DELETE FROM cashbox_cycles WHERE id = $1").bind(id).run().await
}

#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct CountRow {
    pub cycle_id: CycleId,
    /// The tolerance is missing here, because it is a setting.
    #[row(flatten)]
    pub count: CashCount,
}

const SELECT_COUNTS: &str =
    "SELECT k.cycle_id, k.version, k.counted_at, k.denominations, k.counted, k.expected, k.difference
     FROM cash_counts k WHERE 1 = 1";

/// Lists the last count of each of these cycles.
pub(super) async fn list_last_counts(tx: &mut Tx, cycles: &[CycleId]) -> db::Result<Vec<CountRow>> {
    let sql = Sql::new(SELECT_COUNTS)
        .list("AND k.cycle_id IN (?)", cycles.iter().copied())
        .add("AND k.version = (SELECT MAX(m.version) FROM cash_counts m WHERE m.cycle_id = k.cycle_id)");
    tx.query(sql).all().await
}

/// Lists every count of a cycle, the first one first.
pub(super) async fn list_counts(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<CountRow>> {
    tx.query(Sql::new(SELECT_COUNTS).with("AND k.cycle_id = ?", cycle).add("ORDER BY k.version LIMIT 1000")).all().await
}

pub(super) async fn insert_count(tx: &mut Tx, cycle: CycleId, count: &CashCount, user: UserId) -> db::Result<u64> {
    tx.query(insert!("cash_counts" {
        cycle_id: cycle,
        version: count.version,
        counted_by: user,
        counted_at: count.counted_at,
        denominations: Json(&count.denominations),
        counted: Json(&count.counted),
        expected: Json(&count.expected),
        difference: count.difference,
    }))
    .run()
    .await
}
