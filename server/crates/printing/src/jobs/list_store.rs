//! SQL of the lists of jobs and papers.

use super::{
    list::{JobFilter, JobTicketRow, JobView, StateFilter},
    visible_store::add_visibility,
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    error::Result,
    ids::PrinterId,
    listing::{Paging, Rows},
    search::{contains_pattern, folded},
};
use comanda_platform::use_case::Actor;

const JOBS: &str = "SELECT j.id, j.document, j.source, j.area, j.sequence, j.printer_id, p.name AS printer, e.name AS printed_on, j.state, j.level,
    j.reason, j.attempts, j.duplicate, j.created_at, j.finished_at, j.client_request_id
    FROM print_jobs j JOIN printers p ON p.id = j.printer_id LEFT JOIN printers e ON e.id = j.printed_on_id WHERE 1 = 1";

impl JobFilter {
    fn narrow(&self, sql: Sql) -> Sql {
        let sql = sql
            .when("AND j.client_request_id = ?", self.client_request_id)
            .when("AND j.printer_id = ?", self.printer_id)
            .when(
                "AND (j.agent_id = ? OR j.printer_id IN (SELECT o.id FROM printers o WHERE o.agent_id = ?))",
                self.agent_id,
            );
        match self.state {
            Some(StateFilter::Waiting) => sql.add("AND j.finished_at IS NULL"),
            Some(StateFilter::Is(state)) => sql.with("AND j.state = ?", state),
            None => sql,
        }
    }
}

/// Loads a page of jobs, the newest first unless another order is asked for.
pub async fn load_page(tx: &mut Tx, actor: &Actor, filter: &JobFilter, paging: &Paging) -> Result<Rows<JobView>> {
    let filters = paging.parse_filters()?;
    let (states, documents, printers) =
        (filters.column_texts("state"), filters.column_texts("document"), filters.column_ids("printer_id")?);
    let term = paging.term.as_deref().map(str::trim).filter(|t| !t.is_empty());
    let narrow = |sql: Sql| {
        let sql = add_visibility(filter.narrow(sql), actor).when(
            concat!(
                "AND ",
                folded!("p.name || ' ' || j.area || ' ' || j.document || ' ' || j.sequence"),
                " LIKE ? ESCAPE '!'"
            ),
            term.map(contains_pattern),
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
            paging.add_order_by(list, &columns, "j.id")?
        }
    };
    let count =
        narrow(Sql::new("SELECT COUNT(*) FROM print_jobs j JOIN printers p ON p.id = j.printer_id WHERE 1 = 1"));
    paging.load_page(tx, count, list).await
}

/// Papers normally come out within seconds; after this time somebody may want to decide.
const NORMAL_SECONDS: i64 = 15;
/// Papers that expired longer ago need no decision any more.
const EXPIRED_HOURS: i64 = 12;

/// Counts the papers that wait for somebody's decision: those about which /printers asks.
pub async fn count_stuck_jobs(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<i64> {
    let sql =
        Sql::new("SELECT COUNT(*) FROM print_jobs WHERE (finished_at IS NULL AND (state IN ('HELD', 'UNCERTAIN') OR")
            .with("created_at <= ?", now - Duration::seconds(NORMAL_SECONDS))
            .add(")) OR (state = 'EXPIRED'")
            .with("AND created_at >= ?", now - Duration::hours(EXPIRED_HOURS))
            .add(")");
    tx.query(sql).scalar().await
}

/// The papers that wait for a printer.
#[derive(Debug, Clone, Copy, comanda_from_row::FromRow)]
pub struct WaitingDocuments {
    pub printer_id: PrinterId,
    pub papers: i64,
    /// The time at which the oldest of them was written.
    pub since: DateTime<Utc>,
}

/// Counts the waiting papers by printer, with the time of the oldest.
pub async fn list_waiting_documents(tx: &mut Tx) -> db::Result<Vec<WaitingDocuments>> {
    tx.query(
        "SELECT printer_id, COUNT(*) AS papers, MIN(created_at) AS since FROM print_jobs
         WHERE finished_at IS NULL GROUP BY printer_id",
    )
    .all()
    .await
}

/// Finds a job if this user may see it.
pub async fn find_job(tx: &mut Tx, actor: &Actor, id: &str) -> db::Result<Option<JobView>> {
    tx.query(add_visibility(Sql::new(JOBS).with("AND j.id = ?", id.to_owned()), actor)).maybe().await
}

const PAPERS: &str =
    "SELECT j.id, j.document, j.state, j.duplicate, j.created_at, j.finished_at, p.size, p.kind, p.label_size, j.ticket, j.marks
    FROM print_jobs j JOIN printers p ON p.id = j.printer_id WHERE j.document <> 'DRAWER'";

/// Lists the last papers of a printer that this user may see, the newest first.
pub async fn list_printed_tickets(
    tx: &mut Tx,
    actor: &Actor,
    printer: PrinterId,
    limit: i64,
) -> db::Result<Vec<JobTicketRow>> {
    // A paper that its agent printed for another printer stays that printer's job.
    let own = "AND ((j.printer_id = ? AND j.state NOT IN ('CANCELLED', 'EXPIRED', 'REROUTED'))";
    let sql = Sql::new(PAPERS).with(own, printer).with("OR (j.printed_on_id = ? AND j.state = 'REROUTED'))", printer);
    let sql = add_visibility(sql, actor).add("ORDER BY j.created_at DESC, j.id DESC").with("LIMIT ?", limit);
    tx.query(sql).all().await
}

/// Finds a paper if this user may see it.
pub async fn find_job_ticket(tx: &mut Tx, actor: &Actor, id: &str) -> db::Result<Option<JobTicketRow>> {
    tx.query(add_visibility(Sql::new(PAPERS).with("AND j.id = ?", id.to_owned()), actor)).maybe().await
}
