//! SQL of the handover: what may go over to a stand-in, and what was asked back for that.

use super::rules::{Place, WaitingJob};
use crate::{
    jobs::Destination,
    state::JobState,
    words::{AgentCommand, PaperKind, PrinterState, PrinterType},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{AgentId, PrinterId},
};

/// What never moves: a pulse opens the drawer at its own printer, and a test page tests its own.
const STAYING: [PaperKind; 2] = [PaperKind::Drawer, PaperKind::Test];
/// The most jobs that move at once.
const MAX_JOBS: i64 = 200;

#[derive(Debug, comanda_from_row::FromRow)]
struct WaitingRow {
    id: String,
    state: JobState,
    agent_id: Option<AgentId>,
    attempts: i64,
    created_at: DateTime<Utc>,
    handover_at: Option<DateTime<Utc>>,
    stand_in_after_s: i64,
    own_id: PrinterId,
    own_type: PrinterType,
    own_agent_id: Option<AgentId>,
    own_state: PrinterState,
    own_state_at: Option<DateTime<Utc>>,
    own_seen_at: Option<DateTime<Utc>>,
    other_id: PrinterId,
    other_type: PrinterType,
    other_agent_id: Option<AgentId>,
    other_state: PrinterState,
    other_state_at: Option<DateTime<Utc>>,
}

impl From<WaitingRow> for WaitingJob {
    fn from(row: WaitingRow) -> Self {
        let own = Place {
            id: row.own_id,
            kind: row.own_type,
            agent_id: row.own_agent_id,
            state: row.own_state,
            state_at: row.own_state_at,
            seen_at: row.own_seen_at,
        };
        let stand_in = Place {
            id: row.other_id,
            kind: row.other_type,
            agent_id: row.other_agent_id,
            state: row.other_state,
            state_at: row.other_state_at,
            seen_at: None,
        };
        Self {
            id: row.id,
            state: row.state,
            agent_id: row.agent_id,
            attempts: row.attempts,
            created_at: row.created_at,
            asked_at: row.handover_at,
            own,
            stand_in,
            after_seconds: row.stand_in_after_s,
        }
    }
}

/// Lists the jobs that may go over to a stand-in, written before a moment, the oldest first. A stand-in at the same machine is left to its
/// agent, except for what that agent leaves to a person to decide. A paper that shows what a box counted blind should hold stays.
pub async fn list_waiting(tx: &mut Tx, before: DateTime<Utc>) -> db::Result<Vec<WaitingJob>> {
    let sql = Sql::new(
        "SELECT j.id, j.state, j.agent_id, j.attempts, j.created_at, j.handover_at, p.stand_in_after_s,
                p.id AS own_id, p.type AS own_type, p.agent_id AS own_agent_id, p.state AS own_state, p.state_at AS own_state_at,
                a.last_seen_at AS own_seen_at, s.id AS other_id, s.type AS other_type, s.agent_id AS other_agent_id,
                s.state AS other_state, s.state_at AS other_state_at
         FROM print_jobs j JOIN printers p ON p.id = j.printer_id JOIN printers s ON s.id = p.stand_in_id
         LEFT JOIN print_agents a ON a.id = p.agent_id
         WHERE j.finished_at IS NULL AND j.moved_from_id IS NULL AND NOT j.tells_expected
           AND p.status = 'ACTIVE' AND s.status = 'ACTIVE'
           AND (j.state = 'UNCERTAIN' OR COALESCE(s.agent_id, 0) <> COALESCE(j.agent_id, 0))",
    )
    .with("AND j.created_at <= ?", before)
    .list("AND j.document NOT IN (?)", STAYING)
    .add("ORDER BY j.created_at, j.id")
    .with("LIMIT ?", MAX_JOBS);
    let rows: Vec<WaitingRow> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(WaitingJob::from).collect())
}

/// Records that an agent was asked to give a job back; the command is repeated until it has.
pub async fn ask_back(tx: &mut Tx, id: &str, now: DateTime<Utc>) -> db::Result<u64> {
    tx.query("UPDATE print_jobs SET command = $1, handover_at = $2, changed_at = $2 WHERE id = $3")
        .bind(AgentCommand::Cancel)
        .bind(now)
        .bind(id)
        .run()
        .await
}

/// Finds where the papers of a printer go: to its stand-in, or to the printer itself where it has none any more.
pub async fn find_destination(tx: &mut Tx, printer: PrinterId) -> db::Result<Destination> {
    tx.query(
        "SELECT COALESCE(s.id, p.id) AS printer_id, CASE WHEN s.id IS NULL THEN p.agent_id ELSE s.agent_id END AS agent_id,
                p.name, p.state FROM printers p LEFT JOIN printers s ON s.id = p.stand_in_id AND s.status = 'ACTIVE' WHERE p.id = $1",
    )
    .bind(printer)
    .one()
    .await
}

/// Keeps the time at which these agents were last seen close to now, while somebody may have to know how long they have been away.
pub async fn keep_seen(
    tx: &mut Tx,
    agents: Vec<AgentId>,
    now: DateTime<Utc>,
    before: DateTime<Utc>,
) -> db::Result<u64> {
    let sql = Sql::new("UPDATE print_agents SET last_seen_at = $1")
        .bind(now)
        .list("WHERE id IN (?)", agents)
        .with("AND last_seen_at < ?", before);
    tx.query(sql).run().await
}
