//! One PostgreSQL server that tests kill and start again. It waits for the disk as in a restaurant.

use crate::postgres::{NO_POSTGRES, programs, url};
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
    // With its data, not where a server that was killed leaves it behind.
    "dynamic_shared_memory_type=mmap",
];
/// Of `postmaster.pid`: the key and the number of a segment of shared memory.
const MEMORY_LINE: usize = 6;

/// A running server. It ends with the thread that started it.
#[derive(Debug)]
pub struct Instance {
    child: Child,
    data: PathBuf,
    /// Not in the folder of the data: a copy of that would say that its server runs already.
    sockets: PathBuf,
}

impl Instance {
    /// Makes its data in a folder that is not there yet, in one that everybody may enter, and starts it.
    pub async fn create(dir: &Path, variables: &[(&str, String)]) -> Self {
        own_folder(dir);
        let mut make = as_postgres("initdb");
        run(make.arg("-D").arg(dir).args(["-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]));
        Self::start(dir, variables).await
    }

    /// Starts it on data that are there, with more variables of the environment.
    pub async fn start(dir: &Path, variables: &[(&str, String)]) -> Self {
        let sockets = dir.with_extension("sockets");
        own_folder(&sockets);
        let log = fs::File::create(dir.with_extension("log")).unwrap();
        let mut command = as_postgres("postgres");
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

    /// The URL of its database `postgres`.
    pub fn url(&self) -> String {
        url(&self.sockets)
    }

    /// `kill -9`, until its last process is gone.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.ended();
        self.give_back_memory();
    }

    /// What a killed server leaves in the system; the next one on these data takes it away only if they lie on the same device.
    fn give_back_memory(&self) {
        let file = fs::read_to_string(self.data.join("postmaster.pid")).unwrap();
        let segment = file.lines().nth(MEMORY_LINE).and_then(|line| line.split_whitespace().last()).unwrap();
        run(Command::new("ipcrm").args(["-m", segment]));
    }

    fn ended(&mut self) {
        self.child.wait().ok();
        // Its processes end when they see that the first one is gone. All of them hold its output, to which they say nothing.
        if let Some(mut output) = self.child.stdout.take() {
            output.read_to_end(&mut Vec::new()).ok();
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            // At once, and yet it gives its shared memory back.
            Command::new("kill").arg("-QUIT").arg(self.child.id().to_string()).status().ok();
            self.ended();
        }
    }
}

/// A program of PostgreSQL, which refuses to run as root. Whatever it starts ends with whoever started it.
pub(crate) fn as_postgres(program: &str) -> Command {
    let programs = programs().unwrap_or_else(|| panic!("{NO_POSTGRES}"));
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]).current_dir("/");
    if is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.arg(programs.join(program));
    command
}

/// Makes a folder for PostgreSQL where there is none.
pub(crate) fn own_folder(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    if is_root() {
        run(Command::new("chown").arg("postgres").arg(dir));
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

pub(crate) fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
