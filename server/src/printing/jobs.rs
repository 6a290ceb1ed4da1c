//! A print job, written in the transaction of what it prints; its unique key makes a second job of the same paper impossible.

use crate::{
    error::Result,
    http::Work,
    ids::{CycleId, PrinterId, RequestId},
};
use chrono::Duration;
use comanda_ticket::{Kind, Ticket, wire::Mark};

/// A paper to be printed.
#[derive(Debug, Clone)]
pub struct NewJob {
    pub printer_id: PrinterId,
    pub document: Kind,
    /// What it is of: `command:12`, `billing:7`; with document, area, sequence, printer and copy it is unique.
    pub source: String,
    /// Area's name as printed, empty outside the kitchen.
    pub area: String,
    /// The area's consecutive number, 0 outside the kitchen.
    pub sequence: i64,
    pub copy: i64,
    pub client_request_id: Option<RequestId>,
    pub cycle_id: Option<CycleId>,
    pub ticket: Ticket,
    pub opens_drawer: bool,
    pub marks: Vec<Mark>,
}

impl NewJob {
    /// A first copy without marks.
    pub fn new(printer_id: PrinterId, document: Kind, source: impl Into<String>, ticket: Ticket) -> Self {
        Self {
            printer_id,
            document,
            source: source.into(),
            area: String::new(),
            sequence: 0,
            copy: 1,
            client_request_id: None,
            cycle_id: None,
            ticket,
            opens_drawer: false,
            marks: Vec::new(),
        }
    }
}

/// Kitchen papers are worth nothing after 15 minutes, receipts after a day, an opened drawer after ten seconds.
fn lifetime(document: Kind) -> Duration {
    match document {
        Kind::Command | Kind::Cancellation | Kind::TableChange | Kind::Reprint => Duration::minutes(15),
        Kind::Drawer => Duration::seconds(10),
        _ => Duration::hours(24),
    }
}

/// Writes the job and lets the agents be woken after the commit; gives its id.
pub async fn enqueue(work: &mut Work<'_>, new: NewJob) -> Result<String> {
    let id = uuid::Uuid::now_v7().to_string();
    let (now, by) = (work.now, work.actor.user_id);
    let ticket = serde_json::to_string(&new.ticket).map_err(anyhow::Error::from)?;
    work.query(
        "INSERT INTO print_jobs (id, printer_id, agent_id, document, source, area, sequence, copy, client_request_id, cycle_id,
                                 ticket, marks, opens_drawer, created_by, created_at, expires_at)
         SELECT $1, p.id, p.agent_id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 FROM printers p WHERE p.id = $15",
    )
    .bind(id.as_str())
    .bind(name_of(&new.document)?)
    .bind(new.source)
    .bind(new.area)
    .bind(new.sequence)
    .bind(new.copy)
    .bind(new.client_request_id)
    .bind(new.cycle_id)
    .bind(ticket)
    .bind(serde_json::to_string(&new.marks).map_err(anyhow::Error::from)?)
    .bind(new.opens_drawer)
    .bind(by)
    .bind(now)
    .bind(now + lifetime(new.document))
    .bind(new.printer_id)
    .run()
    .await?;
    work.wakes_agents = true;
    Ok(id)
}

/// The wire name of a document kind (`COMMAND`).
fn name_of(kind: &Kind) -> Result<String> {
    match serde_json::to_value(kind).map_err(anyhow::Error::from)? {
        serde_json::Value::String(name) => Ok(name),
        other => Err(anyhow::anyhow!("document kind is not a text: {other}").into()),
    }
}
