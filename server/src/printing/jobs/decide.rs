//! What people decide about a job: print a late one after all, give one up, print one again. What is at its agent is decided there:
//! the agent is told, and its report is what changes the state.

use super::store::{self, JobChange, wire_name};
use crate::{
    audit::{self, Entry},
    db::Tx,
    error::{Code, OrNotFound, Refusal, Result, refuse},
    http::{Action, Work, actor::not_permitted},
    ids::{AgentId, CycleId, PrinterId, RequestId},
    printing::{routing, state::State},
};
use chrono::{DateTime, Utc};
use comanda_ticket::wire::{Command, JobCommand, JobId, Mark};
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
    ticket: String,
    state: String,
    marks: String,
    spooled_at: Option<DateTime<Utc>>,
}

/// What came of a decision.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The job that will print: the same, or a new one.
    pub job_id: String,
    /// To be said to its agent after the commit.
    pub command: Option<(AgentId, JobCommand)>,
}

/// Prints an expired job after all, marked ATRASADO.
pub async fn release(work: &mut Work<'_>, id: &str) -> Result<Outcome> {
    let job = open(work, id).await?;
    if job.state() != Some(State::Expired) {
        return cannot("Solo se libera un documento que venció sin imprimirse.", &job).err();
    }
    log(work, &job, "PRINT_JOB_RELEASED").await?;
    if let (Some(agent), Some(_)) = (job.agent_id, job.spooled_at) {
        return tell_agent(work, &job, agent, Command::Release).await;
    }
    let marks = marked(&job.marks, Mark::Atrasado)?;
    // It gets the printer's agent of today: the old one may be gone.
    let sql = "UPDATE print_jobs SET marks = $1, expires_at = NULL, command = NULL,
                      agent_id = (SELECT p.agent_id FROM printers p WHERE p.id = print_jobs.printer_id) WHERE id = $2";
    work.query(sql).bind(marks).bind(job.id.as_str()).run().await?;
    lead_to(work, &job, State::Pending).await
}

/// Gives a job up.
pub async fn cancel(work: &mut Work<'_>, id: &str) -> Result<Outcome> {
    let job = open(work, id).await?;
    let Some(state) =
        job.state().filter(|s| !matches!(s, State::Done | State::Rerouted | State::Cancelled | State::Printing))
    else {
        return cannot("Ya se está imprimiendo o ya terminó.", &job).err();
    };
    log(work, &job, "PRINT_JOB_CANCELLED").await?;
    match job.agent_id {
        Some(agent) if state == State::Offered => {
            let told = tell_agent(work, &job, agent, Command::Cancel).await?;
            lead_to(work, &job, State::Cancelled).await?;
            Ok(told)
        }
        Some(agent) if job.spooled_at.is_some() => tell_agent(work, &job, agent, Command::Cancel).await,
        _ => lead_to(work, &job, State::Cancelled).await,
    }
}

/// Prints a job again: one of which nobody knows whether it printed at its agent, marked POSIBLE DUPLICADO; any other as a new job
/// marked REIMPRESIÓN.
pub async fn reprint(work: &mut Work<'_>, id: &str) -> Result<Outcome> {
    let job = open(work, id).await?;
    let state = job.state();
    let goes =
        matches!(state, Some(State::Done | State::Rerouted | State::Cancelled | State::Expired | State::Uncertain));
    if !goes || job.document == "DRAWER" {
        return cannot("Todavía está en cola. Espera a que termine o cancélalo.", &job).err();
    }
    log(work, &job, "PRINT_JOB_REPRINTED").await?;
    match (state, job.agent_id) {
        (Some(State::Uncertain), Some(agent)) => tell_agent(work, &job, agent, Command::ReprintConfirmed).await,
        _ => copy(work, &job).await,
    }
}

async fn open(work: &mut Work<'_>, id: &str) -> Result<Decided> {
    let job: Decided = work
        .query(
            "SELECT id, printer_id, agent_id, document, source, area, sequence, client_request_id, cycle_id, ticket, state, marks,
                    spooled_at FROM print_jobs WHERE id = $1",
        )
        .bind(id)
        .for_update()
        .maybe()
        .await
        .or_not_found("el documento")?;
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
    let own = routing::cash_printer(work.tx, work.actor.cashbox_id).await?;
    Ok(work.actor.may(Action::OwnJobs) && own.is_some_and(|p| p.id == printer))
}

fn cannot(text: &str, job: &Decided) -> Refusal {
    refuse(Code::Conflict, text).current(json!({"id": job.id, "state": job.state}))
}

impl Decided {
    fn state(&self) -> Option<State> {
        State::read(&self.state)
    }
}

async fn lead_to(work: &mut Work<'_>, job: &Decided, to: State) -> Result<Outcome> {
    let changes: Vec<JobChange> = store::set_state(work.tx, to, vec![job.id.clone()], work.now).await?;
    work.events.extend(store::events(&changes));
    work.wakes_agents |= to == State::Pending;
    Ok(Outcome { job_id: job.id.clone(), command: None })
}

async fn tell_agent(work: &mut Work<'_>, job: &Decided, agent: AgentId, command: Command) -> Result<Outcome> {
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

/// A further copy of the same paper.
async fn copy(work: &mut Work<'_>, job: &Decided) -> Result<Outcome> {
    let copy = next_copy(work.tx, job).await?;
    let ticket = serde_json::from_str(&job.ticket).map_err(anyhow::Error::from)?;
    let document = serde_json::from_value(job.document.as_str().into()).map_err(anyhow::Error::from)?;
    let mut new = super::NewJob::new(job.printer_id, document, job.source.clone(), ticket);
    new.area.clone_from(&job.area);
    new.sequence = job.sequence;
    new.copy = copy;
    new.client_request_id = job.client_request_id;
    new.cycle_id = job.cycle_id;
    new.marks = vec![Mark::Reimpresion];
    Ok(Outcome { job_id: super::enqueue(work, new).await?, command: None })
}

async fn next_copy(tx: &mut Tx, job: &Decided) -> Result<i64> {
    Ok(tx
        .query(
            "SELECT CAST(COALESCE(MAX(copy), 0) + 1 AS BIGINT) FROM print_jobs
             WHERE source = $1 AND document = $2 AND area = $3 AND sequence = $4 AND printer_id = $5",
        )
        .bind(job.source.as_str())
        .bind(job.document.as_str())
        .bind(job.area.as_str())
        .bind(job.sequence)
        .bind(job.printer_id)
        .scalar()
        .await?)
}

fn marked(marks: &str, mark: Mark) -> Result<String> {
    let mut marks: Vec<Mark> = serde_json::from_str(marks).map_err(anyhow::Error::from)?;
    if !marks.contains(&mark) {
        marks.push(mark);
    }
    Ok(serde_json::to_string(&marks).map_err(anyhow::Error::from)?)
}

async fn log(work: &mut Work<'_>, job: &Decided, action: &'static str) -> Result<()> {
    let shown = json!({"print_job_id": job.id, "document": job.document, "source": job.source, "state": job.state});
    let mut entry = Entry::new(action).entity("printer", job.printer_id.0).change(Some(shown), None);
    if let Some(request) = job.client_request_id {
        entry = entry.request(request);
    }
    Ok(audit::log(work.tx, work.actor, work.now, entry).await?)
}
