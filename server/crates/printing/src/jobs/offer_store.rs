//! SQL of the link to agents: the jobs offered to them, and the jobs that they hold.

use super::visible_store::add_visibility;
use crate::{
    state::JobState,
    words::{AgentCommand, PaperKind},
};
use anyhow::Context;
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{AgentId, PrinterId},
};
use comanda_platform::use_case::Actor;
use comanda_ticket::wire::{JobCommand, JobId, PrintJob};

/// The most jobs of one agent that are compared together.
const MAX_UNFINISHED: i64 = 2000;

/// A job to be sent to its agent.
#[derive(Debug, comanda_from_row::FromRow)]
pub struct WireRow {
    pub id: String,
    printer_id: PrinterId,
    document: PaperKind,
    area: String,
    sequence: i64,
    copy: i64,
    ticket: String,
    marks: String,
    opens_drawer: bool,
    created_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
}

impl WireRow {
    /// Returns roughly the size of the job in a message.
    pub fn bytes(&self) -> usize {
        self.ticket.len()
    }
    /// Converts the row to the job that agents read.
    pub fn into_job(self) -> Result<PrintJob> {
        let broken = || format!("print job {}", self.id);
        Ok(PrintJob {
            id: JobId(self.id.parse().with_context(broken)?),
            printer_id: comanda_ticket::wire::PrinterId(self.printer_id.0),
            document: self.document.into(),
            area: Some(self.area).filter(|area| !area.is_empty()),
            sequence: Some(self.sequence).filter(|n| *n > 0),
            created_at_ms: self.created_at.timestamp_millis(),
            expires_at_ms: self.expires_at.map(|at| at.timestamp_millis()),
            copy: u32::try_from(self.copy).unwrap_or(1),
            ticket: serde_json::from_str(&self.ticket).map_err(|e| anyhow::anyhow!("print job {}: {e}", self.id))?,
            open_drawer: self.opens_drawer,
            marks: serde_json::from_str(&self.marks).map_err(|e| anyhow::anyhow!("print job {}: {e}", self.id))?,
            logo: None,
        })
    }
}

