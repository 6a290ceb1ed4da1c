//! People's decisions about a job: print an expired one after all, cancel, print again, confirm that one was printed. For a job that
//! is at its agent the agent gets a command, and its report is what changes the state.

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
    ids::{AgentId, CycleId, PrinterId, RequestId, UserId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::WokenAgents,
    use_case::{Action, Work, not_permitted_refusal},
};
use comanda_ticket::{
    Ticket,
    wire::{Command, JobCommand, JobId, Mark},
};
use serde_json::json;

/// A job with what decisions need of it.
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
    /// How often it was sent to an agent.
    attempts: i64,
    /// Whether its agent marked it as a possible duplicate.
    duplicate: bool,
    pub created_by: Option<UserId>,
    changed_at: DateTime<Utc>,
}

/// The result of a decision.
#[derive(Debug, Default)]
pub struct DecisionOutcome {
    /// The job that will print: the same, or a new one.
    pub job_id: String,
    /// The command to be sent to the agent after the commit.
    pub command: Option<(AgentId, JobCommand)>,
}

/// A decision about a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobDecision {
    Release,
    Cancel,
    Reprint,
    /// The job was printed: somebody saw the paper.
    Confirm,
    Reroute(PrinterId),
}

/// Carries out a decision of a person about a job.
pub async fn apply_decision(work: &mut Work<'_>, id: &str, wish: JobDecision) -> Result<DecisionOutcome> {
    let job = load_decidable(work, id).await?;
    match wish {
        JobDecision::Release => release(work, &job).await,
        JobDecision::Cancel => cancel(work, &job).await,
        JobDecision::Reprint => reprint(work, &job).await,
        JobDecision::Confirm => confirm(work, &job).await,
        JobDecision::Reroute(printer) => super::reroute::reroute_job(work, &job, printer).await,
    }
}

/// Prints an expired job after all, marked ATRASADO.
async fn release(work: &mut Work<'_>, job: &JobToDecide) -> Result<DecisionOutcome> {
    if job.state != JobState::Expired {
        return conflict_refusal("Solo se libera un documento que venció sin imprimirse.", job).err();
    }
    job.check_printable()?;
    log_decision(work, job, "PRINT_JOB_RELEASED").await?;
    if let (Some(agent), true) = (job.agent_id, job.was_spooled()) {
        return command_agent(work, job, agent, Command::Release).await;
    }
    let marks = serde_json::to_string(&with_mark(job.marks()?, Mark::Atrasado)).map_err(anyhow::Error::from)?;
    store::assign_to_current_agent(work.tx, &job.id, marks).await?;
    transition_to(work, job, JobState::Pending).await
}

/// Cancels a job.
async fn cancel(work: &mut Work<'_>, job: &JobToDecide) -> Result<DecisionOutcome> {
    if matches!(job.state, JobState::Done | JobState::Rerouted | JobState::Cancelled | JobState::Printing) {
        return conflict_refusal("Ya se está imprimiendo o ya terminó.", job).err();
    }
    log_decision(work, job, "PRINT_JOB_CANCELLED").await?;
    match job.agent_id {
        Some(agent) if job.state == JobState::Offered => {
            let outcome = command_agent(work, job, agent, Command::Cancel).await?;
            transition_to(work, job, JobState::Cancelled).await?;
            Ok(outcome)
        }
        Some(agent) if job.was_spooled() => command_agent(work, job, agent, Command::Cancel).await,
        _ => transition_to(work, job, JobState::Cancelled).await,
    }
}

/// Prints a job again: an uncertain one at its agent, marked POSIBLE DUPLICADO; any other as a new job marked REIMPRESIÓN.
async fn reprint(work: &mut Work<'_>, job: &JobToDecide) -> Result<DecisionOutcome> {
    let goes = job.state.is_finished() || job.state == JobState::Uncertain;
    if !goes || job.document == PaperKind::Drawer {
        return conflict_refusal("Todavía está en cola. Espera a que termine o cancélalo.", job).err();
    }
    job.check_printable()?;
    if job.document == PaperKind::Cash && work.actor.agent_id.is_some() {
        // An agent has no signed-in user whose cycle could be checked.
        return conflict_refusal("Un papel de caja se reimprime desde la pantalla Impresoras.", job).err();
    }
    log_decision(work, job, "PRINT_JOB_REPRINTED").await?;
    match (job.state, job.agent_id) {
        (JobState::Uncertain, Some(agent)) => command_agent(work, job, agent, Command::ReprintConfirmed).await,
        _ => print_copy(work, job).await,
    }
}

/// Records that somebody saw the paper of an uncertain job.
async fn confirm(work: &mut Work<'_>, job: &JobToDecide) -> Result<DecisionOutcome> {
    if job.state != JobState::Uncertain {
        return conflict_refusal("Solo se confirma un documento que no se sabe si salió.", job).err();
    }
    log_decision(work, job, "PRINT_JOB_CONFIRMED").await?;
    let command = match job.agent_id {
        Some(agent) => command_agent(work, job, agent, Command::Cancel).await?.command,
        None => None,
    };
    store::set_seen_by_person(work.tx, &job.id).await?;
    transition_to(work, job, JobState::Done).await?;
    Ok(DecisionOutcome { job_id: job.id.clone(), command })
}

async fn load_decidable(work: &mut Work<'_>, id: &str) -> Result<JobToDecide> {
    let job: JobToDecide = store::lock_decidable(work.tx, work.actor, id).await.or_not_found("el documento")?;
    if let Some(agent) = work.actor.agent_id {
        // A job of another agent does not exist for this one.
        let is_own = job.agent_id == Some(agent) || printers::find_agent(work.tx, job.printer_id).await? == Some(agent);
        return if is_own { Ok(job) } else { not_found("el documento").err() };
    }
    if !may_decide(work, job.printer_id).await? {
        return not_permitted_refusal().err();
    }
    Ok(job)
}

