//! SQL of `printers` and `printer_areas`.

use super::model::{PrinterConfiguration, StandIn};
use crate::words::{
    DrawerState, LabelSize, PaperSize, PrintLevel, PrinterKind, PrinterState, PrinterTrouble, PrinterType,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, ToRow, Tx},
    ids::{AgentId, AreaId, PrinterId},
    words::Status,
};
use comanda_ticket::wire::{PrinterId as WireId, PrinterReport, PrinterSetup};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, comanda_from_row::FromRow)]
struct SetupRow {
    id: PrinterId,
    name: String,
    #[row(rename = "type")]
    kind: PrinterType,
    address: String,
    size: PaperSize,
    profile: String,
    stand_in_id: Option<PrinterId>,
    stand_in_after_s: i64,
    status: Status,
    #[row(rename = "kind")]
    media: PrinterKind,
    label_size: LabelSize,
}

/// Lists the printers of an agent as it receives them. It knows its own printers only: a stand-in at another machine is the server's to use.
pub async fn list_setups(tx: &mut Tx, agent: AgentId) -> db::Result<Vec<PrinterSetup>> {
    let rows: Vec<SetupRow> = tx
        .query(
            "SELECT p.id, p.name, p.type, p.address, p.size, p.profile, s.id AS stand_in_id, p.stand_in_after_s, p.status,
                p.kind, p.label_size FROM printers p LEFT JOIN printers s ON s.id = p.stand_in_id AND s.agent_id = p.agent_id WHERE p.agent_id = $1
             ORDER BY p.id LIMIT 500",
        )
        .bind(agent)
        .all()
        .await?;
    Ok(rows.into_iter().map(to_setup).collect())
}

fn to_setup(row: SetupRow) -> PrinterSetup {
    PrinterSetup {
        id: WireId(row.id.0),
        name: row.name,
        kind: row.kind.into(),
        address: row.address,
        size: row.size.into(),
        profile: row.profile,
        stand_in_id: row.stand_in_id.map(|id| WireId(id.0)),
        stand_in_after_s: u32::try_from(row.stand_in_after_s).ok(),
        label: (row.media == PrinterKind::Label).then(|| row.label_size.into()),
        status: row.status.to_string(),
    }
}

/// Records the reported state of an agent's own printer, and returns whether it changed.
pub async fn set_printer_state(
    tx: &mut Tx,
    agent: AgentId,
    report: &PrinterReport,
    now: DateTime<Utc>,
) -> db::Result<bool> {
    let changed = tx
        .query(
            "UPDATE printers SET state = $1, state_at = $2, level = COALESCE($3, level), drawer = COALESCE($6, drawer), trouble = $7
             WHERE id = $4 AND agent_id = $5 AND (state <> $1 OR state_at IS NULL OR COALESCE($3, level, '') <> COALESCE(level, '')
                   OR COALESCE($6, drawer, '') <> COALESCE(drawer, '') OR COALESCE($7, '') <> COALESCE(trouble, ''))",
        )
        .bind(PrinterState::from(report.state))
        .bind(now)
        .bind(report.level.map(PrintLevel::from))
        .bind(PrinterId(report.printer_id.0))
        .bind(agent)
        .bind(report.drawer.map(DrawerState::from))
        .bind(report.trouble.map(PrinterTrouble::from))
        .run()
        .await?;
    Ok(changed == 1)
}

/// Locks and finds a printer's configuration, to be changed.
pub async fn lock_set_up(tx: &mut Tx, id: PrinterId) -> db::Result<Option<PrinterConfiguration>> {
    tx.query(
        "SELECT name, type, address, size, profile, agent_id, stand_in_id, stand_in_after_s, print_command, print_pre_account, print_receipt,
                opens_drawer, kind, label_size, labels_tables, labels_take_away, labels_delivery, status FROM printers WHERE id = $1",
    )
    .bind(id)
    .for_update()
    .maybe()
    .await
}

/// Locks and lists the company's printers with what is needed to choose a stand-in.
pub async fn lock_stand_ins(tx: &mut Tx) -> db::Result<Vec<StandIn>> {
    let sql = "SELECT id, name, type, agent_id, stand_in_id, status, kind FROM printers ORDER BY id LIMIT 500";
    tx.query(sql).for_update().all().await
}

/// Whether the printer exists and is active.
pub async fn printer_is_active(tx: &mut Tx, id: PrinterId) -> db::Result<bool> {
    let found: i64 =
        tx.query("SELECT COUNT(*) FROM printers WHERE id = $1 AND status = 'ACTIVE'").bind(id).scalar().await?;
    Ok(found == 1)
}

/// Whether a printer takes the papers of another one: a ticket does not fit on a label.
pub async fn takes_papers_of(tx: &mut Tx, printer: PrinterId, other: PrinterId) -> db::Result<bool> {
    let sql = "SELECT COUNT(*) FROM printers p JOIN printers o ON o.id = $2
               WHERE p.id = $1 AND (p.kind = 'TICKET' OR o.kind = 'LABEL')";
    let found: i64 = tx.query(sql).bind(printer).bind(other).scalar().await?;
    Ok(found == 1)
}

