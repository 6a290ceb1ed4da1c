//! SQL of the steps of a job in `print_jobs`: written, moved on by reports, decided by people.

use super::{
    decide::JobToDecide,
    enqueue::NewJob,
    visible_store::{add_visibility, event_room},
};
use crate::{
    state::JobState,
    words::{AgentCommand, JobReason, PaperKind, PrintLevel},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    ids::{AgentId, PrinterId, RequestId, UserId},
};
use comanda_platform::{
    realtime::{Event, EventKind, Room},
    use_case::Actor,
};
use comanda_ticket::wire::{self, JobReport};
use serde_json::json;

/// A job whose state changed, for the browsers that watch.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct JobChange {
    pub id: String,
    pub printer_id: PrinterId,
    pub client_request_id: Option<RequestId>,
    pub state: JobState,
    pub document: PaperKind,
    /// Whether the tills were alarmed that it is not confirmed.
    pub alarmed: bool,
}

/// Returns the events that notify the browsers.
pub fn change_events(changes: &[JobChange]) -> Vec<Event> {
    let event = |c: &JobChange| Event {
        room: event_room(c.document),
        kind: EventKind::JobChanged,
        ids: json!({"job_id": c.id, "printer_id": c.printer_id, "client_request_id": c.client_request_id, "state": c.state}),
    };
    let rings = changes.iter().any(|c| c.alarmed);
    let alarm = rings.then(|| Event { room: Room::Printing, kind: EventKind::AlarmChanged, ids: json!({}) });
    changes.iter().map(event).chain(alarm).collect()
}

/// Sets the state of these jobs, which the caller found to be a step forward.
pub async fn set_state(
    tx: &mut Tx,
    state: JobState,
    ids: Vec<String>,
    now: DateTime<Utc>,
) -> db::Result<Vec<JobChange>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new(
        "UPDATE print_jobs SET state = $1, changed_at = $2, finished_at = $3,
                offered_at = CASE WHEN $1 = 'OFFERED' THEN $2 ELSE offered_at END,
                attempts = attempts + CASE WHEN $1 = 'OFFERED' THEN 1 ELSE 0 END,
                spooled_at = CASE WHEN $1 = 'SPOOLED' THEN $2 WHEN $1 = 'PENDING' THEN NULL ELSE spooled_at END",
    )
    .bind(state)
    .bind(now)
    .bind(state.is_finished().then_some(now))
    .list("WHERE id IN (?)", ids)
    .add("RETURNING id, printer_id, client_request_id, state, document, alarmed_at IS NOT NULL AS alarmed");
    tx.query(sql).all().await
}

/// Records what a report says besides the state. A stand-in counts only if it belongs to the same agent.
pub async fn set_outcome(
    tx: &mut Tx,
    id: &str,
    report: &JobReport,
    elsewhere: Option<PrinterId>,
    (agent, now): (AgentId, DateTime<Utc>),
) -> db::Result<()> {
    tx.query(
        "UPDATE print_jobs SET level = COALESCE($1, level), reason = $2, duplicate = (duplicate OR $3),
                printed_on_id = (SELECT p.id FROM printers p WHERE p.id = $4 AND p.agent_id = $5),
                handover_at = CASE WHEN $7 THEN $8 ELSE handover_at END
         WHERE id = $6",
    )
    .bind(report.level.map(PrintLevel::from))
    .bind(report.reason.map(JobReason::from))
    .bind(report.duplicate)
    .bind(elsewhere)
    .bind(agent)
    .bind(id)
    .bind(report.state == wire::JobState::Rerouted)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Deletes a person's decision once the agent's report shows it.
pub async fn clear_command(tx: &mut Tx, id: &str) -> db::Result<()> {
    tx.query("UPDATE print_jobs SET command = NULL WHERE id = $1").bind(id).run().await?;
    Ok(())
}

/// A job about to be inserted.
pub(super) struct JobRow<'a> {
    pub id: String,
    pub new: &'a NewJob,
    /// The ticket as JSON.
    pub ticket: String,
    pub marks: String,
    pub by: Option<UserId>,
    pub at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// Whether the ticket is too long for any agent.
    pub refused: bool,
    pub rings: bool,
}

/// Inserts jobs; affects fewer rows than there are jobs if a printer does not exist.
pub(super) fn insert_jobs(jobs: Vec<JobRow<'_>>) -> Sql {
    let rows = jobs.into_iter().map(|job| {
        let new = job.new;
        args![
            job.id,
            new.printer_id,
            PaperKind::from(new.document),
            new.source.as_str(),
            new.area.as_str(),
            new.sequence,
            new.copy,
            new.client_request_id,
            new.cycle_id,
            job.ticket,
            job.marks,
            new.opens_drawer,
            job.by,
            job.at,
            job.expires_at,
            new.tells_expected,
            job.refused.then_some(JobReason::TooLarge),
            job.rings,
            new.moved_from.as_deref()
        ]
    });
    let sql = Sql::new(
        "INSERT INTO print_jobs (id, printer_id, agent_id, document, source, area, sequence, copy, client_request_id, cycle_id,
                                 ticket, marks, opens_drawer, created_by, created_at, changed_at, expires_at, tells_expected, reason,
                                 state, finished_at, alarmed_at, moved_from_id)
         SELECT v.column1, p.id, p.agent_id, v.column3, v.column4, v.column5, v.column6, v.column7, v.column8, v.column9,
                v.column10, v.column11, v.column12, v.column13, v.column14, v.column14, v.column15, v.column16, v.column17,
                CASE WHEN v.column17 IS NOT NULL THEN 'EXPIRED' WHEN p.type = 'VIRTUAL' AND p.agent_id IS NULL THEN 'DONE'
                     ELSE 'PENDING' END,
                CASE WHEN v.column17 IS NOT NULL OR (p.type = 'VIRTUAL' AND p.agent_id IS NULL) THEN v.column14 END,
                CASE WHEN v.column18 THEN v.column14 END, v.column19
         FROM (VALUES",
    );
    sql.rows(rows).add(") AS v JOIN printers p ON p.id = v.column2")
}