/// Whether the user may decide about jobs of a printer: the office about all, a cashier about those of the printer of their own cash box.
async fn may_decide(work: &mut Work<'_>, printer: PrinterId) -> Result<bool> {
    if work.actor.can_without_pin(Action::ReleaseJobs) {
        return Ok(true);
    }
    let cash_printer = routing::find_cash_printer(work.tx, work.actor.cashbox_id, work.actor.user_id).await?;
    Ok(work.actor.can_without_pin(Action::OwnJobs) && cash_printer.is_some_and(|p| p.id == printer))
}

pub(super) fn conflict_refusal(text: &str, job: &JobToDecide) -> Refusal {
    refuse(Code::Conflict, text).with_current(json!({"id": job.id, "state": job.state}))
}

impl JobToDecide {
    /// Returns the cycle whose expected amounts the paper shows.
    pub(super) fn expected_amount_cycle(&self) -> Option<CycleId> {
        self.cycle_id.filter(|_| self.tells_expected)
    }
    /// Whether the job has not changed since a moment.
    pub(super) fn is_silent_since(&self, at: DateTime<Utc>) -> bool {
        self.changed_at <= at
    }
    pub(super) fn reason(&self) -> Option<JobReason> {
        self.reason
    }
    /// Whether an agent may have it: it was sent once, and the answer that it arrived may have been lost.
    pub(super) fn may_be_at_agent(&self) -> bool {
        self.attempts > 0
    }
    /// Whether an agent said that it printed a part of it, or marked it as a possible duplicate.
    pub fn was_begun(&self) -> bool {
        self.duplicate || matches!(self.state, JobState::Printing | JobState::Uncertain)
    }
    /// Whether its agent had it on its disk.
    pub(super) fn was_spooled(&self) -> bool {
        self.spooled_at.is_some()
    }
    /// Refuses a job that is too large, which it is for every printer.
    pub(super) fn check_printable(&self) -> Result<()> {
        if self.reason == Some(JobReason::TooLarge) {
            let text = "Es más largo de lo que una impresora acepta. Descártalo, y envía el pedido en partes.";
            return conflict_refusal(text, self).err();
        }
        Ok(())
    }
    pub(super) fn ticket(&self) -> Result<Ticket> {
        Ok(serde_json::from_str(&self.ticket).map_err(anyhow::Error::from)?)
    }
    pub(super) fn marks(&self) -> Result<Vec<Mark>> {
        Ok(serde_json::from_str(&self.marks).map_err(anyhow::Error::from)?)
    }
    /// Builds a new job of the same paper at a printer.
    pub(super) fn copy_for(&self, printer: PrinterId, ticket: Ticket) -> NewJob {
        let mut new = NewJob::new(printer, self.document.into(), self.source.clone(), ticket);
        new.area.clone_from(&self.area);
        new.sequence = self.sequence;
        new.client_request_id = self.client_request_id;
        new.cycle_id = self.cycle_id;
        new.tells_expected = self.tells_expected;
        new
    }
}

pub(super) async fn transition_to(work: &mut Work<'_>, job: &JobToDecide, state: JobState) -> Result<DecisionOutcome> {
    let changes: Vec<JobChange> = store::set_state(work.tx, state, vec![job.id.clone()], work.now).await?;
    work.events.extend(store::change_events(&changes));
    if state == JobState::Pending {
        work.wakes_agents = WokenAgents::All;
    }
    Ok(DecisionOutcome { job_id: job.id.clone(), command: None })
}

pub(super) async fn command_agent(
    work: &mut Work<'_>,
    job: &JobToDecide,
    agent: AgentId,
    command: Command,
) -> Result<DecisionOutcome> {
    store::set_command(work.tx, &job.id, command.into(), work.now).await?;
    work.wakes_agents.add(Some(agent));
    let id = JobId(job.id.parse().map_err(anyhow::Error::from)?);
    Ok(DecisionOutcome { job_id: job.id.clone(), command: Some((agent, JobCommand { id, command })) })
}

/// Prints a further copy of the same paper; a job that waited for this decision is cancelled.
async fn print_copy(work: &mut Work<'_>, job: &JobToDecide) -> Result<DecisionOutcome> {
    let mut new = job.copy_for(job.printer_id, job.ticket()?);
    new.copy = store::find_last_copy_at(work.tx, job, job.printer_id).await? + 1;
    new.marks = vec![Mark::Reimpresion];
    if matches!(job.state, JobState::Uncertain | JobState::Expired) {
        transition_to(work, job, JobState::Cancelled).await?;
    }
    Ok(DecisionOutcome { job_id: super::enqueue(work, new).await?, command: None })
}

/// Adds a mark if it is not there yet.
pub(super) fn with_mark(mut marks: Vec<Mark>, mark: Mark) -> Vec<Mark> {
    if !marks.contains(&mark) {
        marks.push(mark);
    }
    marks
}

pub(super) async fn log_decision(work: &mut Work<'_>, job: &JobToDecide, action: &'static str) -> Result<()> {
    let shown = json!({"print_job_id": job.id, "document": job.document, "source": job.source, "state": job.state});
    let mut entry = AuditEntry::new(action).entity("printer", job.printer_id.0).change(Some(shown), None);
    if let Some(request) = job.client_request_id {
        entry = entry.request(request);
    }
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
