//! What agents say: jobs on their disk, how far jobs came, how printers are. Each may come twice and late.

use super::{Linked, pull, tell};
use crate::{
    db::Sql,
    error::Result,
    ids::PrinterId,
    printing::{
        jobs::{self, JobChange},
        printers,
        state::State,
    },
    realtime::EventKind,
    state::App,
    transact,
};
use comanda_ticket::wire::{JobReport, JobsSpooled, PrinterReport};
use serde_json::json;

/// These jobs are on the agent's disk.
pub(super) async fn spooled(app: &App, link: &Linked, said: &JobsSpooled) -> Result<()> {
    let now = app.clock().now();
    let changes: Result<Vec<JobChange>> = transact!(link.company.db, |tx| {
        let sql = Sql::new("SELECT id FROM print_jobs WHERE agent_id = $1 AND state IN ('PENDING', 'OFFERED')")
            .bind(link.agent)
            .list("AND id IN (?)", said.ids.iter().take(1000).map(|id| id.to_string()));
        let ids: Vec<(String,)> = tx.query(sql).for_update().all().await?;
        Ok(jobs::set_state(tx, State::Spooled, ids.into_iter().map(|row| row.0).collect(), now).await?)
    });
    app.realtime().publish(&link.company, jobs::events(&changes?), false).await;
    Ok(())
}

#[derive(Debug, sqlx::FromRow)]
struct Known {
    printer_id: PrinterId,
    state: String,
    command: Option<String>,
}

/// A job came further. A report of a job that is not this agent's, or that leads back, is taken and changes nothing.
pub(super) async fn job_state(app: &App, link: &Linked, said: &JobReport) -> Result<()> {
    let now = app.clock().now();
    let (id, to) = (said.id.to_string(), State::from(said.state));
    let changes: Result<Vec<JobChange>> = transact!(link.company.db, |tx| {
        let known: Option<Known> = tx
            .query("SELECT printer_id, state, command FROM print_jobs WHERE id = $1 AND agent_id = $2")
            .bind(id.as_str())
            .bind(link.agent)
            .for_update()
            .maybe()
            .await?;
        let Some(known) = known else { return Ok(Vec::new()) };
        let command = pull::command(known.command.as_deref());
        if command.is_some_and(|c| to.fulfils(c)) {
            jobs::forget_command(tx, &id).await?;
        }
        if !State::read(&known.state).is_some_and(|was| was.can_become(to, command)) {
            return Ok(Vec::new());
        }
        let on = PrinterId(said.printer_id.0);
        let elsewhere = Some(on).filter(|on| *on != known.printer_id);
        jobs::set_outcome(tx, &id, said, elsewhere, link.agent).await?;
        Ok(jobs::set_state(tx, to, vec![id.clone()], now).await?)
    });
    app.realtime().publish(&link.company, jobs::events(&changes?), false).await;
    Ok(())
}

/// A printer changed.
pub(super) async fn printer_state(app: &App, link: &Linked, said: &PrinterReport) -> Result<()> {
    let now = app.clock().now();
    let changed: Result<bool> =
        transact!(link.company.db, |tx| { printers::set_state(tx, link.agent, said, now).await });
    if changed? {
        tell(app, &link.company, EventKind::PrinterChanged, json!({"printer_id": said.printer_id})).await;
    }
    Ok(())
}

/// The connection ended.
pub(super) async fn gone(app: &App, link: &Linked) {
    let now = app.clock().now();
    let seen: Result<()> = transact!(link.company.db, |tx| {
        crate::printing::agents::store::record_seen(tx, link.agent, "", "", now).await?;
        Ok(())
    });
    if let Err(e) = seen {
        tracing::warn!(error = %e, agent = %link.agent, "when the agent went is not kept");
    }
    tell(app, &link.company, EventKind::AgentChanged, json!({"agent_id": link.agent})).await;
}
