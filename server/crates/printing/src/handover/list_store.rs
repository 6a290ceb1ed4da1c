//! SQL of the papers that went over to stand-ins.

use crate::{
    jobs::add_visibility,
    state::JobState,
    words::{PaperKind, PrintLevel, PrinterState, PrinterTrouble, PrinterType},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{AgentId, PrinterId},
};
use comanda_platform::use_case::Actor;
use std::collections::HashMap;

/// The most papers that are listed at once.
const MAX_PAPERS: i64 = 200;

/// A paper that went over, with the job that prints it, and both printers.
#[derive(Debug, comanda_from_row::FromRow)]
pub struct MovedRow {
    pub id: String,
    pub document: PaperKind,
    pub area: String,
    pub sequence: i64,
    pub moved_at: DateTime<Utc>,
    pub state: JobState,
    pub level: Option<PrintLevel>,
    pub duplicate: bool,
    pub ticket: String,
    pub printer_id: PrinterId,
    pub printer: String,
    #[row(rename = "type")]
    pub kind: PrinterType,
    pub agent_id: Option<AgentId>,
    pub printer_state: PrinterState,
    pub state_at: Option<DateTime<Utc>>,
    pub trouble: Option<PrinterTrouble>,
    pub seen_at: Option<DateTime<Utc>>,
    pub stand_in_id: PrinterId,
    pub stand_in: String,
    /// The stand-in that the printer has now; zero without one.
    pub present_stand_in_id: PrinterId,
}

/// Lists the papers that went over since then and that this user may see, the newest first.
pub async fn list_moved(tx: &mut Tx, actor: &Actor, since: DateTime<Utc>) -> db::Result<Vec<MovedRow>> {
    let sql = Sql::new(
        "SELECT COALESCE(n.id, j.id) AS id, j.document, j.area, j.sequence, j.handover_at AS moved_at,
                COALESCE(n.state, j.state) AS state, CASE WHEN n.id IS NULL THEN j.level ELSE n.level END AS level,
                COALESCE(n.duplicate, j.duplicate) AS duplicate,
                COALESCE(n.ticket, j.ticket) AS ticket, p.id AS printer_id, p.name AS printer, p.type, p.agent_id,
                p.state AS printer_state, p.state_at, p.trouble, a.last_seen_at AS seen_at, s.id AS stand_in_id, s.name AS stand_in,
                COALESCE(p.stand_in_id, 0) AS present_stand_in_id
         FROM print_jobs j JOIN printers p ON p.id = j.printer_id JOIN printers s ON s.id = j.printed_on_id
         LEFT JOIN print_agents a ON a.id = p.agent_id LEFT JOIN print_jobs n ON n.moved_from_id = j.id
         WHERE j.state = 'REROUTED' AND j.printed_on_id <> j.printer_id",
    )
    .with("AND j.handover_at >= ?", since);
    let sql = add_visibility(sql, actor).add("ORDER BY j.handover_at DESC, j.id DESC").with("LIMIT ?", MAX_PAPERS);
    tx.query(sql).all().await
}

/// Finds when each printer finished its last own paper of those written since then.
pub async fn find_last_own_documents(
    tx: &mut Tx,
    since: DateTime<Utc>,
) -> db::Result<HashMap<PrinterId, DateTime<Utc>>> {
    let rows: Vec<(PrinterId, DateTime<Utc>)> = tx
        .query(
            "SELECT printer_id, MAX(finished_at) FROM print_jobs
             WHERE created_at >= $1 AND state = 'DONE' AND finished_at IS NOT NULL AND moved_from_id IS NULL GROUP BY printer_id",
        )
        .bind(since)
        .all()
        .await?;
    Ok(rows.into_iter().collect())
}
