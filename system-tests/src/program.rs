//! A process under test: what it says is kept, and shown when the test fails.

use crate::waiting::{TIMEOUT, within, within_time};
use std::{
    path::PathBuf,
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, BufReader},
    process::{Child, Command},
    sync::watch,
};

const SHOWN_LINES: usize = 60;
/// For a program to end its children.
const ENDING: Duration = Duration::from_secs(5);

/// Where the programs of the workspace are built, this one among them.
pub fn folder() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().unwrap();
    // Tests lie one deeper than programs.
    if folder.ends_with("deps") { folder.parent().unwrap().to_owned() } else { folder.to_owned() }
}

/// A folder for files that need not outlive a power cut: in memory where the system has that. What `kill -9` leaves of
/// them is the same as on a disk.
pub fn quick_folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Names the folder, by its whole path, of the programs of the version before, for tests of a rolling upgrade.
const OLDER_PROGRAMS: &str = "COMANDA_OLDER_PROGRAMS";

/// Which version of the programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    Current,
    /// Of `COMANDA_OLDER_PROGRAMS`; where nobody names that, the current one.
    Older,
}

impl Version {
    /// What to start a program of the workspace by.
    fn of(self, name: &str) -> String {
        match std::env::var(OLDER_PROGRAMS) {
            Ok(folder) if self == Self::Older => format!("{folder}/{name}"),
            _ => name.to_owned(),
        }
    }
    /// The server.
    pub fn server(self) -> String {
        self.of("comanda")
    }
    /// The print agent.
    pub fn agent(self) -> String {
        self.of("comanda-agent")
    }
}

/// A program of the workspace, beside the running test, or one by its whole path.
pub fn path(name: &str) -> PathBuf {
    let found = folder().join(name);
    assert!(
        found.exists(),
        "{} is not built: run `cargo build --bin comanda --bin comanda-agent` first (scripts/test does); {OLDER_PROGRAMS} is a whole path",
        found.display()
    );
    found
}

/// Runs a program to its end; it must succeed. Gives what it printed.
pub async fn run(name: &str, arguments: &[&str]) -> String {
    run_within(TIMEOUT, name, arguments).await
}

/// The same for what takes longer than anything else.
pub async fn run_within(limit: Duration, name: &str, arguments: &[&str]) -> String {
    let running = Command::new(path(name)).args(arguments).stdin(Stdio::null()).kill_on_drop(true).output();
    let output = within_time(limit, &format!("{name} {arguments:?}"), running).await.unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} {arguments:?}: {}\n{said}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A process that runs until it is ended. Dropping it kills it.
#[derive(Debug)]
pub struct Program {
    name: String,
    child: Child,
    said: Said,
    /// Has children of its own, which it ends when it is asked to end.
    has_children: bool,
}

#[derive(Debug, Clone)]
struct Said {
    lines: Arc<Mutex<Vec<String>>>,
    count: watch::Sender<usize>,
}

impl Program {
    /// Starts a program of the workspace.
    pub fn start(name: &str, arguments: &[&str]) -> Self {
        Self::start_with(name, arguments, &[])
    }

    /// The same with more variables of the environment.
    pub fn start_with(name: &str, arguments: &[&str], variables: &[(&str, String)]) -> Self {
        let mut command = Command::new(path(name));
        command.args(arguments).env("RUST_LOG", "info").envs(variables.iter().map(|(name, value)| (name, value)));
        Self::run(name, command)
    }

    /// Starts any other program; `name` stands in messages.
    pub fn run(name: &str, mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let said = Said { lines: Arc::default(), count: watch::Sender::new(0) };
        tokio::spawn(said.clone().listen(child.stdout.take().unwrap()));
        tokio::spawn(said.clone().listen(child.stderr.take().unwrap()));
        Self { name: name.to_owned(), child, said, has_children: false }
    }

    /// Of a program that starts others: dropping it asks it to end, so that they end too.
    pub fn with_children(mut self) -> Self {
        self.has_children = true;
        self
    }

    /// Waits until it has said a line with this in it, and gives the line.
    pub async fn says(&self, what: &str) -> String {
        let mut count = self.said.count.subscribe();
        let heard = async {
            loop {
                count.mark_unchanged();
                if let Some(line) = self.said.find(what) {
                    return line;
                }
                count.changed().await.unwrap();
            }
        };
        within(&format!("{} to say \"{what}\"", self.name), heard).await
    }

    pub fn pid(&self) -> u32 {
        self.child.id().expect("it has ended")
    }

    /// `kill -9`: it gets no chance to finish anything.
    pub async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Asks it to end, as systemd does, and waits until it has.
    pub async fn terminate(&mut self) {
        self.ask_to_end().await;
        self.ended().await;
    }

    /// Asks it to end, as systemd does.
    pub async fn ask_to_end(&self) {
        let asked = Command::new("kill").arg("-TERM").arg(self.pid().to_string()).status().await.unwrap();
        assert!(asked.success());
    }

    /// Waits until it has ended.
    pub async fn ended(&mut self) {
        within(&format!("{} to end", self.name), self.child.wait()).await.unwrap();
    }
}

impl Said {
    async fn listen(self, pipe: impl AsyncRead + Unpin) {
        let mut lines = BufReader::new(pipe).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            self.count.send_modify(|count| *count += 1);
        }
    }

    fn find(&self, what: &str) -> Option<String> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().find(|line| line.contains(what)).cloned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(pid) = self.child.id().filter(|_| self.has_children) {
            let asked = std::process::Command::new("kill").arg("-TERM").arg(pid.to_string()).status();
            let deadline = Instant::now() + ENDING;
            while asked.is_ok() && matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        if std::thread::panicking() {
            let lines = self.said.lines.lock().unwrap_or_else(PoisonError::into_inner);
            eprintln!("--- {} said last:", self.name);
            for line in lines.iter().skip(lines.len().saturating_sub(SHOWN_LINES)) {
                eprintln!("{line}");
            }
        }
    }
}
