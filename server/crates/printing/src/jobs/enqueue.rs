//! Writes print jobs in the transaction of the record that they print; a unique key makes a second job of the same paper impossible.

use super::{
    store::{self, JobRow},
    visible_store::event_room,
};
use crate::{state::JobState, words::PaperKind};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, not_found},
    ids::{AgentId, CycleId, PrinterId, RequestId, UserId},
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
    /// The agent of the printer, where it is known: only this one is woken. If the printer was given to another agent at this very moment,
    /// that agent finds the job with its next pull, within ten seconds.
    pub agent_id: Option<AgentId>,
    pub document: Kind,
    /// The record that it prints: `command:12`, `billing:7`; with document, area, sequence, printer and copy it is unique.
    pub source: String,
    /// The area's name as printed; empty outside the kitchen.
    pub area: String,
    /// The area's consecutive number; 0 outside the kitchen.
    pub sequence: i64,
    pub copy: i64,
    pub client_request_id: Option<RequestId>,
    pub cycle_id: Option<CycleId>,
    pub ticket: Ticket,
    pub opens_drawer: bool,
    pub marks: Vec<Mark>,
    /// Whether the paper shows the expected amount of an open cycle, which those who count it blind must not know.
    pub tells_expected: bool,
    /// The job of the same paper at its own printer, where this one is for its stand-in.
    pub moved_from: Option<String>,
}

impl NewJob {
    /// Builds a first copy without marks.
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
            moved_from: None,
        }
    }
}

/// Returns how long a paper is worth printing: 15 minutes in the kitchen, ten seconds for the drawer, otherwise a day.
fn lifetime(document: Kind) -> Duration {
    match document {
        Kind::Command | Kind::Cancellation | Kind::TableChange | Kind::Reprint => Duration::minutes(15),
        Kind::Drawer => Duration::seconds(10),
        _ => Duration::hours(24),
    }
}

/// Whether a ticket can be printed: one longer than thirty metres is a mistake, and would hold up the others.
pub fn is_printable(ticket: &Ticket) -> Result<bool> {
    Ok(serde_json::to_string(ticket).map_err(anyhow::Error::from)?.len() <= MAX_TICKET_BYTES)
}

/// Writes a job, has the agents woken after the commit, and returns its id. A virtual printer without an agent needs nobody to print: its
/// paper is the page that shows it. A job that is too large is stored as not printed, with its reason: it is shown among the papers that
/// wait for a decision, and raises an alarm like any other that the kitchen did not get.
pub async fn enqueue(work: &mut Work<'_>, new: NewJob) -> Result<String> {
    let row = build_row(&new, Some(work.actor.user_id), work.now)?;
    let (id, rings) = (row.id.clone(), row.rings);
    if work.query(store::insert_jobs(vec![row])).run().await? == 0 {
        return not_found("la impresora").err();
    }
    notify(work, &new, &id, rings);
    Ok(id)
}

/// Writes several jobs with one statement, for printers that were read in this transaction: if one of them was deleted since, the
/// transaction is run again.
pub async fn enqueue_all(work: &mut Work<'_>, jobs: &[NewJob]) -> Result<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    let rows = jobs.iter().map(|new| build_row(new, Some(work.actor.user_id), work.now)).collect::<Result<Vec<_>>>()?;
    let created: Vec<(String, bool)> = rows.iter().map(|row| (row.id.clone(), row.rings)).collect();
    work.query(store::insert_jobs(rows)).run_later_expecting(jobs.len() as u64).await?;
    for (new, (id, rings)) in jobs.iter().zip(&created) {
        notify(work, new, id, *rings);
    }
    Ok(())
}

fn notify(work: &mut Work<'_>, new: &NewJob, id: &str, rings: bool) {
    let ids = json!({"job_id": id, "printer_id": new.printer_id, "client_request_id": new.client_request_id, "state": JobState::Pending});
    work.add_event(event_room(PaperKind::from(new.document)), EventKind::JobChanged, ids);
    if rings {
        work.add_event(Room::Printing, EventKind::AlarmChanged, json!({}));
    }
    work.wakes_agents.add(new.agent_id);
}

/// Builds the row of a job that this user causes; `None` for papers of the server's own.
pub(super) fn build_row(new: &NewJob, by: Option<UserId>, now: DateTime<Utc>) -> Result<JobRow<'_>> {
    let ticket = serde_json::to_string(&new.ticket).map_err(anyhow::Error::from)?;
    let refused = ticket.len() > MAX_TICKET_BYTES;
    Ok(JobRow {
        id: uuid::Uuid::now_v7().to_string(),
        new,
        ticket,
        marks: serde_json::to_string(&new.marks).map_err(anyhow::Error::from)?,
        by,
        at: now,
        expires_at: now + lifetime(new.document),
        refused,
        rings: refused && PaperKind::from(new.document).is_for_kitchen(),
    })
}

/// Returns the number of copies of a paper so far.
pub async fn count_copies(tx: &mut Tx, source: &str) -> Result<i64> {
    Ok(store::find_last_copy(tx, source).await?)
}
