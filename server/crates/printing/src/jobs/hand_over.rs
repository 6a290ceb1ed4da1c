//! Hands a job over to the stand-in of a printer that cannot print, as a new job headed by whose paper it is. The server does it by itself
//! (`handover`); what a person sends elsewhere is `reroute`.

use super::{
    NewJob,
    decide::JobToDecide,
    enqueue::build_row,
    store::{self, JobChange},
};
use crate::{
    state::JobState,
    words::{AgentCommand, JobReason, PrinterState},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{AgentId, PrinterId},
};
use comanda_ticket::wire::Reason;

/// Where a job goes, and what its paper says of where it comes from.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct Destination {
    pub printer_id: PrinterId,
    /// The agent of that printer.
    pub agent_id: Option<AgentId>,
    /// The name of the printer that cannot print.
    pub name: String,
    /// The last state of that printer that its agent reported.
    pub state: PrinterState,
}

/// How a job is known at its agent when it is handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handover {
    /// No agent has it, or it was given back: this is the only paper.
    Only,
    /// It was given back, and a part of it may be on paper.
    GivenBackInDoubt,
    /// Its agent may still print it: the paper is marked, and the agent is told to cancel its own.
    InDoubt,
}

/// Locks a job that is not finished; `None` if it is finished by now.
pub async fn lock_job(tx: &mut Tx, id: &str) -> Result<Option<JobToDecide>> {
    Ok(store::lock_unfinished(tx, id).await?)
}

/// Hands a locked job over, and returns what changed. Its copy at the printer itself, where the stand-in was taken away meanwhile, says
/// nothing of another place.
pub async fn hand_over(
    tx: &mut Tx,
    job: &JobToDecide,
    to: &Destination,
    how: Handover,
    now: DateTime<Utc>,
) -> Result<Vec<JobChange>> {
    let ticket = job.ticket()?;
    let ticket = match to.printer_id == job.printer_id {
        true => ticket,
        false => ticket.marked_for(&to.name, &job.area, why_out(job, to.state)),
    };
    let ticket = if how == Handover::Only { ticket } else { ticket.marked_at_both_ends("POSIBLE DUPLICADO") };
    let mut new: NewJob = job.copy_for(to.printer_id, ticket);
    new.copy = store::find_last_copy_at(tx, job, to.printer_id).await? + 1;
    new.marks = job.marks()?;
    new.moved_from = Some(job.id.clone());
    let command = (how == Handover::InDoubt).then_some(AgentCommand::Cancel);
    store::set_handed_over(tx, &job.id, to.printer_id, command, now).await?;
    let mut changes = store::set_state(tx, JobState::Rerouted, vec![job.id.clone()], now).await?;
    let row = build_row(&new, job.created_by, now)?;
    let id = row.id.clone();
    tx.query(store::insert_jobs(vec![row])).run().await?;
    changes.push(store::find_change(tx, &id).await.or_not_found("el documento")?);
    Ok(changes)
}

/// Returns why the printer does not print: as its agent said of this job, or of the printer.
fn why_out(job: &JobToDecide, state: PrinterState) -> Option<Reason> {
    match (job.reason(), state) {
        (Some(JobReason::PaperOut), _) | (_, PrinterState::PaperOut) => Some(Reason::PaperOut),
        (Some(JobReason::CoverOpen), _) | (_, PrinterState::CoverOpen) => Some(Reason::CoverOpen),
        (Some(JobReason::Error), _) | (_, PrinterState::Error) => Some(Reason::Error),
        _ => None,
    }
}
