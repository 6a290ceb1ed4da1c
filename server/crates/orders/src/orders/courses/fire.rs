//! Fires a course: its waiting lines leave for the kitchen as one command.

use super::{rule::SendScope, summary::summarize};
use crate::orders::{
    account::{
        request::{lock_request, must_serve, settle_reduced, update_version},
        view::load_request_view,
    },
    model::Line,
    ordering::{
        send_command::{SentLines, send_lines},
        send_order::OrderSent,
    },
    store::{self, RequestRow},
};
use comanda_base::{
    error::{Code, Result, refuse},
    ids::{CourseId, RequestId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::{Action, Work, not_permitted_refusal},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `POST /client-requests/{id}/fire`.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct FireCourse {
    /// The course; null: what waits without a course.
    pub course_id: Option<CourseId>,
}

/// Sends everything of a course that is not sent yet. Waiters fire at the tables that they serve, cooks at every table.
pub(super) async fn fire_course(work: &mut Work<'_>, id: RequestId, body: FireCourse) -> Result<OrderSent> {
    let request = lock_request(work, id).await?;
    if !work.actor.can_without_pin(Action::Preparation) {
        if !work.actor.can_without_pin(Action::TakeOrders) {
            return not_permitted_refusal().err();
        }
        must_serve(work, &request).await?;
    }
    request.must_be_open()?;
    let lines = store::list_lines_of(work.tx, &[id]).await?;
    check_waits(work, &lines, body.course_id).await?;
    let SentLines { comanda, .. } = fire_locked(work, &request, body.course_id).await?;
    update_version(work, &request, request.status, request.billed_at).await?;
    settle_reduced(work, &request).await?;
    let client_request = load_request_view(work.tx, id, work.now).await?;
    let lines = comanda.iter().flat_map(|comanda| comanda.lines.iter().map(|line| line.id)).collect();
    let warnings = comanda.as_ref().map(|comanda| comanda.warnings.clone()).unwrap_or_default();
    Ok(OrderSent { client_request, lines, command: comanda, warnings })
}

/// Sends a course of a locked account, and logs that it was fired.
pub(super) async fn fire_locked(
    work: &mut Work<'_>,
    request: &RequestRow,
    course: Option<CourseId>,
) -> Result<SentLines> {
    let sent = send_lines(work, request, SendScope::Course(course)).await?;
    let after = json!({"course_id": course, "command": sent.comanda.as_ref().map(|comanda| comanda.number)});
    let entry = AuditEntry::new("COURSE_FIRED").request(request.id).table(request.table_id).change(None, Some(after));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    Ok(sent)
}

/// Refuses to fire what does not wait, and says since when it is in the kitchen.
async fn check_waits(work: &mut Work<'_>, lines: &[Line], course: Option<CourseId>) -> Result<()> {
    let is_of_it = |line: &&Line| line.course.as_ref().map(|own| own.id) == course;
    if lines.iter().filter(|line| line.is_live() && !line.is_sent()).any(|line| is_of_it(&line)) {
        return Ok(());
    }
    let summary = summarize(lines).into_iter().find(|found| found.course_id == course);
    let text = match summary.as_ref().and_then(|found| Some((&found.name, found.fired_at?))) {
        Some((name, at)) if !name.is_empty() => {
            let at = work.settings().await?.local_time(at).format("%H:%M");
            format!("{name} ya salió a las {at}.")
        }
        _ => "Nada de esto espera: ya salió o se quitó.".to_owned(),
    };
    refuse(Code::NotSendable, text).err()
}
