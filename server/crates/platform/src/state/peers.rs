//! Applies the messages of the other servers here, and checks every second what they may have changed.

use super::{App, Haste, WeakApp};
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

const EVERY: Duration = Duration::from_secs(1);
/// How long messages of other servers wait for the list of companies.
const LIST_TIMEOUT: Duration = Duration::from_secs(1);

/// Follows the others for as long as the app lives. What an operator changes beside the servers is taken over though nobody calls this
/// one, and who may not listen any more is ended.
pub(super) async fn follow(app: WeakApp, mut events: mpsc::UnboundedReceiver<PeerEvent>) {
    let mut beat = interval(EVERY);
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
            Some(next) => take(&app, next).await,
            None => {
                app.companies().look_again().await;
                let version = app.companies().version();
                if std::mem::replace(&mut companies, version) != version {
                    app.realtime().recheck_here();
                }
                app.realtime().broadcast_presence();
            }
        }
    }
}

async fn take(app: &App, event: PeerEvent) {
    match event {
        PeerEvent::Message(message) => {
            if let Some(socket) = message.read::<SocketMessage>() {
                apply(app, &message.server, socket).await;
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

async fn apply(app: &App, server: &str, message: SocketMessage) {
    if matches!(message, SocketMessage::Recheck) {
        identity_may_have_changed(app);
        match tokio::time::timeout(LIST_TIMEOUT, app.companies().refresh()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the list of companies could not be read again"),
            // It is read again each second anyway; what others say does not wait for it.
            Err(_) => tracing::warn!("the list of companies could not be read again in time"),
        }
    }
    let company = message.company().and_then(|slug| app.companies().by_slug(slug));
    if let Some(company) = &company {
        company.db.note_change();
        if matches!(message, SocketMessage::SessionEnded { .. }) {
            company.db.note_identity_change();
        }
    }
    app.realtime().apply(server, message, company.as_deref()).await;
}

/// Sessions and rights may have changed in any company.
fn identity_may_have_changed(app: &App) {
    for company in app.companies().all() {
        company.db.note_identity_change();
    }
}

/// Something may have been committed elsewhere without a message of it arriving here.
async fn catch_up(app: &App) {
    identity_may_have_changed(app);
    app.realtime().disconnect_browsers().await;
    for company in app.companies().all() {
        company.db.note_change();
        app.realtime().wake_agents_here(&company).await;
    }
    app.realtime().recheck_here();
    wake_workers(app);
}

/// Takes over what the server that left was woken for and may not have done.
fn wake_workers(app: &App) {
    for company in app.companies().all() {
        app.sender().wake(&company.slug, Haste::New);
        app.valuer().wake(&company.slug);
    }
}
