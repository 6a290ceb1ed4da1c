//! How the running agent is, for whoever looks from outside: a small file beside the spool, rewritten on change.
//!
//! Nothing in it must survive: that a file is of a run that has ended is known by the spool's lock, which is free then.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use comanda_ticket::wire::PrinterReport;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::watch,
    time::{Duration, sleep},
};

use crate::{clock::Clock, notify, owner, spool::Spool, worker::Board};

const FILE: &str = "live.json";
/// A printer that flickers must not keep the disk busy.
const AT_MOST_EVERY: Duration = Duration::from_millis(500);

/// The link to the server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkState {
    /// Whether it stands.
    pub connected: bool,
    /// Since when it is as it is, agent time.
    pub since_ms: i64,
    /// Why not.
    #[serde(default)]
    pub trouble: Option<String>,
}

/// Content of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Live {
    /// Of the process.
    pub pid: u32,
    /// The agent's.
    pub version: String,
    /// Agent time.
    pub started_at_ms: i64,
    /// To the server.
    pub link: LinkState,
    /// As last seen.
    pub printers: Vec<PrinterReport>,
}

impl Live {
    /// How the agent of this state folder is; none when none runs.
    #[must_use]
    pub fn read(state_dir: &Path) -> Option<Self> {
        if !Spool::is_held(state_dir) {
            return None;
        }
        serde_json::from_slice(&fs::read(state_dir.join(FILE)).ok()?).ok()
    }
}

/// Keeps the file and systemd's status up to date, until it is dropped.
pub(crate) async fn maintain(
    state_dir: PathBuf,
    clock: Clock,
    board: Arc<Board>,
    mut link: watch::Receiver<LinkState>,
) {
    let started_at_ms = clock.now_ms();
    let mut printers = board.changes();
    loop {
        printers.mark_unchanged();
        let now = link.borrow_and_update().clone();
        notify::send(&format!("STATUS={}", words(&now)));
        let live = Live {
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started_at_ms,
            link: now,
            printers: board.all(),
        };
        if let Err(error) = write(&state_dir, &live) {
            tracing::debug!(%error, "the state file cannot be written");
        }
        tokio::select! {
            biased;
            changed = printers.changed() => if changed.is_err() { return },
            changed = link.changed() => if changed.is_err() { return },
        }
        sleep(AT_MOST_EVERY).await;
    }
}

fn words(link: &LinkState) -> String {
    match (link.connected, &link.trouble) {
        (true, _) => "Conectado con el servidor".to_owned(),
        (false, Some(why)) => format!("Sin conexión con el servidor: {why}"),
        (false, None) => "Conectando".to_owned(),
    }
}

fn write(state_dir: &Path, live: &Live) -> io::Result<()> {
    let new = state_dir.join("live.new");
    owner::create_afresh(&new)?.write_all(&serde_json::to_vec(live)?)?;
    fs::rename(new, state_dir.join(FILE))
}
