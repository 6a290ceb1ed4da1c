//! Statements of moves: the table of an account, and the account of lines and commands.

use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Json, Sql, Tx},
    error::Result,
    ids::{AdjustmentId, CommandId, LineId, RequestId, SalonId, TableId},
    money::Money,
};

/// Lists the times of the reservations of a table that were not seated.
pub(in crate::orders) async fn list_reserved_times(tx: &mut Tx, table: TableId) -> db::Result<Vec<DateTime<Utc>>> {
    let rows: Vec<(DateTime<Utc>,)> = tx
        .query(
            "SELECT reserved_for FROM client_requests
             WHERE table_id = $1 AND is_reservation AND closed_at IS NULL AND reserved_for IS NOT NULL",
        )
        .bind(table)
        .all()
        .await?;
    Ok(rows.into_iter().map(|r| r.0).collect())
}

/// Moves an account to another table; fails with `Unique` where that one has an account.
pub(in crate::orders) async fn set_account_table(
    tx: &mut Tx,
    id: RequestId,
    table: TableId,
    salon: SalonId,
) -> db::Result<u64> {
    tx.query("UPDATE client_requests SET table_id = $1, salon_id = $2, version = version + 1 WHERE id = $3")
        .bind(table)
        .bind(salon)
        .bind(id)
        .run()
        .await
}

/// Moves lines to another account.
pub(in crate::orders) async fn move_lines(tx: &mut Tx, lines: &[LineId], request: RequestId) -> db::Result<u64> {
    let sql = Sql::new("UPDATE order_lines SET client_request_id = $1, version = version + 1").bind(request);
    tx.query(sql.list("WHERE id IN (?)", lines.iter().copied())).run().await
}

/// Moves a command to another account, with its dismissed lines; its live lines were moved before.
pub(in crate::orders) async fn move_command(
    tx: &mut Tx,
    command: CommandId,
    from: RequestId,
    to: RequestId,
) -> db::Result<()> {
    tx.query("UPDATE commands SET client_request_id = $1 WHERE id = $2 AND client_request_id = $3")
        .bind(to)
        .bind(command)
        .bind(from)
        .run()
        .await?;
    tx.query("UPDATE order_lines SET client_request_id = $1 WHERE command_id = $2 AND client_request_id = $3")
        .bind(to)
        .bind(command)
        .bind(from)
        .run()
        .await?;
    Ok(())
}

/// Moves everything of an account to another one: lines, including dismissed and unsent ones, and commands.
pub(in crate::orders) async fn move_everything(tx: &mut Tx, from: RequestId, to: RequestId) -> db::Result<()> {
    tx.query("UPDATE order_lines SET client_request_id = $1, version = version + 1 WHERE client_request_id = $2")
        .bind(to)
        .bind(from)
        .run()
        .await?;
    tx.query("UPDATE commands SET client_request_id = $1 WHERE client_request_id = $2")
        .bind(to)
        .bind(from)
        .run()
        .await?;
    Ok(())
}

/// An update of a discount or charge: its account, the lines it applies to (none: all), and its amount where that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct AdjustmentUpdate {
    pub id: AdjustmentId,
    pub on: RequestId,
    pub line_ids: Vec<LineId>,
    pub fixed: Option<Money>,
}

impl AdjustmentUpdate {
    fn row(&self) -> [db::Arg; 4] {
        let lines = (!self.line_ids.is_empty()).then(|| Json(self.line_ids.clone()));
        args![self.id, self.on, lines, self.fixed]
    }
}

/// Updates adjustments.
pub(in crate::orders) async fn update_adjustments(tx: &mut Tx, puts: &[AdjustmentUpdate]) -> Result<()> {
    if puts.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(
        "UPDATE billing_adjustments SET client_request_id = v.column2, line_ids = v.column3,
             is_percentage = (is_percentage AND v.column4 IS NULL),
             percentage = CASE WHEN v.column4 IS NULL THEN percentage END, amount = COALESCE(v.column4, amount) FROM (VALUES",
    );
    let sql = sql.rows(puts.iter().map(AdjustmentUpdate::row));
    tx.query(sql.add(") AS v WHERE billing_adjustments.id = v.column1")).run().await?;
    Ok(())
}

/// Inserts copies of adjustments, with changes; who made and who approved them is kept.
pub(in crate::orders) async fn copy_adjustments(tx: &mut Tx, puts: &[AdjustmentUpdate]) -> Result<()> {
    if puts.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(
        "INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, additional_charge_type_id, is_percentage,
             percentage, amount, is_discountable, is_included, line_ids, description, created_by, approver_id, created_at)
         SELECT v.column2, a.kind, a.discount_type_id, a.additional_charge_type_id, (a.is_percentage AND v.column4 IS NULL),
             CASE WHEN v.column4 IS NULL THEN a.percentage END, COALESCE(v.column4, a.amount), a.is_discountable, a.is_included,
             v.column3,
             a.description, a.created_by, a.approver_id, a.created_at
         FROM billing_adjustments a JOIN (VALUES",
    );
    let sql = sql.rows(puts.iter().map(AdjustmentUpdate::row));
    tx.query(sql.add(") AS v ON v.column1 = a.id")).run().await?;
    Ok(())
}

/// Ends adjustments; they stay stored on the account that had them.
pub(in crate::orders) async fn end_adjustments(tx: &mut Tx, ids: &[AdjustmentId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("UPDATE billing_adjustments SET enabled = FALSE").list("WHERE id IN (?)", ids.iter().copied());
    tx.query(sql).run().await?;
    Ok(())
}
