//! A print job, written in the transaction of what it prints; its unique key makes a second job of the same paper impossible.

use super::{
    store::{self, JobRow},
    visible_store::room_of,
};
use crate::{state::JobState, words::PaperKind};
use chrono::Duration;
use comanda_base::{
    db::Tx,
    error::{Result, not_found},
    ids::{AgentId, CycleId, PrinterId, RequestId},
};
use comanda_platform::{
    realtime::{EventKind, Room},
    use_case::Work,
};
use comanda_ticket::{
    Kind, Ticket,
    wire::{MAX_TICKET_BYTES, Mark},
};
use serde_json::json;

/// A paper to be printed.
#[derive(Debug, Clone)]
pub struct NewJob {
    pub printer_id: PrinterId,
    /// The agent of the printer, where it is known: only that one is woken. Where the printer has gone to another agent in that very
    /// moment, that one finds the job when it asks by itself, within ten seconds.
    pub agent_id: Option<AgentId>,
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
    /// It says what an open cycle should hold, which whoever counts it blind may not know.
    pub tells_expected: bool,
}

impl NewJob {
    /// A first copy without marks.
    pub fn new(printer_id: PrinterId, document: Kind, source: impl Into<String>, ticket: Ticket) -> Self {
        Self {
            printer_id,
            agent_id: None,
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
            tells_expected: false,
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

/// Whether a ticket can be printed at all: what is longer than thirty metres is a mistake, and would only hold up the others.
pub fn is_printable(ticket: &Ticket) -> Result<bool> {
    Ok(serde_json::to_string(ticket).map_err(anyhow::Error::from)?.len() <= MAX_TICKET_BYTES)
}

/// Writes the job and lets the agents be woken after the commit; gives its id. A virtual printer without an agent needs nobody to
/// print: its paper is the page that shows it. One that is too large is kept as not printed, with its reason: it is shown where papers
/// wait for a decision, and rings like any other that the kitchen did not get.
pub async fn enqueue(work: &mut Work<'_>, new: NewJob) -> Result<String> {
    let row = row(work, &new)?;
    let (id, rings) = (row.id.clone(), row.rings);
    if work.query(store::insert(vec![row])).run().await? == 0 {
        return not_found("la impresora").err();
    }
    tell(work, &new, &id, rings);
    Ok(id)
}

/// The same for several papers at once, in one statement, at printers that were read in this transaction: where one of them is gone
/// since then, the transaction is run again.
pub async fn enqueue_all(work: &mut Work<'_>, jobs: &[NewJob]) -> Result<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    let rows = jobs.iter().map(|new| row(work, new)).collect::<Result<Vec<_>>>()?;
    let told: Vec<(String, bool)> = rows.iter().map(|row| (row.id.clone(), row.rings)).collect();
    work.query(store::insert(rows)).run_later_on(jobs.len() as u64).await?;
    for (new, (id, rings)) in jobs.iter().zip(&told) {
        tell(work, new, id, *rings);
    }
    Ok(())
}

fn tell(work: &mut Work<'_>, new: &NewJob, id: &str, rings: bool) {
    let ids = json!({"job_id": id, "printer_id": new.printer_id, "client_request_id": new.client_request_id, "state": JobState::Pending});
    work.tell(room_of(PaperKind::from(new.document)), EventKind::JobChanged, ids);
    if rings {
        work.tell(Room::Printing, EventKind::AlarmChanged, json!({}));
    }
    work.wakes_agents.add(new.agent_id);
}

fn row<'j>(work: &Work<'_>, new: &'j NewJob) -> Result<JobRow<'j>> {
    let ticket = serde_json::to_string(&new.ticket).map_err(anyhow::Error::from)?;
    let refused = ticket.len() > MAX_TICKET_BYTES;
    Ok(JobRow {
        id: uuid::Uuid::now_v7().to_string(),
        new,
        ticket,
        marks: serde_json::to_string(&new.marks).map_err(anyhow::Error::from)?,
        by: work.actor.user_id,
        at: work.now,
        expires_at: work.now + lifetime(new.document),
        refused,
        rings: refused && PaperKind::from(new.document).is_for_kitchen(),
    })
}

/// How many copies of a paper were asked for so far.
pub async fn copies(tx: &mut Tx, source: &str) -> Result<i64> {
    Ok(store::last_copy(tx, source).await?)
}
