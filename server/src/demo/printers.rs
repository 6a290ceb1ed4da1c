//! The demo's print agent and its four printers without hardware: their paper is shown in the browser.

use super::store::printers as store;
use anyhow::Context;
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result, transact};
use comanda_platform::{companies::Company, people::session::token_hash, state::App};
use comanda_printing::pair_directly;

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
    Ok(store::is_paired(&mut tx, &token_hash(token)).await?)
}

async fn pair(tx: &mut Tx, now: DateTime<Utc>) -> Result<String> {
    let admin = store::first_admin(tx).await?;
    let (agent, token) = pair_directly(tx, admin, "Demo", now).await?;
    for (name, area) in PRINTERS {
        store::printer(tx, agent, name, area, name == CASH_DESK).await?;
    }
    store::give_cashboxes(tx, CASH_DESK).await?;
    Ok(token)
}
