//! What people decide about a job: print a late one after all, give one up, print one again, say that one is on paper. What is at its agent is decided there:
//! the agent is told, and its report is what changes the state.

use super::{
    NewJob,
    store::{self, JobChange, wire_name},
    visible::{CASH, visible},
};
use crate::{
    audit::{self, Entry},
    db::{Sql, Tx},
    error::{Code, OrNotFound, Refusal, Result, not_found, refuse},
    ids::{AgentId, CycleId, PrinterId, RequestId},
    printing::{printers, routing, state::State},
    use_case::{Action, Work, not_permitted},
};
use chrono::{DateTime, Utc};
use comanda_ticket::{
    Ticket,
    wire::{Command, JobCommand, JobId, Mark},
};
use serde_json::json;

#[derive(Debug, sqlx::FromRow)]
pub struct Decided {
    pub id: String,
    pub printer_id: PrinterId,
    pub agent_id: Option<AgentId>,
    document: String,
    source: String,
    area: String,
    sequence: i64,
    client_request_id: Option<RequestId>,
    cycle_id: Option<CycleId>,
    tells_expected: bool,
    ticket: String,
    state: String,
    reason: Option<String>,
    marks: String,
    spooled_at: Option<DateTime<Utc>>,
    changed_at: DateTime<Utc>,
}

/// What came of a decision.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The job that will print: the same, or a new one.
    pub job_id: String,
    /// To be said to its agent after the commit.
    pub command: Option<(AgentId, JobCommand)>,
}

/// What somebody wants to become of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    Release,
    Cancel,
    Reprint,
    /// It did print: somebody saw the paper.
    Confirm,
    Reroute(PrinterId),
}

/// Does what somebody decided.
pub async fn decide(work: &mut Work<'_>, id: &str, wish: Wish) -> Result<Outcome> {
    let job = open(work, id).await?;
    match wish {
        Wish::Release => release(work, &job).await,
        Wish::Cancel => cancel(work, &job).await,
        Wish::Reprint => reprint(work, &job).await,
        Wish::Confirm => confirm(work, &job).await,
        Wish::Reroute(to) => super::reroute::reroute(work, &job, to).await,
    }
}

/// Prints an expired job after all, marked ATRASADO.
async fn release(work: &mut Work<'_>, job: &Decided) -> Result<Outcome> {
    if job.state() != Some(State::Expired) {
        return cannot("Solo se libera un documento que venció sin imprimirse.", job).err();
    }
    job.must_be_printable()?;
    log(work, job, "PRINT_JOB_RELEASED").await?;
    if let (Some(agent), Some(_)) = (job.agent_id, job.spooled_at) {
        return tell_agent(work, job, agent, Command::Release).await;
    }
    let marks = serde_json::to_string(&marked(job.marks()?, Mark::Atrasado)).map_err(anyhow::Error::from)?;
    // It gets the printer's agent of today: the old one may be gone.
    let sql = "UPDATE print_jobs SET marks = $1, expires_at = NULL, command = NULL,
                      agent_id = (SELECT p.agent_id FROM printers p WHERE p.id = print_jobs.printer_id) WHERE id = $2";
    work.query(sql).bind(marks).bind(job.id.as_str()).run().await?;
    transition_to(work, job, State::Pending).await
}

/// Gives a job up.
async fn cancel(work: &mut Work<'_>, job: &Decided) -> Result<Outcome> {
    let Some(state) =
        job.state().filter(|s| !matches!(s, State::Done | State::Rerouted | State::Cancelled | State::Printing))
    else {
        return cannot("Ya se está imprimiendo o ya terminó.", job).err();
    };
    log(work, job, "PRINT_JOB_CANCELLED").await?;
    match job.agent_id {
        Some(agent) if state == State::Offered => {
            let told = tell_agent(work, job, agent, Command::Cancel).await?;
            transition_to(work, job, State::Cancelled).await?;
            Ok(told)
        }
        Some(agent) if job.spooled_at.is_some() => tell_agent(work, job, agent, Command::Cancel).await,
        _ => transition_to(work, job, State::Cancelled).await,
    }
}

/// Prints a job again: one of which nobody knows whether it printed at its agent, marked POSIBLE DUPLICADO; any other as a new job
/// marked REIMPRESIÓN.
async fn reprint(work: &mut Work<'_>, job: &Decided) -> Result<Outcome> {
    let state = job.state();
    let goes =
        matches!(state, Some(State::Done | State::Rerouted | State::Cancelled | State::Expired | State::Uncertain));
    if !goes || job.document == "DRAWER" {
        return cannot("Todavía está en cola. Espera a que termine o cancélalo.", job).err();
    }
    job.must_be_printable()?;
    if job.document == CASH && work.actor.agent_id.is_some() {
        // Nobody is signed in there who could be asked whose cycle it is.
        return cannot("Un papel de caja se reimprime desde la pantalla Impresoras.", job).err();
    }
    log(work, job, "PRINT_JOB_REPRINTED").await?;
    match (state, job.agent_id) {
        (Some(State::Uncertain), Some(agent)) => tell_agent(work, job, agent, Command::ReprintConfirmed).await,
        _ => copy(work, job).await,
    }
}

