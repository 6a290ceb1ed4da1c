//! Group commit: SQLite has one writer, and a commit that survives a power cut costs a wait for the disk. So the
//! writers share commits.
//!
//! They take turns at one seat, first come first served. The first begins a transaction, the others each work in a savepoint
//! of it. Who is done releases the savepoint and, if others wait for their turn, queues again behind them; whoever of
//! the done ones gets the seat first commits for all. Nobody hears of success before that.
//!
//! Who read what others of the batch had written depends on them: when the batch fails, all its members hear
//! [`Error::Busy`] and run again, each with a commit of its own, so that the one that cannot be committed is alone
//! with its error.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::metrics::database::{self as metrics, Commit, Pool, Wait};

use super::{
    error::{Error, Result},
    open::PATIENCE,
};

/// The writers of one file.
#[derive(Clone)]
pub(super) struct Writer {
    seat: Arc<Mutex<Seat>>,
    /// How many wait to begin.
    waiting: Arc<AtomicUsize>,
}

/// What the one whose turn it is has in its hands.
struct Seat {
    /// None: it was closed because nobody wrote, or its thread has ended.
    conn: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    /// A transaction may be open.
    open: bool,
    /// A savepoint was left behind by a writer that was dropped.
    orphan: bool,
    /// Writers of the open transaction that are done.
    members: usize,
    /// How many of the next writers commit on their own, after a batch that failed.
    alone: usize,
    /// Set when the open transaction ends: whether it is on disk.
    fate: Arc<OnceLock<bool>>,
}

/// A turn at the seat.
pub(super) struct GroupTx {
    writer: Writer,
    seat: OwnedMutexGuard<Seat>,
    /// The savepoint is released or undone: nothing to clean up.
    settled: bool,
}

impl Writer {
    pub(super) async fn open(options: SqliteConnectOptions) -> Result<Self> {
        let seat = Seat {
            conn: Some(options.connect().await?),
            // A file that is gone when it is opened again is not made anew.
            options: options.create_if_missing(false),
            open: false,
            orphan: false,
            members: 0,
            alone: 0,
            fate: Arc::default(),
        };
        Ok(Writer { seat: Arc::new(Mutex::new(seat)), waiting: Arc::default() })
    }

    /// Closes its connection if nobody writes.
    pub(super) async fn close(&self) {
        if let Ok(mut seat) = self.seat.try_lock()
            && !seat.open
            && !seat.orphan
            && let Some(conn) = seat.conn.take()
        {
            // Under the lock: who writes next opens it after it was closed.
            conn.close().await.ok();
        }
    }

    /// Waits for its turn and begins.
    pub(super) async fn begin(&self) -> Result<GroupTx> {
        self.begin_within(PATIENCE).await
    }

    async fn begin_within(&self, patience: Duration) -> Result<GroupTx> {
        let mut seat = {
            self.waiting.fetch_add(1, SeqCst);
            let _turn = Waiting(&self.waiting);
            let _wait = Wait::start(Pool::SqliteWrite);
            let turn = tokio::time::timeout(patience, self.seat.clone().lock_owned());
            turn.await.map_err(|_| Error::Busy)?
        };
        seat.clear_orphan().await;
        // Made before the savepoint, so that it is cleaned up even when this is dropped on the way.
        let mut tx = GroupTx { writer: self.clone(), seat, settled: false };
        tx.seat.begin().await?;
        Ok(tx)
    }

    /// Waits until the batch has ended, and ends it if nobody did.
    async fn await_fate(self, fate: Arc<OnceLock<bool>>) -> Result<()> {
        let mut seat = self.seat.lock().await;
        if fate.get().is_none() {
            seat.clear_orphan().await;
        }
        if fate.get().is_none() {
            // Errors reach everybody by way of `fate`.
            seat.commit_batch().await.ok();
        }
        if fate.get() == Some(&true) { Ok(()) } else { Err(Error::Busy) }
    }
}

impl GroupTx {
    /// Its connection, on which its transaction was begun.
    pub(super) fn conn(&mut self) -> Result<&mut SqliteConnection> {
        self.seat.conn.as_mut().ok_or(Error::Aborted)
    }

    /// Returns when the changes are on disk. It goes to its end even when the caller is dropped.
    pub(super) async fn commit(self) -> Result<()> {
        to_its_end(self.commit_now()).await
    }

