//! Moves lines and dishes of combos from step to step; used by the kitchen and `PATCH /update-status-order`.

use super::status;
use crate::orders::{
    account::request::{must_serve, update_version},
    courses,
    model::{Line, LineStatus, RequestKind},
    store::{self, RequestRow},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db,
    error::{Code, Refusal, Result, not_found, refuse},
    ids::{ComponentId, LineId, RequestId},
};
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::{Action, Work, not_permitted_refusal},
};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// A line, or a dish of a combo, to move to a status.
#[derive(Debug, Clone, Copy)]
pub struct StatusStep {
    pub line: LineId,
    /// The dish of a combo; absent on a combo: all its dishes that can take this step.
    pub component: Option<ComponentId>,
    pub status: LineStatus,
    /// The version that the client saw, if it sends one.
    pub version: Option<i64>,
}

/// Takes the steps, all or none; returns the lines as they are now.
pub async fn advance_lines(work: &mut Work<'_>, steps: &[StatusStep]) -> Result<Vec<Line>> {
    let ids: Vec<LineId> = steps.iter().map(|s| s.line).collect();
    let requests = lock_requests_of(work, &ids).await?;
    let mut lines = store::list_lines_by_id(work.tx, &ids).await?;
    check_permission(work, steps, &lines)?;
    if !work.actor.can_without_pin(Action::Preparation) {
        for request in requests.values() {
            must_serve(work, request).await?;
        }
    }
    let mut changed = ChangedItems::default();
    for step in steps {
        let line = lines.iter_mut().find(|l| l.id == step.line).ok_or_else(|| not_found("el pedido"))?;
        // The line moved to another account between the look-up and the lock: that account has to be locked.
        let Some(request) = requests.get(&line.client_request_id) else { return Err(db::Error::Busy.into()) };
        apply_step(line, step, request.kind, work.now, &mut changed)?;
    }
    save_changes(work, &lines, changed).await?;
    update_statuses(work, requests.values()).await?;
    if steps.iter().any(|step| step.status == LineStatus::Delivered) {
        courses::fire_served(work, &requests.values().collect::<Vec<_>>()).await?;
    }
    store::list_lines_by_id(work.tx, &ids).await
}

/// Refuses steps that the user may not take: waiters only mark lines as delivered, or take that back.
fn check_permission(work: &Work<'_>, steps: &[StatusStep], lines: &[Line]) -> Result<()> {
    let is_delivered = |id| lines.iter().any(|l: &Line| l.id == id && l.status == LineStatus::Delivered);
    let delivery_only = steps.iter().all(|s| s.status == LineStatus::Delivered || is_delivered(s.line));
    let needed = if delivery_only { Action::MarkDelivered } else { Action::Preparation };
    if work.actor.can_without_pin(needed) { Ok(()) } else { not_permitted_refusal().err() }
}

async fn lock_requests_of(work: &mut Work<'_>, lines: &[LineId]) -> Result<BTreeMap<RequestId, RequestRow>> {
    let requests = store::lock_requests_of_lines(work.tx, lines).await?;
    Ok(requests.into_iter().map(|r| (r.id, r)).collect())
}

#[derive(Default)]
struct ChangedItems {
    components: BTreeMap<LineStatus, BTreeSet<ComponentId>>,
    lines: BTreeSet<LineId>,
}

