//! Group commit: SQLite has one writer, and a durable commit costs a wait for the disk. So writers share commits.
//!
//! Writers take turns, first come first served. The first begins a transaction, the others each work in a savepoint of it. A
//! writer that is done releases its savepoint and, if others wait for their turn, queues again behind them; the first of the
//! done ones whose turn comes commits for all. No writer reports success before that.
//!
//! Members of a batch may have read each other's writes: when the batch fails, all its members get [`Error::Busy`] and run
//! again, each with a commit of its own, so that only the one that cannot be committed gets its error.

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
    state: Arc<Mutex<WriterState>>,
    /// The number of writers that wait to begin.
    waiting: Arc<AtomicUsize>,
}

/// The state that belongs to the writer whose turn it is.
struct WriterState {
    path: PathBuf,
    /// `None` while it is closed because nobody writes.
    conn: Option<Connection>,
    /// Whether a transaction is open.
    open: bool,
    /// The number of writers of the open transaction that are done.
    members: usize,
    /// The number of following writers that commit on their own, after a batch that failed.
    single_commits: usize,
    /// Set when the open transaction ends: whether it is on disk.
    fate: Arc<OnceLock<bool>>,
}

/// The turn of one writer.
pub(in crate::db) struct GroupTx {
    writer: Writer,
    state: OwnedMutexGuard<WriterState>,
    /// Whether the savepoint is released or rolled back, so that nothing is left to clean up.
    settled: bool,
}

impl Writer {
    /// Opens the file, which is created where there is none.
    pub fn open(path: &Path) -> Result<Self> {
        let mut state = WriterState {
            path: path.to_owned(),
            conn: None,
            open: false,
            members: 0,
            single_commits: 0,
            fate: Arc::default(),
        };
        state.connect(Access::Create)?;
        Ok(Writer { state: Arc::new(Mutex::new(state)), waiting: Arc::default() })
    }

    /// Closes the connection if nobody writes.
    pub fn close(&self) {
        if let Ok(mut state) = self.state.try_lock()
            && !state.open
            && let Some(conn) = state.conn.take()
        {
            // Closed under the lock, so that the next writer opens it only afterwards; closing merges the log into the file.
            blocking(|| drop(conn));
        }
    }

    /// Waits for a turn and begins.
    pub async fn begin(&self) -> Result<GroupTx> {
        self.begin_within(PATIENCE).await
    }

    async fn begin_within(&self, patience: Duration) -> Result<GroupTx> {
        let state = {
            self.waiting.fetch_add(1, SeqCst);
            let _turn = Waiting(&self.waiting);
            let _wait = Wait::start(Pool::SqliteWrite);
            let turn = tokio::time::timeout(patience, self.state.clone().lock_owned());
            turn.await.map_err(|_| Error::Busy)?
        };
        let mut tx = GroupTx { writer: self.clone(), state, settled: false };
        tx.state.begin()?;
        Ok(tx)
    }

    /// Waits until the batch has ended, and commits it if nobody did.
    async fn await_outcome(self, fate: Arc<OnceLock<bool>>) -> Result<()> {
        let mut state = self.state.lock().await;
        if fate.get().is_none() {
            // All members learn of errors through `fate`.
            state.commit_batch().ok();
        }
        if fate.get() == Some(&true) { Ok(()) } else { Err(Error::Busy) }
    }
}

impl GroupTx {
    /// The connection on which the transaction was begun.
    pub fn conn(&mut self) -> Result<&mut Connection> {
        self.state.conn.as_mut().ok_or(Error::Aborted)
    }

    /// Commits; returns when the changes are on disk. Runs to completion even when the caller is dropped.
    pub async fn commit(self) -> Result<()> {
        run_to_completion(self.commit_now()).await
    }

    async fn commit_now(mut self) -> Result<()> {
        let state = &mut *self.state;
        if state.single_commits > 0 || self.writer.waiting.load(SeqCst) == 0 {
            state.single_commits = state.single_commits.saturating_sub(1);
            state.members += 1;
            self.settled = true;
            // COMMIT takes the savepoint with it.
            return state.commit_batch();
        }
        if state.members > 0 {
            state.run("RELEASE turn")?;
        }
        state.members += 1;
        self.settled = true;
        let (writer, fate) = (self.writer.clone(), state.fate.clone());
        drop(self);
        writer.await_outcome(fate).await
    }

    /// Rolls back this turn, then waits until writes of others that it may have read are on disk.
    pub async fn roll_back(self) -> Result<()> {
        run_to_completion(self.roll_back_now()).await
    }

    async fn roll_back_now(mut self) -> Result<()> {
        let state = &mut *self.state;
        let (writer, fate, saw_others) = (self.writer.clone(), state.fate.clone(), state.members > 0);
        state.undo_turn();
        self.settled = true;
        drop(self);
        if saw_others { writer.await_outcome(fate).await } else { Ok(()) }
    }
}

impl Drop for GroupTx {
    fn drop(&mut self) {
        if !self.settled {
            self.state.undo_turn();
        }
    }
}

impl WriterState {
    fn run(&mut self, sql: &str) -> Result<()> {
        self.conn.as_mut().ok_or(Error::Aborted)?.run(sql)
    }

    fn connect(&mut self, access: Access) -> Result<()> {
        // A file that was deleted meanwhile is not created again, unless `access` says so.
        let mut conn = blocking(|| Connection::open(&self.path, access, PATIENCE, &Arc::default()))?;
        conn.wait_for_others(Duration::ZERO)?;
        self.conn = Some(conn);
        Ok(())
    }

    /// Begins a turn: the first one can be rolled back with the whole transaction and needs no savepoint.
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

    /// Waits for another process that writes the file: a command, or a restore.
    fn begin_after_others(&mut self) -> Result<()> {
        let conn = self.conn.as_mut().ok_or(Error::Aborted)?;
        blocking(|| {
            conn.wait_for_others(PATIENCE)?;
            let begun = conn.run(BEGIN);
            conn.wait_for_others(Duration::ZERO)?;
            begun
        })
    }

    /// Rolls back the turn in progress, but not the turns before it.
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

    /// Commits for all members. With a single member the error is that of the commit, otherwise [`Error::Busy`].
    fn commit_batch(&mut self) -> Result<()> {
        let commit = Commit::start(Pool::SqliteWrite);
        let committed = blocking(|| self.run("COMMIT"));
        commit.finish(committed.is_ok());
        metrics::observe_group_size(self.members);
        match committed {
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
        self.single_commits += self.members;
        self.end(false);
    }

    fn end(&mut self, is_on_disk: bool) {
        // Set only here: a fate belongs to one transaction, which ends once.
        let _ = self.fate.set(is_on_disk);
        self.fate = Arc::default();
        self.open = false;
        self.members = 0;
    }
}

const BEGIN: &str = "BEGIN IMMEDIATE";

/// Counts a writer that waits to begin, until it gets its turn or gives up.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// Runs the work as a separate task, which continues when the caller is dropped.
async fn run_to_completion(work: impl Future<Output = Result<()>> + Send + 'static) -> Result<()> {
    let task = tokio::spawn(work).await;
    task.unwrap_or_else(|error| Err(Error::Db(sqlx::Error::Io(std::io::Error::other(error)))))
}
