//! All SQL of `cashbox_cycles` and `cash_counts`.

use super::model::{ByMethod, CycleBox, CycleDifference, CycleFilter, CycleRow, Denominations};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::{self, Json, Sql, Tx},
    ids::{CashboxId, CycleId, TurnId, UserId},
    money::Money,
    search::{contains, folded},
};

/// Whether the cash box and the shift are there to be opened; both are locked, so that they stay.
pub(super) async fn are_active(tx: &mut Tx, cashbox: CashboxId, turn: TurnId) -> db::Result<(bool, bool)> {
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

/// Selects cycles, to be narrowed.
fn cycles() -> Sql {
    Sql::new(
        "SELECT c.id, c.cashbox_id, b.name AS cashbox_name, c.turn_id, t.name AS turn_name, c.user_id,
                TRIM(u.name || ' ' || u.lastname) AS user_name, c.status, c.business_day, c.open_amount, c.close_amount,
                c.opened_at, c.closed_at, c.difference, c.difference_reason, c.reviewed_at, c.to_review",
    )
    .add(FROM_CYCLES)
}
/// Counts the same cycles.
fn count_of_cycles() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_CYCLES)
}

/// Which cycles a list is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct WantedCycles<'w> {
    pub filter: &'w CycleFilter,
    /// Searched in the cash box's and the person's name.
    pub term: Option<&'w str>,
    /// Only this person's.
    pub of: Option<UserId>,
}

impl WantedCycles<'_> {
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
                self.term.map(contains),
            )
            .when("AND c.user_id = ?", self.of)
    }
}

pub(super) async fn count_wanted(tx: &mut Tx, wanted: WantedCycles<'_>) -> db::Result<i64> {
    tx.query(wanted.narrow(count_of_cycles())).scalar().await
}

/// A page of them, the latest first.
pub(super) async fn wanted_cycles(
    tx: &mut Tx,
    wanted: WantedCycles<'_>,
    (limit, offset): (i64, i64),
) -> db::Result<Vec<CycleRow>> {
    let page = wanted.narrow(cycles()).add("ORDER BY c.id DESC").with("LIMIT ?", limit).with("OFFSET ?", offset);
    tx.query(page).all().await
}

/// How many were closed with a difference that nobody of the office has looked at.
pub(super) async fn count_to_review(tx: &mut Tx) -> db::Result<i64> {
    tx.query(count_of_cycles().add("AND c.to_review")).scalar().await
}

/// The latest of them.
pub(super) async fn to_review(tx: &mut Tx, limit: i64) -> db::Result<Vec<CycleRow>> {
    let sql = cycles().add("AND c.to_review").add("ORDER BY c.closed_at DESC, c.id DESC");
    tx.query(sql.with("LIMIT ?", limit)).all().await
}

/// Those that are open since before a business day: of everybody, or of one person.
pub(super) async fn open_since_before(
    tx: &mut Tx,
    day: NaiveDate,
    of: Option<UserId>,
    limit: i64,
) -> db::Result<Vec<CycleRow>> {
    let sql = cycles().add("AND c.status = 'OPEN'").with("AND c.business_day < ?", day);
    tx.query(sql.when("AND c.user_id = ?", of).add("ORDER BY c.id").with("LIMIT ?", limit)).all().await
}

