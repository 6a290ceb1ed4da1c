//! A process under test, whose output is kept and shown when the test fails.

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
/// The time that a program gets to end its children.
const ENDING: Duration = Duration::from_secs(5);

/// The folder of the workspace's programs, which contains this one too.
pub fn folder() -> PathBuf {
    let own_program = std::env::current_exe().unwrap();
    let folder = own_program.parent().unwrap();
    // Tests lie one folder deeper than programs.
    if folder.ends_with("deps") { folder.parent().unwrap().to_owned() } else { folder.to_owned() }
}

/// A folder for files that need not survive a power cut: in memory where the system has that. After `kill -9` these files are the same as
/// on a disk.
pub fn quick_folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// The variable with the absolute path of the previous version's programs, for tests of a rolling upgrade.
const OLDER_PROGRAMS: &str = "COMANDA_OLDER_PROGRAMS";

/// The version of the programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    Current,
    /// The programs in `COMANDA_OLDER_PROGRAMS`; the current ones where it is not set.
    Older,
}

impl Version {
    /// The name or path by which a program is started.
    fn program(self, name: &str) -> String {
        match std::env::var(OLDER_PROGRAMS) {
            Ok(folder) if self == Self::Older => format!("{folder}/{name}"),
            _ => name.to_owned(),
        }
    }
    /// The server.
    pub fn server(self) -> String {
        self.program("comanda")
    }
    /// The print agent.
    pub fn agent(self) -> String {
        self.program("comanda-agent")
    }
}

/// The path of a program of the workspace, beside the running test, or the path itself if it is absolute.
pub fn path(name: &str) -> PathBuf {
    let found = folder().join(name);
    assert!(
        found.exists(),
        "{} is not built: run `cargo build --bin comanda --bin comanda-agent` first (scripts/test does); {OLDER_PROGRAMS} is a whole path",
        found.display()
    );
    found
}

/// Runs a program that must succeed. Returns its output.
pub async fn run(name: &str, arguments: &[&str]) -> String {
    run_within(TIMEOUT, name, arguments).await
}

/// Runs a program that may take longer than usual.
pub async fn run_within(limit: Duration, name: &str, arguments: &[&str]) -> String {
    let running = Command::new(path(name)).args(arguments).stdin(Stdio::null()).kill_on_drop(true).output();
    let output = within_time(limit, &format!("{name} {arguments:?}"), running).await.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} {arguments:?}: {}\n{errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A running process. Dropping it kills it.
#[derive(Debug)]
pub struct Program {
    name: String,
    child: Child,
    output: OutputLines,
    /// Whether the program has children, which it ends when it is asked to end.
    has_children: bool,
}

#[derive(Debug, Clone)]
struct OutputLines {
    lines: Arc<Mutex<Vec<String>>>,
    count: watch::Sender<usize>,
}

impl Program {
    /// Starts a program of the workspace.
    pub fn start(name: &str, arguments: &[&str]) -> Self {
        Self::start_with_env(name, arguments, &[])
    }

    /// Starts a program of the workspace with additional environment variables.
    pub fn start_with_env(name: &str, arguments: &[&str], variables: &[(&str, String)]) -> Self {
        let mut command = Command::new(path(name));
        command.args(arguments).env("RUST_LOG", "info").envs(variables.iter().map(|(name, value)| (name, value)));
        Self::run(name, command)
    }

    /// Starts any other program; `name` is shown in messages.
    pub fn run(name: &str, mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let output = OutputLines { lines: Arc::default(), count: watch::Sender::new(0) };
        tokio::spawn(output.clone().listen(child.stdout.take().unwrap()));
        tokio::spawn(output.clone().listen(child.stderr.take().unwrap()));
        Self { name: name.to_owned(), child, output, has_children: false }
    }

    /// Marks a program that starts others: dropping it asks it to end, so that they end too.
    pub fn with_children(mut self) -> Self {
        self.has_children = true;
        self
    }

    /// Waits for a line of output that contains this, and returns the line.
    pub async fn wait_for_line(&self, what: &str) -> String {
        let mut count = self.output.count.subscribe();
        let heard = async {
            loop {
                count.mark_unchanged();
                if let Some(line) = self.output.find(what) {
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

    /// Sends `kill -9`, so that the program cannot finish anything.
    pub async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Asks the program to end, as systemd does, and waits until it has.
    pub async fn terminate(&mut self) {
        self.request_end().await;
        self.wait_for_end().await;
    }

    /// Asks the program to end, as systemd does.
    pub async fn request_end(&self) {
        let sent = Command::new("kill").arg("-TERM").arg(self.pid().to_string()).status().await.unwrap();
        assert!(sent.success());
    }

    /// Waits until the program has ended.
    pub async fn wait_for_end(&mut self) {
        within(&format!("{} to end", self.name), self.child.wait()).await.unwrap();
    }
}

impl OutputLines {
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
            let sent = std::process::Command::new("kill").arg("-TERM").arg(pid.to_string()).status();
            let deadline = Instant::now() + ENDING;
            while sent.is_ok() && matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        if std::thread::panicking() {
            let lines = self.output.lines.lock().unwrap_or_else(PoisonError::into_inner);
            eprintln!("--- {} said last:", self.name);
            for line in lines.iter().skip(lines.len().saturating_sub(SHOWN_LINES)) {
                eprintln!("{line}");
            }
        }
    }
}
