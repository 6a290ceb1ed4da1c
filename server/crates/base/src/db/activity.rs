//! Tracks when a database was last used and changed: an unchanged one needs background work less often, and an unused one needs no
//! connections.

use super::{Backend, Db, identity_version::IdentityVersion};
use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::{
    sync::{Mutex, MutexGuard},
    task_local,
};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Added to all times, so that a time may lie before the start of the process.
const CLOCK_OFFSET: Duration = Duration::from_secs(24 * 60 * 60);
/// The time after a write by people within which background work may be due at any moment.
const AWAKE_AFTER_WRITE: Duration = Duration::from_secs(5 * 60);
/// The same time after a write by a round: the next round may continue it, or retry what failed.
const AWAKE_AFTER_ROUND: Duration = Duration::from_secs(70);

task_local! {
    /// Set while a round runs: periodic background work, which nobody asked for.
    static ROUND: ();
}

/// Runs periodic background work of a company (a round), so that its writes keep the company awake for a shorter time.
pub async fn run_as_round<T>(work: impl Future<Output = T>) -> T {
    ROUND.scope((), work).await
}

/// The activity of a database; times in milliseconds.
#[derive(Debug)]
pub(super) struct Activity {
    pub(super) identity: IdentityVersion,
    used: AtomicU64,
    changed: AtomicU64,
    awake_until: AtomicU64,
    turn: Mutex<()>,
}

impl Activity {
    /// Starts as if somebody had written just now.
    pub fn new() -> Self {
        let now = now();
        let awake_until = (now + millis(AWAKE_AFTER_WRITE)).into();
        let (identity, turn) = (IdentityVersion::new(), Mutex::default());
        Self { identity, used: now.into(), changed: now.into(), awake_until, turn }
    }
    pub fn note_use(&self) {
        self.used.store(now(), Relaxed);
    }
    pub fn note_change(&self) {
        let is_in_round = ROUND.try_with(|()| ()).is_ok();
        self.changed.store(now(), Relaxed);
        self.awake_until
            .fetch_max(now() + millis(if is_in_round { AWAKE_AFTER_ROUND } else { AWAKE_AFTER_WRITE }), Relaxed);
    }
}

impl Db {
    /// Whether nobody on this server has changed anything for some minutes.
    pub fn is_quiet(&self) -> bool {
        now() >= self.activity().awake_until.load(Relaxed)
    }

    /// Whether anything was changed on this server within this time before now.
    pub fn has_changed_within(&self, time: Duration) -> bool {
        !has_passed(&self.activity().changed, time)
    }

    /// Waits up to `longest` for other background work on this database: run one after the other, such tasks need one reading connection
    /// instead of one each. `None` after that time.
    pub async fn background_turn(&self, longest: Duration) -> Option<MutexGuard<'_, ()>> {
        tokio::time::timeout(longest, self.activity().turn.lock()).await.ok()
    }

    /// Records that another server has changed something, or may have.
    pub fn note_change(&self) {
        self.activity().note_change();
    }

    /// Marks the database as quiet, and closes the connections to a file.
    pub async fn go_idle(&self) {
        self.activity().awake_until.store(0, Relaxed);
        self.close_idle(Duration::ZERO).await;
    }

    /// Closes the connections to a file that was not used for this long; the next use opens them again. Connections to PostgreSQL are
    /// shared by all companies, and stay.
    pub async fn close_idle(&self, length: Duration) {
        if let Backend::Sqlite(file) = &self.0
            && has_passed(&file.activity.used, length)
        {
            // Closing the last connection merges the log into the file, if it may write.
            if file.readers.close_free() {
                file.writer.close();
            }
        }
    }

    pub(super) fn activity(&self) -> &Arc<Activity> {
        self.0.activity()
    }
}

impl Backend {
    pub(super) fn activity(&self) -> &Arc<Activity> {
        match self {
            Self::Sqlite(file) => &file.activity,
            Self::Postgres { activity, .. } => activity,
        }
    }
}

