//! The steps of a job in `print_jobs`, for everybody who leads it further.

use super::visible::room_of;
use crate::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{AgentId, PrinterId, RequestId},
    printing::state::State,
    realtime::{Event, EventKind, Room},
};
use anyhow::Context;
use chrono::{DateTime, Utc};
use comanda_ticket::wire::{JobId, JobReport, PrintJob, Reason};
use serde_json::json;

/// A job that came further, for those who watch.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct JobChange {
    pub id: String,
    pub printer_id: PrinterId,
    pub client_request_id: Option<RequestId>,
    pub state: String,
    pub document: String,
    /// The tills were told that it is not confirmed.
    pub alarmed: bool,
}

/// What the browsers are told.
pub fn events(changes: &[JobChange]) -> Vec<Event> {
    let event = |c: &JobChange| Event {
        room: room_of(&c.document),
        kind: EventKind::JobChanged,
        ids: json!({"job_id": c.id, "printer_id": c.printer_id, "client_request_id": c.client_request_id, "state": c.state}),
    };
    let rings = changes.iter().any(|c| c.alarmed);
    let alarm = rings.then(|| Event { room: Room::Printing, kind: EventKind::AlarmChanged, ids: json!({}) });
    changes.iter().map(event).chain(alarm).collect()
}

/// Puts these jobs into a state that the caller found to be a step forward.
pub async fn set_state(tx: &mut Tx, to: State, ids: Vec<String>, now: DateTime<Utc>) -> db::Result<Vec<JobChange>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new(
        "UPDATE print_jobs SET state = $1, changed_at = $2, finished_at = $3,
                offered_at = CASE WHEN $1 = 'OFFERED' THEN $2 ELSE offered_at END,
                attempts = attempts + CASE WHEN $1 = 'OFFERED' THEN 1 ELSE 0 END,
                spooled_at = CASE WHEN $1 = 'SPOOLED' THEN $2 WHEN $1 = 'PENDING' THEN NULL ELSE spooled_at END",
    )
    .bind(to.name())
    .bind(now)
    .bind(to.is_finished().then_some(now))
    .list("WHERE id IN (?)", ids)
    .add("RETURNING id, printer_id, client_request_id, state, document, alarmed_at IS NOT NULL AS alarmed");
    tx.query(sql).all().await
}

/// Keeps what a report says besides the state. A stand-in counts only where it is the same agent's.
pub async fn set_outcome(
    tx: &mut Tx,
    id: &str,
    said: &JobReport,
    elsewhere: Option<PrinterId>,
    agent: AgentId,
) -> Result<()> {
    tx.query(
        "UPDATE print_jobs SET level = COALESCE($1, level), reason = $2, duplicate = (duplicate OR $3),
                printed_on_id = (SELECT p.id FROM printers p WHERE p.id = $4 AND p.agent_id = $5)
         WHERE id = $6",
    )
    .bind(said.level.map(wire_name).transpose()?)
    .bind(said.reason.map(wire_name).transpose()?)
    .bind(said.duplicate)
    .bind(elsewhere)
    .bind(agent)
    .bind(id)
    .run()
    .await?;
    Ok(())
}

/// The agent's report shows what a person had decided.
pub async fn forget_command(tx: &mut Tx, id: &str) -> db::Result<()> {
    tx.query("UPDATE print_jobs SET command = NULL WHERE id = $1").bind(id).run().await?;
    Ok(())
}

/// Whether a job's reason is that no agent takes so long a ticket: it was never offered.
pub fn is_too_large(reason: Option<&str>) -> bool {
    let read = reason.and_then(|reason| serde_json::from_value(reason.into()).ok());
    read == Some(Reason::TooLarge)
}

/// The text of an enum value on the wire: `L2`, `paper_out`, `COMMAND`.
pub fn wire_name<T: serde::Serialize>(value: T) -> Result<String> {
    match serde_json::to_value(value).map_err(anyhow::Error::from)? {
        serde_json::Value::String(name) => Ok(name),
        other => Err(anyhow::anyhow!("not a text on the wire: {other}").into()),
    }
}

/// A job on its way to its agent.
#[derive(Debug, sqlx::FromRow)]
pub struct WireRow {
    pub id: String,
    printer_id: PrinterId,
    document: String,
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
    /// Roughly what it weighs on its way.
    pub fn bytes(&self) -> usize {
        self.ticket.len()
    }
    /// As agents read it.
    pub fn read(self) -> Result<PrintJob> {
        let broken = || format!("print job {}", self.id);
        Ok(PrintJob {
            id: JobId(self.id.parse().with_context(broken)?),
            printer_id: comanda_ticket::wire::PrinterId(self.printer_id.0),
            document: serde_json::from_value(self.document.as_str().into()).with_context(broken)?,
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
