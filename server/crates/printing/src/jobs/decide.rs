//! What people decide about a job: print a late one after all, give one up, print one again, confirm that one is on paper. What is at
//! its agent is decided there: the agent gets a command, and its report is what changes the state.

use super::{
    NewJob,
    store::{self, JobChange},
};
use crate::{
    printers, routing,
    state::JobState,
    words::{JobReason, PaperKind},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Code, OrNotFound, Refusal, Result, not_found, refuse},
    ids::{AgentId, CycleId, PrinterId, RequestId},
};
use comanda_platform::{
    audit::{self, Entry},
    realtime::Wakes,
    use_case::{Action, Work, not_permitted},
};
use comanda_ticket::{
    Ticket,
    wire::{Command, JobCommand, JobId, Mark},
};
use serde_json::json;

/// A job as far as decisions about it need it.
#[derive(Debug, comanda_from_row::FromRow)]
pub struct JobToDecide {
    pub id: String,
    pub printer_id: PrinterId,
    pub agent_id: Option<AgentId>,
    pub document: PaperKind,
    pub source: String,
    pub area: String,
    pub sequence: i64,
    client_request_id: Option<RequestId>,
    cycle_id: Option<CycleId>,
    tells_expected: bool,
    ticket: String,
    pub state: JobState,
    reason: Option<JobReason>,
    marks: String,
    spooled_at: Option<DateTime<Utc>>,
    changed_at: DateTime<Utc>,
}

/// What came of a decision.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The job that will print: the same, or a new one.
    pub job_id: String,
    /// To be sent to its agent after the commit.
    pub command: Option<(AgentId, JobCommand)>,
}

/// What somebody decides about a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobDecision {
    Release,
    Cancel,
    Reprint,
    /// It did print: somebody saw the paper.
    Confirm,
    Reroute(PrinterId),
}

/// Does what somebody decided.
pub async fn decide(work: &mut Work<'_>, id: &str, wish: JobDecision) -> Result<Outcome> {
    let job = open(work, id).await?;
    match wish {
        JobDecision::Release => release(work, &job).await,
        JobDecision::Cancel => cancel(work, &job).await,
        JobDecision::Reprint => reprint(work, &job).await,
        JobDecision::Confirm => confirm(work, &job).await,
        JobDecision::Reroute(to) => super::reroute::reroute(work, &job, to).await,
    }
}

/// Prints an expired job after all, marked ATRASADO.
async fn release(work: &mut Work<'_>, job: &JobToDecide) -> Result<Outcome> {
    if job.state != JobState::Expired {
        return cannot("Solo se libera un documento que venció sin imprimirse.", job).err();
    }
    job.must_be_printable()?;
    log(work, job, "PRINT_JOB_RELEASED").await?;
    if let (Some(agent), Some(_)) = (job.agent_id, job.spooled_at) {
        return tell_agent(work, job, agent, Command::Release).await;
    }
    let marks = serde_json::to_string(&marked(job.marks()?, Mark::Atrasado)).map_err(anyhow::Error::from)?;
    store::hand_over(work.tx, &job.id, marks).await?;
    transition_to(work, job, JobState::Pending).await
}

/// Gives a job up.
async fn cancel(work: &mut Work<'_>, job: &JobToDecide) -> Result<Outcome> {
    if matches!(job.state, JobState::Done | JobState::Rerouted | JobState::Cancelled | JobState::Printing) {
        return cannot("Ya se está imprimiendo o ya terminó.", job).err();
    }
    log(work, job, "PRINT_JOB_CANCELLED").await?;
    match job.agent_id {
        Some(agent) if job.state == JobState::Offered => {
            let told = tell_agent(work, job, agent, Command::Cancel).await?;
            transition_to(work, job, JobState::Cancelled).await?;
            Ok(told)
        }
        Some(agent) if job.spooled_at.is_some() => tell_agent(work, job, agent, Command::Cancel).await,
        _ => transition_to(work, job, JobState::Cancelled).await,
    }
}

/// Prints a job again: one of which nobody knows whether it printed at its agent, marked POSIBLE DUPLICADO; any other as a new job
/// marked REIMPRESIÓN.
async fn reprint(work: &mut Work<'_>, job: &JobToDecide) -> Result<Outcome> {
    let goes = job.state.is_finished() || job.state == JobState::Uncertain;
    if !goes || job.document == PaperKind::Drawer {
        return cannot("Todavía está en cola. Espera a que termine o cancélalo.", job).err();
    }
    job.must_be_printable()?;
    if job.document == PaperKind::Cash && work.actor.agent_id.is_some() {
        // Nobody is signed in there who could be asked whose cycle it is.
        return cannot("Un papel de caja se reimprime desde la pantalla Impresoras.", job).err();
    }
    log(work, job, "PRINT_JOB_REPRINTED").await?;
    match (job.state, job.agent_id) {
        (JobState::Uncertain, Some(agent)) => tell_agent(work, job, agent, Command::ReprintConfirmed).await,
        _ => copy(work, job).await,
    }
}

/// Takes a person's word that a job of which nobody knows whether it printed is on paper.
async fn confirm(work: &mut Work<'_>, job: &JobToDecide) -> Result<Outcome> {
    if job.state != JobState::Uncertain {
        return cannot("Solo se confirma un documento que no se sabe si salió.", job).err();
    }
    log(work, job, "PRINT_JOB_CONFIRMED").await?;
    let told = match job.agent_id {
        Some(agent) => tell_agent(work, job, agent, Command::Cancel).await?.command,
        None => None,
    };
    store::set_seen_by_person(work.tx, &job.id).await?;
    transition_to(work, job, JobState::Done).await?;
    Ok(Outcome { job_id: job.id.clone(), command: told })
}

