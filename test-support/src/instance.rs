//! A PostgreSQL server that tests kill and start again. It syncs to the disk as in production.

use crate::postgres::{NO_POSTGRES, find_programs, url};
use sqlx::{Connection, PgConnection};
use std::{
    fs,
    io::Read,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

const PATIENCE: Duration = Duration::from_secs(60);
const SETTINGS: [&str; 4] = [
    "listen_addresses=",
    "max_connections=100",
    "shared_buffers=32MB",
    // The shared memory lies with the data, because a killed server would leave it behind elsewhere.
    "dynamic_shared_memory_type=mmap",
];
/// The line of `postmaster.pid` with the key and the id of the shared memory segment.
const MEMORY_LINE: usize = 6;

/// A running server. It ends with the thread that started it.
#[derive(Debug)]
pub struct PostgresInstance {
    child: Child,
    data: PathBuf,
    /// The sockets are not in the data folder: a copy of that folder would look like a running server.
    sockets: PathBuf,
}

impl PostgresInstance {
    /// Creates the data in a new folder, whose parent everybody may enter, and starts the server.
    pub async fn create(dir: &Path, variables: &[(&str, String)]) -> Self {
        create_postgres_folder(dir);
        let mut make = postgres_command("initdb");
        run_to_success(make.arg("-D").arg(dir).args([
            "-U",
            "postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
        ]));
        Self::start(dir, variables).await
    }

    /// Starts the server on existing data, with additional environment variables.
    pub async fn start(dir: &Path, variables: &[(&str, String)]) -> Self {
        let sockets = dir.with_extension("sockets");
        create_postgres_folder(&sockets);
        let log = fs::File::create(dir.with_extension("log")).unwrap();
        let mut command = postgres_command("postgres");
        command.arg("-D").arg(dir).arg("-k").arg(&sockets).args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let (running, began) = (Self { child, data: dir.to_owned(), sockets }, Instant::now());
        while PgConnection::connect(&running.url()).await.is_err() {
            let said = || fs::read_to_string(dir.with_extension("log")).unwrap_or_default();
            assert!(began.elapsed() < PATIENCE, "PostgreSQL did not start:\n{}", said());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        running
    }

    /// The URL of the database `postgres`.
    pub fn url(&self) -> String {
        url(&self.sockets)
    }

    /// Sends `kill -9`, and waits until the last process is gone.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.wait_for_end();
        self.remove_shared_memory();
    }

    /// Removes the shared memory that a killed server leaves; the next server on the data does so only if they lie on the same device.
    fn remove_shared_memory(&self) {
        let file = fs::read_to_string(self.data.join("postmaster.pid")).unwrap();
        let segment = file.lines().nth(MEMORY_LINE).and_then(|line| line.split_whitespace().last()).unwrap();
        run_to_success(Command::new("ipcrm").args(["-m", segment]));
    }

    fn wait_for_end(&mut self) {
        self.child.wait().ok();
        // The child processes end when they see that the first one is gone. All of them hold its output, and write nothing to it.
        if let Some(mut output) = self.child.stdout.take() {
            output.read_to_end(&mut Vec::new()).ok();
        }
    }
}

impl Drop for PostgresInstance {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            // The server ends at once, and still removes its shared memory.
            Command::new("kill").arg("-QUIT").arg(self.child.id().to_string()).status().ok();
            self.wait_for_end();
        }
    }
}

/// A command for a program of PostgreSQL, as another user than root. The process ends with the thread that started it.
pub(crate) fn postgres_command(program: &str) -> Command {
    let programs = find_programs().unwrap_or_else(|| panic!("{NO_POSTGRES}"));
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]).current_dir("/");
    if is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.arg(programs.join(program));
    command
}

/// Creates a folder that PostgreSQL's user owns.
pub(crate) fn create_postgres_folder(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    if is_root() {
        run_to_success(Command::new("chown").arg("postgres").arg(dir));
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

pub(crate) fn run_to_success(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
