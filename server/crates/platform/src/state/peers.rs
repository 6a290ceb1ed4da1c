//! Applies the messages of other servers, and checks every second for changes that they or an operator may have made.

use super::{App, WakePriority, WeakApp};
use crate::{
    limits::TryMessage,
    realtime::SocketMessage,
    servers::{DuplicatesMessage, PeerEvent},
};
use std::time::Duration;
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval},
};

const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// The longest time that messages of other servers wait for the list of companies.
const LIST_TIMEOUT: Duration = Duration::from_secs(1);

/// Handles events of other servers for as long as the app lives. Each second the list of companies is read again, even where no request
/// arrives, and sockets that may not listen any more are closed.
pub(super) async fn follow(app: WeakApp, mut events: mpsc::UnboundedReceiver<PeerEvent>) {
    let mut beat = interval(CHECK_INTERVAL);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut companies = 0;
    loop {
        let next = tokio::select! {
            next = events.recv() => match next {
                Some(next) => Some(next),
                None => return,
            },
            _ = beat.tick() => None,
        };
        let Some(app) = app.get() else { return };
        match next {
            Some(next) => handle_event(&app, next).await,
            None => {
                app.companies().refresh_if_due().await;
                let version = app.companies().version();
                if std::mem::replace(&mut companies, version) != version {
                    app.realtime().recheck_here();
                }
                app.realtime().broadcast_presence();
            }
        }
    }
}

async fn handle_event(app: &App, event: PeerEvent) {
    match event {
        PeerEvent::Message(message) => {
            if let Some(socket) = message.read::<SocketMessage>() {
                apply_socket_message(app, &message.server, socket).await;
            } else if let Some(count) = message.read::<TryMessage>() {
                app.limits().apply(count);
            } else if let Some(duplicates) = message.read::<DuplicatesMessage>() {
                app.duplicate_writes().receive(duplicates);
            }
        }
        PeerEvent::Joined => app.limits().broadcast_all(),
        PeerEvent::Left { server, unexpectedly } => {
            app.realtime().forget_server(Some(&server));
            if unexpectedly {
                tracing::warn!(server, "another server timed out: whatever it did not send is fetched");
                catch_up(app).await;
            } else {
                wake_workers(app);
            }
        }
        PeerEvent::Missed => {
            app.realtime().forget_server(None);
            catch_up(app).await;
        }
    }
}

async fn apply_socket_message(app: &App, server: &str, message: SocketMessage) {
    if matches!(message, SocketMessage::Recheck) {
        note_identity_changes(app);
        match tokio::time::timeout(LIST_TIMEOUT, app.companies().refresh()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the list of companies could not be read again"),
            // The list is read again each second anyway; messages of others must not wait for it.
            Err(_) => tracing::warn!("the list of companies could not be read again in time"),
        }
    }
    let company = message.company().and_then(|slug| app.companies().find_by_slug(slug));
    if let Some(company) = &company {
        company.db.note_change();
        if matches!(message, SocketMessage::SessionEnded { .. }) {
            company.db.note_identity_change();
        }
    }
    app.realtime().apply(server, message, company.as_deref()).await;
}

/// Invalidates cached identities of all companies, whose sessions and rights may have changed.
fn note_identity_changes(app: &App) {
    for company in app.companies().all() {
        company.db.note_identity_change();
    }
}

/// Refreshes everything, because commits of other servers may have been missed.
async fn catch_up(app: &App) {
    note_identity_changes(app);
    app.realtime().disconnect_browsers().await;
    for company in app.companies().all() {
        company.db.note_change();
        app.realtime().wake_agents_here(&company).await;
    }
    app.realtime().recheck_here();
    wake_workers(app);
}

/// Wakes the workers of all companies, to do what a server that left may not have done.
fn wake_workers(app: &App) {
    for company in app.companies().all() {
        app.sender().wake(&company.slug, WakePriority::New);
        app.valuer().wake(&company.slug);
    }
}
