//! The reports of agents: jobs on their disk, states of jobs, and states of printers. A report may come twice, and late.

use super::{AgentConnection, notify_browsers};
use crate::{
    handover,
    jobs::{self, JobChange, offer_store},
    printers,
    state::JobState,
};
use comanda_base::{error::Result, ids::PrinterId, transact};
use comanda_platform::{
    realtime::{EventKind, WokenAgents},
    state::App,
};
use comanda_ticket::wire::{JobReport, JobsSpooled, PrinterReport};
use serde_json::json;

/// Marks these jobs as being on the agent's disk.
pub(super) async fn record_spooled(app: &App, link: &AgentConnection, report: &JobsSpooled) -> Result<()> {
    let now = app.clock().now();
    let changes: Result<Vec<JobChange>> = transact!(link.company.db, |tx| {
        let reported = report.ids.iter().take(1000).map(|id| id.to_string());
        let ids = offer_store::find_not_spooled(tx, link.agent, reported).await?;
        Ok(jobs::set_state(tx, JobState::Spooled, ids, now).await?)
    });
    app.realtime().publish_events(&link.company, jobs::change_events(&changes?), WokenAgents::Nobody).await;
    Ok(())
}

/// Moves a job on. A report about a job of another agent, or without a step forward, is accepted and changes nothing.
pub(super) async fn record_job_state(app: &App, link: &AgentConnection, report: &JobReport) -> Result<()> {
    let now = app.clock().now();
    let (id, state) = (report.id.to_string(), JobState::from(report.state));
    let moved: Result<(Vec<JobChange>, WokenAgents)> = transact!(link.company.db, |tx| {
        let nothing = || (Vec::new(), WokenAgents::Nobody);
        let Some(known) = offer_store::find_reported(tx, link.agent, &id).await? else { return Ok(nothing()) };
        if state == JobState::Cancelled && known.is_asked_back() {
            let (changes, agent) = handover::take_back(tx, report, now).await?;
            let mut wakes = WokenAgents::Nobody;
            wakes.add(agent);
            return Ok((changes, wakes));
        }
        if known.command.is_some_and(|c| state.fulfills(c)) {
            jobs::clear_command(tx, &id).await?;
        }
        // The job may stay held for another reason: the paper was replaced, and now the cover is open.
        let waits_on = known.state == state && state == JobState::Held;
        if !waits_on && !known.state.can_become(state, known.command) {
            return Ok(nothing());
        }
        let printer = PrinterId(report.printer_id.0);
        let remote = Some(printer).filter(|printer| *printer != known.printer_id);
        jobs::set_outcome(tx, &id, report, remote, (link.agent, now)).await?;
        Ok((jobs::set_state(tx, state, vec![id.clone()], now).await?, WokenAgents::Nobody))
    });
    let (changes, wakes) = moved?;
    app.realtime().publish_events(&link.company, jobs::change_events(&changes), wakes).await;
    Ok(())
}

/// Records the state of a printer.
pub(super) async fn record_printer_state(app: &App, link: &AgentConnection, report: &PrinterReport) -> Result<()> {
    let now = app.clock().now();
    let changed: Result<bool> =
        transact!(link.company.db, |tx| { Ok(printers::set_printer_state(tx, link.agent, report, now).await?) });
    if changed? {
        notify_browsers(app, &link.company, EventKind::PrinterChanged, json!({"printer_id": report.printer_id})).await;
    }
    Ok(())
}

/// Records that the connection ended.
pub(super) async fn record_disconnected(app: &App, link: &AgentConnection) {
    let now = app.clock().now();
    let recorded: Result<()> = transact!(link.company.db, |tx| {
        crate::agents::store::record_seen(tx, link.agent, "", "", now).await?;
        Ok(())
    });
    if let Err(e) = recorded {
        tracing::warn!(error = %e, agent = %link.agent, "when the agent went is not kept");
    }
    app.realtime().broadcast_connected_agents().await;
    notify_browsers(app, &link.company, EventKind::AgentChanged, json!({"agent_id": link.agent})).await;
}
