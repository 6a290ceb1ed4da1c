//! All SQL of `cash_movements`.

use super::model::{Movement, MovementFilter, MovementSums, MovementType};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    error::{Result, invalid},
    ids::{CashboxId, CycleId, UserId},
    listing::{Paging, Rows},
    money::Money,
    search::{contains, folded},
};

/// Movements of one file.
const MAX_FILE_ROWS: i64 = 5_000;

const FROM_MOVEMENTS: &str =
    "FROM cash_movements m JOIN cashboxes b ON b.id = m.cashbox_id JOIN users u ON u.id = m.user_id WHERE 1 = 1";

/// Selects movements, to be narrowed.
fn movements() -> Sql {
    Sql::new(
        "SELECT m.id, m.cycle_id AS cash_box_cycle_id, m.cashbox_id AS cash_box_id, b.name AS cashbox_name, m.movement_type,
                m.movement_date, m.receipt_by, m.motive, m.amount, m.status, m.reject_reason, m.user_id,
                (SELECT TRIM(j.name || ' ' || j.lastname) FROM users j WHERE j.id = m.rejected_by) AS rejected_by_name,
                TRIM(u.name || ' ' || u.lastname) AS user_name",
    )
    .add(FROM_MOVEMENTS)
}
/// Counts the same movements.
fn count_of_movements() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_MOVEMENTS)
}

/// Sums the same movements.
fn sums_of_movements() -> Sql {
    const SUMS: &str =
        "SELECT CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' AND m.movement_type = 'ENTRY' THEN m.amount ELSE 0 END), 0) AS BIGINT) AS entries,
                CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' AND m.movement_type = 'EXPENSE' THEN m.amount ELSE 0 END), 0) AS BIGINT) AS expenses,
                CAST(COALESCE(SUM(CASE WHEN m.status <> 'APPROVED' THEN 0 WHEN m.movement_type = 'ENTRY' THEN m.amount ELSE -m.amount END), 0) AS BIGINT) AS balance,
                CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' THEN 1 ELSE 0 END), 0) AS BIGINT) AS approved,
                CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' THEN 0 ELSE 1 END), 0) AS BIGINT) AS rejected";
    Sql::new(SUMS).add(FROM_MOVEMENTS)
}

/// Which movements a list is of.
#[derive(Debug, Clone, Copy)]
pub(super) struct WantedMovements<'w> {
    pub filter: &'w MovementFilter,
    /// Searched in the motive and the person that it came from or went to.
    pub term: Option<&'w str>,
    /// Only those of this person's cycles.
    pub of: Option<UserId>,
    /// When the first day that is asked for begins, and when the last one ends.
    pub since: Option<DateTime<Utc>>,
    pub until: Option<DateTime<Utc>>,
}

impl WantedMovements<'_> {
    fn narrow(self, sql: Sql) -> Sql {
        sql.when("AND m.cycle_id = ?", self.filter.cashbox_cycle_id)
            .when("AND m.status = ?", self.filter.status)
            .when("AND m.movement_type = ?", self.filter.movement_type)
            .when("AND m.user_id = ?", self.filter.user_id)
            .when("AND m.movement_date >= ?", self.since)
            .when("AND m.movement_date < ?", self.until)
            .when(
                concat!("AND ", folded!("m.motive || ' ' || m.receipt_by"), " LIKE ? ESCAPE '!'"),
                self.term.map(contains),
            )
            .when("AND m.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)", self.of)
    }
}

/// A page of them, the latest first.
pub(super) async fn wanted_movements(
    tx: &mut Tx,
    wanted: WantedMovements<'_>,
    paging: &Paging,
) -> Result<Rows<Movement>> {
    let list = wanted.narrow(movements()).add("ORDER BY m.movement_date DESC, m.id DESC");
    paging.run(tx, wanted.narrow(count_of_movements()), list).await
}

/// All of them for a file, the latest first.
pub(super) async fn movements_for_file(tx: &mut Tx, wanted: WantedMovements<'_>) -> Result<Vec<Movement>> {
    let list = wanted.narrow(movements()).add("ORDER BY m.movement_date DESC, m.id DESC");
    let found: Vec<Movement> = tx.query(list.with("LIMIT ?", MAX_FILE_ROWS + 1)).all().await?;
    if found.len() > usize::try_from(MAX_FILE_ROWS).unwrap_or(usize::MAX) {
        return invalid("end_date", "Son más de 5000 movimientos: elige menos días.").err();
    }
    Ok(found)
}

/// What all of them come to.
pub(super) async fn sums_of_wanted(tx: &mut Tx, wanted: WantedMovements<'_>) -> db::Result<MovementSums> {
    tx.query(wanted.narrow(sums_of_movements())).one().await
}

/// All movements of a cycle, the first one first.
pub(super) async fn movements_of(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<Movement>> {
    tx.query(movements().with("AND m.cycle_id = ?", cycle).add("ORDER BY m.id LIMIT 1000")).all().await
}

pub(super) async fn movement(tx: &mut Tx, id: i64) -> db::Result<Option<Movement>> {
    tx.query(movements().with("AND m.id = ?", id)).maybe().await
}

#[derive(Debug)]
pub(super) struct NewMovement<'m> {
    pub cycle: CycleId,
    pub cashbox: CashboxId,
    pub movement_type: MovementType,
    pub amount: Money,
    pub receipt_by: &'m str,
    pub motive: &'m str,
    /// The document that it is of.
    pub source: Option<&'m str>,
    pub user: UserId,
    pub at: DateTime<Utc>,
}

pub(super) async fn insert_movement(tx: &mut Tx, new: &NewMovement<'_>) -> db::Result<i64> {
    tx.query(
        "INSERT INTO cash_movements (cycle_id, cashbox_id, movement_type, amount, receipt_by, motive, user_id, movement_date,
                                     source)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
    )
    .bind(new.cycle)
    .bind(new.cashbox)
    .bind(new.movement_type)
    .bind(new.amount)
    .bind(new.receipt_by)
    .bind(new.motive)
    .bind(new.user)
    .bind(new.at)
    .bind(new.source)
    .scalar()
    .await
}

/// Whether a movement is of a document.
pub(super) async fn is_of_document(tx: &mut Tx, id: i64) -> db::Result<bool> {
    let found: Option<(Option<String>,)> =
        tx.query("SELECT source FROM cash_movements WHERE id = $1").bind(id).maybe().await?;
    Ok(found.is_some_and(|(source,)| source.is_some()))
}

pub(super) async fn reject_movement(tx: &mut Tx, id: i64, reason: &str, by: UserId) -> db::Result<u64> {
    tx.query(
        "UPDATE cash_movements SET status = 'REJECTED', reject_reason = $1, rejected_by = $2 WHERE id = $3 AND status = 'APPROVED'",
    )
    .bind(reason)
    .bind(by)
    .bind(id)
    .run()
    .await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, comanda_from_row::FromRow)]
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