/// Whether cash boxes were opened on a business day and none is open any more.
pub async fn is_all_closed(tx: &mut Tx, day: NaiveDate) -> db::Result<bool> {
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

pub(super) async fn cycle(tx: &mut Tx, id: CycleId) -> db::Result<Option<CycleRow>> {
    tx.query(cycles().with("AND c.id = ?", id)).maybe().await
}

/// Locks the cycle's row for itself: counting, closing, movements and refunds wait here for each other, and for payments under way.
pub(super) async fn lock_cycle(tx: &mut Tx, id: CycleId) -> db::Result<Option<CycleRow>> {
    let locked: Option<(CycleId,)> =
        tx.query("SELECT id FROM cashbox_cycles WHERE id = $1").bind(id).for_update().maybe().await?;
    match locked {
        Some(_) => cycle(tx, id).await,
        None => Ok(None),
    }
}

pub async fn open_cycle_of(tx: &mut Tx, user: UserId) -> db::Result<Option<CycleRow>> {
    tx.query(cycles().add("AND c.status = 'OPEN'").with("AND c.user_id = ?", user)).maybe().await
}
pub(super) async fn open_cycle_at(tx: &mut Tx, cashbox: CashboxId) -> db::Result<Option<CycleRow>> {
    tx.query(cycles().add("AND c.status = 'OPEN'").with("AND c.cashbox_id = ?", cashbox)).maybe().await
}

const OPEN_OF: &str = "SELECT id FROM cashbox_cycles WHERE user_id = $1 AND status = 'OPEN'";

/// Locks somebody's open cycle for itself. The lock is taken on the row alone; its names are read after.
pub(super) async fn lock_open_cycle_of(tx: &mut Tx, user: UserId) -> db::Result<Option<CycleBox>> {
    let locked: Option<(CycleId,)> = tx.query(OPEN_OF).bind(user).for_update().maybe().await?;
    box_of(tx, locked).await
}

/// Keeps somebody's open cycle open, together with others who pay into it.
pub(super) async fn share_open_cycle_of(tx: &mut Tx, user: UserId) -> db::Result<Option<CycleBox>> {
    let shared: Option<(CycleId,)> = tx.query(OPEN_OF).bind(user).for_share().maybe().await?;
    box_of(tx, shared).await
}

async fn box_of(tx: &mut Tx, found: Option<(CycleId,)>) -> db::Result<Option<CycleBox>> {
    match found {
        Some((id,)) => cycle_box(tx, id).await,
        None => Ok(None),
    }
}

/// A cycle with its cash box.
pub(super) async fn cycle_box(tx: &mut Tx, id: CycleId) -> db::Result<Option<CycleBox>> {
    tx.query(
        "SELECT c.id, c.cashbox_id, b.name AS cashbox_name FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id
         WHERE c.id = $1",
    )
    .bind(id)
    .maybe()
    .await
}

/// The cash that was counted when the cash box was closed last before this cycle, and by whom.
pub(super) async fn left_before(tx: &mut Tx, cycle: &CycleRow) -> db::Result<Option<(Option<Money>, UserId)>> {
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
pub(super) struct Closing<'c> {
    pub close_amount: Money,
    pub difference: Money,
    /// What was missing of some ways to pay, and what was too much of others.
    pub short: Money,
    pub over: Money,
    pub reason: Option<&'c str>,
    pub approver: Option<UserId>,
    /// The difference is beyond the tolerance.
    pub to_review: bool,
    pub at: DateTime<Utc>,
}

pub(super) async fn close_cycle(tx: &mut Tx, id: CycleId, c: &Closing<'_>) -> db::Result<u64> {
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

pub(super) async fn set_reviewed(tx: &mut Tx, id: CycleId, by: UserId, at: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE cashbox_cycles SET to_review = FALSE, reviewed_at = $1, reviewed_by = $2 WHERE id = $3")
        .bind(at)
        .bind(by)
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
    pub version: i64,
    pub counted_at: DateTime<Utc>,
    #[row(json)]
    pub denominations: Denominations,
    #[row(json)]
    pub counted: ByMethod,
    #[row(json)]
    pub expected: ByMethod,
    pub difference: Money,
}

const COUNT: &str = "SELECT k.cycle_id, k.version, k.counted_at, k.denominations, k.counted, k.expected, k.difference
     FROM cash_counts k WHERE 1 = 1";

/// The last count of each of these cycles.
pub(super) async fn last_counts(tx: &mut Tx, cycles: &[CycleId]) -> db::Result<Vec<CountRow>> {
    let sql = Sql::new(COUNT)
        .list("AND k.cycle_id IN (?)", cycles.iter().copied())
        .add("AND k.version = (SELECT MAX(m.version) FROM cash_counts m WHERE m.cycle_id = k.cycle_id)");
    tx.query(sql).all().await
}

/// Every count of a cycle, the first one first.
pub(super) async fn counts(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<CountRow>> {
    tx.query(Sql::new(COUNT).with("AND k.cycle_id = ?", cycle).add("ORDER BY k.version LIMIT 1000")).all().await
}

pub(super) async fn insert_count(tx: &mut Tx, count: &CountRow, by: UserId) -> db::Result<u64> {
    tx.query(
        "INSERT INTO cash_counts (cycle_id, version, counted_by, counted_at, denominations, counted, expected, difference)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(count.cycle_id)
    .bind(count.version)
    .bind(by)
    .bind(count.counted_at)
    .bind(Json(&count.denominations))
    .bind(Json(&count.counted))
    .bind(Json(&count.expected))
    .bind(count.difference)
    .run()
    .await
}
