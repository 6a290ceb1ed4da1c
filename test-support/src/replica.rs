//! Two PostgreSQL servers, of which the second holds every commit before the first one answers it: as `docs/postgresql-replica.md`
//! sets them up. Both end with the thread that made them.

#![expect(clippy::disallowed_methods, reason = "it speaks to two servers, not to a company's database")]

use crate::postgres::{NO_POSTGRES, programs, url};
use sqlx::{Connection, Executor, PgConnection};
use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// What the second one calls itself.
const NAME: &str = "comanda_b";
const PATIENCE: Duration = Duration::from_secs(60);

/// The two of them.
#[derive(Debug)]
pub struct Pair {
    first: Option<Running>,
    second: Running,
    _files: TempDir,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// Not in the folder of the data: a copy of that would say that its server runs already.
    sockets: PathBuf,
}

impl Pair {
    /// Starts the first, copies it into the second, and lets commits wait for that from then on.
    pub async fn start() -> Self {
        let programs = programs().unwrap_or_else(|| panic!("{NO_POSTGRES}"));
        let files = tempfile::tempdir().unwrap();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(files.path()));
        }
        let [a, b] = ["a", "b"].map(|name| files.path().join(name));
        let mut make = as_postgres(&programs.join("initdb"));
        run(make.arg("-D").arg(&a).args(["-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]));
        let first = Running::start(&programs, &a).await;
        let mut copy = as_postgres(&programs.join("pg_basebackup"));
        let from = format!("host={} user=postgres application_name={NAME}", first.sockets.display());
        run(copy.arg("-D").arg(&b).args(["-R", "-X", "stream", "-c", "fast", "-C", "-S", NAME, "-d"]).arg(from));
        let second = Running::start(&programs, &b).await;
        let mut admin = PgConnection::connect(&url(&first.sockets)).await.unwrap();
        admin.execute("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (comanda_b)'").await.unwrap();
        admin.execute("SELECT pg_reload_conf()").await.unwrap();
        let began = Instant::now();
        let state = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'";
        while sqlx::query_scalar::<_, i64>(state).fetch_one(&mut admin).await.unwrap() != 1 {
            assert!(began.elapsed() < PATIENCE, "the second server does not follow the first");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Self { first: Some(first), second, _files: files }
    }

    /// The URL of the database `postgres` of the first one.
    pub fn url(&self) -> String {
        url(&self.first.as_ref().expect("the first one is there").sockets)
    }

    /// `kill -9` to the first one.
    pub fn kill_first(&mut self) {
        let mut first = self.first.take().expect("the first one is there");
        first.child.kill().unwrap();
        first.child.wait().unwrap();
    }

    /// Makes the second one take writes, and gives the URL of its database `postgres`.
    pub async fn promote(&self) -> String {
        let url = url(&self.second.sockets);
        let mut admin = PgConnection::connect(&url).await.unwrap();
        let promoted: bool = sqlx::query_scalar("SELECT pg_promote()").fetch_one(&mut admin).await.unwrap();
        assert!(promoted);
        url
    }
}

impl Running {
    async fn start(programs: &Path, dir: &Path) -> Self {
        let mut command = as_postgres(&programs.join("postgres"));
        let settings = ["listen_addresses=", "max_connections=100", "shared_buffers=32MB"];
        let sockets = dir.with_extension("sockets");
        fs::create_dir(&sockets).unwrap();
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&sockets));
        }
        command.arg("-D").arg(dir).arg("-k").arg(&sockets).args(settings.iter().flat_map(|setting| ["-c", setting]));
        let log = fs::File::create(dir.with_extension("log")).unwrap();
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let (running, began) = (Self { child, sockets }, Instant::now());
        while PgConnection::connect(&url(&running.sockets)).await.is_err() {
            let said = || fs::read_to_string(dir.with_extension("log")).unwrap_or_default();
            assert!(began.elapsed() < PATIENCE, "PostgreSQL did not start:\n{}", said());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// PostgreSQL's programs refuse to run as root. Whatever they start ends with whoever started it.
fn as_postgres(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]).current_dir("/");
    if is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.arg(program);
    command
}

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
