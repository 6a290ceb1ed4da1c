//! Jobs as screens show them, and their papers.

use super::visible::visible;
use crate::{
    db::{self, Sql, Tx},
    error::Result,
    ids::{AgentId, PrinterId, RequestId},
    listing::{Paging, Rows},
    printing::WIDE,
    search::{contains, folded},
    settings::Logo,
    use_case::Actor,
};
use chrono::{DateTime, Duration, Utc};
use comanda_ticket::{Line, Ticket, layout, wire::Mark};
use serde::Serialize;
use utoipa::ToSchema;

/// A job as lists show it.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
pub struct JobView {
    pub id: String,
    pub document: String,
    /// What it is of: `command:12`, `billing:7`.
    pub source: String,
    pub area: String,
    pub sequence: i64,
    pub printer_id: PrinterId,
    pub printer: String,
    /// Where it really went, if a stand-in printed it.
    pub printed_on: Option<String>,
    pub state: String,
    /// What proves a DONE: L0, L1 or L2.
    pub level: Option<String>,
    pub reason: Option<String>,
    pub attempts: i64,
    pub duplicate: bool,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub client_request_id: Option<RequestId>,
}

const JOBS: &str = "SELECT j.id, j.document, j.source, j.area, j.sequence, j.printer_id, p.name AS printer, e.name AS printed_on, j.state, j.level,
    j.reason, j.attempts, j.duplicate, j.created_at, j.finished_at, j.client_request_id
    FROM print_jobs j JOIN printers p ON p.id = j.printer_id LEFT JOIN printers e ON e.id = j.printed_on_id WHERE 1 = 1";

/// Which jobs are asked for.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub client_request_id: Option<RequestId>,
    pub printer_id: Option<PrinterId>,
    /// Of its printers, or on its disk.
    pub agent_id: Option<AgentId>,
    /// `WAITING` for all that are not finished.
    pub state: Option<String>,
}

impl Filter {
    fn narrow(&self, sql: Sql) -> Sql {
        let sql = sql
            .when("AND j.client_request_id = ?", self.client_request_id)
            .when("AND j.printer_id = ?", self.printer_id)
            .when(
                "AND (j.agent_id = ? OR j.printer_id IN (SELECT o.id FROM printers o WHERE o.agent_id = ?))",
                self.agent_id,
            );
        match self.state.as_deref() {
            Some("WAITING") => sql.add("AND j.finished_at IS NULL"),
            state => sql.when("AND j.state = ?", state.map(str::to_owned)),
        }
    }
}

/// A page of them, the newest first unless another order is asked for.
pub async fn page(actor: &Actor, filter: &Filter, paging: &Paging) -> Result<Rows<JobView>> {
    let filters = paging.filters()?;
    let (states, documents, printers) = (filters.texts("state"), filters.texts("document"), filters.ids("printer_id")?);
    let term = paging.term.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let narrow = |sql: Sql| {
        let sql = visible(filter.narrow(sql), actor).when(
            concat!(
                "AND ",
                folded!("p.name || ' ' || j.area || ' ' || j.document || ' ' || j.sequence"),
                " LIKE ? ESCAPE '!'"
            ),
            term.map(contains),
        );
        let sql = states.iter().fold(sql, |sql, wanted| sql.list("AND j.state IN (?)", wanted.iter().cloned()));
        let sql = documents.iter().fold(sql, |sql, wanted| sql.list("AND j.document IN (?)", wanted.iter().cloned()));
        printers.iter().fold(sql, |sql, wanted| sql.list("AND j.printer_id IN (?)", wanted.iter().copied()))
    };
    let list = narrow(Sql::new(JOBS));
    let list = match paging.sort.as_deref().filter(|s| !s.is_empty()) {
        None => list.add("ORDER BY j.created_at DESC, j.id DESC"),
        Some(_) => {
            let columns = [
                ("created_at", "j.created_at"),
                ("printer", "p.name"),
                ("document", "j.document"),
                ("area", "j.area"),
                ("state", "j.state"),
            ];
            paging.sorted(list, &columns, "j.id")?
        }
    };
    let count =
        narrow(Sql::new("SELECT COUNT(*) FROM print_jobs j JOIN printers p ON p.id = j.printer_id WHERE 1 = 1"));
    let mut tx = actor.company.db.read().await?;
    paging.run(&mut tx, count, list).await
}

