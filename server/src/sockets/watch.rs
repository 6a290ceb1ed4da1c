//! Those who listen are looked at again and again: with a session, a licence or a company its sockets end, whatever ended it and
//! when.

use super::connect_http;
use comanda_base::{
    error::Result,
    ids::{RoleId, SessionId},
};
use comanda_platform::{
    companies::Company,
    people::session,
    state::{App, WeakApp},
    use_case::{Actor, Role},
};
use comanda_printing::link;
use socketioxide::{extract::SocketRef, operators::BroadcastOperators};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// Starts it, for as long as the app lives.
pub(super) fn start(app: WeakApp) {
    tokio::spawn(async move {
        while let Some(app) = app.get() {
            let every = app.config().network.sockets_checked_every;
            let realtime = app.realtime().clone();
            look(&app).await;
            // Between two looks nothing keeps the app alive.
            drop(app);
            // Late is as good as asked for.
            let _ = tokio::time::timeout(every, realtime.look_asked()).await;
        }
    });
}

/// Somebody who listens.
struct Listener {
    socket: SocketRef,
    /// As it was when the socket was let in.
    company: Arc<Company>,
    /// Of a browser; agents have none.
    actor: Option<Actor>,
}

async fn look(app: &App) {
    let mut by_company: HashMap<String, Vec<Listener>> = HashMap::new();
    for socket in app.realtime().sockets().into_iter().flat_map(BroadcastOperators::sockets) {
        let actor: Option<Actor> = socket.extensions.get();
        let company = actor.as_ref().map(|a| a.company.clone()).or_else(|| link::company_of(&socket));
        let Some(company) = company else { continue };
        by_company.entry(company.slug.clone()).or_default().push(Listener { socket, company, actor });
    }
    if by_company.is_empty() {
        return;
    }
    app.companies().look_again().await;
    for (slug, listeners) in by_company {
        let Some(company) = app.companies().by_slug(&slug) else {
            listeners.into_iter().for_each(disconnect);
            continue;
        };
        // Who was let in where the company was before goes on there otherwise.
        let (listeners, left): (Vec<_>, Vec<_>) =
            listeners.into_iter().partition(|l| l.company.is_at_same_place_as(&company));
        left.into_iter().for_each(disconnect);
        if let Err(error) = look_at(app, &company, listeners).await {
            tracing::warn!(%error, slug, "it is not known who may still listen");
        }
    }
}

async fn look_at(app: &App, company: &Arc<Company>, listeners: Vec<Listener>) -> Result<()> {
    let now = app.clock().now();
    let licensed = company.license_active(now);
    let stays = |l: &Listener| licensed || l.actor.as_ref().is_some_and(|actor| actor.is_super_admin);
    let (listeners, stopped): (Vec<_>, Vec<_>) = listeners.into_iter().partition(stays);
    stopped.into_iter().for_each(disconnect);
    let sessions: BTreeSet<SessionId> = listeners.iter().filter_map(|l| Some(l.actor.as_ref()?.session_id)).collect();
    if sessions.is_empty() {
        return Ok(());
    }
    let mut tx = company.db.read().await?;
    let open: HashMap<SessionId, RoleId> = session::still_open(&mut tx, &sessions, now).await?.into_iter().collect();
    drop(tx);
    for ended in sessions.iter().filter(|session| !open.contains_key(session)) {
        app.realtime().end_session_here(&company.slug, *ended).await;
    }
    for listener in listeners {
        let Some(actor) = listener.actor else { continue };
        let role = open.get(&actor.session_id).and_then(|role| Role::from_id(role.0));
        if let Some(role) = role.filter(|role| *role != actor.role) {
            connect_http::change_role(&listener.socket, Actor { role, ..actor });
        }
    }
    Ok(())
}

fn disconnect(listener: Listener) {
    if let Err(error) = listener.socket.disconnect() {
        tracing::debug!(%error, "a socket went by itself");
    }
}
