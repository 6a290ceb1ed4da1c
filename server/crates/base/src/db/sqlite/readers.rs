//! The pool of connections that read a file: a few, opened when they are needed.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::{
    blocking::run_blocking,
    connection::{Connection, FileAccess},
};
use crate::{
    db::{
        error::{Error, Result},
        open::CONNECTION_WAIT_LIMIT,
    },
    metrics::database::{TransactionWait, WaitedResource},
};

const MAX_READERS: usize = 4;

/// The reading connections of one file; clones share them.
#[derive(Clone)]
pub(in crate::db) struct Readers(Arc<Shared>);

struct Shared {
    path: PathBuf,
    free: Mutex<Vec<Connection>>,
    seats: Arc<Semaphore>,
    open: Arc<AtomicUsize>,
}

/// A reading connection, returned to the pool when this is dropped.
pub(in crate::db) struct Reader {
    /// `None` once it is returned.
    conn: Option<Connection>,
    readers: Readers,
    in_transaction: bool,
    _seat: OwnedSemaphorePermit,
}

impl Readers {
    pub fn new(path: &Path) -> Self {
        let seats = Arc::new(Semaphore::new(MAX_READERS));
        Self(Arc::new(Shared { path: path.to_owned(), free: Mutex::default(), seats, open: Arc::default() }))
    }

    fn free(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.0.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many connections are open, and how many of them are idle.
    pub fn count_open_and_idle(&self) -> (usize, usize) {
        let idle = self.free().len();
        (self.0.open.load(SeqCst).max(idle), idle)
    }

    pub const fn max_connections(&self) -> usize {
        MAX_READERS
    }

    /// Waits for a connection.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: none became free in time; or the file cannot be opened.
    pub async fn acquire(&self) -> Result<Reader> {
        let seat = {
            let _wait = TransactionWait::start(WaitedResource::SqliteRead);
            let seat = timeout(CONNECTION_WAIT_LIMIT, self.0.seats.clone().acquire_owned()).await;
            seat.ok().and_then(std::result::Result::ok).ok_or(Error::Unavailable)?
        };
        let free = self.free().pop();
        let conn = match free {
            Some(conn) => conn,
            None => self.open()?,
        };
        Ok(Reader { conn: Some(conn), readers: self.clone(), in_transaction: false, _seat: seat })
    }

    fn open(&self) -> Result<Connection> {
        run_blocking(|| Connection::open(&self.0.path, FileAccess::Read, CONNECTION_WAIT_LIMIT, &self.0.open))
    }

    /// Closes idle connections, and returns whether none is left open.
    pub fn close_idle(&self) -> bool {
        let free = std::mem::take(&mut *self.free());
        drop(free);
        self.0.open.load(SeqCst) == 0
    }
}

impl Reader {
    /// The connection on which statements run.
    pub fn connection(&mut self) -> Result<&mut Connection> {
        self.conn.as_mut().ok_or(Error::Aborted)
    }

    /// Begins a transaction, which sees one snapshot of the file.
    pub fn begin(&mut self) -> Result<()> {
        self.connection()?.run("BEGIN")?;
        self.in_transaction = true;
        Ok(())
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let Some(mut conn) = self.conn.take() else { return };
        if !self.in_transaction || conn.run("ROLLBACK").is_ok() {
            self.readers.free().push(conn);
        }
    }
}
