//! The socket.io namespace `/`: authenticates browsers and print agents by their token on connect.

use comanda_base::{
    error::{Code, Error},
    source::Source,
};
use comanda_platform::{
    companies::Company,
    http::{request::host_name, serve::Connection},
    people::{self, session},
    realtime::{ClientCredentials, ClientKind, Room, room_channel},
    state::{App, WeakApp},
    use_case::{Action, Actor, Grant},
};
use comanda_printing::link;
use serde::{Deserialize, Serialize};
use socketioxide::{
    SocketIo,
    extract::{AckSender, Data, SocketRef, TryData},
    handler::ConnectHandler,
};
use std::sync::Arc;

/// The most rooms of a socket; a screen is in a handful.
const MAX_ROOMS: usize = 500;
const MAX_ROOMS_AT_ONCE: usize = 50;

/// The reason why a client is not admitted.
#[derive(Debug)]
enum AdmissionError {
    /// The token is invalid.
    Unauthenticated,
    /// The token is valid, but the licence of its restaurant has ended.
    LicenseExpired,
    /// No restaurant has this address, so the token could not be checked.
    NoRestaurant,
    /// The database does not answer, so the token could not be checked.
    Unavailable,
}
impl AdmissionError {
    /// Returns the reason for an error in checking the token of a session or an agent.
    fn from_error(error: &Error) -> Self {
        match error {
            Error::Refused(r) if r.code == Code::LicenseExpired => AdmissionError::LicenseExpired,
            Error::Refused(r) if !matches!(r.code, Code::Internal | Code::DatabaseUnavailable) => {
                AdmissionError::Unauthenticated
            }
            _ => AdmissionError::Unavailable,
        }
    }
}
impl std::fmt::Display for AdmissionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            AdmissionError::Unauthenticated => "unauthenticated",
            AdmissionError::LicenseExpired => "license_expired",
            AdmissionError::NoRestaurant => "no restaurant at this address",
            AdmissionError::Unavailable => "the database does not answer",
        })
    }
}

#[derive(Debug, Deserialize)]
struct RoomsMessage {
    rooms: Vec<String>,
}
#[derive(Debug, Serialize)]
struct JoinAnswer {
    ok: bool,
    rooms: Vec<String>,
    epoch: String,
}

/// Begins to accept sockets.
pub(super) fn accept_sockets(io: &SocketIo, app: WeakApp) {
    let auth_app = app.clone();
    let authenticate = async move |socket: SocketRef, TryData(auth): TryData<ClientCredentials>| {
        let app = auth_app.get().ok_or(AdmissionError::Unauthenticated)?;
        admit(&app, &socket, auth.ok()).await
    };
    let connected = async move |socket: SocketRef| {
        if socket.extensions.get::<Actor>().is_some() {
            return;
        }
        if let Some(app) = app.get() {
            link::serve_agent(&app, &socket).await;
        }
    };
    io.ns("/", connected.with(authenticate));
}

async fn admit(app: &App, socket: &SocketRef, auth: Option<ClientCredentials>) -> Result<(), AdmissionError> {
    let auth = auth.ok_or(AdmissionError::Unauthenticated)?;
    let parts = socket.req_parts();
    let company = app.companies().find_by_host(host_name(&parts.headers)).await.map_err(|error| match error {
        Error::Refused(r) if r.code == Code::NotFound => AdmissionError::NoRestaurant,
        _ => AdmissionError::Unavailable,
    })?;
    let licensed = company.is_license_active(app.clock().now());
    if auth.kind == ClientKind::Agent {
        link::admit_agent(app, socket, company, auth, licensed)
            .await
            .map_err(|error| AdmissionError::from_error(&error))?;
    } else {
        admit_browser(app, socket, company, &auth.token, licensed).await?;
    }
    if let Some(connection) = parts.extensions.get::<Connection>() {
        connection.set_authentication_check(|| true);
    }
    Ok(())
}

async fn admit_browser(
    app: &App,
    socket: &SocketRef,
    company: Arc<Company>,
    token: &str,
    licensed: bool,
) -> Result<(), AdmissionError> {
    let caller = people::read_caller(&socket.req_parts().headers, Source::from_parts(socket.req_parts()), &company);
    let actor =
        session::find_actor(app, company, token, caller).await.map_err(|error| AdmissionError::from_error(&error))?;
    if actor.must_change_password || actor.must_set_totp {
        return Err(AdmissionError::Unauthenticated);
    }
    if !licensed && !actor.is_super_admin {
        return Err(AdmissionError::LicenseExpired);
    }
    socket.join(room_channel(&actor.company.slug, &format!("session:{}", actor.session_id)));
    app.realtime().admit_browser(socket);
    // The handlers are registered before the connect is answered: a browser joins at once, and an event without a handler is lost.
    socket.extensions.insert(actor);
    serve_browser(socket);
    Ok(())
}

/// Removes a socket from rooms that its user may not join any more after a change of role.
pub(super) fn apply_role(socket: &SocketRef, actor: Actor) {
    let (slug, may_join) = (actor.company.slug.clone(), |room: Room| may_join(room, &actor));
    for joined in socket.rooms() {
        let room = joined.strip_prefix(&room_channel(&slug, "")).and_then(Room::parse);
        if room.is_some_and(|room| !may_join(room)) {
            socket.leave(joined);
        }
    }
    socket.extensions.insert(actor);
}

/// Whether this user may join the room.
fn may_join(room: Room, actor: &Actor) -> bool {
    let action = match room {
        Room::Floor | Room::Request(_) => Action::SeeFloor,
        Room::Kitchen => Action::SeeKitchen,
        Room::Cash => Action::OwnCycle,
        // The kitchen waits for papers, too.
        Room::Printing if actor.grant(Action::SeeKitchen) != Grant::No => Action::SeeKitchen,
        Room::Printing => Action::SeeFloor,
        Room::Scales => Action::TakeOrders,
        Room::Catalog => return true,
    };
    actor.grant(action) != Grant::No
}

fn serve_browser(socket: &SocketRef) {
    socket.on("join", async move |socket: SocketRef, Data(message): Data<RoomsMessage>, ack: AckSender| {
        let Some(joiner) = socket.extensions.get::<Actor>() else { return };
        let mut joined = Vec::new();
        let room_left = MAX_ROOMS.saturating_sub(socket.rooms().len());
        for name in message.rooms.iter().take(room_left.min(MAX_ROOMS_AT_ONCE)) {
            if Room::parse(name).is_some_and(|r| may_join(r, &joiner)) {
                socket.join(room_channel(&joiner.company.slug, name));
                joined.push(name.clone());
            }
        }
        let answer = JoinAnswer {
            ok: joined.len() == message.rooms.len(),
            rooms: joined,
            epoch: joiner.app.realtime().epoch().to_owned(),
        };
        if ack.send(&answer).is_err() {
            tracing::debug!("socket went before its join was answered");
        }
    });
    socket.on("leave", async move |socket: SocketRef, Data(message): Data<RoomsMessage>| {
        let Some(leaver) = socket.extensions.get::<Actor>() else { return };
        // Only joinable rooms can be left: the room of its session is needed to end the socket.
        for name in message.rooms.iter().filter(|name| Room::parse(name).is_some()) {
            socket.leave(room_channel(&leaver.company.slug, name));
        }
    });
    link::serve_browser(socket);
}
