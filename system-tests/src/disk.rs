//! Disks that are worse than the test machine's.

use crate::{program::quick_folder, server::Engine};
use comanda_test_support::{instance::PostgresInstance, postgres};
use std::{
    fs::{self, File, Permissions},
    io::{BufRead, BufReader, Write},
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};
use tempfile::TempDir;

const SCRIPT: &str = include_str!("disk.sh");
const SHIM: &str = include_str!("slow_disk.c");

/// The folder of PostgreSQL's data on a disk.
pub fn postgres_data(disk: &Path) -> PathBuf {
    disk.join("postgres")
}

/// Starts PostgreSQL with its data on the disk if the engine needs it, and returns it with the URL of an empty database.
pub async fn postgres_on(
    disk: &Path,
    engine: Engine,
    variables: &[(&str, String)],
) -> Option<(PostgresInstance, String)> {
    if engine == Engine::Sqlite {
        return None;
    }
    let running = PostgresInstance::create(&postgres_data(disk), variables).await;
    let database = postgres::create_database(&running.url(), "comanda").await;
    Some((running, database))
}

/// A disk whose power can be cut: it keeps only what was synced. A script (`disk.sh`) removes it when this value is dropped or the process
/// is gone.
#[derive(Debug)]
pub struct ForgetfulDisk {
    path: PathBuf,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    script: Child,
}

impl ForgetfulDisk {
    /// Mounts the disk. Returns `None` with a message where this machine does not allow that: it takes root, and loop devices.
    pub fn mount() -> Option<Self> {
        let is_root = fs::metadata("/proc/self").is_ok_and(|proc_entry| proc_entry.uid() == 0);
        if !is_root || File::options().read(true).write(true).open("/dev/loop-control").is_err() {
            eprintln!("NOT TESTED: a power cut needs root and loop devices");
            return None;
        }
        let folder = quick_folder().keep();
        let mut script = Command::new("sh")
            .args(["-c", SCRIPT, "disk.sh"])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C ends the test run; the script notices that and tidies up by itself.
            .process_group(0)
            .spawn()
            .unwrap();
        let answers = BufReader::new(script.stdout.take().unwrap());
        let mut disk = Self { path: folder.join("disk"), orders: script.stdin.take(), answers, script };
        disk.is_ready();
        Some(disk)
    }

    /// The path at which the disk is mounted.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Cuts the power and restores it. Every process with files open on the disk must have been killed.
    pub fn lose_power(&mut self) {
        self.orders.as_mut().unwrap().write_all(b"\n").unwrap();
        self.is_ready();
    }

    fn is_ready(&mut self) {
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim(), "ready", "the disk cannot be mounted, see above");
    }
}

impl Drop for ForgetfulDisk {
    fn drop(&mut self) {
        self.orders = None;
        self.script.wait().ok();
    }
}

/// A library that makes each sync of a process take 0.3 seconds, and counts the syncs.
#[derive(Debug)]
pub struct SlowDisk {
    folder: TempDir,
}

impl SlowDisk {
    /// Compiles the library; syncs take their usual time at first.
    pub fn compile() -> Self {
        let folder = quick_folder();
        // PostgreSQL, which runs as another user, must be able to read it.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let slow = Self { folder };
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-x", "c", "-", "-o"]).arg(slow.library());
        let mut compiling = compiler.stdin(Stdio::piped()).spawn().unwrap();
        compiling.stdin.take().unwrap().write_all(SHIM.as_bytes()).unwrap();
        assert!(compiling.wait().unwrap().success());
        slow
    }

    /// A folder that everybody may enter.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The environment variables of a process that loads the library.
    pub fn variables(&self) -> [(&'static str, String); 2] {
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        [("LD_PRELOAD", text(self.library())), ("SLOW_DISK", text(self.count()))]
    }

    /// Makes syncs slow from now on.
    pub fn slow_down(&self) {
        fs::write(self.count(), []).unwrap();
        fs::set_permissions(self.count(), Permissions::from_mode(0o666)).unwrap();
    }

    /// Makes syncs quick again. Returns the number of slow syncs.
    pub fn speed_up(&self) -> usize {
        let syncs = fs::read(self.count()).unwrap().len();
        fs::remove_file(self.count()).unwrap();
        syncs
    }

    fn library(&self) -> PathBuf {
        self.folder.path().join("slow_disk.so")
    }

    fn count(&self) -> PathBuf {
        self.folder.path().join("syncs")
    }
}
