//! The namespace `/`: a token on connect decides whether a browser or a print agent is there.

use comanda_base::{
    error::{Code, Error},
    source::Source,
};
use comanda_platform::{
    companies::Company,
    http::{request::host, serve::Connection},
    people::{self, session},
    realtime::{Auth, ClientKind, Room, channel},
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

/// Rooms that a socket may be in; a screen is in a handful.
const MAX_ROOMS: usize = 500;
const MAX_ROOMS_AT_ONCE: usize = 50;

/// SocketMessage to a client that may not listen.
#[derive(Debug)]
enum Refused {
    /// The token is no good.
    Unauthenticated,
    /// It is good, and the licence of its restaurant has ended.
    LicenseExpired,
    /// No restaurant has this address: nothing is known of the token.
    NoRestaurant,
    /// The database does not answer: nothing is known of the token.
    Unavailable,
}
impl Refused {
    /// Of a client whose token could not be read as one of a session or an agent.
    fn of(error: &Error) -> Self {
        match error {
            Error::Refused(r) if r.code == Code::LicenseExpired => Refused::LicenseExpired,
            Error::Refused(r) if !matches!(r.code, Code::Internal | Code::DatabaseUnavailable) => {
                Refused::Unauthenticated
            }
            _ => Refused::Unavailable,
        }
    }
}
impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Refused::Unauthenticated => "unauthenticated",
            Refused::LicenseExpired => "license_expired",
            Refused::NoRestaurant => "no restaurant at this address",
            Refused::Unavailable => "the database does not answer",
        })
    }
}

#[derive(Debug, Deserialize)]
struct Rooms {
    rooms: Vec<String>,
}
#[derive(Debug, Serialize)]
struct Joined {
    ok: bool,
    rooms: Vec<String>,
    epoch: String,
}

/// Accepts sockets.
pub(super) fn listen(io: &SocketIo, app: WeakApp) {
    let at_auth = app.clone();
    let authenticate = async move |socket: SocketRef, TryData(auth): TryData<Auth>| {
        let app = at_auth.get().ok_or(Refused::Unauthenticated)?;
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

async fn admit(app: &App, socket: &SocketRef, auth: Option<Auth>) -> Result<(), Refused> {
    let auth = auth.ok_or(Refused::Unauthenticated)?;
    let parts = socket.req_parts();
    let company = app.companies().by_host(host(&parts.headers)).await.map_err(|error| match error {
        Error::Refused(r) if r.code == Code::NotFound => Refused::NoRestaurant,
        _ => Refused::Unavailable,
    })?;
    let licensed = company.license_active(app.clock().now());
    if auth.kind == ClientKind::Agent {
        link::admit(app, socket, company, auth, licensed).await.map_err(|error| Refused::of(&error))?;
    } else {
        admit_browser(app, socket, company, &auth.token, licensed).await?;
    }
    if let Some(connection) = parts.extensions.get::<Connection>() {
        connection.known_when(|| true);
    }
    Ok(())
}

async fn admit_browser(
    app: &App,
    socket: &SocketRef,
    company: Arc<Company>,
    token: &str,
    licensed: bool,
) -> Result<(), Refused> {
    let caller = people::caller(&socket.req_parts().headers, Source::in_parts(socket.req_parts()), &company);
    let actor = session::actor_of_token(app, company, token, caller).await.map_err(|error| Refused::of(&error))?;
    if actor.must_change_password || actor.must_set_totp {
        return Err(Refused::Unauthenticated);
    }
    if !licensed && !actor.is_super_admin {
        return Err(Refused::LicenseExpired);
    }
    socket.join(channel(&actor.company.slug, &format!("session:{}", actor.session_id)));
    app.realtime().admit_browser(socket);
    // Before the answer to the connect: a browser joins at once, and what nobody listens for is lost.
    socket.extensions.insert(actor);
    serve_browser(socket);
    Ok(())
}

/// Looks at the rooms of a socket again after its person got another role.
pub(super) fn change_role(socket: &SocketRef, actor: Actor) {
    let (slug, may_join) = (actor.company.slug.clone(), |room: Room| may_join(room, &actor));
    for joined in socket.rooms() {
        let room = joined.strip_prefix(&channel(&slug, "")).and_then(Room::parse);
        if room.is_some_and(|room| !may_join(room)) {
            socket.leave(joined);
        }
    }
    socket.extensions.insert(actor);
}

/// Whether this person may listen here.
fn may_join(room: Room, actor: &Actor) -> bool {
    let action = match room {
        Room::Floor | Room::Request(_) => Action::SeeFloor,
        Room::Kitchen => Action::SeeKitchen,
        Room::Cash => Action::OwnCycle,
        Room::Printing => Action::SeeFloor,
        Room::Catalog => return true,
    };
    actor.grant(action) != Grant::No
}

fn serve_browser(socket: &SocketRef) {
    socket.on("join", async move |socket: SocketRef, Data(asked): Data<Rooms>, ack: AckSender| {
        let Some(joiner) = socket.extensions.get::<Actor>() else { return };
        let mut joined = Vec::new();
        let room_left = MAX_ROOMS.saturating_sub(socket.rooms().len());
        for name in asked.rooms.iter().take(room_left.min(MAX_ROOMS_AT_ONCE)) {
            if Room::parse(name).is_some_and(|r| may_join(r, &joiner)) {
                socket.join(channel(&joiner.company.slug, name));
                joined.push(name.clone());
            }
        }
        let answer = Joined {
            ok: joined.len() == asked.rooms.len(),
            rooms: joined,
            epoch: joiner.app.realtime().epoch().to_owned(),
        };
        if ack.send(&answer).is_err() {
            tracing::debug!("socket went before its join was answered");
        }
    });
    socket.on("leave", async move |socket: SocketRef, Data(asked): Data<Rooms>| {
        let Some(leaver) = socket.extensions.get::<Actor>() else { return };
        // Only what may be joined may be left: by the room of its session a socket is ended.
        for name in asked.rooms.iter().filter(|name| Room::parse(name).is_some()) {
            socket.leave(channel(&leaver.company.slug, name));
        }
    });
    link::serve_browser(socket);
}
