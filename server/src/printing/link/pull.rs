//! `pull_jobs`: what an agent has is compared with what it should have, and it is given what it lacks.

use super::Linked;
use crate::{
    db::{Sql, Tx},
    error::Result,
    ids::AgentId,
    printing::{
        agents,
        jobs::{self, JobChange},
        printers,
        state::State,
    },
    settings::Logo,
    state::App,
    transact,
    use_case::Actor,
};
use chrono::{DateTime, Duration, Utc};
use comanda_ticket::{
    Bitmap,
    wire::{Command, HeldJob, JOBS_PER_PULL, JobCommand, JobId, MAX_PULL_BYTES, PrintJob, PullJobs, Pulled},
};
use std::collections::HashMap;

/// An offer without an answer is made again after this.
pub(super) const OFFER_SECONDS: i64 = 3;
/// An agent that is connected and has not spoken of a job for this long does not have it.
const FORGOTTEN_SECONDS: i64 = 30;
/// Jobs of one agent that are looked at together.
const MAX_UNFINISHED: i64 = 2000;

#[derive(Debug, sqlx::FromRow)]
struct Unfinished {
    id: String,
    state: String,
    command: Option<String>,
    changed_at: DateTime<Utc>,
}

/// Answers an agent's pull.
pub(super) async fn pull(app: &App, link: &Linked, asked: PullJobs) -> Result<Pulled> {
    let now = app.clock().now();
    let (agent, since) = (link.agent, link.since);
    let done: Result<(Pulled, Vec<JobChange>)> = transact!(link.company.db, |tx| {
        agents::store::still_there(tx, agent, now).await?;
        let mut changes = compare(tx, agent, &asked.held, since, now).await?;
        let (jobs, more) = offer(tx, agent, &asked.held, now, &mut changes).await?;
        let logo = Logo::for_papers(tx, jobs.iter().map(|job| &job.ticket)).await?;
        let (jobs, logo) = with_logo(jobs, &logo, asked.logos.as_deref());
        let printers = printers::setups(tx, agent).await?;
        let commands = commands(tx, agent, now).await?;
        Ok((Pulled { printers, jobs, commands, more, now_ms: Some(now.timestamp_millis()), logo }, changes))
    });
    let (pulled, changes) = done?;
    app.realtime().publish(&link.company, jobs::events(&changes), false).await;
    Ok(pulled)
}