async fn open(work: &mut Work<'_>, id: &str) -> Result<JobToDecide> {
    let job: JobToDecide = store::to_decide(work.tx, work.actor, id).await.or_not_found("el documento")?;
    if let Some(agent) = work.actor.agent_id {
        // What is another agent's is not there.
        let own = job.agent_id == Some(agent) || printers::agent_of(work.tx, job.printer_id).await? == Some(agent);
        return if own { Ok(job) } else { not_found("el documento").err() };
    }
    if !may(work, job.printer_id).await? {
        return not_permitted().err();
    }
    Ok(job)
}

/// The office decides about all jobs, a cashier about those of the printer of their own cash box.
async fn may(work: &mut Work<'_>, printer: PrinterId) -> Result<bool> {
    if work.actor.may(Action::ReleaseJobs) {
        return Ok(true);
    }
    let own = routing::cash_printer(work.tx, work.actor.cashbox_id, work.actor.user_id).await?;
    Ok(work.actor.may(Action::OwnJobs) && own.is_some_and(|p| p.id == printer))
}

pub(super) fn cannot(text: &str, job: &JobToDecide) -> Refusal {
    refuse(Code::Conflict, text).current(json!({"id": job.id, "state": job.state}))
}

impl JobToDecide {
    /// The cycle whose expected amounts it tells.
    pub(super) fn tells_of(&self) -> Option<CycleId> {
        self.cycle_id.filter(|_| self.tells_expected)
    }
    /// Nothing was heard of it since.
    pub(super) fn is_silent_since(&self, at: DateTime<Utc>) -> bool {
        self.changed_at <= at
    }
    /// Its agent had it on its disk.
    pub(super) fn was_spooled(&self) -> bool {
        self.spooled_at.is_some()
    }
    /// What is too large for one printer is so for all.
    pub(super) fn must_be_printable(&self) -> Result<()> {
        if self.reason == Some(JobReason::TooLarge) {
            let text = "Es más largo de lo que una impresora acepta. Descártalo, y envía el pedido en partes.";
            return cannot(text, self).err();
        }
        Ok(())
    }
    pub(super) fn ticket(&self) -> Result<Ticket> {
        Ok(serde_json::from_str(&self.ticket).map_err(anyhow::Error::from)?)
    }
    pub(super) fn marks(&self) -> Result<Vec<Mark>> {
        Ok(serde_json::from_str(&self.marks).map_err(anyhow::Error::from)?)
    }
    /// The same paper as a new job at a printer.
    pub(super) fn again_at(&self, printer: PrinterId, ticket: Ticket) -> NewJob {
        let mut new = NewJob::new(printer, self.document.into(), self.source.clone(), ticket);
        new.area.clone_from(&self.area);
        new.sequence = self.sequence;
        new.client_request_id = self.client_request_id;
        new.cycle_id = self.cycle_id;
        new.tells_expected = self.tells_expected;
        new
    }
}

pub(super) async fn transition_to(work: &mut Work<'_>, job: &JobToDecide, to: JobState) -> Result<Outcome> {
    let changes: Vec<JobChange> = store::set_state(work.tx, to, vec![job.id.clone()], work.now).await?;
    work.events.extend(store::events(&changes));
    if to == JobState::Pending {
        work.wakes_agents = Wakes::All;
    }
    Ok(Outcome { job_id: job.id.clone(), command: None })
}

pub(super) async fn tell_agent(
    work: &mut Work<'_>,
    job: &JobToDecide,
    agent: AgentId,
    command: Command,
) -> Result<Outcome> {
    store::set_command(work.tx, &job.id, command.into(), work.now).await?;
    work.wakes_agents.add(Some(agent));
    let id = JobId(job.id.parse().map_err(anyhow::Error::from)?);
    Ok(Outcome { job_id: job.id.clone(), command: Some((agent, JobCommand { id, command })) })
}

/// A further copy of the same paper; what stood still for it is decided with that.
async fn copy(work: &mut Work<'_>, job: &JobToDecide) -> Result<Outcome> {
    let mut new = job.again_at(job.printer_id, job.ticket()?);
    new.copy = store::last_copy_at(work.tx, job, job.printer_id).await? + 1;
    new.marks = vec![Mark::Reimpresion];
    if matches!(job.state, JobState::Uncertain | JobState::Expired) {
        transition_to(work, job, JobState::Cancelled).await?;
    }
    Ok(Outcome { job_id: super::enqueue(work, new).await?, command: None })
}

/// The marks with one more.
pub(super) fn marked(mut marks: Vec<Mark>, mark: Mark) -> Vec<Mark> {
    if !marks.contains(&mark) {
        marks.push(mark);
    }
    marks
}

pub(super) async fn log(work: &mut Work<'_>, job: &JobToDecide, action: &'static str) -> Result<()> {
    let shown = json!({"print_job_id": job.id, "document": job.document, "source": job.source, "state": job.state});
    let mut entry = Entry::new(action).entity("printer", job.printer_id.0).change(Some(shown), None);
    if let Some(request) = job.client_request_id {
        entry = entry.request(request);
    }
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
