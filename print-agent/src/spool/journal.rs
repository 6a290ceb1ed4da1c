//! An append-only file of checksummed records.
//!
//! Its bytes are parsed in [`super::read`], and written by [`super::journal_writer`]. A kill in the middle of a write leaves a torn last
//! record, which the next start cuts off: nobody acted on it, because acting waits for [`Journal::append`]. A failed write or sync ends
//! the journal for good: afterwards the content of the disk is unknown until a restart reads it.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek, SeekFrom, Write},
    path::Path,
    sync::mpsc,
    thread,
    time::Duration,
};

use tokio::sync::{oneshot, watch};

use super::{
    Disk, MAX_RECORD_BYTES, Record,
    journal_writer::{JournalWriter, WriteRequest},
    read::{HEADER_BYTES, JournalContent, read},
};
use crate::owner;

pub(super) const FILE: &str = "journal";
const LOCK: &str = "lock";
/// The file for unreadable bytes from the middle of the journal, from the last start that found some.
const DAMAGED: &str = "journal.damaged";
/// The file for unreadable bytes from the end of the journal.
const TORN: &str = "journal.torn";

/// The error of a disk that failed; the agent must end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the spool's disk failed or is full")]
pub struct JournalError;

/// A handle for writing to the journal. Clones share the journal.
#[derive(Debug, Clone)]
pub struct Journal {
    requests: mpsc::Sender<WriteRequest>,
    /// Closed when the writing thread has ended.
    alive: watch::Receiver<()>,
}

/// Appends the bytes of a record in the file's format.
fn frame(record: &Record, out: &mut Vec<u8>) -> Result<(), JournalError> {
    let start = out.len();
    out.extend_from_slice(&[0; HEADER_BYTES]);
    serde_json::to_writer(&mut *out, record).map_err(|_| JournalError)?;
    let body = &out[start + HEADER_BYTES..];
    if body.len() > MAX_RECORD_BYTES {
        return Err(JournalError);
    }
    let length = u32::try_from(body.len()).map_err(|_| JournalError)?;
    let checksum = crc32fast::hash(body);
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
    out[start + 4..start + HEADER_BYTES].copy_from_slice(&checksum.to_le_bytes());
    Ok(())
}

fn frame_all<'a>(records: impl IntoIterator<Item = &'a Record>) -> Result<Vec<u8>, JournalError> {
    let mut bytes = Vec::new();
    for record in records {
        frame(record, &mut bytes)?;
    }
    Ok(bytes)
}

impl Journal {
    /// Opens the journal in `dir` and reads its content. Keeps a lock on the folder: two agents on one spool would print everything twice.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read and written, or another agent holds it.
    pub fn open(dir: &Path, disk: Disk) -> io::Result<(Self, JournalContent)> {
        fs::create_dir_all(dir)?;
        let lock = open_file(&dir.join(LOCK))?;
        acquire_lock(&lock)?;
        let mut file = open_file(&dir.join(FILE))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let found = read(&bytes);
        save_unreadable(dir, &bytes, &found)?;
        if found.good_bytes < bytes.len() {
            file.set_len(found.good_bytes as u64)?;
            file.sync_all()?;
        }
        drop(bytes);
        file.seek(SeekFrom::End(0))?;
        let length = file.metadata()?.len();
        disk.set_durable_bytes(length);
        let (requests, queue) = mpsc::channel();
        let (living, alive) = watch::channel(());
        disk.run(JournalWriter {
            dir: dir.to_owned(),
            file: Some(file),
            length,
            queue,
            disk: disk.clone(),
            _held: (lock, living),
        })?;
        Ok((Self { requests, alive }, found))
    }

    /// Whether an agent uses `dir`.
    #[must_use]
    pub fn is_held(dir: &Path) -> bool {
        let lock = OpenOptions::new().read(true).write(true).open(dir.join(LOCK));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
    }

    /// Reads the journal in `dir` without changing or locking anything. Returns `None` if there is no journal.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(dir: &Path) -> io::Result<Option<JournalContent>> {
        match fs::read(dir.join(FILE)) {
            Ok(bytes) => Ok(Some(read(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Completes when the writing thread has ended: the disk failed, or every handle was dropped.
    pub fn ended(&self) -> impl Future<Output = ()> + use<> {
        let mut alive = self.alive.clone();
        async move { while alive.changed().await.is_ok() {} }
    }

    /// Writes records in the order of the calls. The receiver is notified when they are durable, and gets an error when the disk failed.
    ///
    /// # Errors
    /// Returns an error if the journal has failed before.
    pub fn append(&self, records: &[Record]) -> Result<oneshot::Receiver<()>, JournalError> {
        let (durable_sender, durable) = oneshot::channel();
        let bytes = frame_all(records)?;
        self.requests
            .send(WriteRequest::Append { bytes, durable_sender: Some(durable_sender) })
            .map_err(|_| JournalError)?;
        Ok(durable)
    }

    /// Writes records without a sync: losing them costs a repetition, not a ticket.
    ///
    /// # Errors
    /// Returns an error if the journal has failed before.
    pub fn append_lazily(&self, records: &[Record]) -> Result<(), JournalError> {
        let bytes = frame_all(records)?;
        self.requests.send(WriteRequest::Append { bytes, durable_sender: None }).map_err(|_| JournalError)
    }

    /// Replaces everything written so far by `records`, which must lead to the same state.
    ///
    /// # Errors
    /// Returns an error if the journal has failed before.
    pub fn compact(&self, records: &[Record]) -> Result<(), JournalError> {
        let bytes = frame_all(records)?;
        self.requests.send(WriteRequest::Compact { bytes }).map_err(|_| JournalError)
    }
}

/// Takes the lock, with some retries: a process that only checks whether an agent runs holds it for a moment, which must not prevent a
/// start.
fn acquire_lock(lock: &File) -> io::Result<()> {
    for _ in 0..5 {
        if lock.try_lock().is_ok() {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Err(io::Error::new(io::ErrorKind::WouldBlock, "another agent uses this folder"))
}

fn open_file(path: &Path) -> io::Result<File> {
    owner::refuse_links(OpenOptions::new().read(true).write(true).create(true).truncate(false)).open(path)
}

/// Saves unreadable bytes beside the journal for later analysis.
fn save_unreadable(dir: &Path, bytes: &[u8], found: &JournalContent) -> io::Result<()> {
    if !found.damaged.is_empty() {
        tracing::error!(pieces = found.damaged.len(), file = DAMAGED, "records of the spool that cannot be read");
        let mut file = owner::create_afresh(&dir.join(DAMAGED))?;
        for piece in &found.damaged {
            file.write_all(&bytes[piece.clone()])?;
        }
    }
    let tail = &bytes[found.good_bytes..];
    if !tail.is_empty() {
        // A torn record is normal after a power cut and has no value.
        tracing::warn!(bytes = tail.len(), "the spool's last record is torn and was cut off");
        owner::create_afresh(&dir.join(TORN))?.write_all(tail)?;
    }
    Ok(())
}