/// Finds the agent of a printer; `None` if it has none, or does not exist.
pub async fn find_agent(tx: &mut Tx, id: PrinterId) -> db::Result<Option<AgentId>> {
    let found: Option<(Option<AgentId>,)> =
        tx.query("SELECT agent_id FROM printers WHERE id = $1").bind(id).maybe().await?;
    Ok(found.and_then(|row| row.0))
}

pub async fn insert_printer(tx: &mut Tx, p: &PrinterConfiguration) -> db::Result<PrinterId> {
    tx.query(Sql::insert("printers", &p.to_row(), "RETURNING id")).scalar().await
}

/// Updates a printer; jobs that no agent has yet go to the printer's new agent.
pub async fn update_printer(tx: &mut Tx, id: PrinterId, p: &PrinterConfiguration) -> db::Result<()> {
    tx.query(Sql::update("printers", &p.to_row(), "", ("id", id))).run().await?;
    tx.query(
        "UPDATE print_jobs SET agent_id = $1, state = 'PENDING'
         WHERE printer_id = $2 AND finished_at IS NULL AND state IN ('PENDING', 'OFFERED')
           AND COALESCE(agent_id, 0) <> COALESCE($1, 0)",
    )
    .bind(p.agent_id)
    .bind(id)
    .run()
    .await?;
    Ok(())
}

/// Replaces the areas of a printer.
pub async fn replace_areas(tx: &mut Tx, id: PrinterId, areas: &[AreaId]) -> db::Result<()> {
    tx.query("DELETE FROM printer_areas WHERE printer_id = $1").bind(id).run().await?;
    if areas.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("INSERT INTO printer_areas (printer_id, production_area_id) SELECT p.id, a.id FROM printers p, production_areas a")
        .with("WHERE p.id = ?", id)
        .list("AND a.id IN (?)", areas.iter().copied());
    tx.query(sql).run().await?;
    Ok(())
}

/// Lists the active printers that a printer stands in for.
pub async fn list_relieved_names(tx: &mut Tx, id: PrinterId) -> db::Result<Vec<String>> {
    tx.query("SELECT name FROM printers WHERE stand_in_id = $1 AND status = 'ACTIVE' ORDER BY name LIMIT 100")
        .bind(id)
        .column()
        .await
}

/// Finds what prevents deleting a printer, as a text.
pub async fn find_deletion_blockers(tx: &mut Tx, id: PrinterId) -> db::Result<Option<String>> {
    let found: Vec<(String,)> = tx
        .query(
            "SELECT 'imprime el área ' || a.name FROM printer_areas x JOIN production_areas a ON a.id = x.production_area_id
             WHERE x.printer_id = $1
             UNION ALL SELECT 'es de la caja ' || c.name FROM cashboxes c WHERE c.printer_id = $1
             UNION ALL SELECT 'suple a ' || p.name FROM printers p WHERE p.stand_in_id = $1
             UNION ALL SELECT 'tiene ' || COUNT(*) || ' documentos en cola' FROM print_jobs j
                       WHERE j.printer_id = $1 AND j.finished_at IS NULL HAVING COUNT(*) > 0
             UNION ALL SELECT 'ya imprimió ' || COUNT(*) || ' documentos' FROM print_jobs j
                       WHERE j.printer_id = $1 AND j.finished_at IS NOT NULL AND j.document <> 'TEST' HAVING COUNT(*) > 0
             LIMIT 12",
        )
        .bind(id)
        .all()
        .await?;
    let blockers: Vec<String> = found.into_iter().map(|row| row.0).collect();
    Ok((!blockers.is_empty()).then(|| blockers.join(", ")))
}

/// Deletes a printer that nothing refers to, with its test pages.
pub async fn delete_printer(tx: &mut Tx, id: PrinterId) -> db::Result<u64> {
    tx.query("DELETE FROM print_jobs WHERE printer_id = $1 AND document = 'TEST'").bind(id).run().await?;
    tx.query("DELETE FROM printers WHERE id = $1").bind(id).run().await
}

/// An active printer of a production area.
#[derive(Debug, Serialize, ToSchema, comanda_from_row::FromRow)]
pub(super) struct PrinterArea {
    printer_id: PrinterId,
    production_area_id: AreaId,
    #[serde(rename = "type")]
    #[row(rename = "type")]
    kind: PrinterType,
    address: String,
    name: String,
    size: PaperSize,
}

/// Lists the active printers with the areas that they serve.
pub(super) async fn list_printer_areas(tx: &mut Tx) -> db::Result<Vec<PrinterArea>> {
    tx.query(
        "SELECT p.id AS printer_id, x.production_area_id, p.type, p.address, p.name, p.size FROM printer_areas x
             JOIN printers p ON p.id = x.printer_id WHERE p.status = 'ACTIVE' ORDER BY x.production_area_id, p.id LIMIT 2000",
    )
    .all()
    .await
}