/// Finds the number of the last copy of any paper of this source.
pub(super) async fn find_last_copy(tx: &mut Tx, source: &str) -> db::Result<i64> {
    let sql = "SELECT CAST(COALESCE(MAX(copy), 0) AS BIGINT) FROM print_jobs WHERE source = $1";
    tx.query(sql).bind(source).scalar().await
}

/// Finds the number of the last copy of this paper at a printer.
pub(super) async fn find_last_copy_at(tx: &mut Tx, job: &JobToDecide, printer: PrinterId) -> db::Result<i64> {
    tx.query(
        "SELECT CAST(COALESCE(MAX(copy), 0) AS BIGINT) FROM print_jobs
             WHERE source = $1 AND document = $2 AND area = $3 AND sequence = $4 AND printer_id = $5",
    )
    .bind(job.source.as_str())
    .bind(job.document)
    .bind(job.area.as_str())
    .bind(job.sequence)
    .bind(printer)
    .scalar()
    .await
}

const DECIDABLE: &str = "SELECT j.id, j.printer_id, j.agent_id, j.document, j.source, j.area, j.sequence, j.client_request_id, j.cycle_id,
    j.tells_expected, j.ticket, j.state, j.reason, j.marks, j.spooled_at, j.attempts, j.duplicate, j.created_by, j.changed_at FROM print_jobs j";

/// Locks and finds a job to be decided about, if this user may see it.
pub(super) async fn lock_decidable(tx: &mut Tx, actor: &Actor, id: &str) -> db::Result<Option<JobToDecide>> {
    let sql = Sql::new(DECIDABLE).with("WHERE j.id = ?", id.to_owned());
    tx.query(add_visibility(sql, actor)).for_update().maybe().await
}

/// Locks and finds a job that the server itself moves.
pub(super) async fn lock_unfinished(tx: &mut Tx, id: &str) -> db::Result<Option<JobToDecide>> {
    let sql = Sql::new(DECIDABLE).with("WHERE j.finished_at IS NULL AND j.id = ?", id.to_owned());
    tx.query(sql).for_update().maybe().await
}

/// Gives a job to the agent that its printer has now, without an expiry, because its old agent may be gone.
pub(super) async fn assign_to_current_agent(tx: &mut Tx, id: &str, marks: String) -> db::Result<u64> {
    let sql = "UPDATE print_jobs SET marks = $1, expires_at = NULL, command = NULL,
                      agent_id = (SELECT p.agent_id FROM printers p WHERE p.id = print_jobs.printer_id) WHERE id = $2";
    tx.query(sql).bind(marks).bind(id).run().await
}

/// Records that a person saw the paper.
pub(super) async fn set_seen_by_person(tx: &mut Tx, id: &str) -> db::Result<u64> {
    let sql = "UPDATE print_jobs SET level = NULL, reason = 'seen_by_person' WHERE id = $1";
    tx.query(sql).bind(id).run().await
}

/// Records what a person decided about a job that is at its agent; it is then not given back for the stand-in any more.
pub(super) async fn set_command(tx: &mut Tx, id: &str, command: AgentCommand, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE print_jobs SET command = $1, changed_at = $2, handover_at = NULL WHERE id = $3")
        .bind(command)
        .bind(now)
        .bind(id)
        .run()
        .await
}

/// Records the printer that finally prints it.
pub(super) async fn set_printed_on(tx: &mut Tx, id: &str, printer: PrinterId) -> db::Result<u64> {
    tx.query("UPDATE print_jobs SET printed_on_id = $1 WHERE id = $2").bind(printer).bind(id).run().await
}

/// Records that a stand-in prints it by now; `command` is repeated to an agent that may still have it.
pub(super) async fn set_handed_over(
    tx: &mut Tx,
    id: &str,
    printer: PrinterId,
    command: Option<AgentCommand>,
    now: DateTime<Utc>,
) -> db::Result<u64> {
    tx.query("UPDATE print_jobs SET printed_on_id = $1, command = $2, handover_at = $3 WHERE id = $4")
        .bind(printer)
        .bind(command)
        .bind(now)
        .bind(id)
        .run()
        .await
}

/// Finds a job as browsers are told about it.
pub(super) async fn find_change(tx: &mut Tx, id: &str) -> db::Result<Option<JobChange>> {
    let sql = "SELECT id, printer_id, client_request_id, state, document, alarmed_at IS NOT NULL AS alarmed
               FROM print_jobs WHERE id = $1";
    tx.query(sql).bind(id).maybe().await
}
