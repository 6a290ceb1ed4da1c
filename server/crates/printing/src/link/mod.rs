//! The socket.io side of print agents: who is admitted, what they may send, and how they are woken. Who is connected is known from
//! socket.io, and for other servers from their messages. Jobs travel in answers to `pull_jobs` only, so a lost event costs ten seconds and
//! no ticket.

mod pull;
mod report;
pub(super) mod tend;

use super::{
    agents,
    jobs::offer_store,
    scales::{self, ScaleReports},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    error::{Code, Result, refuse},
    ids::AgentId,
    transact,
};
use comanda_platform::{
    companies::Company,
    people::{self, session},
    realtime::{ClientCredentials, Event, EventKind, Presence, Realtime, Room, WokenAgents},
    settings,
    state::App,
    use_case::{Action, Actor},
};
use comanda_ticket::wire;
use serde::{Deserialize, Serialize};
use serde_json::json;
use socketioxide::{
    extract::{AckSender, Data, SocketRef, TryData},
    socket::DisconnectReason,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

/// An agent's connection.
#[derive(Debug, Clone)]
struct AgentConnection {
    company: Arc<Company>,
    agent: AgentId,
    channels: Vec<String>,
    since: DateTime<Utc>,
    scales: ScaleReports,
}

/// The room of the agents of every company; no company's room has this name.
const ALL_COMPANIES_AGENTS_ROOM: &str = "agents";

fn company_agents_room(company: &Company) -> String {
    format!("{}:agents", company.slug)
}
fn agent_room(company: &Company, id: AgentId) -> String {
    format!("{}:agent:{id}", company.slug)
}
fn print_channel(company: &Company, channel: &str) -> String {
    format!("{}:print:{channel}", company.slug)
}

/// Returns the list channel of a print channel, whose name ends with 'list'.
fn list_channel(company: &Company, channel: &str) -> String {
    print_channel(company, &format!("{channel}list"))
}

/// Returns the agents that are connected to this or another server, with the time since when.
pub(super) fn online_since(realtime: &Realtime, company: &Company) -> HashMap<AgentId, DateTime<Utc>> {
    let mut online: HashMap<AgentId, DateTime<Utc>> =
        connections_in(realtime, company_agents_room(company)).into_iter().map(|l| (l.agent, l.since)).collect();
    for (agent, since) in realtime.remote_agents(&company.slug) {
        let known = online.entry(AgentId(agent)).or_insert(since);
        *known = (*known).max(since);
    }
    online
}

/// Returns the agents of all companies that are connected to this server.
pub fn list_connected_agents(realtime: &Realtime) -> Presence {
    let mut presence = Presence::default();
    for link in connections_in(realtime, ALL_COMPANIES_AGENTS_ROOM.to_owned()) {
        presence.add(&link.company.slug, link.agent.0, link.since);
    }
    presence
}

fn connections_in(realtime: &Realtime, room: String) -> Vec<AgentConnection> {
    let sockets = realtime.local_sockets().map(|all| all.within(room).sockets()).unwrap_or_default();
    sockets.iter().filter(|s| s.connected()).filter_map(|s| s.extensions.get::<AgentConnection>()).collect()
}

/// Tells agents of a company that are connected to this server, on their print channels, that jobs wait. The jobs themselves go only to the
/// agent of their printer, when it asks.
pub async fn wake_agents(realtime: &Realtime, company: &Company, wakes: &WokenAgents) {
    let linked = connections_in(realtime, company_agents_room(company));
    match wakes {
        WokenAgents::Nobody => {}
        WokenAgents::These(agents) => {
            let channel = |l: AgentConnection| Some((l.agent, l.channels.into_iter().next()?));
            let one_each: BTreeMap<AgentId, String> = linked.into_iter().filter_map(channel).collect();
            for (agent, channel) in one_each.into_iter().filter(|(agent, _)| agents.contains(agent)) {
                wake(realtime, &[agent_room(company, agent)], channel).await;
            }
        }
        WokenAgents::All => {
            let channels: BTreeSet<String> = linked.into_iter().flat_map(|l| l.channels).collect();
            for channel in channels {
                // An agent that listens on both channels gets the message once.
                let rooms = [print_channel(company, &channel), list_channel(company, &channel)];
                wake(realtime, &rooms, channel).await;
            }
        }
    }
}

/// Sends the message that wakes agents; those that it does not reach ask by themselves.
async fn wake(realtime: &Realtime, rooms: &[String], channel: String) {
    let message = wire::ChannelMessage { channel, message: wire::Wake::Jobs };
    realtime.emit_here(rooms, wire::SEND_MESSAGE, &message).await;
}

/// Notifies the browsers that show printers, outside of a write.
pub(super) async fn notify_browsers(app: &App, company: &Company, kind: EventKind, ids: serde_json::Value) {
    app.realtime().publish_events(company, vec![Event { room: Room::Printing, kind, ids }], WokenAgents::Nobody).await;
}

/// Ends the connections of an agent whose token was revoked.
pub(super) async fn disconnect_agent(realtime: &Realtime, company: &Company, id: AgentId) {
    realtime.disconnect_room(agent_room(company, id)).await;
}

/// Ends the connections of all agents of a company: they reconnect within seconds, on the channels that are theirs by then.
pub(super) async fn disconnect_agents(realtime: &Realtime, company: &Company) {
    realtime.disconnect_room(company_agents_room(company)).await;
}

/// Sends a person's decision to the agent at once; it is repeated in every pull until the agent's report shows it.
pub(super) async fn send_command(realtime: &Realtime, company: &Company, id: AgentId, command: wire::JobCommand) {
    realtime.emit(vec![agent_room(company, id)], wire::JOB_COMMAND, &command).await;
}

/// Lets the agent of a scale report what it shows for a while.
pub(super) async fn watch_scale(realtime: &Realtime, company: &Company, id: AgentId, watch: &wire::WatchScale) {
    realtime.emit(vec![agent_room(company, id)], wire::WATCH_SCALE, watch).await;
}

/// Returns the company of an agent's connection.
pub fn company_of(socket: &SocketRef) -> Option<Arc<Company>> {
    Some(socket.extensions.get::<AgentConnection>()?.company)
}

/// Admits an agent by its token; without a licence the agent is recognised but refused.
pub async fn admit_agent(
    app: &App,
    socket: &SocketRef,
    company: Arc<Company>,
    auth: ClientCredentials,
    licensed: bool,
) -> Result<()> {
    let slot = company.db.acquire_agent_slot().await?;
    let now = app.clock().now();
    let mut tx = company.db.read().await?;
    let found = agents::store::find_by_token(&mut tx, &session::token_hash(&auth.token)).await?;
    let Some((agent, users)) = found else {
        return refuse(Code::Unauthenticated, "Este agente no está vinculado. Vincúlalo con un código nuevo.").err();
    };
    if !licensed {
        return refuse(Code::LicenseExpired, "La licencia de este restaurante no está activa.").err();
    }
    let channels = if settings::shares_print_channel(&mut tx).await? {
        vec![company.uuid_channel.clone()]
    } else {
        people::list_print_ids(&mut tx, &users.0).await?
    };
    drop(tx);
    let (version, machine) = (agents::shorten_text(&auth.version), agents::shorten_text(&auth.machine));
    // An agent whose scales are described wrongly still prints.
    let described: Vec<wire::ScaleInfo> = serde_json::from_value(auth.scales).unwrap_or_default();
    let recorded: Result<_> = transact!(company.db, |tx| {
        agents::store::record_seen(tx, agent, &version, &machine, now).await?;
        // A previous connection has ended: offers that were not answered may never have arrived.
        offer_store::withdraw_offers(tx, agent, now).await?;
        scales::record_scales(tx, agent, &described, now).await
    });
    let scales = ScaleReports::new(recorded?);
    drop(slot);
    // A second connection with the same token ends the first, on whichever server: the newer one is alive.
    disconnect_agent(app.realtime(), &company, agent).await;
    let link = AgentConnection { company, agent, channels, since: now, scales };
    // Handlers are registered before the connection is answered: an agent asks at once, and an event without a handler is lost.
    listen(app, socket, &link);
    socket.extensions.insert(link);
    Ok(())
}

/// Lets an admitted agent be woken.
pub async fn serve_agent(app: &App, socket: &SocketRef) {
    let Some(link) = socket.extensions.get::<AgentConnection>() else { return };
    socket.join([
        ALL_COMPANIES_AGENTS_ROOM.to_owned(),
        company_agents_room(&link.company),
        agent_room(&link.company, link.agent),
    ]);
    for channel in &link.channels {
        socket.join([print_channel(&link.company, channel), list_channel(&link.company, channel)]);
    }
    app.realtime().broadcast_connected_agents().await;
    notify_browsers(app, &link.company, EventKind::AgentChanged, json!({"agent_id": link.agent})).await;
}

fn listen(app: &App, socket: &SocketRef, link: &AgentConnection) {
    let (at, from) = (app.clone(), link.clone());
    socket.on(wire::PULL_JOBS, async move |TryData(request): TryData<wire::PullRequest>, ack: AckSender| {
        match pull::answer_pull(&at, &from, request.unwrap_or_default()).await {
            Ok(pulled) => acknowledge(ack, &pulled),
            Err(e) => tracing::error!(error = %e, agent = %from.agent, "pull failed; the agent asks again"),
        }
    });
    let (at, from) = (app.clone(), link.clone());
    socket.on(wire::JOB_SPOOLED, async move |TryData(report): TryData<wire::JobsSpooled>, ack: AckSender| {
        answer(ack, report, async |read| report::record_spooled(&at, &from, &read).await).await;
    });
    let (at, from) = (app.clone(), link.clone());
    socket.on(wire::JOB_STATE, async move |TryData(report): TryData<wire::JobReport>, ack: AckSender| {
        answer(ack, report, async |read| report::record_job_state(&at, &from, &read).await).await;
    });
    let (at, from) = (app.clone(), link.clone());
    socket.on(wire::PRINTER_STATE, async move |TryData(report): TryData<wire::PrinterReport>, ack: AckSender| {
        answer(ack, report, async |read| report::record_printer_state(&at, &from, &read).await).await;
    });
    let (at, from) = (app.clone(), link.clone());
    socket.on(wire::SCALE_READING, async move |TryData(reading): TryData<wire::ScaleReading>| match reading {
        Ok(reading) => from.scales.pass_on(at.realtime(), &from.company, &reading).await,
        Err(error) => tracing::warn!(%error, agent = %from.agent, "reading of a scale not understood"),
    });
    let (at, from) = (app.clone(), link.clone());
    socket.on_disconnect(async move |reason: DisconnectReason| {
        tracing::info!(agent = %from.agent, %reason, "print agent went");
        report::record_disconnected(&at, &from).await;
    });
}

/// Acknowledges a report: `ok: false` requests it again. A report that cannot be parsed is acknowledged, because repeating it is useless.
async fn answer<T, E: std::fmt::Display>(
    ack: AckSender,
    report: Result<T, E>,
    take: impl AsyncFnOnce(T) -> Result<()>,
) {
    let ok = match report {
        Ok(report) => take(report).await.inspect_err(|e| tracing::error!(error = %e, "report not taken")).is_ok(),
        Err(e) => {
            tracing::warn!(error = %e, "report not understood");
            true
        }
    };
    acknowledge(ack, &wire::Ack { ok });
}

fn acknowledge<T: Serialize>(ack: AckSender, answer: &T) {
    if ack.send(answer).is_err() {
        tracing::debug!("an agent went before its answer");
    }
}

/// The message that a browser may send on the print channel: the id of an existing job. Content is never passed on.
#[derive(Debug, Deserialize)]
struct JobMessage {
    /// The print id of the sender: the company's channel where configuration SERVER is 1, otherwise the user's own.
    channel: String,
    message: JobReference,
}
#[derive(Debug, Deserialize)]
struct JobReference {
    #[serde(alias = "print_job_id")]
    job_id: uuid::Uuid,
}

/// Returns a user's print id: the company's channel, or the user's own where configuration SERVER is 0 and the user has one.
pub(crate) async fn print_id(actor: &Actor) -> Result<Option<String>> {
    let mut tx = actor.company.db.read().await?;
    if settings::shares_print_channel(&mut tx).await? {
        return Ok(Some(actor.company.uuid_channel.clone()));
    }
    Ok(people::list_print_ids(&mut tx, &[actor.user_id]).await?.pop())
}

/// Whether this is the user's print id.
async fn is_print_id(actor: &Actor, channel: &str) -> Result<bool> {
    Ok(print_id(actor).await?.is_some_and(|own_id| own_id == channel))
}

/// Lets browsers request that an existing job is offered again.
pub fn serve_browser(socket: &SocketRef) {
    socket.on(wire::SEND_MESSAGE, async move |socket: SocketRef, Data(named): Data<JobMessage>, ack: AckSender| {
        let Some(actor) = socket.extensions.get::<Actor>() else { return };
        let ok = actor.require(Action::TakeOrders).is_ok()
            && is_print_id(&actor, &named.channel).await.unwrap_or(false)
            && pull::offer_again(&actor, named.message.job_id).await.is_ok_and(|waits| waits);
        if ok {
            actor.app.realtime().wake_agents(&actor.company).await;
        }
        acknowledge(ack, &wire::Ack { ok });
    });
}