/// Takes a person's word that a job of which nobody knows whether it printed is on paper.
async fn confirm(work: &mut Work<'_>, job: &Decided) -> Result<Outcome> {
    if job.state() != Some(State::Uncertain) {
        return cannot("Solo se confirma un documento que no se sabe si salió.", job).err();
    }
    log(work, job, "PRINT_JOB_CONFIRMED").await?;
    let told = match job.agent_id {
        Some(agent) => tell_agent(work, job, agent, Command::Cancel).await?.command,
        None => None,
    };
    let sql = "UPDATE print_jobs SET level = NULL, reason = 'seen_by_person' WHERE id = $1";
    work.query(sql).bind(job.id.as_str()).run().await?;
    transition_to(work, job, State::Done).await?;
    Ok(Outcome { job_id: job.id.clone(), command: told })
}

async fn open(work: &mut Work<'_>, id: &str) -> Result<Decided> {
    let sql = Sql::new(
        "SELECT j.id, j.printer_id, j.agent_id, j.document, j.source, j.area, j.sequence, j.client_request_id, j.cycle_id,
                j.tells_expected, j.ticket, j.state, j.reason, j.marks, j.spooled_at, j.changed_at FROM print_jobs j",
    )
    .with("WHERE j.id = ?", id.to_owned());
    let job: Decided = work.query(visible(sql, work.actor)).for_update().maybe().await.or_not_found("el documento")?;
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

pub(super) fn cannot(text: &str, job: &Decided) -> Refusal {
    refuse(Code::Conflict, text).current(json!({"id": job.id, "state": job.state}))
}

impl Decided {
    pub(super) fn state(&self) -> Option<State> {
        State::read(&self.state)
    }
    pub(super) fn document(&self) -> &str {
        &self.document
    }
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
        if store::is_too_large(self.reason.as_deref()) {
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
    pub(super) fn again_at(&self, printer: PrinterId, ticket: Ticket) -> Result<NewJob> {
        let document = serde_json::from_value(self.document.as_str().into()).map_err(anyhow::Error::from)?;
        let mut new = NewJob::new(printer, document, self.source.clone(), ticket);
        new.area.clone_from(&self.area);
        new.sequence = self.sequence;
        new.client_request_id = self.client_request_id;
        new.cycle_id = self.cycle_id;
        new.tells_expected = self.tells_expected;
        Ok(new)
    }
}

pub(super) async fn transition_to(work: &mut Work<'_>, job: &Decided, to: State) -> Result<Outcome> {
    let changes: Vec<JobChange> = store::set_state(work.tx, to, vec![job.id.clone()], work.now).await?;
    work.events.extend(store::events(&changes));
    work.wakes_agents |= to == State::Pending;
    Ok(Outcome { job_id: job.id.clone(), command: None })
}

pub(super) async fn tell_agent(
    work: &mut Work<'_>,
    job: &Decided,
    agent: AgentId,
    command: Command,
) -> Result<Outcome> {
    let now = work.now;
    work.query("UPDATE print_jobs SET command = $1, changed_at = $2 WHERE id = $3")
        .bind(wire_name(command)?)
        .bind(now)
        .bind(job.id.as_str())
        .run()
        .await?;
    work.wakes_agents = true;
    let id = JobId(job.id.parse().map_err(anyhow::Error::from)?);
    Ok(Outcome { job_id: job.id.clone(), command: Some((agent, JobCommand { id, command })) })
}

/// A further copy of the same paper; what stood still for it is decided with that.
async fn copy(work: &mut Work<'_>, job: &Decided) -> Result<Outcome> {
    let mut new = job.again_at(job.printer_id, job.ticket()?)?;
    new.copy = copies_at(work.tx, job, job.printer_id).await? + 1;
    new.marks = vec![Mark::Reimpresion];
    if matches!(job.state(), Some(State::Uncertain | State::Expired)) {
        transition_to(work, job, State::Cancelled).await?;
    }
    Ok(Outcome { job_id: super::enqueue(work, new).await?, command: None })
}

/// The number of the last copy of this paper at a printer.
pub(super) async fn copies_at(tx: &mut Tx, job: &Decided, printer: PrinterId) -> Result<i64> {
    Ok(tx
        .query(
            "SELECT CAST(COALESCE(MAX(copy), 0) AS BIGINT) FROM print_jobs
             WHERE source = $1 AND document = $2 AND area = $3 AND sequence = $4 AND printer_id = $5",
        )
        .bind(job.source.as_str())
        .bind(job.document.as_str())
        .bind(job.area.as_str())
        .bind(job.sequence)
        .bind(printer)
        .scalar()
        .await?)
}

/// The marks with one more.
pub(super) fn marked(mut marks: Vec<Mark>, mark: Mark) -> Vec<Mark> {
    if !marks.contains(&mark) {
        marks.push(mark);
    }
    marks
}

pub(super) async fn log(work: &mut Work<'_>, job: &Decided, action: &'static str) -> Result<()> {
    let shown = json!({"print_job_id": job.id, "document": job.document, "source": job.source, "state": job.state});
    let mut entry = Entry::new(action).entity("printer", job.printer_id.0).change(Some(shown), None);
    if let Some(request) = job.client_request_id {
        entry = entry.request(request);
    }
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
