//! What the other servers say, done here; and what is looked at every second because there may be others.

use super::{App, Haste, WeakApp};
use crate::{
    limits::Tried,
    realtime::Told,
    servers::{Heard, OfCopies},
};
use std::time::Duration;
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval},
};

const EVERY: Duration = Duration::from_secs(1);

/// Follows the others for as long as the app lives. What an operator changes beside the servers is taken over though nobody calls this
/// one, and who may not listen any more is ended.
pub(super) async fn follow(app: WeakApp, mut heard: mpsc::UnboundedReceiver<Heard>) {
    let mut beat = interval(EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut companies = 0;
    loop {
        let next = tokio::select! {
            next = heard.recv() => match next {
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
                    app.realtime().look_here();
                }
                app.realtime().tell_presence();
            }
        }
    }
}

async fn take(app: &App, heard: Heard) {
    match heard {
        Heard::Said(said) => {
            if let Some(told) = said.read::<Told>() {
                hear(app, &said.server, told).await;
            } else if let Some(tried) = said.read::<Tried>() {
                app.limits().hear(tried);
            } else if let Some(word) = said.read::<OfCopies>() {
                app.copies().hear(word);
            }
        }
        Heard::Came => app.limits().tell_all(),
        Heard::Went { server, silently } => {
            app.realtime().forget_server(Some(&server));
            if silently {
                tracing::warn!(server, "another server is gone: what it left untold is fetched");
                catch_up(app).await;
            } else {
                wake_workers(app);
            }
        }
        Heard::Missed => {
            app.realtime().forget_server(None);
            catch_up(app).await;
        }
    }
}

async fn hear(app: &App, server: &str, told: Told) {
    if matches!(told, Told::Look)
        && let Err(error) = app.companies().reload().await
    {
        tracing::warn!(%error, "the list of companies could not be read again");
    }
    let company = told.company().and_then(|slug| app.companies().by_slug(slug));
    app.realtime().hear(server, told, company.as_deref()).await;
}

/// Something may have been committed that nobody here was told of.
async fn catch_up(app: &App) {
    app.realtime().browsers_fetch_again().await;
    for company in app.companies().all() {
        app.realtime().wake_agents_here(&company).await;
    }
    app.realtime().look_here();
    wake_workers(app);
}

/// What a server was woken for and did not do, another one does.
fn wake_workers(app: &App) {
    for company in app.companies().all() {
        app.sender().wake(&company.slug, Haste::New);
        app.valuer().wake(&company.slug);
    }
}
