//! Changes of which table an account sits at, and of which account lines and commands are on.

use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Json, Sql, Tx},
    error::Result,
    ids::{AdjustmentId, CommandId, LineId, RequestId, SalonId, TableId},
    money::Money,
};

/// The times of the reservations of a table that have not been taken up.
pub(in crate::orders) async fn reserved_at(tx: &mut Tx, table: TableId) -> db::Result<Vec<DateTime<Utc>>> {
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

/// Sits an account at another table; `Unique` where that one has an account.
pub(in crate::orders) async fn set_table(
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

/// Puts lines on another account.
pub(in crate::orders) async fn put_lines(tx: &mut Tx, lines: &[LineId], on: RequestId) -> db::Result<u64> {
    let sql = Sql::new("UPDATE order_lines SET client_request_id = $1, version = version + 1").bind(on);
    tx.query(sql.list("WHERE id IN (?)", lines.iter().copied())).run().await
}

/// Puts a command on another account, with what of it was dismissed: its live lines have gone already.
pub(in crate::orders) async fn put_command(
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

/// Puts everything of an account on another one: lines, dismissed and unsent ones too, and commands.
pub(in crate::orders) async fn put_all(tx: &mut Tx, from: RequestId, to: RequestId) -> db::Result<()> {
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

/// A discount or charge as it becomes: on which account, naming which lines (none: all), and of which amount where it no longer is
/// what it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct AdjustmentPut {
    pub id: AdjustmentId,
    pub on: RequestId,
    pub line_ids: Vec<LineId>,
    pub fixed: Option<Money>,
}

impl AdjustmentPut {
    fn row(&self) -> [db::Arg; 4] {
        let lines = (!self.line_ids.is_empty()).then(|| Json(self.line_ids.clone()));
        args![self.id, self.on, lines, self.fixed]
    }
}

/// Changes adjustments.
pub(in crate::orders) async fn put_adjustments(tx: &mut Tx, puts: &[AdjustmentPut]) -> Result<()> {
    if puts.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(
        "UPDATE billing_adjustments SET client_request_id = v.column2, line_ids = v.column3,
             is_percentage = (is_percentage AND v.column4 IS NULL),
             percentage = CASE WHEN v.column4 IS NULL THEN percentage END, amount = COALESCE(v.column4, amount) FROM (VALUES",
    );
    let sql = sql.rows(puts.iter().map(AdjustmentPut::row));
    tx.query(sql.add(") AS v WHERE billing_adjustments.id = v.column1")).run().await?;
    Ok(())
}

/// Adds copies of adjustments, changed; who made and who allowed them stay known.
pub(in crate::orders) async fn copy_adjustments(tx: &mut Tx, puts: &[AdjustmentPut]) -> Result<()> {
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
    let sql = sql.rows(puts.iter().map(AdjustmentPut::row));
    tx.query(sql.add(") AS v ON v.column1 = a.id")).run().await?;
    Ok(())
}

/// Ends adjustments; they stay known on the account that had them.
pub(in crate::orders) async fn end_adjustments(tx: &mut Tx, ids: &[AdjustmentId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("UPDATE billing_adjustments SET enabled = FALSE").list("WHERE id IN (?)", ids.iter().copied());
    tx.query(sql).run().await?;
    Ok(())
}
