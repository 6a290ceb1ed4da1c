//! SQL of `print_agents` and `pairing_codes`.

use chrono::{DateTime, Utc};
use comanda_base::{
    db::{self, Json, Tx},
    ids::{AgentId, UserId},
    insert,
};
use serde::Serialize;
use utoipa::ToSchema;

/// An agent that was not revoked.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub struct AgentRow {
    pub id: AgentId,
    pub name: String,
    pub machine: String,
    pub version: String,
    pub platform: String,
    pub last_seen_at: Option<DateTime<Utc>>,
    pub paired_at: DateTime<Utc>,
}

pub(crate) async fn list_agents(tx: &mut Tx) -> db::Result<Vec<AgentRow>> {
    tx.query(
        "SELECT id, name, machine, version, platform, last_seen_at, paired_at FROM print_agents
         WHERE revoked_at IS NULL ORDER BY name, id LIMIT 200",
    )
    .all()
    .await
}

/// Finds the agent of a token that was not revoked, with its users.
pub(crate) async fn find_by_token(tx: &mut Tx, hash: &str) -> db::Result<Option<(AgentId, Json<Vec<UserId>>)>> {
    tx.query("SELECT id, user_ids FROM print_agents WHERE token_hash = $1 AND revoked_at IS NULL")
        .bind(hash)
        .maybe()
        .await
}

/// The agent that makes a request with its own token.
#[derive(Debug, comanda_from_row::FromRow)]
pub(crate) struct AuthenticatedAgent {
    pub id: AgentId,
    pub name: String,
    pub machine: String,
    pub version: String,
    pub paired_by: i64,
}

/// Finds the agent of a token that was not revoked.
pub(crate) async fn find_authenticated(tx: &mut Tx, hash: &str) -> db::Result<Option<AuthenticatedAgent>> {
    tx.query(
        "SELECT id, name, machine, version, paired_by FROM print_agents WHERE token_hash = $1 AND revoked_at IS NULL",
    )
    .bind(hash)
    .maybe()
    .await
}

/// Finds an agent that was not revoked.
pub(crate) async fn find_active_agent(tx: &mut Tx, id: AgentId) -> db::Result<Option<AgentRow>> {
    tx.query(
        "SELECT id, name, machine, version, platform, last_seen_at, paired_at FROM print_agents
         WHERE id = $1 AND revoked_at IS NULL",
    )
    .bind(id)
    .maybe()
    .await
}

/// Lists the agents with the users for whom each listens where the company's channel is not shared.
pub(crate) async fn list_with_users(tx: &mut Tx) -> db::Result<Vec<(AgentId, Vec<UserId>)>> {
    let all: Vec<(AgentId, Json<Vec<UserId>>)> =
        tx.query("SELECT id, user_ids FROM print_agents WHERE revoked_at IS NULL ORDER BY id LIMIT 200").all().await?;
    Ok(all.into_iter().map(|(id, users)| (id, users.0)).collect())
}

pub(crate) async fn is_active_agent(tx: &mut Tx, id: AgentId) -> db::Result<bool> {
    let found: Option<(AgentId,)> =
        tx.query("SELECT id FROM print_agents WHERE id = $1 AND revoked_at IS NULL").bind(id).maybe().await?;
    Ok(found.is_some())
}

/// Finds the company's only agent; `None` with none or several.
pub(crate) async fn find_only_agent(tx: &mut Tx) -> db::Result<Option<AgentId>> {
    let ids: Vec<(AgentId,)> =
        tx.query("SELECT id FROM print_agents WHERE revoked_at IS NULL ORDER BY id LIMIT 2").all().await?;
    Ok(if let [one] = ids.as_slice() { Some(one.0) } else { None })
}

/// Records what an agent tells about itself when it connects, and when.
pub(crate) async fn record_seen(
    tx: &mut Tx,
    id: AgentId,
    version: &str,
    machine: &str,
    now: DateTime<Utc>,
) -> db::Result<()> {
    tx.query(
        "UPDATE print_agents SET last_seen_at = $1, version = CASE WHEN $2 = '' THEN version ELSE $2 END,
                machine = CASE WHEN $3 = '' THEN machine ELSE $3 END WHERE id = $4",
    )
    .bind(now)
    .bind(version)
    .bind(machine)
    .bind(id)
    .run()
    .await?;
    Ok(())
}

/// The resolution of `last_seen_at`: agents pull every ten seconds.
pub(crate) const SEEN_INTERVAL: chrono::Duration = chrono::Duration::seconds(60);

/// Records that the agent was seen, at most once a minute.
pub(crate) async fn update_last_seen(tx: &mut Tx, id: AgentId, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("UPDATE print_agents SET last_seen_at = $1 WHERE id = $2 AND (last_seen_at IS NULL OR last_seen_at < $3)")
        .bind(now)
        .bind(id)
        .bind(now - SEEN_INTERVAL)
        .run()
        .await?;
    Ok(())
}

