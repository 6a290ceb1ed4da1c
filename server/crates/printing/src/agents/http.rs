//! Calls of print agents.

use super::{
    pairing,
    store::{self, AgentRow},
};
use crate::link;
use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Result, not_found},
    ids::{AgentId, UserId},
    listing::Rows,
};
use comanda_platform::{
    audit::{self, Entry},
    http::{Answer, AtCompany, Empty, Write, address::server_address, ok, rows, write::of_strangers},
    idempotent_write,
    realtime::{EventKind, Room},
    state::App,
    use_case::{Action, Actor, Done},
};
use comanda_ticket::wire::PairRequest;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(make_pairing_code))
        .merge(OpenApiRouter::new().routes(routes!(pair_agent)).layer(of_strangers()))
        .routes(routes!(list_agents))
        .routes(routes!(revoke_agent))
}

/// Who the agent will be.
#[derive(Debug, Deserialize, ToSchema)]
struct MakeCode {
    /// How /printers names it; the machine's name without one.
    #[serde(default)]
    name: String,
    /// Whose print channels it listens on where the company does not share one.
    #[serde(default)]
    user_ids: Vec<UserId>,
}

/// A pairing code, told once.
#[derive(Debug, Serialize, ToSchema)]
struct PairingCode {
    /// Six digits.
    code: String,
    expires_at: DateTime<Utc>,
    /// At which address the other machine reaches this server: `http://192.168.1.20:8080`.
    server: String,
    /// False where the server is reached by this machine only, so that no other one can be paired.
    reachable: bool,
}

/// Makes a pairing code: six digits, good for ten minutes and one agent.
#[utoipa::path(post, path = "/print-agents/pairing-codes", tag = "printing", request_body = MakeCode, responses((status = 200, body = Answer<PairingCode>)))]
async fn make_pairing_code(
    actor: Actor,
    headers: HeaderMap,
    write: Write<MakeCode>,
) -> Result<Json<Answer<PairingCode>>> {
    actor.must(Action::Agents)?;
    let made = pairing::make_code(&actor, &write.body.name, &write.body.user_ids).await?;
    let config = actor.app.config();
    let address = server_address(config.public_url.as_deref(), config.scheme(), config.listen.ip(), &headers);
    Ok(ok(PairingCode {
        code: made.code,
        expires_at: made.expires_at,
        server: address.url,
        reachable: address.reachable,
    }))
}

/// A code and what the machine is.
#[derive(Debug, Deserialize, ToSchema)]
struct Pair {
    code: String,
    #[serde(default)]
    machine: String,
    #[serde(default)]
    version: String,
    #[serde(default)]
    platform: String,
}

/// An agent just paired.
#[derive(Debug, Serialize, ToSchema)]
struct NewAgent {
    agent_id: AgentId,
    /// Told once.
    token: String,
    company_name: String,
}

/// Pairs an agent by its code.
#[utoipa::path(post, path = "/print-agents/pair", tag = "printing", security(()), request_body = Pair, responses((status = 200, body = Answer<NewAgent>)))]
async fn pair_agent(
    State(app): State<App>,
    AtCompany(company): AtCompany,
    write: Write<Pair>,
) -> Result<Json<Answer<NewAgent>>> {
    let Pair { code, machine, version, platform } = write.body;
    let asked = PairRequest { code, machine, version, platform };
    let paired = pairing::pair(&app, &company, &asked).await?;
    let agent_id = AgentId(paired.agent_id);
    link::tell(&app, &company, EventKind::AgentChanged, json!({"agent_id": agent_id})).await;
    Ok(ok(NewAgent { agent_id, token: paired.token, company_name: paired.company_name }))
}

/// An agent as /printers shows it.
#[derive(Debug, Serialize, ToSchema)]
struct Agent {
    id: AgentId,
    name: String,
    machine: String,
    version: String,
    platform: String,
    online: bool,
    online_since: Option<DateTime<Utc>>,
    last_seen_at: Option<DateTime<Utc>>,
    paired_at: DateTime<Utc>,
}

/// The agents of the company.
#[utoipa::path(get, path = "/print-agents", tag = "printing", responses((status = 200, body = Rows<Agent>)))]
async fn list_agents(actor: Actor) -> Result<Rows<Agent>> {
    actor.must(Action::Agents)?;
    let mut tx = actor.company.db.read().await?;
    let found = store::list(&mut tx).await?;
    let since = link::online_since(actor.app.realtime(), &actor.company);
    let agent = |a: AgentRow| Agent {
        online: since.contains_key(&a.id),
        online_since: since.get(&a.id).copied(),
        id: a.id,
        name: a.name,
        machine: a.machine,
        version: a.version,
        platform: a.platform,
        last_seen_at: a.last_seen_at,
        paired_at: a.paired_at,
    };
    Ok(rows(found.into_iter().map(agent).collect()))
}

/// Takes an agent's token away and ends its connections. Its printers go to the next agent that is paired.
#[utoipa::path(delete, path = "/print-agents/{id}", tag = "printing", responses((status = 200, body = Answer<bool>)))]
async fn revoke_agent(actor: Actor, Path(id): Path<AgentId>, write: Write<Empty>) -> Result<Done> {
    actor.must(Action::Agents)?;
    let done = idempotent_write!(actor, write, |work, _body| {
        if !store::revoke(work.tx, id, work.now).await? {
            return not_found("el agente de impresión").err();
        }
        audit::log(work.tx, work.actor, work.now, Entry::new("AGENT_REVOKED").entity("print_agent", id.0)).await?;
        work.tell(Room::Printing, EventKind::AgentChanged, json!({"agent_id": id}));
        Ok(true)
    })?;
    link::end_agent(actor.app.realtime(), &actor.company, id).await;
    Ok(done)
}
