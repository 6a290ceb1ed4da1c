//! The statements that end what a copy brings back.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::AgentId,
};

/// Tokens of print agents that are good now, by which a copy's agents are known again.
pub async fn agent_tokens(tx: &mut Tx) -> db::Result<Vec<String>> {
    tx.query("SELECT token_hash FROM print_agents WHERE revoked_at IS NULL ORDER BY id LIMIT 1000").column().await
}

/// Ends every way in that a copy knows of. Print agents stay paired, or a house that restores in the middle of an evening would not
/// print; but where the company is there already (`agents` are those paired with it now), one that was unpaired since stays so.
pub async fn end_access(tx: &mut Tx, agents: Option<Vec<String>>, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE sessions SET revoked_at = $1 WHERE revoked_at IS NULL").bind(now).run().await?;
    // What browsers were known by, and what was trusted, may have been taken back since.
    tx.query("UPDATE sessions SET device_hash = NULL, trusted = FALSE WHERE device_hash IS NOT NULL OR trusted")
        .run()
        .await?;
    tx.query("DELETE FROM trusted_devices").run().await?;
    tx.query("DELETE FROM password_resets").run().await?;
    tx.query("DELETE FROM pairing_codes").run().await?;
    let Some(agents) = agents else { return Ok(()) };
    let gone = Sql::new("UPDATE print_agents SET revoked_at = $1 WHERE revoked_at IS NULL")
        .bind(now)
        .list("AND token_hash NOT IN (?)", agents)
        .add("RETURNING id");
    let gone: Vec<(AgentId,)> = tx.query(gone).all().await?;
    let ids: Vec<AgentId> = gone.into_iter().map(|row| row.0).collect();
    tx.query(Sql::new("UPDATE printers SET agent_id = NULL").list("WHERE agent_id IN (?)", ids)).run().await?;
    Ok(())
}

/// The RUC of the company.
pub async fn ruc(tx: &mut Tx) -> db::Result<String> {
    tx.query("SELECT document_number FROM company_info WHERE id = 1").scalar().await
}

/// Keeps a second copy of a company that is on this server already from acting for it: no document reaches the tax authority, no letter
/// its clients, no paper its printers.
pub async fn disable_outgoing(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE electronic_billing SET gateway = 'DEMO'").run().await?;
    tx.query("DELETE FROM smtp_settings").run().await?;
    tx.query("UPDATE close_of_day_settings SET is_on = FALSE").run().await?;
    tx.query("UPDATE close_of_day_emails SET next_at = NULL WHERE next_at IS NOT NULL").run().await?;
    tx.query("UPDATE printers SET agent_id = NULL WHERE agent_id IS NOT NULL").run().await?;
    tx.query("UPDATE print_agents SET revoked_at = $1 WHERE revoked_at IS NULL").bind(now).run().await.map(drop)
}

/// User names of super admins, who may change the licence.
pub async fn super_admins(tx: &mut Tx) -> db::Result<Vec<String>> {
    tx.query("SELECT username FROM users WHERE is_super_admin AND deleted_at IS NULL ORDER BY username LIMIT 100")
        .column()
        .await
}