fn now() -> u64 {
    millis(CLOCK_OFFSET + START.elapsed())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn has_passed(at: &AtomicU64, length: Duration) -> bool {
    u128::from(now().saturating_sub(at.load(Relaxed))) >= length.as_millis()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transact;

    const NOW: Duration = Duration::ZERO;

    #[tokio::test]
    async fn unused_files_are_closed_and_reopened() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(folder.path().join("idle.sqlite")).await.unwrap();
        let write = async |n: i64| {
            let written: super::super::Result<u64> = transact!(db, |tx| {
                tx.query("CREATE TABLE IF NOT EXISTS t (n BIGINT)").run().await?;
                tx.query("INSERT INTO t (n) VALUES ($1)").bind(n).run().await
            });
            written.unwrap();
        };
        let sum = async || -> i64 {
            db.read().await.unwrap().query("SELECT CAST(SUM(n) AS BIGINT) FROM t").scalar().await.unwrap()
        };
        write(1).await;
        assert_eq!(sum().await, 1);
        db.close_idle(Duration::from_secs(3600)).await;
        assert!(db.connections().open > 0, "somebody used it a moment ago");
        let log = folder.path().join("idle.sqlite-wal");
        for n in [2, 3] {
            let mut reading = db.read().await.unwrap();
            let _there: i64 = reading.query("SELECT COUNT(*) FROM t").scalar().await.unwrap();
            db.close_idle(NOW).await;
            assert!(log.exists(), "who reads keeps it open");
            drop(reading);
            let closed = async {
                while log.exists() {
                    db.close_idle(NOW).await;
                    tokio::task::yield_now().await;
                }
            };
            tokio::time::timeout(Duration::from_secs(30), closed).await.expect("all connections are closed");
            assert_eq!(db.connections().open, 0);
            // Read or write first: both open it.
            if n == 2 {
                assert_eq!(sum().await, 1);
            }
            write(n).await;
        }
        assert_eq!(sum().await, 6);
    }

    #[tokio::test]
    async fn writes_keep_a_database_awake_and_reads_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(folder.path().join("quiet.sqlite")).await.unwrap();
        let run = async |text: &'static str| {
            let changed: super::super::Result<u64> = transact!(db, |tx| { tx.query(text).run().await });
            changed.unwrap();
        };
        run("CREATE TABLE t (n BIGINT NOT NULL)").await;
        run("INSERT INTO t (n) VALUES (1)").await;
        for (text, changes) in [
            ("UPDATE t SET n = 2 WHERE n = 7", false),
            ("SELECT n FROM t", false),
            ("UPDATE t SET n = 2 WHERE n = 1", true),
        ] {
            db.go_idle().await;
            assert!(db.is_quiet());
            run(text).await;
            assert_eq!(!db.is_quiet(), changes, "{text}");
        }
        assert!(db.has_changed_within(Duration::from_secs(3600)));
        let awake = || db.activity().awake_until.load(Relaxed) - now();
        assert!(awake() > millis(AWAKE_AFTER_ROUND), "by people");
        db.go_idle().await;
        run_as_round(run("UPDATE t SET n = 3")).await;
        assert!((1..=millis(AWAKE_AFTER_ROUND)).contains(&awake()), "by a round");
    }

    #[tokio::test]
    async fn deleted_files_are_not_recreated() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gone.sqlite");
        let db = Db::open_sqlite(&file).await.unwrap();
        let write = async || -> super::super::Result<u64> {
            transact!(db, |tx| { tx.query("CREATE TABLE IF NOT EXISTS t (n BIGINT)").run().await })
        };
        write().await.unwrap();
        db.close_idle(NOW).await;
        std::fs::remove_file(&file).unwrap();
        write().await.unwrap_err();
        assert!(!file.exists());
    }

    #[tokio::test]
    async fn no_write_is_lost_while_connections_are_closed() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(folder.path().join("busy.sqlite")).await.unwrap();
        let created: super::super::Result<u64> =
            transact!(db, |tx| { tx.query("CREATE TABLE t (n BIGINT NOT NULL)").run().await });
        created.unwrap();
        let (db, rounds) = (&db, 40);
        let writers = futures::future::join_all((0..4).map(|_| async move {
            for n in 0..rounds {
                let inserted: super::super::Result<u64> =
                    transact!(db, |tx| { tx.query("INSERT INTO t (n) VALUES ($1)").bind(n).run().await });
                inserted.unwrap();
            }
        }));
        let closing = async {
            loop {
                db.close_idle(NOW).await;
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            _ = writers => {}
            () = closing => {}
        }
        let stored: i64 = db.read().await.unwrap().query("SELECT COUNT(*) FROM t").scalar().await.unwrap();
        assert_eq!(stored, 4 * rounds);
    }
}