    async fn commit_now(mut self) -> Result<()> {
        let seat = &mut *self.seat;
        if seat.alone > 0 || self.writer.waiting.load(SeqCst) == 0 {
            seat.alone = seat.alone.saturating_sub(1);
            seat.members += 1;
            self.settled = true;
            // COMMIT takes the savepoint with it.
            return seat.commit_batch().await;
        }
        if seat.members > 0 {
            seat.sql("RELEASE turn").await?;
        }
        seat.members += 1;
        self.settled = true;
        let (writer, fate) = (self.writer.clone(), seat.fate.clone());
        drop(self);
        writer.await_fate(fate).await
    }

    /// Undoes this turn's work, then waits until what it may have read of the others is on disk.
    pub(super) async fn refuse(self) -> Result<()> {
        to_its_end(self.refuse_now()).await
    }

    async fn refuse_now(mut self) -> Result<()> {
        let seat = &mut *self.seat;
        let (writer, fate, saw_others) = (self.writer.clone(), seat.fate.clone(), seat.members > 0);
        seat.undo_turn().await;
        self.settled = true;
        drop(self);
        if saw_others { writer.await_fate(fate).await } else { Ok(()) }
    }
}

impl Drop for GroupTx {
    fn drop(&mut self) {
        if self.settled {
            return;
        }
        // The next one at the seat cleans up; should none come, the transaction must not stay open for that.
        self.seat.orphan = true;
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let seat = self.writer.seat.clone();
            runtime.spawn(async move { seat.lock().await.clear_orphan().await });
        }
    }
}

impl Seat {
    async fn sql(&mut self, sql: &'static str) -> sqlx::Result<()> {
        let conn = self.conn.as_mut().ok_or(sqlx::Error::WorkerCrashed)?;
        sqlx::query(sql).execute(conn).await?;
        Ok(())
    }

    /// Begins a turn: the first one is undone with its whole transaction and needs no savepoint.
    async fn begin(&mut self) -> Result<()> {
        if self.open {
            return Ok(self.sql("SAVEPOINT turn").await?);
        }
        if self.conn.is_none() {
            self.conn = Some(self.options.connect().await?);
        }
        self.open = true; // before it is, so that dropping this half-way cleans up
        if let Err(error) = self.sql("BEGIN IMMEDIATE").await {
            self.open = false;
            if matches!(error, sqlx::Error::WorkerCrashed) {
                self.conn = None;
                return Err(Error::Busy);
            }
            return Err(error.into());
        }
        Ok(())
    }

    /// Undoes what a dropped writer left behind.
    async fn clear_orphan(&mut self) {
        if self.orphan {
            self.undo_turn().await;
            self.orphan = false;
        }
    }

    /// Undoes the turn that is in progress, without the turns before it.
    async fn undo_turn(&mut self) {
        if self.members == 0 {
            self.fail_batch().await;
        } else if self.sql("ROLLBACK TO turn").await.is_err() || self.sql("RELEASE turn").await.is_err() {
            // SQLite ends the whole transaction on some failures, such as a full disk.
            tracing::warn!(members = self.members, "a batch of writes was lost with one of them, and is repeated");
            self.fail_batch().await;
        }
    }

    /// Commits for all members. The error is that of the commit when there is one member, who then knows it for its
    /// own.
    async fn commit_batch(&mut self) -> Result<()> {
        let commit = Commit::start(Pool::SqliteWrite);
        let done = self.sql("COMMIT").await;
        commit.ended(done.is_ok());
        metrics::observe_group_size(self.members);
        match done {
            Ok(()) => {
                self.end(true);
                Ok(())
            }
            Err(error) => {
                let members = self.members;
                tracing::warn!(%error, members, "a batch of writes could not be committed");
                self.fail_batch().await;
                Err(if members > 1 { Error::Busy } else { error.into() })
            }
        }
    }

    async fn fail_batch(&mut self) {
        // SQLite may have rolled back already, and then says that there is nothing to roll back.
        if let Err(error) = self.sql("ROLLBACK").await {
            tracing::debug!(%error, "nothing to roll back");
        }
        self.alone += self.members;
        self.end(false);
    }

    fn end(&mut self, on_disk: bool) {
        // Nobody else sets it: a fate belongs to one transaction, which ends once.
        let _ = self.fate.set(on_disk);
        self.fate = Arc::default();
        self.open = false;
        self.members = 0;
    }
}

/// Counts one who waits to begin, also when it gives up.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// Runs it as a task of its own, which a caller that goes away does not stop.
async fn to_its_end(work: impl Future<Output = Result<()>> + Send + 'static) -> Result<()> {
    let task = tokio::spawn(work).await;
    task.unwrap_or_else(|error| Err(Error::Db(sqlx::Error::Io(std::io::Error::other(error)))))
}
