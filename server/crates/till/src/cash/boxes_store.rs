//! All SQL of `cashboxes` and `turns`.

use super::model::Turn;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{CashboxId, CycleId, PrinterId, TurnId},
    words::Status,
};

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct CashboxRow {
    pub id: CashboxId,
    pub name: String,
    pub printer_id: Option<PrinterId>,
    pub printer_name: Option<String>,
    pub status: Status,
    pub cycle_id: Option<CycleId>,
    pub user_name: Option<String>,
    pub opened_at: Option<DateTime<Utc>>,
}

const CASHBOXES: &str = "SELECT b.id, b.name, b.printer_id, p.name AS printer_name, b.status, c.id AS cycle_id,
           TRIM(u.name || ' ' || u.lastname) AS user_name, c.opened_at
    FROM cashboxes b LEFT JOIN cashbox_cycles c ON c.cashbox_id = b.id AND c.status = 'OPEN'
    LEFT JOIN users u ON u.id = c.user_id LEFT JOIN printers p ON p.id = b.printer_id";

pub(super) async fn list_cashboxes(tx: &mut Tx) -> db::Result<Vec<CashboxRow>> {
    tx.query(Sql::new(CASHBOXES).add(" ORDER BY b.name, b.id LIMIT 1000")).all().await
}

pub(super) async fn find_cashbox(tx: &mut Tx, id: CashboxId) -> db::Result<Option<CashboxRow>> {
    tx.query(Sql::new(CASHBOXES).with(" WHERE b.id = ?", id)).maybe().await
}

/// Locks all cash boxes, so that no name is given twice and none is opened while it is disabled.
pub(super) async fn lock_cashboxes(tx: &mut Tx) -> db::Result<()> {
    tx.lock_tables("cashboxes").await?;
    let _: Vec<(CashboxId,)> = tx.query("SELECT id FROM cashboxes ORDER BY id LIMIT 1000").for_update().all().await?;
    Ok(())
}

pub(super) async fn insert_cashbox(
    tx: &mut Tx,
    name: &str,
    printer: Option<PrinterId>,
    status: Status,
) -> db::Result<CashboxId> {
    tx.query("INSERT INTO cashboxes (name, printer_id, status) VALUES ($1, $2, $3) RETURNING id")
        .bind(name)
        .bind(printer)
        .bind(status)
        .scalar()
        .await
}

pub(super) async fn update_cashbox(
    tx: &mut Tx,
    id: CashboxId,
    name: &str,
    printer: Option<PrinterId>,
    status: Status,
) -> db::Result<u64> {
    tx.query("UPDATE cashboxes SET name = $1, printer_id = $2, status = $3 WHERE id = $4")
        .bind(name)
        .bind(printer)
        .bind(status)
        .bind(id)
        .run()
        .await
}

/// Makes this the printer of these cash boxes, and of no others.
pub async fn set_printer_of_cashboxes(tx: &mut Tx, printer: PrinterId, boxes: &[CashboxId]) -> db::Result<()> {
    tx.query("UPDATE cashboxes SET printer_id = NULL WHERE printer_id = $1").bind(printer).run().await?;
    let sql =
        Sql::new("UPDATE cashboxes SET printer_id = $1").bind(printer).list("WHERE id IN (?)", boxes.iter().copied());
    tx.query(sql).run().await?;
    Ok(())
}

pub(super) async fn delete_cashbox(tx: &mut Tx, id: CashboxId) -> db::Result<u64> {
    tx.query("DELETE FROM cashboxes WHERE id = $1").bind(id).run().await
}

/// Counts how often a cash box was opened.
pub(super) async fn count_cycles_at(tx: &mut Tx, id: CashboxId) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM cashbox_cycles WHERE cashbox_id = $1").bind(id).scalar().await
}

const TURNS: &str = "SELECT id, name, description, status FROM turns";

pub(super) async fn list_turns(tx: &mut Tx) -> db::Result<Vec<Turn>> {
    tx.query(Sql::new(TURNS).add(" ORDER BY id LIMIT 1000")).all().await
}

pub(super) async fn find_turn(tx: &mut Tx, id: TurnId) -> db::Result<Option<Turn>> {
    tx.query(Sql::new(TURNS).with(" WHERE id = ?", id)).maybe().await
}

/// Lists all shifts, locked in the same way as cash boxes.
pub(super) async fn lock_turns(tx: &mut Tx) -> db::Result<Vec<Turn>> {
    tx.lock_tables("turns").await?;
    tx.query(Sql::new(TURNS).add(" ORDER BY id LIMIT 1000")).for_update().all().await
}

pub(super) async fn insert_turn(tx: &mut Tx, turn: &Turn) -> db::Result<TurnId> {
    tx.query("INSERT INTO turns (name, description, status) VALUES ($1, $2, $3) RETURNING id")
        .bind(turn.name.as_str())
        .bind(turn.description.as_str())
        .bind(turn.status)
        .scalar()
        .await
}

pub(super) async fn update_turn(tx: &mut Tx, turn: &Turn) -> db::Result<u64> {
    tx.query("UPDATE turns SET name = $1, description = $2, status = $3 WHERE id = $4")
        .bind(turn.name.as_str())
        .bind(turn.description.as_str())
        .bind(turn.status)
        .bind(turn.id)
        .run()
        .await
}

pub(super) async fn delete_turn(tx: &mut Tx, id: TurnId) -> db::Result<u64> {
    tx.query("DELETE FROM turns WHERE id = $1").bind(id).run().await
}

/// Counts the cycles that were opened in a shift.
pub(super) async fn count_cycles_in(tx: &mut Tx, id: TurnId) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM cashbox_cycles WHERE turn_id = $1").bind(id).scalar().await
}
