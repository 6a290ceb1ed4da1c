//! The state of the running agent for other processes: a small file beside the spool, rewritten on change.
//!
//! The file need not survive anything. A file of a run that has ended is recognised by the spool's lock, which is then free.

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
/// The shortest time between two writes: a printer whose state flickers must not keep the disk busy.
const MIN_WRITE_INTERVAL: Duration = Duration::from_millis(500);

/// The state of the link to the server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkState {
    /// Whether the agent is connected.
    pub connected: bool,
    /// The agent time of the last change of `connected`.
    pub since_ms: i64,
    /// The reason why it is not connected.
    #[serde(default)]
    pub trouble: Option<String>,
}

/// The content of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveState {
    /// The id of the process.
    pub pid: u32,
    /// The version of the agent.
    pub version: String,
    /// The agent time of the start.
    pub started_at_ms: i64,
    /// The link to the server.
    pub link: LinkState,
    /// The last known states of the printers.
    pub printers: Vec<PrinterReport>,
}

impl LiveState {
    /// Reads the state of the agent with this state folder. Returns `None` if it is not running.
    #[must_use]
    pub fn read(state_dir: &Path) -> Option<Self> {
        if !Spool::is_held(state_dir) {
            return None;
        }
        serde_json::from_slice(&fs::read(state_dir.join(FILE)).ok()?).ok()
    }
}

/// Keeps the file and systemd's status up to date until the future is dropped.
pub(crate) async fn keep_up_to_date(
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
        notify::send(&format!("STATUS={}", status_text(&now)));
        let live = LiveState {
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started_at_ms,
            link: now,
            printers: board.list_reports(),
        };
        if let Err(error) = write(&state_dir, &live) {
            tracing::debug!(%error, "the state file cannot be written");
        }
        tokio::select! {
            biased;
            changed = printers.changed() => if changed.is_err() { return },
            changed = link.changed() => if changed.is_err() { return },
        }
        sleep(MIN_WRITE_INTERVAL).await;
    }
}

fn status_text(link: &LinkState) -> String {
    match (link.connected, &link.trouble) {
        (true, _) => "Conectado con el servidor".to_owned(),
        (false, Some(why)) => format!("Sin conexión con el servidor: {why}"),
        (false, None) => "Conectando".to_owned(),
    }
}

fn write(state_dir: &Path, live: &LiveState) -> io::Result<()> {
    let new = state_dir.join("live.new");
    owner::create_afresh(&new)?.write_all(&serde_json::to_vec(live)?)?;
    fs::rename(new, state_dir.join(FILE))
}
