//! Re-checks connected sockets periodically: when a session, a licence or a company ends, for whatever reason, its sockets are
//! disconnected.

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

/// Starts the check, which runs as long as the app.
pub(super) fn start_socket_checks(app: WeakApp) {
    tokio::spawn(async move {
        while let Some(app) = app.get() {
            let every = app.config().network.socket_check_interval;
            let realtime = app.realtime().clone();
            check_all(&app).await;
            // Between two checks this task must not keep the app alive.
            drop(app);
            // A timeout means the same as a request to check.
            let _ = tokio::time::timeout(every, realtime.recheck_requested()).await;
        }
    });
}

/// A connected client.
struct Listener {
    socket: SocketRef,
    /// The company as it was when the socket was admitted.
    company: Arc<Company>,
    /// The user of a browser; `None` for agents.
    actor: Option<Actor>,
}

async fn check_all(app: &App) {
    let mut by_company: HashMap<String, Vec<Listener>> = HashMap::new();
    for socket in app.realtime().local_sockets().into_iter().flat_map(BroadcastOperators::sockets) {
        let actor: Option<Actor> = socket.extensions.get();
        let company = actor.as_ref().map(|a| a.company.clone()).or_else(|| link::company_of(&socket));
        let Some(company) = company else { continue };
        by_company.entry(company.slug.clone()).or_default().push(Listener { socket, company, actor });
    }
    if by_company.is_empty() {
        return;
    }
    app.companies().refresh_if_due().await;
    for (slug, listeners) in by_company {
        let Some(company) = app.companies().find_by_slug(&slug) else {
            listeners.into_iter().for_each(disconnect);
            continue;
        };
        // Sockets admitted at the company's earlier database would go on working there.
        let (listeners, moved_away): (Vec<_>, Vec<_>) =
            listeners.into_iter().partition(|l| l.company.shares_location_with(&company));
        moved_away.into_iter().for_each(disconnect);
        if let Err(error) = check_company(app, &company, listeners).await {
            tracing::warn!(%error, slug, "it is not known who may still listen");
        }
    }
}

async fn check_company(app: &App, company: &Arc<Company>, listeners: Vec<Listener>) -> Result<()> {
    let now = app.clock().now();
    let licensed = company.is_license_active(now);
    let stays = |l: &Listener| licensed || l.actor.as_ref().is_some_and(|actor| actor.is_super_admin);
    let (listeners, stopped): (Vec<_>, Vec<_>) = listeners.into_iter().partition(stays);
    stopped.into_iter().for_each(disconnect);
    let sessions: BTreeSet<SessionId> = listeners.iter().filter_map(|l| Some(l.actor.as_ref()?.session_id)).collect();
    if sessions.is_empty() {
        return Ok(());
    }
    let mut tx = company.db.read().await?;
    let open: HashMap<SessionId, RoleId> =
        session::filter_open_sessions(&mut tx, &sessions, now).await?.into_iter().collect();
    drop(tx);
    for ended in sessions.iter().filter(|session| !open.contains_key(session)) {
        app.realtime().end_session_here(&company.slug, *ended).await;
    }
    for listener in listeners {
        let Some(actor) = listener.actor else { continue };
        let role = open.get(&actor.session_id).and_then(|role| Role::from_id(role.0));
        if let Some(role) = role.filter(|role| *role != actor.role) {
            connect_http::apply_role(&listener.socket, Actor { role, ..actor });
        }
    }
    Ok(())
}

fn disconnect(listener: Listener) {
    if let Err(error) = listener.socket.disconnect() {
        tracing::debug!(%error, "a socket went by itself");
    }
}
