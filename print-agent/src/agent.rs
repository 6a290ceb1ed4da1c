//! The one place where the parts meet; tests start the same agent.

use std::{future::Future, io, sync::Arc, time::Duration};

use comanda_ticket::wire::AgentAuth;
use tokio::{sync::watch, time::MissedTickBehavior};

use crate::{
    clock::Clock,
    config::{Config, ms},
    link::Link,
    render::Profiles,
    spool::{Disk, JournalError, Spool},
    worker::{Board, Pool, Shop},
};

/// Why the agent ended.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// The state folder cannot be used, or another agent uses it.
    #[error("no se puede usar la carpeta {folder}: {source}")]
    State {
        /// Which.
        folder: String,
        /// Why.
        source: io::Error,
    },
    /// It could be used, and then failed.
    #[error("el disco falló o está lleno: se sigue al reiniciar")]
    Disk(#[from] JournalError),
    /// A built-in profile cannot be read.
    #[error("perfil de impresora dañado: {0}")]
    Profile(#[from] toml::de::Error),
}

/// Runs until `end` comes true: first what is being printed is finished.
///
/// # Errors
/// When the state folder cannot be used or its disk fails.
pub async fn run(config: Config, clock: Clock, end: impl Future<Output = ()>) -> Result<(), AgentError> {
    run_on(config, clock, Disk::default(), end).await
}

/// The same on a disk of which the power can be cut.
///
/// # Errors
/// As [`run`].
pub async fn run_on(config: Config, clock: Clock, disk: Disk, end: impl Future<Output = ()>) -> Result<(), AgentError> {
    // Fails only when a test has installed it before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let timing = config.timing.clone();
    let stand_in_after_ms = i64::try_from(timing.stand_in_after_ms).unwrap_or(i64::MAX);
    let spool = Spool::open_on(&config.state_dir, clock.clone(), stand_in_after_ms, disk)
        .map_err(|source| AgentError::State { folder: config.state_dir.display().to_string(), source })?;
    let board = Arc::new(Board::new(clock.clone()));
    let profiles = Arc::new(Profiles::built_in()?);
    let shop = Shop { spool: spool.clone(), board: board.clone(), profiles, timing: timing.clone(), clock };
    let (set_up, followed) = watch::channel(0);
    let auth = AgentAuth {
        token: config.token,
        kind: "agent".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine(),
    };
    let link = Link { server: config.server, auth, spool: spool.clone(), board, timing: timing.clone(), set_up };
    let mut pool = Pool::new(shop);
    let ended = tokio::select! {
        () = end => Ok(()),
        failed = link.keep() => failed,
        () = follow(&mut pool, followed) => Ok(()),
        failed = watch_the_clock(&spool, ms(timing.tick_ms)) => failed,
        error = spool.failed() => Err(error),
    };
    pool.close().await;
    drop(pool);
    spool.close().await;
    Ok(ended?)
}

/// The last known set-up first: tickets that wait are printed without the server.
async fn follow(pool: &mut Pool, mut followed: watch::Receiver<u64>) {
    loop {
        followed.mark_unchanged();
        pool.follow().await;
        if followed.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

async fn watch_the_clock(spool: &Spool, every: Duration) -> Result<(), JournalError> {
    let mut tick = tokio::time::interval(every);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        spool.look_at_the_clock()?;
    }
}

/// Host name, as /printers shows it.
#[must_use]
pub fn machine() -> String {
    let named = std::env::var("COMPUTERNAME").or_else(|_| std::env::var("HOSTNAME"));
    let named = named.or_else(|_| std::fs::read_to_string("/etc/hostname"));
    named.map_or_else(|_| "desconocida".to_owned(), |name| name.trim().to_owned())
}
