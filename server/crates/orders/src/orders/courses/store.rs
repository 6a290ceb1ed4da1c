//! SQL of lines that wait for their course.

use super::LineCourse;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Row, Sql, Tx},
    error::Result,
    ids::{CourseId, LineId, RequestId},
};
use comanda_masterdata::catalog::courses;

/// Reads the course of a line.
pub(in crate::orders) fn read_course(row: &Row) -> db::Result<Option<LineCourse>> {
    let Some(id) = row.get("course_id")? else { return Ok(None) };
    Ok(Some(LineCourse {
        id,
        name: row.get("course_name")?,
        position: row.get("course_position")?,
        at_once: row.get("course_at_once")?,
        auto_fire: row.get("course_auto_fire")?,
    }))
}

/// Loads a course for a line that is to have it, and locks it; none for `None`.
pub(in crate::orders) async fn load_line_course(tx: &mut Tx, id: Option<CourseId>) -> Result<Option<LineCourse>> {
    courses::check_exists(tx, id).await?;
    let Some(id) = id else { return Ok(None) };
    let sql = Sql::new(
        "SELECT id AS course_id, name AS course_name, position AS course_position, at_once AS course_at_once,
                auto_fire AS course_auto_fire FROM courses",
    );
    let found: Vec<CourseRow> = tx.query(sql.with("WHERE id = ?", id)).all().await?;
    Ok(found.into_iter().next().and_then(|row| row.course))
}

#[derive(comanda_from_row::FromRow)]
struct CourseRow {
    #[row(with = read_course)]
    course: Option<LineCourse>,
}

/// Makes unsent lines wait from `now` on.
pub(in crate::orders) async fn hold_lines(tx: &mut Tx, lines: &[LineId], now: DateTime<Utc>) -> db::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("UPDATE order_lines SET held_at = $1, version = version + 1").bind(now);
    tx.query(sql.list("WHERE id IN (?)", lines.iter().copied())).run().await?;
    Ok(())
}

/// Lists those of these accounts of which something waits.
pub(super) async fn list_waiting_accounts(tx: &mut Tx, accounts: &[RequestId]) -> db::Result<Vec<RequestId>> {
    let sql = Sql::new(
        "SELECT DISTINCT client_request_id FROM order_lines
         WHERE held_at IS NOT NULL AND command_id IS NULL AND status <> 'DISMISSED'",
    );
    tx.query(sql.list("AND client_request_id IN (?)", accounts.iter().copied())).column().await
}
