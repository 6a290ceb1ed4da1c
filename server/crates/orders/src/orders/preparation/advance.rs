//! Moving lines and dishes of combos from step to step; the kitchen and `PATCH /update-status-order` share it.

use super::status;
use crate::orders::{
    account::request::{must_serve, touch},
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
    use_case::{Action, Work, not_permitted},
};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// One line, or one dish of a combo, to be moved to a status.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub line: LineId,
    /// Absent on a combo: all its dishes that can take this step.
    pub component: Option<ComponentId>,
    pub status: LineStatus,
    /// The version that the asker saw, where they say it.
    pub version: Option<i64>,
}

/// Takes the steps, all or none; gives the lines as they are now.
pub async fn advance(work: &mut Work<'_>, steps: &[Step]) -> Result<Vec<Line>> {
    let ids: Vec<LineId> = steps.iter().map(|s| s.line).collect();
    let requests = lock_of(work, &ids).await?;
    let mut lines = store::lines_by_id(work.tx, &ids).await?;
    must_move(work, steps, &lines)?;
    if !work.actor.may(Action::Preparation) {
        for request in requests.values() {
            must_serve(work, request).await?;
        }
    }
    let mut changed = Changed::default();
    for step in steps {
        let line = lines.iter_mut().find(|l| l.id == step.line).ok_or_else(|| not_found("el pedido"))?;
        // It moved to another account between the look-up and the lock: that one has to be locked.
        let Some(request) = requests.get(&line.client_request_id) else { return Err(db::Error::Busy.into()) };
        take(line, step, request.kind, work.now, &mut changed)?;
    }
    write(work, &lines, changed).await?;
    settle(work, requests.values()).await?;
    store::lines_by_id(work.tx, &ids).await
}

/// Waiters only say that something reached the table, or that it did not after all; and that of accounts that they serve.
fn must_move(work: &Work<'_>, steps: &[Step], lines: &[Line]) -> Result<()> {
    let is_delivered = |id| lines.iter().any(|l: &Line| l.id == id && l.status == LineStatus::Delivered);
    let delivery_only = steps.iter().all(|s| s.status == LineStatus::Delivered || is_delivered(s.line));
    let needed = if delivery_only { Action::MarkDelivered } else { Action::Preparation };
    if work.actor.may(needed) { Ok(()) } else { not_permitted().err() }
}

async fn lock_of(work: &mut Work<'_>, lines: &[LineId]) -> Result<BTreeMap<RequestId, RequestRow>> {
    let requests = store::locked_requests_of_lines(work.tx, lines).await?;
    Ok(requests.into_iter().map(|r| (r.id, r)).collect())
}

#[derive(Default)]
struct Changed {
    components: BTreeMap<LineStatus, BTreeSet<ComponentId>>,
    lines: BTreeSet<LineId>,
}

/// Takes one step in memory, so that several steps of one line build on each other.
fn take(line: &mut Line, step: &Step, kind: RequestKind, now: DateTime<Utc>, changed: &mut Changed) -> Result<()> {
    if step.version.is_some_and(|seen| seen != line.version) {
        return stale(line).err();
    }
    if !line.is_sent() {
        return refuse(Code::Conflict, format!("{} todavía no se envió a cocina.", line.name)).current(&*line).err();
    }
    let may = |from, at| status::may_step(from, step.status, kind, at, now);
    if line.combo_has_product.is_empty() {
        if !may(line.status, line.status_changed_at) {
            return no_such_step(line).err();
        }
        line.status = step.status;
    } else {
        let dishes = line.combo_has_product.iter_mut().filter(|c| step.component.is_none_or(|id| id == c.id));
        let moving: Vec<_> = dishes.filter(|c| may(c.status, c.status_changed_at)).collect();
        if moving.is_empty() || line.status == LineStatus::Dismissed {
            return no_such_step(line).err();
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

/// The refusal of a change that was based on an older version of the line.
pub(in crate::orders) fn stale(line: &Line) -> Refusal {
    refuse(Code::StaleVersion, format!("Alguien cambió {} hace un momento. Mira cómo quedó.", line.name)).current(line)
}

fn no_such_step(line: &Line) -> Refusal {
    let text = match line.status {
        LineStatus::Dismissed => format!("{} fue anulado.", line.name),
        _ => format!("{} ya no está en ese paso. Mira cómo está ahora.", line.name),
    };
    refuse(Code::Conflict, text).current(line)
}

async fn write(work: &mut Work<'_>, lines: &[Line], changed: Changed) -> Result<()> {
    let now = work.now;
    let took = |line: &Line| line.sent_at.map_or(0, |sent| (now - sent).num_seconds().max(0));
    let mut by_status: BTreeMap<LineStatus, Vec<LineId>> = BTreeMap::new();
    let (mut ready, mut ready_dishes) = (Vec::new(), Vec::new());
    for line in lines.iter().filter(|l| changed.lines.contains(&l.id)) {
        by_status.entry(line.status).or_default().push(line.id);
        if line.status == LineStatus::Prepared {
            ready.push((line.id, took(line)));
        }
        let dishes = line.combo_has_product.iter().filter(|dish| dish.status == LineStatus::Prepared);
        ready_dishes.extend(dishes.map(|dish| (dish.id, took(line))));
    }
    for (status, ids) in changed.components {
        store::set_component_status(work.tx, &Vec::from_iter(ids), status, now).await?;
    }
    // At most once per status: never one statement a line.
    for (status, ids) in by_status {
        store::set_line_status(work.tx, &ids, status, now).await?;
    }
    store::set_prepared_seconds(work.tx, &ready).await?;
    store::set_component_prepared_seconds(work.tx, &ready_dishes).await?;
    Ok(())
}

/// Writes what the accounts' own status is now, and tells who watches.
pub(in crate::orders) async fn settle(work: &mut Work<'_>, requests: impl Iterator<Item = &RequestRow>) -> Result<()> {
    let requests: Vec<&RequestRow> = requests.collect();
    let ids: Vec<RequestId> = requests.iter().map(|r| r.id).collect();
    let live = store::live_statuses(work.tx, &ids).await?;
    for request in requests {
        let own = live.iter().filter(|s| s.0 == request.id).map(|s| s.1);
        let status = status::least_advanced(own).unwrap_or(LineStatus::Pending);
        touch(work, request, status, request.billed_at).await?;
        work.tell(Room::Kitchen, EventKind::KitchenChanged, json!({"client_request_id": request.id}));
    }
    Ok(())
}
