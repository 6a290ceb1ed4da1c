//! The namespace `/`: a token on connect decides whether a browser or a print agent is there.

use super::rooms::{Room, channel};
use crate::{
    app::{App, WeakApp},
    http::{Actor, actor},
    people::session,
};
use serde::{Deserialize, Serialize};
use socketioxide::{
    SocketIo,
    extract::{AckSender, Data, SocketRef, TryData},
    handler::ConnectHandler,
};

/// What a client brings on connect.
#[derive(Debug, Clone, Deserialize)]
pub struct Auth {
    pub token: String,
    /// `browser` (default) or `agent`.
    #[serde(default)]
    pub kind: String,
    /// Of an agent: its version and machine.
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub machine: String,
}

/// Told to a client whose token is no good.
#[derive(Debug)]
struct Refused;
impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("unauthenticated")
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
pub fn listen(io: &SocketIo, app: WeakApp) {
    let at_auth = app.clone();
    let authenticate = async move |socket: SocketRef, TryData(auth): TryData<Auth>| {
        let app = at_auth.get().ok_or(Refused)?;
        admit(&app, &socket, auth.ok()).await
    };
    let connected = async move |socket: SocketRef| {
        if socket.extensions.get::<Actor>().is_some() {
            return;
        }
        if let Some(app) = app.get() {
            crate::printing::link::serve_agent(&app, &socket).await;
        }
    };
    io.ns("/", connected.with(authenticate));
}

async fn admit(app: &App, socket: &SocketRef, auth: Option<Auth>) -> Result<(), Refused> {
    let auth = auth.ok_or(Refused)?;
    let host = actor::host(&socket.req_parts().headers).to_owned();
    let company = app.companies().by_host(&host).await.map_err(|_| Refused)?;
    if auth.kind == "agent" {
        return crate::printing::link::admit(app, socket, company, auth).await.map_err(|_| Refused);
    }
    let device = actor::device(&socket.req_parts().headers);
    let actor = session::actor_of_token(app, company, &auth.token, device).await.map_err(|_| Refused)?;
    if actor.must_change_password {
        return Err(Refused);
    }
    socket.join(channel(&actor.company.slug, &format!("session:{}", actor.session_id)));
    // Before the answer to the connect: a browser joins at once, and what nobody listens for is lost.
    serve_browser(socket, actor.clone());
    socket.extensions.insert(actor);
    Ok(())
}

fn serve_browser(socket: &SocketRef, actor: Actor) {
    let joiner = actor.clone();
    socket.on("join", async move |socket: SocketRef, Data(asked): Data<Rooms>, ack: AckSender| {
        let mut joined = Vec::new();
        for name in asked.rooms.iter().take(50) {
            if Room::parse(name).is_some_and(|r| r.may_join(&joiner)) {
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
    let leaver = actor.clone();
    socket.on("leave", async move |socket: SocketRef, Data(asked): Data<Rooms>| {
        for name in &asked.rooms {
            socket.leave(channel(&leaver.company.slug, name));
        }
    });
    crate::printing::link::serve_browser(socket, actor);
}
