//! The speed of the disk without Comanda.

use crate::report::{Report, Times};
use comanda_system_tests::program;
use sqlx::{
    AssertSqlSafe, ConnectOptions, Executor, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use std::{
    fs::File,
    io::Write,
    path::Path,
    time::{Duration, Instant},
};

const SYNCS: usize = 400;
const COMMIT_DURATION: Duration = Duration::from_secs(4);

/// An append of this size with its `fdatasync`: about what an order adds to the log of a database.
#[derive(Debug)]
pub struct BareDisk {
    file: File,
    page: [u8; 4096],
}

impl BareDisk {
    pub fn open(folder: &Path) -> Self {
        Self { file: File::create(folder.join("bare")).unwrap(), page: [7; 4096] }
    }

    pub fn sync(&mut self) -> Duration {
        let began = Instant::now();
        self.file.write_all(&self.page).unwrap();
        self.file.sync_data().unwrap();
        began.elapsed()
    }
}

pub async fn measure(report: &mut Report) {
    let folder = tempfile::tempdir_in(program::folder()).unwrap();
    let mut disk = BareDisk::open(folder.path());
    report.bare_fsync = Times::new((0..SYNCS).map(|_| disk.sync()).collect());
    report.row("Bare append of 4 KiB and fsync", report.bare_fsync.text(), "");
    report.bare_commits = bare_commits(folder.path()).await;
    report.row("Bare SQLite commits (WAL, FULL, one row)", format!("{:.0} a second", report.bare_commits), "");
}

/// Commits a second, with one row a transaction and the server's settings.
async fn bare_commits(folder: &Path) -> f64 {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("bare.sqlite"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut connection: SqliteConnection = options.connect().await.unwrap();
    connection.execute("CREATE TABLE lines (id INTEGER PRIMARY KEY, text TEXT NOT NULL)").await.unwrap();
    let insert = format!("INSERT INTO lines (text) VALUES ('{}')", "x".repeat(200));
    let began = Instant::now();
    let mut commits = 0_u32;
    while began.elapsed() < COMMIT_DURATION {
        connection.execute(AssertSqlSafe(insert.clone())).await.unwrap();
        commits += 1;
    }
    f64::from(commits) / began.elapsed().as_secs_f64()
}
