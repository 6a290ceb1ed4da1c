//! The demo's print agent and its four printers without hardware: their paper is shown in the browser.

use crate::{
    companies::Company,
    db::Tx,
    error::{OrNotFound, Result},
    ids::{AgentId, UserId},
    people::session::token_hash,
    printing::pair_directly,
    state::App,
    transact,
};
use anyhow::Context;
use chrono::{DateTime, Utc};

/// Name, area.
const PRINTERS: [(&str, &str); 4] = [("Cocina", "COCINA"), ("Parrilla", "PARRILLA"), ("Bar", "BAR"), ("Caja", "CAJA")];
const CASH_DESK: &str = "Caja";

/// The token of the demo's agent: the one it has, while that is good, else a new one. Makes the printers that are not there.
pub async fn agent_token(app: &App, has: Option<String>) -> anyhow::Result<String> {
    let company = app.companies().by_slug(super::SLUG).context("the demo restaurant is not there")?;
    if let Some(token) = has
        && is_paired(&company, &token).await?
    {
        return Ok(token);
    }
    let now = app.clock().now();
    let paired: Result<String> = transact!(company.db, |tx| { pair(tx, now).await });
    Ok(paired?)
}

async fn is_paired(company: &Company, token: &str) -> Result<bool> {
    let mut tx = company.db.read().await?;
    let found: i64 = tx
        .query("SELECT COUNT(*) FROM print_agents WHERE token_hash = $1 AND revoked_at IS NULL")
        .bind(token_hash(token))
        .scalar()
        .await?;
    Ok(found > 0)
}

async fn pair(tx: &mut Tx, now: DateTime<Utc>) -> Result<String> {
    let admin: (UserId,) = tx
        .query("SELECT id FROM users WHERE role_id = 1 AND deleted_at IS NULL ORDER BY id LIMIT 1")
        .maybe()
        .await
        .or_not_found("un administrador")?;
    let (agent, token) = pair_directly(tx, admin.0, "Demo", now).await?;
    for (name, area) in PRINTERS {
        printer(tx, agent, name, area).await?;
    }
    tx.query(
        "UPDATE cashboxes SET printer_id = (SELECT p.id FROM printers p WHERE p.name = $1) WHERE printer_id IS NULL",
    )
    .bind(CASH_DESK)
    .run()
    .await?;
    Ok(token)
}

async fn printer(tx: &mut Tx, agent: AgentId, name: &str, area: &str) -> Result<()> {
    let id: i64 = tx
        .query(
            "INSERT INTO printers (name, agent_id, type, size, opens_drawer) VALUES ($1, $2, 'VIRTUAL', '80', $3)
             ON CONFLICT (name) DO UPDATE SET agent_id = excluded.agent_id RETURNING id",
        )
        .bind(name)
        .bind(agent)
        .bind(name == CASH_DESK)
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
