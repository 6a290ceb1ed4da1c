//! SQL of `scales`.

use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, Sql, Tx},
    error::Result,
    ids::{AgentId, ScaleId},
};
use comanda_ticket::wire::ScaleInfo;
use std::collections::HashMap;

/// The most scales of one agent that are kept.
const MAX_OF_AGENT: usize = 20;
const MAX_CHARS: usize = 60;

/// A scale with its agent.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct ScaleRow {
    pub id: ScaleId,
    pub name: String,
    pub agent_id: AgentId,
    pub agent: String,
}

/// Selects the scales that agents have which were not revoked; conditions are to be added.
const SCALES: &str =
    "SELECT s.id, s.name, s.agent_id, a.name AS agent FROM scales s JOIN print_agents a ON a.id = s.agent_id
     WHERE s.gone_at IS NULL AND a.revoked_at IS NULL";

/// Lists the scales by name.
pub(super) async fn list_scales(tx: &mut Tx) -> db::Result<Vec<ScaleRow>> {
    tx.query(Sql::new(SCALES).add("ORDER BY s.name, s.id LIMIT 200")).all().await
}

/// Finds a scale.
pub(super) async fn find_scale(tx: &mut Tx, id: ScaleId) -> db::Result<Option<ScaleRow>> {
    tx.query(Sql::new(SCALES).with("AND s.id = ?", id)).maybe().await
}

/// Stores the scales that an agent has, by name, and marks the others of it as gone. Returns their ids by name.
pub(crate) async fn record_scales(
    tx: &mut Tx,
    agent: AgentId,
    scales: &[ScaleInfo],
    now: DateTime<Utc>,
) -> Result<HashMap<String, ScaleId>> {
    tx.query("UPDATE scales SET gone_at = $1 WHERE agent_id = $2 AND gone_at IS NULL")
        .bind(now)
        .bind(agent)
        .run()
        .await?;
    let shorten = |text: &str| text.chars().take(MAX_CHARS).collect::<String>();
    let mut described: Vec<&ScaleInfo> = scales.iter().filter(|scale| !scale.name.trim().is_empty()).collect();
    described.sort_by(|a, b| a.name.cmp(&b.name));
    described.dedup_by(|a, b| a.name == b.name);
    described.truncate(MAX_OF_AGENT);
    if described.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = described
        .iter()
        .filter(|s| s.name.chars().count() <= MAX_CHARS)
        .map(|s| args![agent, s.name.as_str(), shorten(&s.protocol), shorten(&s.address)]);
    let sql = Sql::new("INSERT INTO scales (agent_id, name, protocol, address) VALUES").rows(rows).add(
        "ON CONFLICT (agent_id, name) DO UPDATE SET protocol = excluded.protocol, address = excluded.address, gone_at = NULL
         RETURNING name, id",
    );
    let known: Vec<(String, ScaleId)> = tx.query(sql).all().await?;
    Ok(known.into_iter().collect())
}
