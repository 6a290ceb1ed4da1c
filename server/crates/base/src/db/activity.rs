//! When a database was last used: one that nobody writes to needs to be looked after less often, and one that nobody uses needs no
//! connections.

use super::{Db, Place, identity_version::IdentityVersion};
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
/// Times are told from a day before this process first looked, so that there is something before it.
const BEFORE: Duration = Duration::from_secs(24 * 60 * 60);
/// After people have written, there may be something to do in every moment for so long.
const AWAKE: Duration = Duration::from_secs(5 * 60);
/// The same after a round has changed something: the next one may go on with it, or try again what failed.
const AWAKE_AFTER_ROUND: Duration = Duration::from_secs(70);

task_local! {
    /// What is done by itself again and again, and not because somebody asked for it.
    static ROUND: ();
}

/// Does something that is done again and again in every company.
pub async fn as_round<T>(work: impl Future<Output = T>) -> T {
    ROUND.scope((), work).await
}

/// Times are in milliseconds.
#[derive(Debug)]
pub(super) struct Activity {
    pub(super) identity: IdentityVersion,
    used: AtomicU64,
    changed: AtomicU64,
    awake_until: AtomicU64,
    turn: Mutex<()>,
}

impl Activity {
    /// As if somebody had written just now.
    pub fn new() -> Self {
        let now = now();
        let awake_until = (now + millis(AWAKE)).into();
        let (identity, turn) = (IdentityVersion::new(), Mutex::default());
        Self { identity, used: now.into(), changed: now.into(), awake_until, turn }
    }
    pub fn note_use(&self) {
        self.used.store(now(), Relaxed);
    }
    pub fn note_change(&self) {
        let in_round = ROUND.try_with(|()| ()).is_ok();
        self.changed.store(now(), Relaxed);
        self.awake_until.fetch_max(now() + millis(if in_round { AWAKE_AFTER_ROUND } else { AWAKE }), Relaxed);
    }
}

impl Db {
    /// Whether nobody here has changed anything for some minutes.
    pub fn is_quiet(&self) -> bool {
        now() >= self.activity().awake_until.load(Relaxed)
    }

    /// Whether anything was changed here in the time before now.
    pub fn has_changed_within(&self, time: Duration) -> bool {
        !is_over(&self.activity().changed, time)
    }

    /// Waits, but not for ever, for others who do what is not urgent: one after the other they need one connection that reads, and not
    /// each its own.
    pub async fn turn(&self, longest: Duration) -> Option<MutexGuard<'_, ()>> {
        tokio::time::timeout(longest, self.activity().turn.lock()).await.ok()
    }

    /// Somebody else has changed something, or may have.
    pub fn note_change(&self) {
        self.activity().note_change();
    }

    /// Nobody has written for long, as far as is known; of a file nothing stays open.
    pub async fn go_idle(&self) {
        self.activity().awake_until.store(0, Relaxed);
        self.close_idle(Duration::ZERO).await;
    }

    /// Closes the connections to a file that nobody has used for so long; the next use opens them again. Those to PostgreSQL are
    /// shared by all, and stay.
    pub async fn close_idle(&self, length: Duration) {
        if let Place::Sqlite(file) = &self.0
            && is_over(&file.activity.used, length)
        {
            // The last one to go brings the log into the file, if it may write.
            if file.readers.close_free() {
                file.writer.close();
            }
        }
    }

    pub(super) fn activity(&self) -> &Arc<Activity> {
        self.0.activity()
    }
}

impl Place {
    pub(super) fn activity(&self) -> &Arc<Activity> {
        match self {
            Self::Sqlite(file) => &file.activity,
            Self::Postgres { activity, .. } => activity,
        }
    }
}

fn now() -> u64 {
    millis(BEFORE + START.elapsed())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn is_over(at: &AtomicU64, length: Duration) -> bool {
    u128::from(now().saturating_sub(at.load(Relaxed))) >= length.as_millis()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transact;

    const NOW: Duration = Duration::ZERO;

    #[tokio::test]
    async fn a_file_that_nobody_uses_is_closed_and_opens_again() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(folder.path().join("idle.sqlite")).await.unwrap();
        let write = async |n: i64| {
            let done: super::super::Result<u64> = transact!(db, |tx| {
                tx.query("CREATE TABLE IF NOT EXISTS t (n BIGINT)").run().await?;
                tx.query("INSERT INTO t (n) VALUES ($1)").bind(n).run().await
            });
            done.unwrap();
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
    async fn what_people_change_keeps_it_awake_and_what_a_round_only_reads_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(folder.path().join("quiet.sqlite")).await.unwrap();
        let run = async |text: &'static str| {
            let done: super::super::Result<u64> = transact!(db, |tx| { tx.query(text).run().await });
            done.unwrap();
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
        as_round(run("UPDATE t SET n = 3")).await;
        assert!((1..=millis(AWAKE_AFTER_ROUND)).contains(&awake()), "by a round");
    }

    #[tokio::test]
    async fn a_file_that_is_gone_is_not_made_anew() {
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
    async fn nobody_loses_a_write_while_it_is_closed_again_and_again() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(folder.path().join("busy.sqlite")).await.unwrap();
        let made: super::super::Result<u64> =
            transact!(db, |tx| { tx.query("CREATE TABLE t (n BIGINT NOT NULL)").run().await });
        made.unwrap();
        let (db, rounds) = (&db, 40);
        let writers = futures::future::join_all((0..4).map(|_| async move {
            for n in 0..rounds {
                let done: super::super::Result<u64> =
                    transact!(db, |tx| { tx.query("INSERT INTO t (n) VALUES ($1)").bind(n).run().await });
                done.unwrap();
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
        let there: i64 = db.read().await.unwrap().query("SELECT COUNT(*) FROM t").scalar().await.unwrap();
        assert_eq!(there, 4 * rounds);
    }
}
