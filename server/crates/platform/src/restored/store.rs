//! The SQL that cleans a restored copy.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Sql, Tx},
    ids::AgentId,
};

/// Lists the token hashes of agents that are paired now, to recognize them in a copy.
pub async fn list_agent_tokens(tx: &mut Tx) -> db::Result<Vec<String>> {
    tx.query("SELECT token_hash FROM print_agents WHERE revoked_at IS NULL ORDER BY id LIMIT 1000").column().await
}

/// Ends all access that a copy contains. Print agents stay paired, or a restaurant that restores in the middle of an evening could not
/// print; but where the company exists already (`agents` are those paired with it now), agents that were unpaired since stay unpaired.
pub async fn end_access(tx: &mut Tx, agents: Option<Vec<String>>, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE sessions SET revoked_at = $1 WHERE revoked_at IS NULL").bind(now).run().await?;
    // The trust in these devices may have been revoked since.
    tx.query("UPDATE sessions SET device_hash = NULL, trusted = FALSE WHERE device_hash IS NOT NULL OR trusted")
        .run()
        .await?;
    tx.query("DELETE FROM trusted_devices").run().await?;
    tx.query("DELETE FROM password_resets").run().await?;
    tx.query("DELETE FROM pairing_codes").run().await?;
    let Some(agents) = agents else { return Ok(()) };
    let revoking = Sql::new("UPDATE print_agents SET revoked_at = $1 WHERE revoked_at IS NULL")
        .bind(now)
        .list("AND token_hash NOT IN (?)", agents)
        .add("RETURNING id");
    let revoked: Vec<(AgentId,)> = tx.query(revoking).all().await?;
    let ids: Vec<AgentId> = revoked.into_iter().map(|row| row.0).collect();
    tx.query(Sql::new("UPDATE printers SET agent_id = NULL").list("WHERE agent_id IN (?)", ids)).run().await?;
    Ok(())
}

/// Loads the RUC of the company.
pub async fn load_ruc(tx: &mut Tx) -> db::Result<String> {
    tx.query("SELECT document_number FROM company_info WHERE id = 1").scalar().await
}

/// Keeps a second copy of a company on the same server from acting for it: no document reaches the tax authority, no mail its clients,
/// no job its printers.
pub async fn disable_outgoing(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE electronic_billing SET gateway = 'DEMO'").run().await?;
    tx.query("DELETE FROM smtp_settings").run().await?;
    tx.query("UPDATE close_of_day_settings SET is_on = FALSE").run().await?;
    tx.query("UPDATE close_of_day_emails SET next_at = NULL WHERE next_at IS NOT NULL").run().await?;
    tx.query("UPDATE printers SET agent_id = NULL WHERE agent_id IS NOT NULL").run().await?;
    tx.query("UPDATE print_agents SET revoked_at = $1 WHERE revoked_at IS NULL").bind(now).run().await.map(drop)
}

/// Lists the usernames of super admins, who may change the licence.
pub async fn list_super_admins(tx: &mut Tx) -> db::Result<Vec<String>> {
    tx.query("SELECT username FROM users WHERE is_super_admin AND deleted_at IS NULL ORDER BY username LIMIT 100")
        .column()
        .await
}
