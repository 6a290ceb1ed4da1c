//! SQL of the list of printers.

use super::list::{LastJob, PrinterSelection, PrinterView};
use comanda_base::{
    db::{self, Row, Sql, Tx},
    ids::{AreaId, CashboxId, PrinterId},
};
use std::collections::HashMap;

/// Reads the newest job of a printer.
pub(super) fn read_last_job(row: &Row) -> db::Result<Option<LastJob>> {
    let Some(id) = row.get("job_id")? else { return Ok(None) };
    Ok(Some(LastJob {
        id,
        document: row.get("job_document")?,
        state: row.get("job_state")?,
        level: row.get("job_level")?,
        created_at: row.get("job_created_at")?,
        finished_at: row.get("job_finished_at")?,
    }))
}

const PRINTERS: &str = "SELECT p.id, p.name, p.agent_id, a.name AS agent_name, p.type, p.address, p.size, p.profile, p.stand_in_id,
    s.name AS stand_in_name, p.stand_in_after_s, p.print_command, p.print_pre_account, p.print_receipt, p.opens_drawer, p.kind,
    p.label_size, p.labels_tables, p.labels_take_away, p.labels_delivery, p.status, p.state, p.state_at,
    p.trouble, p.level, p.drawer, j.id AS job_id, j.document AS job_document, j.state AS job_state, j.level AS job_level, j.created_at AS job_created_at, j.finished_at AS job_finished_at
    FROM printers p LEFT JOIN print_agents a ON a.id = p.agent_id LEFT JOIN printers s ON s.id = p.stand_in_id
    LEFT JOIN print_jobs j ON j.id = (SELECT n.id FROM print_jobs n WHERE n.printer_id = p.id ORDER BY n.created_at DESC, n.id DESC LIMIT 1)";

/// Lists the selected printers, by name.
pub(super) async fn list_printers(tx: &mut Tx, which: PrinterSelection) -> db::Result<Vec<PrinterView>> {
    let sql = match which {
        PrinterSelection::All => Sql::new(PRINTERS),
        PrinterSelection::One(id) => Sql::new(PRINTERS).with("WHERE p.id = ?", id),
        PrinterSelection::OfAgent(id) => Sql::new(PRINTERS).with("WHERE p.agent_id = ?", id),
    };
    tx.query(sql.add("ORDER BY p.name, p.id LIMIT 500")).all().await
}

/// Counts the waiting jobs of each printer.
pub(super) async fn count_waiting_jobs(tx: &mut Tx) -> db::Result<HashMap<PrinterId, i64>> {
    let waiting: Vec<(PrinterId, i64)> = tx
        .query(
            "SELECT printer_id, COUNT(*) FROM print_jobs WHERE finished_at IS NULL AND state <> 'UNCERTAIN' GROUP BY printer_id",
        )
        .all()
        .await?;
    Ok(waiting.into_iter().collect())
}

/// Lists the areas of each printer.
pub(super) async fn list_areas(tx: &mut Tx) -> db::Result<Vec<(PrinterId, AreaId, String)>> {
    tx.query(
        "SELECT x.printer_id, a.id, a.name FROM printer_areas x JOIN production_areas a ON a.id = x.production_area_id
             ORDER BY a.name LIMIT 2000",
    )
    .all()
    .await
}

/// Lists the cash boxes of each printer.
pub(super) async fn list_cashboxes(tx: &mut Tx) -> db::Result<Vec<(PrinterId, CashboxId, String)>> {
    tx.query("SELECT printer_id, id, name FROM cashboxes WHERE printer_id IS NOT NULL ORDER BY name LIMIT 2000")
        .all()
        .await
}
