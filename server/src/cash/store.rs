//! All SQL of `cashbox_cycles`, `cash_counts` and `cash_movements`.

use super::model::{ByMethod, CycleBox, CycleRow, Denominations, Movement};
use crate::{
    db::{self, Sql, Tx},
    ids::{CashboxId, CycleId, TurnId, UserId},
    money::Money,
};
use chrono::{DateTime, NaiveDate, Utc};
use sqlx::types::Json;

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

/// Selects cycles; the caller narrows it.
pub(super) fn cycles() -> Sql {
    Sql::new(
        "SELECT c.id, c.cashbox_id, b.name AS cashbox_name, c.turn_id, t.name AS turn_name, c.user_id,
                TRIM(u.name || ' ' || u.lastname) AS user_name, c.status, c.business_day, c.open_amount, c.close_amount,
                c.opened_at, c.closed_at, c.difference, c.difference_reason, c.reviewed_at, c.to_review",
    )
    .add(FROM_CYCLES)
}
/// Counts the same cycles.
pub(super) fn count_of_cycles() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_CYCLES)
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
    pub reason: Option<&'c str>,
    pub approver: Option<UserId>,
    /// The difference is beyond the tolerance.
    pub to_review: bool,
    pub at: DateTime<Utc>,
}

pub(super) async fn close_cycle(tx: &mut Tx, id: CycleId, c: &Closing<'_>) -> db::Result<u64> {
    tx.query(
        "UPDATE cashbox_cycles SET status = 'CLOSED', close_amount = $1, difference = $2, difference_reason = $3, approver_id = $4,
                closed_at = $5, to_review = $6 WHERE id = $7 AND status = 'OPEN'",
    )
    .bind(c.close_amount)
    .bind(c.difference)
    .bind(c.reason)
    .bind(c.approver)
    .bind(c.at)
    .bind(c.to_review)
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

#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct CountRow {
    pub cycle_id: CycleId,
    pub version: i64,
    pub counted_at: DateTime<Utc>,
    #[sqlx(json)]
    pub denominations: Denominations,
    #[sqlx(json)]
    pub counted: ByMethod,
    #[sqlx(json)]
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

const FROM_MOVEMENTS: &str =
    "FROM cash_movements m JOIN cashboxes b ON b.id = m.cashbox_id JOIN users u ON u.id = m.user_id WHERE 1 = 1";

/// Selects movements; the caller narrows it.
pub(super) fn movements() -> Sql {
    Sql::new(
        "SELECT m.id, m.cycle_id AS cash_box_cycle_id, m.cashbox_id AS cash_box_id, b.name AS cashbox_name, m.movement_type,
                m.movement_date, m.receipt_by, m.motive, m.amount, m.status, m.reject_reason, m.user_id,
                TRIM(u.name || ' ' || u.lastname) AS user_name",
    )
    .add(FROM_MOVEMENTS)
}
/// Counts the same movements.
pub(super) fn count_of_movements() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_MOVEMENTS)
}

/// Sums the same movements.
pub(super) fn sums_of_movements() -> Sql {
    const SUMS: &str =
        "SELECT CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' AND m.movement_type = 'ENTRY' THEN m.amount ELSE 0 END), 0) AS BIGINT) AS entries,
                CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' AND m.movement_type = 'EXPENSE' THEN m.amount ELSE 0 END), 0) AS BIGINT) AS expenses,
                CAST(COALESCE(SUM(CASE WHEN m.status <> 'APPROVED' THEN 0 WHEN m.movement_type = 'ENTRY' THEN m.amount ELSE -m.amount END), 0) AS BIGINT) AS balance,
                CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' THEN 1 ELSE 0 END), 0) AS BIGINT) AS approved,
                CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' THEN 0 ELSE 1 END), 0) AS BIGINT) AS rejected";
    Sql::new(SUMS).add(FROM_MOVEMENTS)
}

pub(super) async fn movement(tx: &mut Tx, id: i64) -> db::Result<Option<Movement>> {
    tx.query(movements().with("AND m.id = ?", id)).maybe().await
}

#[derive(Debug)]
pub(super) struct NewMovement<'m> {
    pub cycle: CycleId,
    pub cashbox: CashboxId,
    pub movement_type: &'static str,
    pub amount: Money,
    pub receipt_by: &'m str,
    pub motive: &'m str,
    pub user: UserId,
    pub at: DateTime<Utc>,
}

pub(super) async fn insert_movement(tx: &mut Tx, new: &NewMovement<'_>) -> db::Result<i64> {
    tx.query(
        "INSERT INTO cash_movements (cycle_id, cashbox_id, movement_type, amount, receipt_by, motive, user_id, movement_date)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
    )
    .bind(new.cycle)
    .bind(new.cashbox)
    .bind(new.movement_type)
    .bind(new.amount)
    .bind(new.receipt_by)
    .bind(new.motive)
    .bind(new.user)
    .bind(new.at)
    .scalar()
    .await
}

pub(super) async fn reject_movement(tx: &mut Tx, id: i64, reason: &str) -> db::Result<u64> {
    tx.query("UPDATE cash_movements SET status = 'REJECTED', reject_reason = $1 WHERE id = $2 AND status = 'APPROVED'")
        .bind(reason)
        .bind(id)
        .run()
        .await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct MovementTotals {
    pub entries: Money,
    pub expenses: Money,
    pub rows: i64,
}

/// The approved movements' sums, and how many movements there are at all.
pub(super) async fn movement_totals(tx: &mut Tx, cycle: CycleId) -> db::Result<MovementTotals> {
    tx.query(
        "SELECT CAST(COALESCE(SUM(CASE WHEN status = 'APPROVED' AND movement_type = 'ENTRY' THEN amount ELSE 0 END), 0) AS BIGINT) AS entries,
                CAST(COALESCE(SUM(CASE WHEN status = 'APPROVED' AND movement_type = 'EXPENSE' THEN amount ELSE 0 END), 0) AS BIGINT) AS expenses,
                COUNT(*) AS rows
         FROM cash_movements WHERE cycle_id = $1",
    )
    .bind(cycle)
    .one()
    .await
}
