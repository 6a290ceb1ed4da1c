//! Fires the next course once everything that was sent before is served, where the course says so.

use super::{fire::fire_locked, store, summary::summarize};
use crate::orders::{
    model::{Line, LineStatus, RequestKind},
    store::{self as orders_store, RequestRow},
};
use comanda_base::{
    error::{Error, Result},
    ids::{CourseId, RequestId},
};
use comanda_platform::use_case::Work;

/// Fires the next course of these locked accounts where everything sent before is served. A course that cannot be sent, because something
/// of it sold out, keeps waiting for a person to decide.
pub(in crate::orders) async fn fire_served(work: &mut Work<'_>, requests: &[&RequestRow]) -> Result<()> {
    let tables = requests.iter().filter(|request| request.kind == RequestKind::Table && request.closed_at.is_none());
    let ids: Vec<RequestId> = tables.map(|request| request.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let waiting = store::list_waiting_accounts(work.tx, &ids).await?;
    for request in requests.iter().filter(|request| waiting.contains(&request.id)) {
        let lines = orders_store::list_lines_of(work.tx, &[request.id]).await?;
        let Some(course) = course_to_fire(&lines) else { continue };
        work.tx.begin_fallible_part().await?;
        let fired = fire_locked(work, request, course).await;
        match work.tx.end_fallible_part(fired).await {
            Ok(_) | Err(Error::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Returns the next course, if it fires by itself and nothing is left to serve. Drinks are served when they are ready and delay nothing.
fn course_to_fire(lines: &[Line]) -> Option<Option<CourseId>> {
    let has_turn = |line: &&Line| line.course.as_ref().is_none_or(|course| !course.at_once);
    let sent = || lines.iter().filter(|line| line.is_live() && line.is_sent()).filter(has_turn);
    let next = summarize(lines).into_iter().find(|course| course.is_next && course.auto_fire)?;
    let all_served = sent().next().is_some() && sent().all(|line| line.status == LineStatus::Delivered);
    all_served.then_some(next.course_id)
}
