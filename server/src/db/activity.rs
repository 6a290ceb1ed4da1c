//! When a database was last used: one that nobody writes to needs to be looked after less often, and one that nobody uses needs no
//! connections.

use super::{Db, Place};
use std::{
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// When nobody has written since before this process.
const LONG_AGO: u64 = 0;
const BEFORE_MS: u64 = 24 * 60 * 60_000;

/// In milliseconds, from a day before this process first looked.
#[derive(Debug)]
pub(super) struct Activity {
    used: AtomicU64,
    written: AtomicU64,
}

impl Activity {
    /// As if somebody had written just now.
    pub fn new() -> Self {
        let now = now();
        Self { used: AtomicU64::new(now), written: AtomicU64::new(now) }
    }
    pub fn note_read(&self) {
        self.used.store(now(), Relaxed);
    }
    pub fn note_write(&self) {
        self.note_read();
        self.written.store(now(), Relaxed);
    }
}

impl Db {
    /// Whether nobody here has written for so long.
    pub fn is_quiet(&self, length: Duration) -> bool {
        is_over(&self.activity().written, length)
    }

    /// Somebody else has written, or may have.
    pub fn note_write(&self) {
        self.activity().note_write();
    }

    /// Nobody has written for long, as far as is known; of a file nothing stays open.
    pub async fn go_idle(&self) {
        self.activity().written.store(LONG_AGO, Relaxed);
        self.close_idle(Duration::ZERO).await;
    }

    /// Closes the connections to a file that nobody has used for so long; the next use opens them again. Those to PostgreSQL are
    /// shared by all, and stay.
    pub async fn close_idle(&self, length: Duration) {
        if let Place::Sqlite(file) = &self.0
            && is_over(&file.activity.used, length)
        {
            while let Some(reader) = file.readers.try_acquire() {
                reader.close().await.ok();
            }
            // The last one to go brings the log into the file, if it may write.
            if file.readers.size() == 0 {
                file.writer.close().await;
            }
        }
    }

    pub(super) fn activity(&self) -> &Activity {
        self.0.activity()
    }
}

impl Place {
    pub(super) fn activity(&self) -> &Activity {
        match self {
            Self::Sqlite(file) => &file.activity,
            Self::Postgres { activity, .. } => activity,
        }
    }
}

fn now() -> u64 {
    u64::try_from(START.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(BEFORE_MS)
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
