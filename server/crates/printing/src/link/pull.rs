//! `pull_jobs`: compares the jobs that an agent has with those it should have, and gives it the missing ones.

use super::AgentConnection;
use crate::{
    agents,
    jobs::{self, JobChange, WireRow, offer_store},
    printers,
    state::JobState,
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{db::Tx, error::Result, ids::AgentId, transact};
use comanda_platform::{realtime::WokenAgents, settings::Logo, state::App, use_case::Actor};
use comanda_ticket::{
    Bitmap,
    wire::{HeldJob, JOBS_PER_PULL, MAX_PULL_BYTES, PrintJob, PullRequest, PullResponse},
};
use std::collections::HashMap;

/// An offer without an answer is repeated after this time.
pub(super) const OFFER_SECONDS: i64 = 3;
/// An agent that is connected and did not report a job for this time has no report of it under way, or does not have the job.
const FORGOTTEN_SECONDS: i64 = 30;
/// The time for which a decision is repeated to the agent.
const COMMAND_DAYS: i64 = 2;

/// Answers an agent's pull.
pub(super) async fn answer_pull(app: &App, link: &AgentConnection, request: PullRequest) -> Result<PullResponse> {
    let slot = link.company.db.acquire_agent_slot().await?;
    let now = app.clock().now();
    let (agent, since) = (link.agent, link.since);
    if request.held.is_empty()
        && let Some(pulled) = answer_without_jobs(&mut link.company.db.read().await?, agent, now).await?
    {
        return Ok(pulled);
    }
    let outcome: Result<(PullResponse, Vec<JobChange>)> = transact!(link.company.db, |tx| {
        agents::store::update_last_seen(tx, agent, now).await?;
        let mut changes = compare(tx, agent, &request.held, since, now).await?;
        let (jobs, more) = offer(tx, agent, &request.held, now, &mut changes).await?;
        let logo = Logo::load_for_tickets(tx, jobs.iter().map(|job| &job.ticket)).await?;
        let (jobs, logo) = with_logo(jobs, &logo, request.logos.as_deref());
        let printers = printers::list_setups(tx, agent).await?;
        let commands = offer_store::list_commands(tx, agent, now - Duration::days(COMMAND_DAYS)).await?;
        Ok((PullResponse { printers, jobs, commands, more, now_ms: Some(now.timestamp_millis()), logo }, changes))
    });
    let (pulled, changes) = outcome?;
    drop(slot);
    app.realtime().publish_events(&link.company, jobs::change_events(&changes), WokenAgents::Nobody).await;
    Ok(pulled)
}

/// Returns the answer for an agent that holds nothing and has nothing waiting, as for all agents except the one whose printer a paper is
/// for: nothing is written. `None` if there may be something.
async fn answer_without_jobs(tx: &mut Tx, agent: AgentId, now: DateTime<Utc>) -> Result<Option<PullResponse>> {
    if !offer_store::has_no_jobs(tx, agent, now - agents::store::SEEN_INTERVAL).await? {
        return Ok(None);
    }
    Ok(Some(PullResponse {
        printers: printers::list_setups(tx, agent).await?,
        jobs: Vec::new(),
        commands: offer_store::list_commands(tx, agent, now - Duration::days(COMMAND_DAYS)).await?,
        more: false,
        now_ms: Some(now.timestamp_millis()),
        logo: None,
    }))
}

/// Takes over the states of the agent's jobs where its reports seem to be lost (a server that was restored from a backup), and finds the
/// jobs that the agent does not have any more (a new disk): jobs that were not begun are offered again (an agent that has them prints
/// nothing twice), jobs that were begun need a person's decision. A final state comes only from a report, with printer and reason.
async fn compare(
    tx: &mut Tx,
    agent: AgentId,
    held: &[HeldJob],
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Vec<JobChange>> {
    let held: HashMap<String, JobState> = held.iter().map(|h| (h.id.to_string(), h.state.into())).collect();
    let forgotten_before = now - Duration::seconds(FORGOTTEN_SECONDS);
    let mut next: HashMap<JobState, Vec<String>> = HashMap::new();
    for job in offer_store::list_unfinished(tx, agent).await? {
        let state = job.state;
        let next_state = match held.get(&job.id) {
            // Its reports, which tell more than a state, are still on their way.
            _ if job.changed_at > forgotten_before => None,
            Some(reported) => Some(*reported)
                .filter(|next_state| !next_state.is_finished() && state.can_become(*next_state, job.command)),
            None if since > forgotten_before => None,
            None if state == JobState::Spooled => Some(JobState::Pending),
            None if matches!(state, JobState::Printing | JobState::Held) => Some(JobState::Uncertain),
            None => None,
        };
        if let Some(next_state) = next_state {
            next.entry(next_state).or_default().push(job.id);
        }
    }
    let mut changes = Vec::new();
    // At most one statement is run for each of the ten states.
    for (next_state, ids) in next {
        changes.extend(jobs::set_state(tx, next_state, ids, now).await?);
    }
    Ok(changes)
}

/// Marks the oldest waiting jobs as offered, and returns them with whether there are more.
async fn offer(
    tx: &mut Tx,
    agent: AgentId,
    held: &[HeldJob],
    now: DateTime<Utc>,
    changes: &mut Vec<JobChange>,
) -> Result<(Vec<PrintJob>, bool)> {
    let held: Vec<String> = held.iter().map(|h| h.id.to_string()).collect();
    let times = (now, now - Duration::seconds(OFFER_SECONDS));
    let mut waiting = offer_store::list_waiting(tx, agent, held, times, JOBS_PER_PULL as i64 + 1).await?;
    let fitting = count_fitting(waiting.iter().map(WireRow::bytes));
    let more = waiting.len() > fitting;
    waiting.truncate(fitting);
    if !waiting.is_empty() {
        let ids = waiting.iter().map(|job| job.id.clone()).collect();
        changes.extend(jobs::set_state(tx, JobState::Offered, ids, now).await?);
    }
    let jobs: Vec<PrintJob> = waiting.into_iter().map(WireRow::into_job).collect::<Result<_>>()?;
    Ok((jobs, more))
}

/// Returns how many of these jobs fit into one answer, because agents limit the length of a message.
fn count_fitting(bytes: impl Iterator<Item = usize>) -> usize {
    let mut all = 0;
    let fits = |bytes: &usize| {
        all += *bytes;
        all <= MAX_PULL_BYTES
    };
    // At least one job is sent, or those behind it never would be.
    bytes.take(JOBS_PER_PULL).take_while(fits).count().max(1)
}

/// Adds the logo, which jobs do not contain in the database. An agent that keeps logos gets each one once, beside the jobs that name it; an
/// older agent gets it in every ticket.
fn with_logo(jobs: Vec<PrintJob>, logo: &Logo, known: Option<&[String]>) -> (Vec<PrintJob>, Option<Bitmap>) {
    let Some(known) = known else {
        return (jobs.into_iter().map(|job| PrintJob { ticket: logo.draw_on(job.ticket), ..job }).collect(), None);
    };
    let Some(picture) = logo.picture() else { return (jobs, None) };
    let name = picture.fingerprint();
    let named = |job: PrintJob| PrintJob { logo: job.ticket.names_logo().then(|| name.clone()), ..job };
    let jobs = jobs.into_iter().map(named).collect();
    (jobs, Some(picture.clone()).filter(|_| !known.contains(&name)))
}

/// Puts a job that no agent holds back into the queue; returns false if there is nothing to put back.
pub(super) async fn offer_again(actor: &Actor, id: uuid::Uuid) -> Result<bool> {
    let now = actor.app.clock().now();
    let waits: Result<u64> =
        transact!(actor.company.db, |tx| { Ok(offer_store::offer_again(tx, actor, id, now).await?) });
    Ok(waits? == 1)
}

#[cfg(test)]
mod tests {
    use super::{JOBS_PER_PULL, MAX_PULL_BYTES, count_fitting};

    #[test]
    fn an_answer_is_bounded_and_never_empty() {
        let cases = [
            (vec![10; 100], JOBS_PER_PULL),
            (vec![MAX_PULL_BYTES / 4; 10], 4),
            (vec![MAX_PULL_BYTES + 1, 10], 1),
            (vec![10, MAX_PULL_BYTES, 10], 1),
        ];
        for (jobs, expected) in cases {
            assert_eq!(count_fitting(jobs.iter().copied()), expected, "{} jobs", jobs.len());
        }
    }
}
