//! What agents report: jobs on their disk, how far jobs came, how printers are. Each may come twice and late.

use super::{Linked, tell};
use crate::{
    jobs::{self, JobChange, offer_store},
    printers,
    state::JobState,
};
use comanda_base::{error::Result, ids::PrinterId, transact};
use comanda_platform::{
    realtime::{EventKind, Wakes},
    state::App,
};
use comanda_ticket::wire::{JobReport, JobsSpooled, PrinterReport};
use serde_json::json;

/// These jobs are on the agent's disk.
pub(super) async fn spooled(app: &App, link: &Linked, report: &JobsSpooled) -> Result<()> {
    let now = app.clock().now();
    let changes: Result<Vec<JobChange>> = transact!(link.company.db, |tx| {
        let reported = report.ids.iter().take(1000).map(|id| id.to_string());
        let ids = offer_store::not_yet_spooled(tx, link.agent, reported).await?;
        Ok(jobs::set_state(tx, JobState::Spooled, ids, now).await?)
    });
    app.realtime().publish(&link.company, jobs::events(&changes?), Wakes::Nobody).await;
    Ok(())
}

/// A job came further. A report of a job that is not this agent's, or no step forward, is taken and changes nothing.
pub(super) async fn job_state(app: &App, link: &Linked, report: &JobReport) -> Result<()> {
    let now = app.clock().now();
    let (id, to) = (report.id.to_string(), JobState::from(report.state));
    let changes: Result<Vec<JobChange>> = transact!(link.company.db, |tx| {
        let Some(known) = offer_store::reported(tx, link.agent, &id).await? else { return Ok(Vec::new()) };
        if known.command.is_some_and(|c| to.fulfils(c)) {
            jobs::forget_command(tx, &id).await?;
        }
        // It waits on for another reason: the paper is there, and now the cover is open.
        let waits_on = known.state == to && to == JobState::Held;
        if !waits_on && !known.state.can_become(to, known.command) {
            return Ok(Vec::new());
        }
        let on = PrinterId(report.printer_id.0);
        let remote = Some(on).filter(|on| *on != known.printer_id);
        jobs::set_outcome(tx, &id, report, remote, link.agent).await?;
        Ok(jobs::set_state(tx, to, vec![id.clone()], now).await?)
    });
    app.realtime().publish(&link.company, jobs::events(&changes?), Wakes::Nobody).await;
    Ok(())
}

/// A printer changed.
pub(super) async fn printer_state(app: &App, link: &Linked, report: &PrinterReport) -> Result<()> {
    let now = app.clock().now();
    let changed: Result<bool> =
        transact!(link.company.db, |tx| { Ok(printers::set_state(tx, link.agent, report, now).await?) });
    if changed? {
        tell(app, &link.company, EventKind::PrinterChanged, json!({"printer_id": report.printer_id})).await;
    }
    Ok(())
}

/// The connection ended.
pub(super) async fn disconnected(app: &App, link: &Linked) {
    let now = app.clock().now();
    let seen: Result<()> = transact!(link.company.db, |tx| {
        crate::agents::store::record_seen(tx, link.agent, "", "", now).await?;
        Ok(())
    });
    if let Err(e) = seen {
        tracing::warn!(error = %e, agent = %link.agent, "when the agent went is not kept");
    }
    app.realtime().presence_changed().await;
    tell(app, &link.company, EventKind::AgentChanged, json!({"agent_id": link.agent})).await;
}
