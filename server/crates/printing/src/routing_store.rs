//! SQL of the choice of printers.

use super::routing::{AreaPrinter, Printer, SentTicket};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::{AreaId, CashboxId, CycleId, PrinterId, UserId},
};

const PRINTER: &str =
    "p.id, p.name, p.agent_id, p.size, p.print_command, p.print_pre_account, p.print_receipt, p.opens_drawer, p.kind,
     p.labels_tables, p.labels_take_away, p.labels_delivery";

/// Lists the active printers of these areas, one row per area and printer.
pub async fn list_area_printers(tx: &mut Tx, areas: &[AreaId]) -> db::Result<Vec<AreaPrinter>> {
    let sql = Sql::new("SELECT a.production_area_id AS area_id, ")
        .add(PRINTER)
        .add(" FROM printer_areas a JOIN printers p ON p.id = a.printer_id WHERE p.status = 'ACTIVE'")
        .list(" AND a.production_area_id IN (?)", areas.iter().copied())
        .add(" ORDER BY a.production_area_id, p.id");
    tx.query(sql).all().await
}

/// Lists the active printers that got the commands of these sources. A paper that somebody rerouted counts at its new printer; one
/// that a stand-in printed counts at its own printer, from which later papers go over to the stand-in if they still have to.
pub async fn list_printers_of_sent_tickets(tx: &mut Tx, sources: Vec<String>) -> db::Result<Vec<SentTicket>> {
    let sql = Sql::new("SELECT DISTINCT j.source, j.area, ")
        .add(PRINTER)
        .list(
            " FROM print_jobs j JOIN printers p ON p.id = j.printer_id
              WHERE j.document = 'COMMAND' AND j.state <> 'CANCELLED' AND j.moved_from_id IS NULL AND p.status = 'ACTIVE' AND j.source IN (?)",
            sources,
        )
        .add(
            " AND NOT (j.state = 'REROUTED' AND EXISTS (SELECT 1 FROM print_jobs n WHERE n.source = j.source AND n.document = j.document
                AND n.area = j.area AND n.sequence = j.sequence AND n.printer_id = j.printed_on_id
                AND n.moved_from_id IS NULL))
              ORDER BY j.source, j.area, p.id",
        );
    tx.query(sql).all().await
}

/// Finds the active printer of a cash box.
pub(super) async fn find_by_cashbox(tx: &mut Tx, cashbox: Option<CashboxId>) -> db::Result<Option<Printer>> {
    let sql = Sql::new("SELECT ")
        .add(PRINTER)
        .add(" FROM printers p JOIN cashboxes c ON c.printer_id = p.id WHERE p.status = 'ACTIVE' AND p.kind = 'TICKET'")
        .with(" AND c.id = ?", cashbox);
    tx.query(sql).maybe().await
}

/// Lists the active printers of the area CAJA.
pub(super) async fn list_cash_desk_printers(tx: &mut Tx) -> db::Result<Vec<Printer>> {
    let sql = Sql::new("SELECT ").add(PRINTER).add(
        " FROM printers p JOIN printer_areas a ON a.printer_id = p.id JOIN production_areas k ON k.id = a.production_area_id
          WHERE p.status = 'ACTIVE' AND p.kind = 'TICKET' AND k.name = 'CAJA' ORDER BY p.id LIMIT 200",
    );
    tx.query(sql).all().await
}

/// Finds the cash box and the user of a cycle that is open.
pub(super) async fn find_till_of_open_cycle(tx: &mut Tx, cycle: CycleId) -> db::Result<Option<(CashboxId, UserId)>> {
    tx.query("SELECT cashbox_id, user_id FROM cashbox_cycles WHERE id = $1 AND status = 'OPEN'")
        .bind(cycle)
        .maybe()
        .await
}

/// Finds the name of a printer; `None` if there is no such printer.
pub async fn find_printer_name(tx: &mut Tx, id: PrinterId) -> db::Result<Option<String>> {
    let found: Option<(String,)> = tx.query("SELECT name FROM printers WHERE id = $1").bind(id).maybe().await?;
    Ok(found.map(|row| row.0))
}