/// Paper that is on its way comes out within seconds; after this long somebody may want to decide.
const PATIENCE_SECONDS: i64 = 15;
/// What expired longer ago is history, no work for today.
const EXPIRED_HOURS: i64 = 12;

/// How many papers wait for somebody's decision: those that /printers asks about.
pub async fn stuck_jobs(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<i64> {
    let sql =
        Sql::new("SELECT COUNT(*) FROM print_jobs WHERE (finished_at IS NULL AND (state IN ('HELD', 'UNCERTAIN') OR")
            .with("created_at <= ?", now - Duration::seconds(PATIENCE_SECONDS))
            .add(")) OR (state = 'EXPIRED'")
            .with("AND created_at >= ?", now - Duration::hours(EXPIRED_HOURS))
            .add(")");
    tx.query(sql).scalar().await
}

/// One job, where this person may see it.
pub async fn job(tx: &mut Tx, actor: &Actor, id: &str) -> db::Result<Option<JobView>> {
    tx.query(visible(Sql::new(JOBS).with("AND j.id = ?", id.to_owned()), actor)).maybe().await
}

/// A job's ticket with its marks, as the paper shows it.
#[derive(Debug, sqlx::FromRow)]
pub struct PaperRow {
    pub id: String,
    pub document: String,
    pub state: String,
    pub duplicate: bool,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub size: String,
    ticket: String,
    marks: String,
}

impl PaperRow {
    /// Columns of the printer's paper.
    pub fn columns(&self) -> usize {
        if self.size == "58" { 32 } else { WIDE }
    }
    /// What stands on the paper: marks above, a possible duplicate at both ends, the logo where it is named.
    pub fn ticket(&self, logo: &Logo) -> Result<Ticket> {
        let ticket: Ticket = serde_json::from_str(&self.ticket).map_err(|e| anyhow::anyhow!("job {}: {e}", self.id))?;
        let marks: Vec<Mark> =
            serde_json::from_str(&self.marks).map_err(|e| anyhow::anyhow!("job {}: {e}", self.id))?;
        let ticket = marks.iter().fold(ticket, |ticket, mark| ticket.marked_on_top(mark.label()));
        let ticket = if self.duplicate { ticket.marked_at_both_ends("POSIBLE DUPLICADO") } else { ticket };
        Ok(logo.on(ticket))
    }
    /// Laid out.
    pub fn lines(&self, logo: &Logo) -> Result<Vec<Line>> {
        Ok(layout(&self.ticket(logo)?, self.columns()))
    }
}

const PAPERS: &str =
    "SELECT j.id, j.document, j.state, j.duplicate, j.created_at, j.finished_at, p.size, j.ticket, j.marks
    FROM print_jobs j JOIN printers p ON p.id = j.printer_id WHERE j.document <> 'DRAWER'";

/// The last papers of a printer that this person may see, the newest first.
pub async fn papers(tx: &mut Tx, actor: &Actor, printer: PrinterId, limit: i64) -> db::Result<Vec<PaperRow>> {
    let sql = visible(Sql::new(PAPERS).with("AND j.printer_id = ?", printer), actor)
        .add("AND j.state NOT IN ('CANCELLED', 'EXPIRED', 'REROUTED') ORDER BY j.created_at DESC, j.id DESC")
        .with("LIMIT ?", limit);
    tx.query(sql).all().await
}

/// One paper, where this person may see it.
pub async fn paper(tx: &mut Tx, actor: &Actor, id: &str) -> db::Result<Option<PaperRow>> {
    tx.query(visible(Sql::new(PAPERS).with("AND j.id = ?", id.to_owned()), actor)).maybe().await
}

/// `document` as people read it, for file names.
pub fn file_name(document: &str, id: &str) -> String {
    let name = match document {
        "COMMAND" | "REPRINT" | "CANCELLATION" | "TABLE_CHANGE" => "comanda",
        "PREBILL" => "precuenta",
        "RECEIPT" => "comprobante",
        "CASH" => "caja",
        "PROMOTION" => "promocion",
        _ => "documento",
    };
    // The end of a version 7 UUID is its random part.
    format!("{name}-{}.pdf", &id[id.len().saturating_sub(6)..])
}
