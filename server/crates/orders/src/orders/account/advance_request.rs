//! Moves a whole account on: handed to the courier, or delivered.

use super::{
    request::{lock_request, must_serve},
    view::load_request_view,
};
use crate::orders::{
    model::{Line, LineStatus, Request, RequestKind},
    preparation::{
        advance::{StatusStep, advance_lines},
        status,
    },
    store::{self, RequestRow},
};
use comanda_base::{
    error::{Code, Result, invalid, refuse},
    ids::RequestId,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::{Action, Work},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Body of `POST /client-requests/{id}/advance`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AdvanceRequest {
    /// The new status: PROCESSING, PREPARED, DISPATCHED (deliveries) or DELIVERED.
    pub status: LineStatus,
    /// Whether lines that the kitchen has not marked as ready are moved too; kitchens that work with paper never mark them.
    #[serde(default)]
    pub also_unprepared: bool,
}

/// Moves every sent line that is less advanced to this status.
pub(in crate::orders) async fn advance_request(
    work: &mut Work<'_>,
    id: RequestId,
    body: &AdvanceRequest,
) -> Result<Request> {
    let request = lock_request(work, id).await?;
    if !work.actor.can_without_pin(Action::Preparation) {
        must_serve(work, &request).await?;
    }
    if !request.is_on_its_way() {
        request.must_be_open()?;
    }
    let target = check_target(&request, body.status)?;
    let lines = store::list_lines_of(work.tx, &[id]).await?;
    let lagging = lines_behind(&lines, target)?;
    if !body.also_unprepared && target > LineStatus::Prepared {
        check_ready(&lagging)?;
    }
    let steps: Vec<StatusStep> = lagging.iter().flat_map(|line| steps_of(line, target, request.kind)).collect();
    advance_lines(work, &steps).await?;
    let entry = AuditEntry::new("REQUEST_ADVANCED")
        .entity("client_request", id.0)
        .request(id)
        .table(request.table_id)
        .change(Some(json!({"status": request.status})), Some(json!({"status": target})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    load_request_view(work.tx, id, work.now).await
}

fn check_target(request: &RequestRow, status: LineStatus) -> Result<LineStatus> {
    match status {
        LineStatus::Pending | LineStatus::Dismissed => {
            invalid("status", "La cuenta avanza a preparando, listo, en camino o entregado.").err()
        }
        LineStatus::Dispatched if request.kind != RequestKind::Delivery => {
            invalid("status", "Solo los deliveries salen a reparto.").err()
        }
        status => Ok(status),
    }
}

/// Returns the less advanced lines. Refuses where one is not sent.
fn lines_behind(lines: &[Line], target: LineStatus) -> Result<Vec<&Line>> {
    // Lines that wait for their course are not served now.
    let live = || lines.iter().filter(|l| l.is_live() && !l.waits());
    if live().any(|l| !l.is_sent()) {
        return refuse(Code::Conflict, "Hay pedidos sin enviar a cocina. Envíalos o quítalos primero.").err();
    }
    let lagging: Vec<&Line> = live().filter(|l| l.status < target).collect();
    if lagging.is_empty() {
        let text =
            if live().next().is_none() { "Esta cuenta no tiene pedidos." } else { "Esta cuenta ya está en ese paso." };
        return refuse(Code::Conflict, text).err();
    }
    Ok(lagging)
}

fn check_ready(lagging: &[&Line]) -> Result<()> {
    let waiting: Vec<&&Line> = lagging.iter().filter(|l| l.status < LineStatus::Prepared).collect();
    let Some(first) = waiting.first() else { return Ok(()) };
    let more = if waiting.len() > 1 { format!(" y {} más", waiting.len() - 1) } else { String::new() };
    let text = format!("Cocina todavía no marcó listo: {}{more}. Confirma si ya salió.", first.name);
    let unprepared: Vec<_> =
        waiting.iter().map(|l| json!({"id": l.id, "name": l.name, "qty": l.qty, "status": l.status})).collect();
    refuse(Code::Conflict, text).with_current(json!({"unprepared": unprepared})).err()
}

/// Returns the steps of a line one after the other, as if each had been tapped.
fn steps_of(line: &Line, target: LineStatus, kind: RequestKind) -> impl Iterator<Item = StatusStep> {
    let line_id = line.id;
    std::iter::successors(status::next_status(line.status, kind), move |s| status::next_status(*s, kind))
        .take_while(move |s| *s <= target)
        .map(move |status| StatusStep { line: line_id, component: None, status, version: None })
}