/// Takes over how far the agent's jobs came, and finds those that it does not have any more (a new disk): what was not begun is
/// offered again (an agent that knows it prints nothing), what was begun is for a person to look at.
async fn compare(
    tx: &mut Tx,
    agent: AgentId,
    held: &[HeldJob],
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Vec<JobChange>> {
    let held: HashMap<String, State> = held.iter().map(|h| (h.id.to_string(), h.state.into())).collect();
    let unfinished: Vec<Unfinished> = tx
        .query(
            "SELECT id, state, command, changed_at FROM print_jobs WHERE agent_id = $1 AND finished_at IS NULL
             ORDER BY created_at LIMIT $2",
        )
        .bind(agent)
        .bind(MAX_UNFINISHED)
        .for_update()
        .all()
        .await?;
    let forgotten_before = now - Duration::seconds(FORGOTTEN_SECONDS);
    let mut next: HashMap<State, Vec<String>> = HashMap::new();
    for job in unfinished {
        let Some(was) = State::read(&job.state) else { continue };
        let to = match held.get(&job.id) {
            Some(said) => Some(*said).filter(|to| was.can_become(*to, command(job.command.as_deref()))),
            None if since > forgotten_before || job.changed_at > forgotten_before => None,
            None if was == State::Spooled => Some(State::Pending),
            None if matches!(was, State::Printing | State::Held) => Some(State::Uncertain),
            None => None,
        };
        if let Some(to) = to {
            next.entry(to).or_default().push(job.id);
        }
    }
    let mut changes = Vec::new();
    // At most one statement for each of the ten states.
    for (to, ids) in next {
        changes.extend(jobs::set_state(tx, to, ids, now).await?);
    }
    Ok(changes)
}

/// Marks the oldest waiting jobs as offered and gives them, and says whether there are more.
async fn offer(
    tx: &mut Tx,
    agent: AgentId,
    held: &[HeldJob],
    now: DateTime<Utc>,
    changes: &mut Vec<JobChange>,
) -> Result<(Vec<PrintJob>, bool)> {
    let held: Vec<String> = held.iter().map(|h| h.id.to_string()).collect();
    let sql = Sql::new(
        "SELECT id, printer_id, document, area, sequence, copy, ticket, marks, opens_drawer, created_at, expires_at
         FROM print_jobs WHERE agent_id = $1 AND finished_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
         AND (state = 'PENDING' OR (state = 'OFFERED' AND offered_at <= $3))",
    )
    .bind(agent)
    .bind(now)
    .bind(now - Duration::seconds(OFFER_SECONDS))
    .list("AND id NOT IN (?)", held)
    .add("ORDER BY created_at, id")
    .with("LIMIT ?", JOBS_PER_PULL as i64 + 1);
    let mut waiting: Vec<jobs::WireRow> = tx.query(sql).for_update().all().await?;
    let fitting = fitting(waiting.iter().map(jobs::WireRow::bytes));
    let more = waiting.len() > fitting;
    waiting.truncate(fitting);
    if !waiting.is_empty() {
        let ids = waiting.iter().map(|job| job.id.clone()).collect();
        changes.extend(jobs::set_state(tx, State::Offered, ids, now).await?);
    }
    let jobs: Vec<PrintJob> = waiting.into_iter().map(jobs::WireRow::read).collect::<Result<_>>()?;
    Ok((jobs, more))
}

/// How many of these go into one answer: an agent does not read a message of any length.
fn fitting(bytes: impl Iterator<Item = usize>) -> usize {
    let mut all = 0;
    let fits = |bytes: &usize| {
        all += *bytes;
        all <= MAX_PULL_BYTES
    };
    // One always goes, or none behind it ever would.
    bytes.take(JOBS_PER_PULL).take_while(fits).count().max(1)
}

/// Jobs lie small in the table: the logo joins them on their way. An agent that keeps logos is given each once, beside the jobs
/// that name it; an older one in every ticket.
fn with_logo(jobs: Vec<PrintJob>, logo: &Logo, known: Option<&[String]>) -> (Vec<PrintJob>, Option<Bitmap>) {
    let Some(known) = known else {
        return (jobs.into_iter().map(|job| PrintJob { ticket: logo.on(job.ticket), ..job }).collect(), None);
    };
    let Some(picture) = logo.picture() else { return (jobs, None) };
    let name = picture.fingerprint();
    let named = |job: PrintJob| PrintJob { logo: job.ticket.names_logo().then(|| name.clone()), ..job };
    let jobs = jobs.into_iter().map(named).collect();
    (jobs, Some(picture.clone()).filter(|_| !known.contains(&name)))
}

/// What people decided about this agent's jobs and its reports do not show yet.
async fn commands(tx: &mut Tx, agent: AgentId, now: DateTime<Utc>) -> Result<Vec<JobCommand>> {
    let rows: Vec<(String, String)> = tx
        .query(
            "SELECT id, command FROM print_jobs WHERE agent_id = $1 AND command IS NOT NULL AND changed_at > $2
             ORDER BY created_at LIMIT 200",
        )
        .bind(agent)
        .bind(now - Duration::days(2))
        .all()
        .await?;
    let read =
        |(id, name): (String, String)| Some(JobCommand { id: JobId(id.parse().ok()?), command: command(Some(&name))? });
    Ok(rows.into_iter().filter_map(read).collect())
}

/// `print_jobs.command`.
pub(super) fn command(name: Option<&str>) -> Option<Command> {
    serde_json::from_value(name?.into()).ok()
}

/// Offers that were not answered wait again.
pub(super) async fn take_back(tx: &mut Tx, agent: AgentId, now: DateTime<Utc>) -> Result<()> {
    tx.query(
        "UPDATE print_jobs SET state = 'PENDING', changed_at = $1
         WHERE agent_id = $2 AND finished_at IS NULL AND state = 'OFFERED'",
    )
    .bind(now)
    .bind(agent)
    .run()
    .await?;
    Ok(())
}

/// Lets a job that is not at its agent wait again; false where there is nothing to do.
pub(super) async fn offer_again(actor: &Actor, id: uuid::Uuid) -> Result<bool> {
    let now = actor.app.clock().now();
    let waits: Result<u64> = transact!(actor.company.db, |tx| {
        let sql = Sql::new(
            "UPDATE print_jobs AS j SET state = 'PENDING', changed_at = $1
             WHERE j.id = $2 AND j.finished_at IS NULL AND j.state IN ('PENDING', 'OFFERED')",
        );
        let sql = jobs::visible(sql.bind(now).bind(id.to_string()), actor);
        Ok(tx.query(sql).run().await?)
    });
    Ok(waits? == 1)
}

#[cfg(test)]
mod tests {
    use super::{JOBS_PER_PULL, MAX_PULL_BYTES, fitting};

    #[test]
    fn an_answer_has_a_bound_and_always_brings_something() {
        let cases = [
            (vec![10; 100], JOBS_PER_PULL),
            (vec![MAX_PULL_BYTES / 4; 10], 4),
            (vec![MAX_PULL_BYTES + 1, 10], 1),
            (vec![10, MAX_PULL_BYTES, 10], 1),
        ];
        for (jobs, expected) in cases {
            assert_eq!(fitting(jobs.iter().copied()), expected, "{} jobs", jobs.len());
        }
    }
}
