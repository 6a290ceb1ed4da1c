//! An append-only file of checksummed records.
//!
//! What its bytes say is read in [`super::read`]. A kill in the middle of a write leaves a torn last record, which the next
//! start cuts off: nobody acted on it, because acting waits for [`Journal::append`]. One thread owns the file and syncs once for all the records that wait (group commit): [`Scribe`]. A failed write or sync ends the journal
//! for good: after it nobody knows what is on the disk, and only a restart reads the truth.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::Duration,
};

use tokio::sync::{oneshot, watch};

use super::{
    Disk, MAX_RECORD_BYTES, Record,
    read::{HEADER_BYTES, Read, read},
};
use crate::owner;

const FILE: &str = "journal";
const NEW_FILE: &str = "journal.new";
const LOCK: &str = "lock";
/// What could not be read in the middle of the journal, at the last start that found something.
const DAMAGED: &str = "journal.damaged";
/// The same of its end.
const TORN: &str = "journal.torn";

/// The disk did not take it; the agent must end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the spool's disk failed or is full")]
pub struct JournalError;

#[derive(Debug)]
enum Order {
    Append {
        bytes: Vec<u8>,
        done: Option<oneshot::Sender<()>>,
    },
    /// Everything so far, in fewer records.
    Compact {
        bytes: Vec<u8>,
    },
}

/// The writing end. Cloning shares it.
#[derive(Debug, Clone)]
pub struct Journal {
    orders: mpsc::Sender<Order>,
    /// Closed when the writing thread has ended.
    alive: watch::Receiver<()>,
}

