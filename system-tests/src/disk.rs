//! Disks that are worse than the one of the test's machine.

use crate::{program::quick_folder, server::Engine};
use comanda_test_support::{instance::Instance, postgres};
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

/// Where PostgreSQL has its data on a disk.
pub fn postgres_data(disk: &Path) -> PathBuf {
    disk.join("postgres")
}

/// For an engine that needs it: PostgreSQL with its data there, and the URL of an empty database.
pub async fn postgres_on(disk: &Path, engine: Engine, variables: &[(&str, String)]) -> Option<(Instance, String)> {
    if engine == Engine::Sqlite {
        return None;
    }
    let running = Instance::create(&postgres_data(disk), variables).await;
    let database = postgres::database(&running.url(), "comanda").await;
    Some((running, database))
}

/// A disk whose power can be cut: it keeps what was synced, and nothing else. A script stands by it (`disk.sh`), which
/// takes it away when this value or the process is gone.
#[derive(Debug)]
pub struct ForgetfulDisk {
    path: PathBuf,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    script: Child,
}

impl ForgetfulDisk {
    /// None where this machine lets nobody mount a file, which is said: it takes root, and loop devices.
    pub fn mount() -> Option<Self> {
        let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
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
            // Ctrl-C ends the test run; the script sees that and tidies up by itself.
            .process_group(0)
            .spawn()
            .unwrap();
        let answers = BufReader::new(script.stdout.take().unwrap());
        let mut disk = Self { path: folder.join("disk"), orders: script.stdin.take(), answers, script };
        disk.is_ready();
        Some(disk)
    }

    /// Where it is mounted, always.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The power goes and comes again. Whoever has files open on it has been killed.
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

/// A library that makes each sync of a process that loads it take 0.3 seconds, and counts them.
#[derive(Debug)]
pub struct SlowDisk {
    folder: TempDir,
}

impl SlowDisk {
    /// It is as quick as any other at first.
    pub fn compile() -> Self {
        let folder = quick_folder();
        // For PostgreSQL, which is another user.
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

    /// What a process needs in its environment.
    pub fn variables(&self) -> [(&'static str, String); 2] {
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        [("LD_PRELOAD", text(self.library())), ("SLOW_DISK", text(self.count()))]
    }

    /// It is slow from now on.
    pub fn becomes_slow(&self) {
        fs::write(self.count(), []).unwrap();
        fs::set_permissions(self.count(), Permissions::from_mode(0o666)).unwrap();
    }

    /// It is quick again. Gives how often something waited for it.
    pub fn becomes_quick(&self) -> usize {
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