/// Lists the oldest jobs that wait for an agent and that it does not hold, including offers without an answer since `offered_before`.
pub async fn list_waiting(
    tx: &mut Tx,
    agent: AgentId,
    held: Vec<String>,
    (now, offered_before): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> db::Result<Vec<WireRow>> {
    let sql = Sql::new(
        "SELECT id, printer_id, document, area, sequence, copy, ticket, marks, opens_drawer, created_at, expires_at
         FROM print_jobs WHERE agent_id = $1 AND finished_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
         AND (state = 'PENDING' OR (state = 'OFFERED' AND offered_at <= $3))",
    )
    .bind(agent)
    .bind(now)
    .bind(offered_before)
    .list("AND id NOT IN (?)", held)
    .add("ORDER BY created_at, id")
    .with("LIMIT ?", limit);
    tx.query(sql).for_update().all().await
}

/// A job that an agent should have.
#[derive(Debug, comanda_from_row::FromRow)]
pub struct UnfinishedJob {
    pub id: String,
    pub state: JobState,
    pub command: Option<AgentCommand>,
    pub changed_at: DateTime<Utc>,
}

/// Lists an agent's unfinished jobs.
pub async fn list_unfinished(tx: &mut Tx, agent: AgentId) -> db::Result<Vec<UnfinishedJob>> {
    tx.query(
        "SELECT id, state, command, changed_at FROM print_jobs WHERE agent_id = $1 AND finished_at IS NULL
             ORDER BY created_at LIMIT $2",
    )
    .bind(agent)
    .bind(MAX_UNFINISHED)
    .for_update()
    .all()
    .await
}

/// Whether an agent has no unfinished jobs and was seen since `seen_since`.
pub async fn has_no_jobs(tx: &mut Tx, agent: AgentId, seen_since: DateTime<Utc>) -> db::Result<bool> {
    tx.query(
        "SELECT COUNT(*) > 0 FROM print_agents a WHERE a.id = $1 AND a.last_seen_at >= $2
         AND NOT EXISTS (SELECT 1 FROM print_jobs j WHERE j.agent_id = a.id AND j.finished_at IS NULL)",
    )
    .bind(agent)
    .bind(seen_since)
    .scalar()
    .await
}

/// Lists the decisions about an agent's jobs since then that its reports do not show yet.
pub async fn list_commands(tx: &mut Tx, agent: AgentId, since: DateTime<Utc>) -> db::Result<Vec<JobCommand>> {
    let rows: Vec<(String, AgentCommand)> = tx
        .query(
            "SELECT id, command FROM print_jobs WHERE agent_id = $1 AND command IS NOT NULL AND changed_at > $2
             ORDER BY created_at LIMIT 200",
        )
        .bind(agent)
        .bind(since)
        .all()
        .await?;
    let read = |(id, command): (String, AgentCommand)| {
        Some(JobCommand { id: JobId(id.parse().ok()?), command: command.into() })
    };
    Ok(rows.into_iter().filter_map(read).collect())
}

/// Puts an agent's unanswered offers back to waiting.
pub async fn withdraw_offers(tx: &mut Tx, agent: AgentId, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query(
        "UPDATE print_jobs SET state = 'PENDING', changed_at = $1
         WHERE agent_id = $2 AND finished_at IS NULL AND state = 'OFFERED'",
    )
    .bind(now)
    .bind(agent)
    .run()
    .await
}

/// Puts a job back to waiting if this user may see it and it is not at its agent.
pub async fn offer_again(tx: &mut Tx, actor: &Actor, id: uuid::Uuid, now: DateTime<Utc>) -> db::Result<u64> {
    let sql = Sql::new(
        "UPDATE print_jobs AS j SET state = 'PENDING', changed_at = $1
             WHERE j.id = $2 AND j.finished_at IS NULL AND j.state IN ('PENDING', 'OFFERED')",
    );
    tx.query(add_visibility(sql.bind(now).bind(id.to_string()), actor)).run().await
}

/// Returns those of an agent's jobs that were not known to be at it.
pub async fn find_not_spooled(
    tx: &mut Tx,
    agent: AgentId,
    ids: impl IntoIterator<Item = String>,
) -> db::Result<Vec<String>> {
    let sql = Sql::new("SELECT id FROM print_jobs WHERE agent_id = $1 AND state IN ('PENDING', 'OFFERED')")
        .bind(agent)
        .list("AND id IN (?)", ids);
    let found: Vec<(String,)> = tx.query(sql).for_update().all().await?;
    Ok(found.into_iter().map(|row| row.0).collect())
}

/// A job on which its agent reports.
#[derive(Debug, comanda_from_row::FromRow)]
pub struct ReportedJob {
    pub printer_id: PrinterId,
    pub state: JobState,
    pub command: Option<AgentCommand>,
    handover_at: Option<DateTime<Utc>>,
}

impl ReportedJob {
    /// Whether its agent was asked to give it back for a stand-in, and nobody decided otherwise since.
    pub fn is_asked_back(&self) -> bool {
        !self.state.is_finished() && self.handover_at.is_some() && self.command == Some(AgentCommand::Cancel)
    }
}

/// Locks and finds one of an agent's jobs, to be changed by a report.
pub async fn find_reported(tx: &mut Tx, agent: AgentId, id: &str) -> db::Result<Option<ReportedJob>> {
    tx.query("SELECT printer_id, state, command, handover_at FROM print_jobs WHERE id = $1 AND agent_id = $2")
        .bind(id)
        .bind(agent)
        .for_update()
        .maybe()
        .await
}

/// A job without an answer or report in time.
#[derive(Debug, comanda_from_row::FromRow)]
pub struct OverdueJob {
    pub id: String,
    /// Whether it has expired.
    pub late: bool,
}

const OVERDUE: &str = "SELECT id, COALESCE(expires_at <= $1, FALSE) AS late FROM print_jobs
               WHERE finished_at IS NULL AND ((state = 'OFFERED' AND offered_at <= $2) OR (state IN ('PENDING', 'OFFERED') AND expires_at <= $1))
               ORDER BY created_at LIMIT 500";

/// Lists offers without an answer, and expired jobs.
pub async fn list_overdue(
    tx: &mut Tx,
    now: DateTime<Utc>,
    offered_before: DateTime<Utc>,
) -> db::Result<Vec<OverdueJob>> {
    tx.query(OVERDUE).bind(now).bind(offered_before).all().await
}

/// Locks and lists offers without an answer, and expired jobs.
pub async fn lock_overdue(
    tx: &mut Tx,
    now: DateTime<Utc>,
    offered_before: DateTime<Utc>,
) -> db::Result<Vec<OverdueJob>> {
    tx.query(OVERDUE).bind(now).bind(offered_before).for_update().all().await
}
