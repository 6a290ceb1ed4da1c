//! All SQL of `cash_movements`.

use super::model::{Movement, MovementFilter, MovementSums, MovementType};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    error::{Result, invalid},
    ids::{CashboxId, CycleId, UserId},
    insert,
    listing::{Paging, Rows},
    money::Money,
    search::{contains_pattern, folded},
};

/// The most movements of one file.
const MAX_FILE_ROWS: i64 = 5_000;

const FROM_MOVEMENTS: &str =
    "FROM cash_movements m JOIN cashboxes b ON b.id = m.cashbox_id JOIN users u ON u.id = m.user_id WHERE 1 = 1";

/// Selects movements; conditions may be added.
fn select_movements() -> Sql {
    Sql::new(
        "SELECT m.id, m.cycle_id AS cash_box_cycle_id, m.cashbox_id AS cash_box_id, b.name AS cashbox_name, m.movement_type,
                m.movement_date, m.receipt_by, m.motive, m.amount, m.status, m.reject_reason, m.user_id,
                (SELECT TRIM(j.name || ' ' || j.lastname) FROM users j WHERE j.id = m.rejected_by) AS rejected_by_name,
                TRIM(u.name || ' ' || u.lastname) AS user_name",
    )
    .add(FROM_MOVEMENTS)
}
/// Selects the number of the same movements.
fn select_movement_count() -> Sql {
    Sql::new("SELECT COUNT(*)").add(FROM_MOVEMENTS)
}

/// Selects the sums of the same movements.
fn select_movement_sums() -> Sql {
    const SUMS: &str =
        "SELECT CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' AND m.movement_type = 'ENTRY' THEN m.amount ELSE 0 END), 0) AS BIGINT) AS entries,
                CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' AND m.movement_type = 'EXPENSE' THEN m.amount ELSE 0 END), 0) AS BIGINT) AS expenses,
                CAST(COALESCE(SUM(CASE WHEN m.status <> 'APPROVED' THEN 0 WHEN m.movement_type = 'ENTRY' THEN m.amount ELSE -m.amount END), 0) AS BIGINT) AS balance,
                CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' THEN 1 ELSE 0 END), 0) AS BIGINT) AS approved,
                CAST(COALESCE(SUM(CASE WHEN m.status = 'APPROVED' THEN 0 ELSE 1 END), 0) AS BIGINT) AS rejected";
    Sql::new(SUMS).add(FROM_MOVEMENTS)
}

/// The movements of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct MovementSelection<'w> {
    pub filter: &'w MovementFilter,
    /// A text searched in the motive and the person who brought or received the cash.
    pub term: Option<&'w str>,
    /// Restricts the list to movements in the cycles of this user.
    pub owner: Option<UserId>,
    /// The start of the first requested day and the end of the last one.
    pub since: Option<DateTime<Utc>>,
    pub until: Option<DateTime<Utc>>,
}

impl MovementSelection<'_> {
    fn narrow(self, sql: Sql) -> Sql {
        sql.when("AND m.cycle_id = ?", self.filter.cashbox_cycle_id)
            .when("AND m.status = ?", self.filter.status)
            .when("AND m.movement_type = ?", self.filter.movement_type)
            .when("AND m.user_id = ?", self.filter.user_id)
            .when("AND m.movement_date >= ?", self.since)
            .when("AND m.movement_date < ?", self.until)
            .when(
                concat!("AND ", folded!("m.motive || ' ' || m.receipt_by"), " LIKE ? ESCAPE '!'"),
                self.term.map(contains_pattern),
            )
            .when("AND m.cycle_id IN (SELECT id FROM cashbox_cycles WHERE user_id = ?)", self.owner)
    }
}

/// Loads a page of the selected movements, the latest first.
pub(super) async fn load_movement_page(
    tx: &mut Tx,
    selection: MovementSelection<'_>,
    paging: &Paging,
) -> Result<Rows<Movement>> {
    let list = selection.narrow(select_movements()).add("ORDER BY m.movement_date DESC, m.id DESC");
    paging.load_page(tx, selection.narrow(select_movement_count()), list).await
}

/// Lists all selected movements for a file, the latest first. Refuses more than 5000.
pub(super) async fn list_movements_for_file(tx: &mut Tx, selection: MovementSelection<'_>) -> Result<Vec<Movement>> {
    let list = selection.narrow(select_movements()).add("ORDER BY m.movement_date DESC, m.id DESC");
    let found: Vec<Movement> = tx.query(list.with("LIMIT ?", MAX_FILE_ROWS + 1)).all().await?;
    if found.len() > usize::try_from(MAX_FILE_ROWS).unwrap_or(usize::MAX) {
        return invalid("end_date", "Son más de 5000 movimientos: elige menos días.").err();
    }
    Ok(found)
}

/// Adds up the selected movements.
pub(super) async fn sum_movements(tx: &mut Tx, selection: MovementSelection<'_>) -> db::Result<MovementSums> {
    tx.query(selection.narrow(select_movement_sums())).one().await
}

/// Lists all movements of a cycle, the first one first.
pub(super) async fn list_movements_of_cycle(tx: &mut Tx, cycle: CycleId) -> db::Result<Vec<Movement>> {
    tx.query(select_movements().with("AND m.cycle_id = ?", cycle).add("ORDER BY m.id LIMIT 1000")).all().await
}

pub(super) async fn find_movement(tx: &mut Tx, id: i64) -> db::Result<Option<Movement>> {
    tx.query(select_movements().with("AND m.id = ?", id)).maybe().await
}

#[derive(Debug)]
pub(super) struct NewMovement<'m> {
    pub cycle: CycleId,
    pub cashbox: CashboxId,
    pub movement_type: MovementType,
    pub amount: Money,
    pub receipt_by: &'m str,
    pub motive: &'m str,
    /// The document that it belongs to, if any.
    pub source: Option<&'m str>,
    pub user: UserId,
    pub at: DateTime<Utc>,
}

pub(super) async fn insert_movement(tx: &mut Tx, new: &NewMovement<'_>) -> db::Result<i64> {
    tx.query(insert!("cash_movements" {
        cycle_id: new.cycle,
        cashbox_id: new.cashbox,
        movement_type: new.movement_type,
        amount: new.amount,
        receipt_by: new.receipt_by,
        motive: new.motive,
        user_id: new.user,
        movement_date: new.at,
        source: new.source,
    } returning "id"))
        .scalar()
        .await
}

/// Tells whether a movement belongs to a document.
pub(super) async fn is_document_movement(tx: &mut Tx, id: i64) -> db::Result<bool> {
    let found: Option<(Option<String>,)> =
        tx.query("SELECT source FROM cash_movements WHERE id = $1").bind(id).maybe().await?;
    Ok(found.is_some_and(|(source,)| source.is_some()))
}

pub(super) async fn reject_movement(tx: &mut Tx, id: i64, reason: &str, user: UserId) -> db::Result<u64> {
    tx.query(
        "UPDATE cash_movements SET status = 'REJECTED', reject_reason = $1, rejected_by = $2 WHERE id = $3 AND status = 'APPROVED'",
    )
    .bind(reason)
    .bind(user)
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

/// Adds up the approved movements of a cycle, and counts all of its movements.
pub(super) async fn load_movement_totals(tx: &mut Tx, cycle: CycleId) -> db::Result<MovementTotals> {
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
