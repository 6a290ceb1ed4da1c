//! SQL of the demo's agent and printers.

use comanda_base::{
    db::{self, Tx},
    error::{OrNotFound, Result},
    ids::{AgentId, UserId},
};

/// Whether the agent with this token is paired.
pub(in crate::demo) async fn is_paired(tx: &mut Tx, token_hash: &str) -> db::Result<bool> {
    let found: i64 = tx
        .query("SELECT COUNT(*) FROM print_agents WHERE token_hash = $1 AND revoked_at IS NULL")
        .bind(token_hash)
        .scalar()
        .await?;
    Ok(found > 0)
}

/// Finds the administrator in whose name the agent is paired.
pub(in crate::demo) async fn find_first_admin(tx: &mut Tx) -> Result<UserId> {
    let admin: (UserId,) = tx
        .query("SELECT id FROM users WHERE role_id = 1 AND deleted_at IS NULL ORDER BY id LIMIT 1")
        .maybe()
        .await
        .or_not_found("un administrador")?;
    Ok(admin.0)
}

/// Assigns this printer to the cash boxes without one.
pub(in crate::demo) async fn assign_to_cashboxes(tx: &mut Tx, printer: &str) -> db::Result<u64> {
    tx.query(
        "UPDATE cashboxes SET printer_id = (SELECT p.id FROM printers p WHERE p.name = $1) WHERE printer_id IS NULL",
    )
    .bind(printer)
    .run()
    .await
}

/// Inserts a printer for an area, or assigns the existing one to this agent.
pub(in crate::demo) async fn upsert_printer(
    tx: &mut Tx,
    agent: AgentId,
    name: &str,
    area: &str,
    opens_drawer: bool,
) -> Result<()> {
    let id: i64 = tx
        .query(
            "INSERT INTO printers (name, agent_id, type, size, opens_drawer) VALUES ($1, $2, 'VIRTUAL', '80', $3)
             ON CONFLICT (name) DO UPDATE SET agent_id = excluded.agent_id RETURNING id",
        )
        .bind(name)
        .bind(agent)
        .bind(opens_drawer)
        .scalar()
        .await?;
    tx.query(
        "INSERT INTO printer_areas (printer_id, production_area_id)
         SELECT $1, a.id FROM production_areas a WHERE a.name = $2 ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(area)
    .run()
    .await?;
    Ok(())
}
