//! A PostgreSQL cluster that the test run starts for itself and that does not outlive it.
//!
//! `cargo test` runs all tests in one process, which owns the cluster; nextest runs each in a process of its own, so
//! there the runner owns it and they share it. A shell script stands by it (`cluster.sh`): it stops the cluster and
//! removes its files when the owner is gone, however it ended.

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    os::unix::process::{CommandExt, parent_id},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        LazyLock, OnceLock,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

const SCRIPT: &str = include_str!("cluster.sh");
pub(crate) const NO_POSTGRES: &str = "these tests need PostgreSQL's server programs: install Debian's package `postgresql`, \
     or set COMANDA_TEST_POSTGRES_BIN to the folder that holds `initdb`";

/// The URL of the database `postgres` in the cluster, which is started by the first call of the test run.
pub fn cluster_url() -> &'static str {
    static URL: OnceLock<String> = OnceLock::new();
    URL.get_or_init(|| {
        let programs = find_programs().unwrap_or_else(|| panic!("{NO_POSTGRES}"));
        let owner = if std::env::var_os("NEXTEST_RUN_ID").is_some() { parent_id() } else { std::process::id() };
        // Nextest's processes arrive here at the same time.
        let lock = File::create(std::env::temp_dir().join(format!("comanda-test-postgres-{owner}.lock"))).unwrap();
        lock.lock().unwrap();
        let dir = cluster_folder(owner);
        if !dir.join("ready").exists() {
            start_cluster(&dir, owner, &programs, Durability::None);
        }
        url(&dir)
    })
}

/// The cluster lies in memory where there is enough: a database of four hundred files is copied in a tenth of the time. Processes choose
/// one after the other, so all of a run choose the same folder: the one where the cluster runs already.
fn cluster_folder(owner: u32) -> PathBuf {
    const MEMORY: &str = "/dev/shm";
    const ENOUGH_BYTES: u64 = 8 << 30;
    let name = format!("comanda-test-postgres-{owner}");
    let (in_memory, on_disk) = (Path::new(MEMORY).join(&name), std::env::temp_dir().join(&name));
    let has_room = || fs4::available_space(MEMORY).is_ok_and(|bytes| bytes >= ENOUGH_BYTES);
    if in_memory.join("ready").exists() || (!on_disk.join("ready").exists() && has_room()) {
        in_memory
    } else {
        on_disk
    }
}

/// Starts a cluster of this process in a new folder, with syncs to the disk as in production; returns its URL.
pub fn start_durable_cluster(dir: &Path) -> String {
    let programs = find_programs().unwrap_or_else(|| panic!("{NO_POSTGRES}"));
    start_cluster(dir, std::process::id(), &programs, Durability::Full);
    url(dir)
}

pub(crate) fn url(dir: &Path) -> String {
    format!("postgres://postgres@localhost/postgres?host={}", dir.display())
}

/// Creates an empty database in a cluster and returns its URL. It ends with the cluster.
pub async fn create_database(cluster: &str, name: &str) -> String {
    create(cluster, name, "").await
}

/// Creates a copy of a database to which nobody is connected, and returns its URL.
pub async fn copy_database(cluster: &str, from: &str, name: &str) -> String {
    create(cluster, name, &format!(" TEMPLATE \"{from}\"")).await
}

/// A database in the cluster that is dropped with this value, whoever is connected to it.
#[derive(Debug)]
pub struct TemporaryDatabase {
    name: String,
}

impl TemporaryDatabase {
    /// The database of this URL, as [`create_database`] returns it.
    pub fn from_url(url: &str) -> Self {
        let after_host = url.split_once("@localhost/").map_or(url, |parts| parts.1);
        Self { name: after_host.split('?').next().unwrap_or_default().to_owned() }
    }
}

impl Drop for TemporaryDatabase {
    fn drop(&mut self) {
        static UNUSED: LazyLock<Sender<String>> = LazyLock::new(|| {
            let (unused, names) = channel();
            thread::spawn(move || drop_databases(&names));
            unused
        });
        UNUSED.send(std::mem::take(&mut self.name)).ok();
    }
}

/// Drops databases in the background; what is left ends with the cluster.
fn drop_databases(names: &Receiver<String>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for name in names {
        let dropped = runtime.block_on(async {
            let mut admin = PgConnection::connect(cluster_url()).await?;
            admin.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS \"{name}\" WITH (FORCE)"))).await?;
            admin.close().await
        });
        if let Err(error) = dropped {
            eprintln!("database {name} stays until the end of the run: {error}");
        }
    }
}

async fn create(cluster: &str, name: &str, from: &str) -> String {
    let mut admin = PgConnection::connect(cluster).await.unwrap();
    admin.execute(AssertSqlSafe(format!("CREATE DATABASE \"{name}\"{from}"))).await.unwrap();
    admin.close().await.unwrap();
    cluster.replacen("/postgres?", &format!("/{name}?"), 1)
}

enum Durability {
    None,
    Full,
}

#[expect(clippy::zombie_processes, reason = "the script outlives this process, that is its purpose")]
fn start_cluster(dir: &Path, owner: u32, programs: &Path, durability: Durability) {
    let mut script = Command::new("sh")
        .args(["-c", SCRIPT, "cluster.sh"])
        .arg(dir)
        .arg(owner.to_string())
        .arg(programs)
        .arg(if matches!(durability, Durability::Full) { "durable" } else { "" })
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // Ctrl-C ends the test run; the script notices that and tidies up by itself.
        .process_group(0)
        .spawn()
        .unwrap();
    let mut answer = String::new();
    BufReader::new(script.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    if answer.trim() != "ready" {
        let mut problem = String::new();
        script.stderr.take().unwrap().read_to_string(&mut problem).unwrap();
        panic!("PostgreSQL did not start:\n{problem}");
    }
}

/// The folder of PostgreSQL's programs: the one in `COMANDA_TEST_POSTGRES_BIN`, or that of Debian's newest version.
pub(crate) fn find_programs() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("COMANDA_TEST_POSTGRES_BIN") {
        return Some(named.into()).filter(|dir: &PathBuf| dir.join("initdb").exists());
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let version = |dir: &PathBuf| dir.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.filter(|dir| dir.join("bin/initdb").exists()).max_by_key(version)?;
    Some(newest.join("bin"))
}
