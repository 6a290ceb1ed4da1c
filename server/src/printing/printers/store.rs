//! All SQL of `printers`, `printer_areas` and of which cash box has which printer.

use crate::{
    db::Tx,
    error::Result,
    ids::{AgentId, PrinterId},
    printing::jobs::store::wire_name,
};
use chrono::{DateTime, Utc};
use comanda_ticket::wire::{PaperSize, PrinterId as WireId, PrinterReport, PrinterSetup};

#[derive(Debug, sqlx::FromRow)]
struct SetupRow {
    id: PrinterId,
    name: String,
    #[sqlx(rename = "type")]
    kind: String,
    address: String,
    size: String,
    profile: String,
    stand_in_id: Option<PrinterId>,
    status: String,
}

/// The printers of an agent, as it is told of them.
pub async fn setups(tx: &mut Tx, agent: AgentId) -> Result<Vec<PrinterSetup>> {
    let rows: Vec<SetupRow> = tx
        .query(
            "SELECT id, name, type, address, size, profile, stand_in_id, status FROM printers WHERE agent_id = $1
             ORDER BY id LIMIT 500",
        )
        .bind(agent)
        .all()
        .await?;
    rows.into_iter().map(setup).collect()
}

fn setup(row: SetupRow) -> Result<PrinterSetup> {
    Ok(PrinterSetup {
        id: WireId(row.id.0),
        name: row.name,
        kind: serde_json::from_value(row.kind.into()).map_err(anyhow::Error::from)?,
        address: row.address,
        size: if row.size == "58" { PaperSize::Mm58 } else { PaperSize::Mm80 },
        profile: row.profile,
        stand_in_id: row.stand_in_id.map(|id| WireId(id.0)),
        status: row.status,
    })
}

/// Takes over how an agent's own printer is; true where that is news.
pub async fn set_state(tx: &mut Tx, agent: AgentId, said: &PrinterReport, now: DateTime<Utc>) -> Result<bool> {
    let changed = tx
        .query(
            "UPDATE printers SET state = $1, state_at = $2, level = COALESCE($3, level)
             WHERE id = $4 AND agent_id = $5 AND (state <> $1 OR state_at IS NULL OR COALESCE($3, level, '') <> COALESCE(level, ''))",
        )
        .bind(wire_name(said.state)?)
        .bind(now)
        .bind(said.level.map(wire_name).transpose()?)
        .bind(PrinterId(said.printer_id.0))
        .bind(agent)
        .run()
        .await?;
    Ok(changed == 1)
}
