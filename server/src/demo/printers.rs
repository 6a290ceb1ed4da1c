//! The demo's print agent and its four virtual printers, whose paper is shown in the browser.

use super::store::printers as store;
use anyhow::Context;
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, transact};
use comanda_platform::{companies::Company, people::session::token_hash, state::App};
use comanda_printing::pair_directly;

/// Name and production area.
const PRINTERS: [(&str, &str); 4] = [("Cocina", "COCINA"), ("Parrilla", "PARRILLA"), ("Bar", "BAR"), ("Caja", "CAJA")];
const CASH_DESK: &str = "Caja";

/// Returns the token of the demo's agent: the present one while it is valid, else a new one. Creates missing printers.
pub async fn ensure_agent_token(app: &App, present: Option<String>) -> anyhow::Result<String> {
    let company = app.companies().find_by_slug(super::SLUG).context("the demo restaurant is not there")?;
    if let Some(token) = present
        && is_paired(&company, &token).await?
    {
        return Ok(token);
    }
    let now = app.clock().now();
    let paired: Result<String> = transact!(company.db, |tx| { pair_agent(tx, now).await });
    Ok(paired?)
}

async fn is_paired(company: &Company, token: &str) -> Result<bool> {
    let mut tx = company.db.read().await?;
    Ok(store::is_paired(&mut tx, &token_hash(token)).await?)
}

async fn pair_agent(tx: &mut Tx, now: DateTime<Utc>) -> Result<String> {
    let admin = store::find_first_admin(tx).await?;
    let (agent, token) = pair_directly(tx, admin, "Demo", now).await?;
    for (name, area) in PRINTERS {
        store::upsert_printer(tx, agent, name, area, name == CASH_DESK).await?;
    }
    store::assign_to_cashboxes(tx, CASH_DESK).await?;
    Ok(token)
}
