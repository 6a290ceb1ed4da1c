//! Statements of the steps of lines and dishes of combos, and of their preparation times.

use crate::orders::model::LineStatus;
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{ComponentId, LineId},
};

/// Moves lines to a status, and stores the previous one.
pub(in crate::orders) async fn set_line_status(
    tx: &mut Tx,
    lines: &[LineId],
    status: LineStatus,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    let sql = Sql::new(
        "UPDATE order_lines SET previous_status = status, status = $1, status_changed_at = $2, version = version + 1,
             prepared_seconds = CASE WHEN $1 IN ('PENDING', 'PROCESSING') THEN NULL ELSE prepared_seconds END",
    )
    .bind(status)
    .bind(now)
    .list("WHERE id IN (?)", lines.iter().copied());
    tx.query(sql).run().await
}

/// Stores the seconds that lines took from sending to ready; a line that came back from the table keeps its time.
pub(in crate::orders) async fn set_prepared_seconds(tx: &mut Tx, lines: &[(LineId, i64)]) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("UPDATE order_lines SET prepared_seconds = v.column2 FROM (VALUES")
        .rows(lines.iter().map(|(line, seconds)| args![*line, *seconds]))
        .add(") AS v WHERE order_lines.id = v.column1 AND order_lines.prepared_seconds IS NULL");
    tx.query(sql).run().await?;
    Ok(())
}

/// Stores the same for dishes of combos.
pub(in crate::orders) async fn set_component_prepared_seconds(
    tx: &mut Tx,
    components: &[(ComponentId, i64)],
) -> db::Result<()> {
    if components.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("UPDATE order_line_components SET prepared_seconds = v.column2 FROM (VALUES")
        .rows(components.iter().map(|(component, seconds)| args![*component, *seconds]))
        .add(") AS v WHERE order_line_components.id = v.column1 AND order_line_components.prepared_seconds IS NULL");
    tx.query(sql).run().await?;
    Ok(())
}

/// Moves dishes of a combo to a status.
pub(in crate::orders) async fn set_component_status(
    tx: &mut Tx,
    components: &[ComponentId],
    status: LineStatus,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    let sql = Sql::new(
        "UPDATE order_line_components SET previous_status = status, status = $1, status_changed_at = $2,
                 prepared_seconds = CASE WHEN $1 IN ('PENDING', 'PROCESSING') THEN NULL ELSE prepared_seconds END",
    )
    .bind(status)
    .bind(now)
    .list("WHERE id IN (?)", components.iter().copied());
    tx.query(sql).run().await
}