/// Applies a step in memory, so that several steps of one line build on each other.
fn apply_step(
    line: &mut Line,
    step: &StatusStep,
    kind: RequestKind,
    now: DateTime<Utc>,
    changed: &mut ChangedItems,
) -> Result<()> {
    if step.version.is_some_and(|known_version| known_version != line.version) {
        return stale_refusal(line).err();
    }
    if !line.is_sent() {
        return refuse(Code::Conflict, format!("{} todavía no se envió a cocina.", line.name))
            .with_current(&*line)
            .err();
    }
    let is_allowed = |from, at| status::can_step(from, step.status, kind, at, now);
    if line.combo_has_product.is_empty() {
        if !is_allowed(line.status, line.status_changed_at) {
            return no_such_step_refusal(line).err();
        }
        line.status = step.status;
    } else {
        let dishes = line.combo_has_product.iter_mut().filter(|c| step.component.is_none_or(|id| id == c.id));
        let moving: Vec<_> = dishes.filter(|c| is_allowed(c.status, c.status_changed_at)).collect();
        if moving.is_empty() || line.status == LineStatus::Dismissed {
            return no_such_step_refusal(line).err();
        }
        for dish in moving {
            dish.status = step.status;
            dish.status_changed_at = Some(now);
            changed.components.entry(step.status).or_default().insert(dish.id);
        }
        let dishes = line.combo_has_product.iter().map(|c| c.status);
        line.status = status::least_advanced(dishes).unwrap_or(line.status);
    }
    line.status_changed_at = Some(now);
    changed.lines.insert(line.id);
    Ok(())
}

/// Returns the refusal of a change based on an older version of the line.
pub(in crate::orders) fn stale_refusal(line: &Line) -> Refusal {
    refuse(Code::StaleVersion, format!("Alguien cambió {} hace un momento. Mira cómo quedó.", line.name))
        .with_current(line)
}

fn no_such_step_refusal(line: &Line) -> Refusal {
    let text = match line.status {
        LineStatus::Dismissed => format!("{} fue anulado.", line.name),
        _ => format!("{} ya no está en ese paso. Mira cómo está ahora.", line.name),
    };
    refuse(Code::Conflict, text).with_current(line)
}

async fn save_changes(work: &mut Work<'_>, lines: &[Line], changed: ChangedItems) -> Result<()> {
    let now = work.now;
    let seconds_since_sent = |line: &Line| line.sent_at.map_or(0, |sent| (now - sent).num_seconds().max(0));
    let mut by_status: BTreeMap<LineStatus, Vec<LineId>> = BTreeMap::new();
    let (mut ready, mut ready_dishes) = (Vec::new(), Vec::new());
    for line in lines.iter().filter(|l| changed.lines.contains(&l.id)) {
        by_status.entry(line.status).or_default().push(line.id);
        if line.status == LineStatus::Prepared {
            ready.push((line.id, seconds_since_sent(line)));
        }
        let dishes = line.combo_has_product.iter().filter(|dish| dish.status == LineStatus::Prepared);
        ready_dishes.extend(dishes.map(|dish| (dish.id, seconds_since_sent(line))));
    }
    for (status, ids) in changed.components {
        store::set_component_status(work.tx, &Vec::from_iter(ids), status, now).await?;
    }
    // One statement per status, never one per line.
    for (status, ids) in by_status {
        store::set_line_status(work.tx, &ids, status, now).await?;
    }
    store::set_prepared_seconds(work.tx, &ready).await?;
    store::set_component_prepared_seconds(work.tx, &ready_dishes).await?;
    Ok(())
}

/// Updates the status of accounts from their lines, and notifies those who watch them.
pub(in crate::orders) async fn update_statuses(
    work: &mut Work<'_>,
    requests: impl Iterator<Item = &RequestRow>,
) -> Result<()> {
    let requests: Vec<&RequestRow> = requests.collect();
    let ids: Vec<RequestId> = requests.iter().map(|r| r.id).collect();
    let live = store::list_live_statuses(work.tx, &ids).await?;
    for request in requests {
        let line_statuses = live.iter().filter(|s| s.0 == request.id).map(|s| s.1);
        let status = status::least_advanced(line_statuses).unwrap_or(LineStatus::Pending);
        update_version(work, request, status, request.billed_at).await?;
        work.add_event(Room::Kitchen, EventKind::KitchenChanged, json!({"client_request_id": request.id}));
    }
    Ok(())
}