#[derive(Debug)]
pub(super) struct NewAgent<'a> {
    pub name: &'a str,
    pub token_hash: String,
    pub user_ids: Vec<UserId>,
    pub machine: &'a str,
    pub version: &'a str,
    pub platform: &'a str,
    pub paired_by: UserId,
}

pub(super) async fn insert_agent(tx: &mut Tx, new: NewAgent<'_>, now: DateTime<Utc>) -> db::Result<AgentId> {
    tx.query(insert!("print_agents" {
        name: new.name,
        token_hash: new.token_hash,
        user_ids: Json(new.user_ids),
        machine: new.machine,
        version: new.version,
        platform: new.platform,
        paired_by: new.paired_by,
        paired_at: now,
    } returning "id"))
        .scalar()
        .await
}

/// Gives the printers without an agent, and the jobs that wait for them, to this agent.
pub(super) async fn adopt_printers(tx: &mut Tx, id: AgentId) -> db::Result<()> {
    tx.query("UPDATE printers SET agent_id = $1 WHERE agent_id IS NULL").bind(id).run().await?;
    tx.query(
        "UPDATE print_jobs SET agent_id = $1 WHERE agent_id IS NULL AND finished_at IS NULL AND state = 'PENDING'",
    )
    .bind(id)
    .run()
    .await?;
    Ok(())
}

/// Revokes an agent's token, and returns whether it had one. Its printers wait for the next agent. Jobs on its disk may still be printed
/// there without a report, so a person has to check them.
pub(super) async fn revoke_agent(tx: &mut Tx, id: AgentId, now: DateTime<Utc>) -> db::Result<bool> {
    let revoked = tx
        .query("UPDATE print_agents SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL")
        .bind(now)
        .bind(id)
        .run()
        .await?;
    tx.query("UPDATE printers SET agent_id = NULL, state = 'OFFLINE', state_at = $1 WHERE agent_id = $2")
        .bind(now)
        .bind(id)
        .run()
        .await?;
    tx.query(
        "UPDATE print_jobs SET agent_id = NULL, changed_at = $1,
                state = CASE WHEN state IN ('PENDING', 'OFFERED') THEN 'PENDING' ELSE 'UNCERTAIN' END
         WHERE agent_id = $2 AND finished_at IS NULL",
    )
    .bind(now)
    .bind(id)
    .run()
    .await?;
    Ok(revoked == 1)
}

pub(super) async fn insert_code(tx: &mut Tx, hash: &str, code: NewCode<'_>) -> db::Result<bool> {
    let written = tx
        .query(
            "INSERT INTO pairing_codes (code_hash, name, user_ids, created_by, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        )
        .bind(hash)
        .bind(code.name)
        .bind(Json(code.user_ids))
        .bind(code.by)
        .bind(code.now)
        .bind(code.expires_at)
        .run()
        .await?;
    Ok(written == 1)
}

#[derive(Debug, Clone)]
pub(super) struct NewCode<'a> {
    pub name: &'a str,
    pub user_ids: Vec<UserId>,
    pub by: UserId,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Debug, comanda_from_row::FromRow)]
pub(super) struct UsedCode {
    pub name: String,
    pub user_ids: Json<Vec<UserId>>,
    pub created_by: UserId,
}

/// Uses up a code, if it is valid.
pub(super) async fn use_code(tx: &mut Tx, hash: &str, now: DateTime<Utc>) -> db::Result<Option<UsedCode>> {
    tx.query(
        "UPDATE pairing_codes SET used_at = $1 WHERE code_hash = $2 AND used_at IS NULL AND expires_at > $1
         RETURNING name, user_ids, created_by",
    )
    .bind(now)
    .bind(hash)
    .maybe()
    .await
}

pub(super) async fn delete_used_codes(tx: &mut Tx, now: DateTime<Utc>) -> db::Result<()> {
    tx.query("DELETE FROM pairing_codes WHERE expires_at <= $1 OR used_at IS NOT NULL").bind(now).run().await?;
    Ok(())
}

/// A record with a name to which a printer can be linked.
#[derive(Debug, Serialize, ToSchema, comanda_from_row::FromRow)]
pub(super) struct Named {
    pub id: i64,
    pub name: String,
}

/// Lists the production areas that a printer can serve.
pub(super) async fn list_areas(tx: &mut Tx) -> db::Result<Vec<Named>> {
    tx.query("SELECT id, name FROM production_areas WHERE status = 'ACTIVE' ORDER BY name LIMIT 500").all().await
}

/// Lists the cash boxes to which a printer can belong.
pub(super) async fn list_cashboxes(tx: &mut Tx) -> db::Result<Vec<Named>> {
    tx.query("SELECT id, name FROM cashboxes WHERE status = 'ACTIVE' ORDER BY name LIMIT 500").all().await
}
