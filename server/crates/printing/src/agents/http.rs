//! HTTP handlers of print agents.

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
    audit::{self, AuditEntry},
    http::{Answer, CompanyOfHost, Empty, Write, address::server_address, ok, rows, write::small_body_limit},
    idempotent_write,
    realtime::{EventKind, Room},
    state::App,
    use_case::{Action, Actor, WriteAnswer},
};
use comanda_ticket::wire::PairRequest;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(make_pairing_code))
        .merge(OpenApiRouter::new().routes(routes!(pair_agent)).layer(small_body_limit()))
        .routes(routes!(list_agents))
        .routes(routes!(revoke_agent))
}

/// The agent to be paired.
#[derive(Debug, Deserialize, ToSchema)]
struct MakeCode {
    /// The name that /printers shows; if empty, the machine's name.
    #[serde(default)]
    name: String,
    /// The users on whose print channels it listens where the company does not share one.
    #[serde(default)]
    user_ids: Vec<UserId>,
}

/// A pairing code, shown once.
#[derive(Debug, Serialize, ToSchema)]
struct PairingCode {
    /// Six digits.
    code: String,
    expires_at: DateTime<Utc>,
    /// The address at which another machine reaches this server: `http://192.168.1.20:8080`.
    server: String,
    /// False where only this machine reaches the server, so that no other one can be paired.
    reachable: bool,
}

/// Creates a pairing code: six digits, valid for ten minutes and one agent.
#[utoipa::path(post, path = "/print-agents/pairing-codes", tag = "printing", request_body = MakeCode, responses((status = 200, body = Answer<PairingCode>)))]
async fn make_pairing_code(
    actor: Actor,
    headers: HeaderMap,
    write: Write<MakeCode>,
) -> Result<Json<Answer<PairingCode>>> {
    actor.require(Action::Agents)?;
    let new_code = pairing::make_code(&actor, &write.body.name, &write.body.user_ids).await?;
    let config = actor.app.config();
    let address = server_address(config.public_url.as_deref(), config.scheme(), config.listen.ip(), &headers);
    Ok(ok(PairingCode {
        code: new_code.code,
        expires_at: new_code.expires_at,
        server: address.url,
        reachable: address.reachable,
    }))
}

/// A pairing code and a description of the machine.
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
    /// Returned only once.
    token: String,
    company_name: String,
}

/// Pairs an agent by its code.
#[utoipa::path(post, path = "/print-agents/pair", tag = "printing", security(()), request_body = Pair, responses((status = 200, body = Answer<NewAgent>)))]
async fn pair_agent(
    State(app): State<App>,
    CompanyOfHost(company): CompanyOfHost,
    write: Write<Pair>,
) -> Result<Json<Answer<NewAgent>>> {
    let Pair { code, machine, version, platform } = write.body;
    let request = PairRequest { code, machine, version, platform };
    let paired = pairing::pair_agent(&app, &company, &request).await?;
    let agent_id = AgentId(paired.agent_id);
    link::notify_browsers(&app, &company, EventKind::AgentChanged, json!({"agent_id": agent_id})).await;
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
    actor.require(Action::Agents)?;
    let mut tx = actor.company.db.read().await?;
    let found = store::list_agents(&mut tx).await?;
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

/// Revokes an agent's token and ends its connections. Its printers go to the next agent that is paired.
#[utoipa::path(delete, path = "/print-agents/{id}", tag = "printing", responses((status = 200, body = Answer<bool>)))]
async fn revoke_agent(actor: Actor, Path(id): Path<AgentId>, write: Write<Empty>) -> Result<WriteAnswer> {
    actor.require(Action::Agents)?;
    let answer = idempotent_write!(actor, write, |work, _body| {
        if !store::revoke_agent(work.tx, id, work.now).await? {
            return not_found("el agente de impresión").err();
        }
        audit::log(work.tx, work.actor, work.now, AuditEntry::new("AGENT_REVOKED").entity("print_agent", id.0)).await?;
        work.add_event(Room::Printing, EventKind::AgentChanged, json!({"agent_id": id}));
        Ok(true)
    })?;
    link::disconnect_agent(actor.app.realtime(), &actor.company, id).await;
    Ok(answer)
}