/// Frames a record as it stands in the file.
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
    /// Opens the journal in `dir` and reads what is in it. Keeps a lock on the folder: two agents on one spool would
    /// print everything twice.
    ///
    /// # Errors
    /// When the folder cannot be read and written, or another agent holds it.
    pub fn open(dir: &Path, disk: Disk) -> io::Result<(Self, Read)> {
        fs::create_dir_all(dir)?;
        let lock = open_file(&dir.join(LOCK))?;
        take(&lock)?;
        let mut file = open_file(&dir.join(FILE))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let found = read(&bytes);
        set_aside(dir, &bytes, &found)?;
        if found.good_bytes < bytes.len() {
            file.set_len(found.good_bytes as u64)?;
            file.sync_all()?;
        }
        drop(bytes);
        file.seek(SeekFrom::End(0))?;
        let length = file.metadata()?.len();
        disk.is_durable(length);
        let (orders, queue) = mpsc::channel();
        let (living, alive) = watch::channel(());
        disk.run(Scribe {
            dir: dir.to_owned(),
            file: Some(file),
            length,
            queue,
            disk: disk.clone(),
            _held: (lock, living),
        })?;
        Ok((Self { orders, alive }, found))
    }

    /// Whether an agent works on `dir`.
    #[must_use]
    pub fn is_held(dir: &Path) -> bool {
        let lock = OpenOptions::new().read(true).write(true).open(dir.join(LOCK));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
    }

    /// Reads the journal in `dir` without changing or locking anything; none when there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(dir: &Path) -> io::Result<Option<Read>> {
        match fs::read(dir.join(FILE)) {
            Ok(bytes) => Ok(Some(read(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Comes true when the writing thread has ended: the disk failed, or every end but this future was dropped.
    pub fn ended(&self) -> impl Future<Output = ()> + use<> {
        let mut alive = self.alive.clone();
        async move { while alive.changed().await.is_ok() {} }
    }

    /// Writes records in the order of the calls; the receiver hears when they are durable, or is dropped when the
    /// disk failed.
    ///
    /// # Errors
    /// When the journal has failed before.
    pub fn append(&self, records: &[Record]) -> Result<oneshot::Receiver<()>, JournalError> {
        let (done, durable) = oneshot::channel();
        let bytes = frame_all(records)?;
        self.orders.send(Order::Append { bytes, done: Some(done) }).map_err(|_| JournalError)?;
        Ok(durable)
    }

    /// Writes records that nobody waits for: losing them costs a repetition, not a ticket.
    ///
    /// # Errors
    /// When the journal has failed before.
    pub fn append_lazily(&self, records: &[Record]) -> Result<(), JournalError> {
        let bytes = frame_all(records)?;
        self.orders.send(Order::Append { bytes, done: None }).map_err(|_| JournalError)
    }

    /// Replaces everything written so far by `records`, which must say the same.
    ///
    /// # Errors
    /// When the journal has failed before.
    pub fn compact(&self, records: &[Record]) -> Result<(), JournalError> {
        let bytes = frame_all(records)?;
        self.orders.send(Order::Compact { bytes }).map_err(|_| JournalError)
    }
}

/// Whoever only looks whether an agent runs holds the lock for a moment: that must not keep one from starting.
fn take(lock: &File) -> io::Result<()> {
    for _ in 0..5 {
        if lock.try_lock().is_ok() {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(50));
    }
    Err(io::Error::new(io::ErrorKind::WouldBlock, "another agent uses this folder"))
}

fn open_file(path: &Path) -> io::Result<File> {
    owner::no_links(OpenOptions::new().read(true).write(true).create(true).truncate(false)).open(path)
}

/// Nothing of a journal is thrown away unseen: what cannot be read is kept, once, for whoever has to look.
fn set_aside(dir: &Path, bytes: &[u8], found: &Read) -> io::Result<()> {
    if !found.damaged.is_empty() {
        tracing::error!(pieces = found.damaged.len(), file = DAMAGED, "records of the spool that cannot be read");
        let mut file = owner::create_afresh(&dir.join(DAMAGED))?;
        for piece in &found.damaged {
            file.write_all(&bytes[piece.clone()])?;
        }
    }
    let tail = &bytes[found.good_bytes..];
    if !tail.is_empty() {
        // Normal after a power cut, and worthless.
        tracing::warn!(bytes = tail.len(), "the spool's last record is torn and was cut off");
        owner::create_afresh(&dir.join(TORN))?.write_all(tail)?;
    }
    Ok(())
}

/// Who owns the file and writes what is ordered.
#[derive(Debug)]
pub(super) struct Scribe {
    dir: PathBuf,
    /// None only while it is being replaced.
    file: Option<File>,
    length: u64,
    queue: mpsc::Receiver<Order>,
    disk: Disk,
    /// Let go with everything else when the writing ends.
    _held: (File, watch::Sender<()>),
}

impl Scribe {
    /// Writes until nobody can order anything any more, or the disk fails.
    pub(super) fn work(mut self) {
        while let Ok(first) = self.queue.recv() {
            if !self.write_and_complain(Some(first)) {
                return;
            }
        }
    }

    /// Writes what has been ordered by now. False: it has ended.
    pub(super) fn turn(&mut self) -> bool {
        match self.queue.try_recv() {
            Ok(first) => self.write_and_complain(Some(first)),
            Err(mpsc::TryRecvError::Empty) => true,
            Err(mpsc::TryRecvError::Disconnected) => false,
        }
    }

    fn write_and_complain(&mut self, first: Option<Order>) -> bool {
        let written = self.write(first);
        written.inspect_err(|error| tracing::error!(%error, "the spool cannot be written")).unwrap_or(false)
    }

    /// One batch: `next` and all that wait behind it. False: the power is gone.
    fn write(&mut self, mut next: Option<Order>) -> io::Result<bool> {
        let mut bytes = Vec::new();
        let mut waiting = Vec::new();
        while let Some(order) = next {
            match order {
                Order::Append { bytes: more, done } => {
                    bytes.extend_from_slice(&more);
                    waiting.extend(done);
                }
                Order::Compact { bytes: all } => {
                    // What was queued before it is part of it: the snapshot was taken after them.
                    bytes.clear();
                    if self.disk.is_cut() {
                        return Ok(false);
                    }
                    // Windows 7 does not rename over an open file.
                    self.file = None;
                    self.file = Some(replace(&self.dir, &all)?);
                    self.is_durable(all.len() as u64);
                }
            }
            next = self.queue.try_recv().ok();
        }
        if self.disk.is_cut() {
            // What was on its way may be there in part.
            self.append(&bytes, false)?;
            return Ok(false);
        }
        if !bytes.is_empty() {
            self.append(&bytes, !waiting.is_empty())?;
        }
        for done in waiting {
            // Nobody listens any more when its task was cancelled: the record is written all the same.
            let _ = done.send(());
        }
        Ok(true)
    }

    fn append(&mut self, bytes: &[u8], sync: bool) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return Err(io::ErrorKind::NotFound.into());
        };
        file.write_all(bytes)?;
        if sync {
            file.sync_data()?;
        }
        self.length += bytes.len() as u64;
        if sync {
            self.disk.is_durable(self.length);
        }
        Ok(())
    }

    fn is_durable(&mut self, length: u64) {
        self.length = length;
        self.disk.is_durable(length);
    }
}

fn replace(dir: &Path, bytes: &[u8]) -> io::Result<File> {
    let new: PathBuf = dir.join(NEW_FILE);
    let mut file = owner::create_afresh(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&new, dir.join(FILE))?;
    #[cfg(unix)]
    File::open(dir)?.sync_all()?;
    Ok(file)
}
