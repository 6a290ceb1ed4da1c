//! The handover of one company, and of a job that its agent gave back.

use super::{
    rules::{Connections, Step, WaitingJob},
    store,
};
use crate::{
    jobs::{self, Destination, Handover, JobChange, hand_over, lock_job},
    link,
    printers::STAND_IN_SECONDS,
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{db::Tx, error::Result, ids::AgentId, transact};
use comanda_platform::{companies::Company, realtime::WokenAgents, state::App};
use comanda_ticket::wire::{Command, JobCommand, JobId, JobReport};
use std::collections::HashMap;

/// Agents with waiting papers are noted as seen this often.
const SEEN_SECONDS: i64 = 3;

/// What a round did, to be told after the commit.
#[derive(Debug, Default)]
struct Outcome {
    changes: Vec<JobChange>,
    wakes: WokenAgents,
    commands: Vec<(AgentId, JobCommand)>,
}

/// Hands over what has waited long enough for a printer that cannot print.
pub async fn run(app: &App, company: &Company) -> Result<()> {
    let now = app.clock().now();
    let earliest = now - Duration::seconds(*STAND_IN_SECONDS.start()) + Duration::seconds(SEEN_SECONDS);
    let waiting = store::list_waiting(&mut company.db.read().await?, earliest).await?;
    if waiting.is_empty() {
        return Ok(());
    }
    let online = link::online_since(app.realtime(), company);
    let connections = Connections { online: &online, since: app.started_at(), now };
    keep_seen(company, &waiting, &connections).await?;
    if waiting.iter().all(|job| job.step(&connections) == Step::Wait) {
        return Ok(());
    }
    let outcome: Result<Outcome> =
        transact!(company.db, |tx| { carry_out(tx, &waiting, &connections, earliest).await });
    let Outcome { changes, wakes, commands } = outcome?;
    app.realtime().publish_events(company, jobs::change_events(&changes), wakes).await;
    for (agent, command) in commands {
        link::send_command(app.realtime(), company, agent, command).await;
    }
    Ok(())
}

/// Notes the connected agents as seen: one that goes away then counts as away from that moment, also for a server that starts meanwhile.
async fn keep_seen(company: &Company, waiting: &[WaitingJob], connections: &Connections<'_>) -> Result<()> {
    let before = connections.now - Duration::seconds(SEEN_SECONDS);
    let old = |job: &&WaitingJob| job.own.seen_at.is_none_or(|at| at < before);
    let agents = waiting.iter().filter(old).filter_map(|job| job.own.agent_id);
    let agents: Vec<AgentId> = agents.filter(|agent| connections.online.contains_key(agent)).collect();
    if agents.is_empty() {
        return Ok(());
    }
    let kept: Result<u64> =
        transact!(company.db, |tx| { Ok(store::keep_seen(tx, agents.clone(), connections.now, before).await?) });
    kept.map(|_| ())
}

/// Locks the jobs, and does what is still to be done: an agent may have reported, or a person decided, in the meantime.
async fn carry_out(
    tx: &mut Tx,
    waiting: &[WaitingJob],
    connections: &Connections<'_>,
    earliest: DateTime<Utc>,
) -> Result<Outcome> {
    let mut locked = HashMap::new();
    let mut ids: Vec<&str> =
        waiting.iter().filter(|job| job.step(connections) != Step::Wait).map(|job| job.id.as_str()).collect();
    ids.sort_unstable();
    for id in ids {
        if let Some(job) = lock_job(tx, id).await? {
            locked.insert(id, job);
        }
    }
    let mut outcome = Outcome::default();
    for waiting in store::list_waiting(tx, earliest).await? {
        let Some(job) = locked.get(waiting.id.as_str()) else { continue };
        let how = match waiting.step(connections) {
            Step::Wait => continue,
            Step::AskBack => {
                store::ask_back(tx, &waiting.id, connections.now).await?;
                outcome.command(waiting.agent_id, &waiting.id)?;
                continue;
            }
            Step::Move { marked: false } => Handover::Only,
            Step::Move { marked: true } => Handover::InDoubt,
        };
        let mut to: Destination = store::find_destination(tx, waiting.own.id).await?;
        to.state = connections.state_of(&waiting.own);
        outcome.changes.extend(hand_over(tx, job, &to, how, connections.now).await?);
        outcome.wakes.add(to.agent_id);
        if how == Handover::InDoubt {
            outcome.command(waiting.agent_id, &waiting.id)?;
        }
    }
    Ok(outcome)
}

impl Outcome {
    fn command(&mut self, agent: Option<AgentId>, id: &str) -> Result<()> {
        let id = JobId(id.parse().map_err(anyhow::Error::from)?);
        self.commands.extend(agent.map(|agent| (agent, JobCommand { id, command: Command::Cancel })));
        Ok(())
    }
}

/// Moves a job that its agent gave back, as this report says, and returns what changed with the agent of the stand-in.
pub async fn take_back(
    tx: &mut Tx,
    report: &JobReport,
    now: DateTime<Utc>,
) -> Result<(Vec<JobChange>, Option<AgentId>)> {
    let Some(job) = lock_job(tx, &report.id.to_string()).await? else { return Ok((Vec::new(), None)) };
    let to: Destination = store::find_destination(tx, job.printer_id).await?;
    let in_doubt = report.duplicate || report.reason.is_some() || job.was_begun();
    let how = if in_doubt { Handover::GivenBackInDoubt } else { Handover::Only };
    Ok((hand_over(tx, &job, &to, how, now).await?, to.agent_id))
}
