//! Puts the parts of the agent together and runs them. Tests start the same agent.

use std::{future::Future, io, sync::Arc, time::Duration};

use comanda_ticket::wire::AgentAuth;
use tokio::{
    sync::{Notify, watch},
    time::{Instant, MissedTickBehavior, sleep},
};

use crate::{
    clock::Clock,
    config::{Config, ms},
    link::Link,
    live::{self, LinkState},
    net::{NetError, ServerAccess},
    notify,
    render::Profiles,
    scale::Watches,
    spool::{Disk, JournalError, Spool},
    worker::{Board, Pool, WorkerContext},
};

/// A pause longer than this means that the machine slept and was not just busy.
const SLEEP_THRESHOLD_MS: i64 = 5_000;

/// Whether an [`Instant`] continues while the machine sleeps. On Linux it stands still, and only the clock continues. On Windows both
/// continue: there only a tick that came too late shows that the machine slept.
const INSTANTS_INCLUDE_SLEEP: bool = cfg!(windows);

/// The reason why the agent ended.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// The state folder cannot be used, or another agent uses it.
    #[error("no se puede usar la carpeta {folder}: {source}")]
    State {
        /// The folder.
        folder: String,
        /// The cause.
        source: io::Error,
    },
    /// The disk failed while the agent was running.
    #[error("el disco falló o está lleno: se sigue al reiniciar")]
    Disk(#[from] JournalError),
    /// The configuration does not describe a way to a server.
    #[error("{0}")]
    ServerAccess(#[from] NetError),
    /// A built-in profile cannot be read.
    #[error("perfil de impresora dañado: {0}")]
    Profile(#[from] toml::de::Error),
}

/// Runs the agent until `end` completes; jobs that are being printed are finished first.
///
/// # Errors
/// Returns an error if the state folder cannot be used or its disk fails.
pub async fn run(config: Config, clock: Clock, end: impl Future<Output = ()>) -> Result<(), AgentError> {
    run_with_disk(config, clock, Disk::default(), end).await
}

/// Runs the agent on a disk whose power can be cut.
///
/// # Errors
/// Returns the same errors as [`run`].
pub async fn run_with_disk(
    config: Config,
    clock: Clock,
    disk: Disk,
    end: impl Future<Output = ()>,
) -> Result<(), AgentError> {
    let timing = config.timing.clone();
    let stand_in_after_ms = i64::try_from(timing.stand_in_after_ms).unwrap_or(i64::MAX);
    let net = ServerAccess::new(&config)?;
    let spool = Spool::open_with_disk(&config.state_dir, clock.clone(), stand_in_after_ms, disk)
        .map_err(|source| AgentError::State { folder: config.state_dir.display().to_string(), source })?;
    let board = Arc::new(Board::new(clock.clone()));
    let profiles = Arc::new(Profiles::built_in()?);
    let context = WorkerContext {
        spool: spool.clone(),
        board: board.clone(),
        profiles,
        timing: timing.clone(),
        clock: clock.clone(),
    };
    let (setup_changed, setup_changes) = watch::channel(0);
    let scales = Arc::new(Watches::new(config.scales));
    let auth = AgentAuth {
        token: config.token,
        kind: "agent".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: host_name(),
        scales: scales.describe(),
    };
    let (state, link_states) = watch::channel(LinkState::default());
    let woken = Arc::new(Notify::new());
    let link = Link {
        net,
        auth,
        spool: spool.clone(),
        board: board.clone(),
        scales,
        timing: timing.clone(),
        setup_changed,
        state,
        woken: woken.clone(),
        clock: clock.clone(),
    };
    let mut pool = Pool::new(context);
    notify::send("READY=1");
    let ended = tokio::select! {
        biased;
        () = end => Ok(()),
        failed = link.run() => failed,
        () = follow_setup(&mut pool, setup_changes) => Ok(()),
        failed = watch_deadlines(&spool, &clock, ms(timing.tick_ms), &woken) => failed,
        () = feed_watchdog() => Ok(()),
        () = live::keep_up_to_date(config.state_dir, clock.clone(), board, link_states) => Ok(()),
        error = spool.failed() => Err(error),
    };
    notify::send("STOPPING=1");
    pool.close().await;
    drop(pool);
    spool.close().await;
    Ok(ended?)
}

/// Applies changes of the set-up to the pool, first of all the last known set-up, so that waiting tickets are printed without the server.
async fn follow_setup(pool: &mut Pool, mut setup_changes: watch::Receiver<u64>) {
    loop {
        setup_changes.mark_unchanged();
        pool.apply_setup().await;
        if setup_changes.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

async fn watch_deadlines(spool: &Spool, clock: &Clock, every: Duration, woken: &Notify) -> Result<(), JournalError> {
    let mut tick = tokio::time::interval(every);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last = (clock.now_ms(), Instant::now());
    loop {
        tick.tick().await;
        spool.apply_deadlines()?;
        let now = (clock.now_ms(), Instant::now());
        let awake = if INSTANTS_INCLUDE_SLEEP { every } else { now.1 - last.1 };
        let awake_ms = i64::try_from(awake.as_millis()).unwrap_or(i64::MAX);
        if now.0 - last.0 - awake_ms > SLEEP_THRESHOLD_MS {
            woken.notify_one();
        }
        last = now;
    }
}

/// Notifies systemd's watchdog from the thread that does all the work, so that systemd restarts the agent if it hangs.
async fn feed_watchdog() {
    let Some(period) = notify::watchdog_period() else {
        return std::future::pending().await;
    };
    loop {
        notify::send("WATCHDOG=1");
        sleep(period).await;
    }
}

/// Returns the host name, which /printers shows.
#[must_use]
pub fn host_name() -> String {
    let named = std::env::var("COMPUTERNAME").or_else(|_| std::env::var("HOSTNAME"));
    let named = named.or_else(|_| std::fs::read_to_string("/etc/hostname"));
    named.map_or_else(|_| "desconocida".to_owned(), |name| name.trim().to_owned())
}
