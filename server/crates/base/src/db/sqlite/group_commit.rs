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
    path::{Path, PathBuf},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use tokio::sync::{Mutex, OwnedMutexGuard};

use super::{
    blocking::blocking,
    connection::{Access, Connection},
};
use crate::{
    db::{
        error::{Error, Result},
        open::PATIENCE,
    },
    metrics::database::{self as metrics, Commit, Pool, Wait},
};

/// The writers of one file.
#[derive(Clone)]
pub(in crate::db) struct Writer {
    seat: Arc<Mutex<Seat>>,
    /// How many wait to begin.
    waiting: Arc<AtomicUsize>,
}

/// What the one whose turn it is has in its hands.
struct Seat {
    path: PathBuf,
    /// None: it was closed because nobody wrote.
    conn: Option<Connection>,
    /// A transaction is open.
    open: bool,
    /// Writers of the open transaction that are done.
    members: usize,
    /// How many of the next writers commit on their own, after a batch that failed.
    alone: usize,
    /// Set when the open transaction ends: whether it is on disk.
    fate: Arc<OnceLock<bool>>,
}

/// A turn at the seat.
pub(in crate::db) struct GroupTx {
    writer: Writer,
    seat: OwnedMutexGuard<Seat>,
    /// The savepoint is released or undone: nothing to clean up.
    settled: bool,
}

impl Writer {
    /// Opens the file, which is made where it is not there.
    pub fn open(path: &Path) -> Result<Self> {
        let mut seat =
            Seat { path: path.to_owned(), conn: None, open: false, members: 0, alone: 0, fate: Arc::default() };
        seat.connect(Access::Create)?;
        Ok(Writer { seat: Arc::new(Mutex::new(seat)), waiting: Arc::default() })
    }

    /// Closes its connection if nobody writes.
    pub fn close(&self) {
        if let Ok(mut seat) = self.seat.try_lock()
            && !seat.open
            && let Some(conn) = seat.conn.take()
        {
            // Under the lock: who writes next opens it after it was closed, which brings the log into the file.
            blocking(|| drop(conn));
        }
    }

    /// Waits for its turn and begins.
    pub async fn begin(&self) -> Result<GroupTx> {
        self.begin_within(PATIENCE).await
    }

    async fn begin_within(&self, patience: Duration) -> Result<GroupTx> {
        let seat = {
            self.waiting.fetch_add(1, SeqCst);
            let _turn = Waiting(&self.waiting);
            let _wait = Wait::start(Pool::SqliteWrite);
            let turn = tokio::time::timeout(patience, self.seat.clone().lock_owned());
            turn.await.map_err(|_| Error::Busy)?
        };
        let mut tx = GroupTx { writer: self.clone(), seat, settled: false };
        tx.seat.begin()?;
        Ok(tx)
    }

    /// Waits until the batch has ended, and ends it if nobody did.
    async fn await_fate(self, fate: Arc<OnceLock<bool>>) -> Result<()> {
        let mut seat = self.seat.lock().await;
        if fate.get().is_none() {
            // Errors reach everybody by way of `fate`.
            seat.commit_batch().ok();
        }
        if fate.get() == Some(&true) { Ok(()) } else { Err(Error::Busy) }
    }
}

impl GroupTx {
    /// Its connection, on which its transaction was begun.
    pub fn conn(&mut self) -> Result<&mut Connection> {
        self.seat.conn.as_mut().ok_or(Error::Aborted)
    }

    /// Returns when the changes are on disk. It goes to its end even when the caller is dropped.
    pub async fn commit(self) -> Result<()> {
        to_its_end(self.commit_now()).await
    }

    async fn commit_now(mut self) -> Result<()> {
        let seat = &mut *self.seat;
        if seat.alone > 0 || self.writer.waiting.load(SeqCst) == 0 {
            seat.alone = seat.alone.saturating_sub(1);
            seat.members += 1;
            self.settled = true;
            // COMMIT takes the savepoint with it.
            return seat.commit_batch();
        }
        if seat.members > 0 {
            seat.run("RELEASE turn")?;
        }
        seat.members += 1;
        self.settled = true;
        let (writer, fate) = (self.writer.clone(), seat.fate.clone());
        drop(self);
        writer.await_fate(fate).await
    }

    /// Undoes this turn's work, then waits until what it may have read of the others is on disk.
    pub async fn refuse(self) -> Result<()> {
        to_its_end(self.refuse_now()).await
    }

    async fn refuse_now(mut self) -> Result<()> {
        let seat = &mut *self.seat;
        let (writer, fate, saw_others) = (self.writer.clone(), seat.fate.clone(), seat.members > 0);
        seat.undo_turn();
        self.settled = true;
        drop(self);
        if saw_others { writer.await_fate(fate).await } else { Ok(()) }
    }
}

impl Drop for GroupTx {
    fn drop(&mut self) {
        if !self.settled {
            self.seat.undo_turn();
        }
    }
}

impl Seat {
    fn run(&mut self, sql: &str) -> Result<()> {
        self.conn.as_mut().ok_or(Error::Aborted)?.run(sql)
    }

    fn connect(&mut self, access: Access) -> Result<()> {
        // A file that is gone when it is opened again is not made anew.
        let mut conn = blocking(|| Connection::open(&self.path, access, PATIENCE, &Arc::default()))?;
        conn.wait_for_others(Duration::ZERO)?;
        self.conn = Some(conn);
        Ok(())
    }

    /// Begins a turn: the first one is undone with its whole transaction and needs no savepoint.
    fn begin(&mut self) -> Result<()> {
        if self.open {
            return self.run("SAVEPOINT turn");
        }
        if self.conn.is_none() {
            self.connect(Access::Write)?;
        }
        match self.run(BEGIN) {
            Err(Error::Busy) => self.begin_after_others()?,
            begun => begun?,
        }
        self.open = true;
        Ok(())
    }

    /// Another process writes the file: a command, or a restore.
    fn begin_after_others(&mut self) -> Result<()> {
        let conn = self.conn.as_mut().ok_or(Error::Aborted)?;
        blocking(|| {
            conn.wait_for_others(PATIENCE)?;
            let begun = conn.run(BEGIN);
            conn.wait_for_others(Duration::ZERO)?;
            begun
        })
    }

    /// Undoes the turn that is in progress, without the turns before it.
    fn undo_turn(&mut self) {
        if !self.open {
            return;
        }
        if self.members == 0 {
            self.fail_batch();
        } else if self.run("ROLLBACK TO turn").is_err() || self.run("RELEASE turn").is_err() {
            // SQLite ends the whole transaction on some failures, such as a full disk.
            tracing::warn!(members = self.members, "a batch of writes was lost with one of them, and is repeated");
            self.fail_batch();
        }
    }

    /// Commits for all members. The error is that of the commit when there is one member, who then knows it for its
    /// own.
    fn commit_batch(&mut self) -> Result<()> {
        let commit = Commit::start(Pool::SqliteWrite);
        let done = blocking(|| self.run("COMMIT"));
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
                self.fail_batch();
                Err(if members > 1 { Error::Busy } else { error })
            }
        }
    }

    fn fail_batch(&mut self) {
        // SQLite may have rolled back already, and then says that there is nothing to roll back.
        if let Err(error) = self.run("ROLLBACK") {
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

const BEGIN: &str = "BEGIN IMMEDIATE";

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
