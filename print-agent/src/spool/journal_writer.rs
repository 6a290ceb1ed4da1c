//! The thread that owns the journal's file. It syncs once for all records that wait (group commit).

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::mpsc,
};

use tokio::sync::{oneshot, watch};

use super::{Disk, journal::FILE};
use crate::owner;

const NEW_FILE: &str = "journal.new";

#[derive(Debug)]
pub(super) enum WriteRequest {
    Append {
        bytes: Vec<u8>,
        durable_sender: Option<oneshot::Sender<()>>,
    },
    /// Replaces the content by fewer records of the same state.
    Compact {
        bytes: Vec<u8>,
    },
}

/// The owner of the journal's file, which processes the write requests.
#[derive(Debug)]
pub(super) struct JournalWriter {
    pub(super) dir: PathBuf,
    /// The file; `None` only while it is being replaced.
    pub(super) file: Option<File>,
    pub(super) length: u64,
    pub(super) queue: mpsc::Receiver<WriteRequest>,
    pub(super) disk: Disk,
    /// The folder's lock and the sign of life, which are dropped when the writing ends.
    pub(super) _held: (File, watch::Sender<()>),
}

impl JournalWriter {
    /// Writes until every handle is dropped or the disk fails.
    pub(super) fn run(mut self) {
        while let Ok(first) = self.queue.recv() {
            if !self.write_or_log(Some(first)) {
                return;
            }
        }
    }

    /// Writes everything that has been requested by now. Returns false when the writing has ended.
    pub(super) fn write_pending(&mut self) -> bool {
        match self.queue.try_recv() {
            Ok(first) => self.write_or_log(Some(first)),
            Err(mpsc::TryRecvError::Empty) => true,
            Err(mpsc::TryRecvError::Disconnected) => false,
        }
    }

    fn write_or_log(&mut self, first: Option<WriteRequest>) -> bool {
        let written = self.write(first);
        written.inspect_err(|error| tracing::error!(%error, "the spool cannot be written")).unwrap_or(false)
    }

    /// Writes one batch: `next` and all requests behind it. Returns false when the power was cut.
    fn write(&mut self, mut next: Option<WriteRequest>) -> io::Result<bool> {
        let mut bytes = Vec::new();
        let mut waiting = Vec::new();
        while let Some(request) = next {
            match request {
                WriteRequest::Append { bytes: more, durable_sender } => {
                    bytes.extend_from_slice(&more);
                    waiting.extend(durable_sender);
                }
                WriteRequest::Compact { bytes: all } => {
                    // The snapshot includes all records that were queued before it.
                    bytes.clear();
                    if self.disk.has_lost_power() {
                        return Ok(false);
                    }
                    // Windows 7 does not rename over an open file.
                    self.file = None;
                    self.file = Some(replace(&self.dir, &all)?);
                    self.set_durable_bytes(all.len() as u64);
                }
            }
            next = self.queue.try_recv().ok();
        }
        if self.disk.has_lost_power() {
            // After a power cut the last bytes may be on disk in part.
            self.append(&bytes, false)?;
            return Ok(false);
        }
        if !bytes.is_empty() {
            self.append(&bytes, !waiting.is_empty())?;
        }
        for durable_sender in waiting {
            // The receiver is gone when its task was cancelled; the record is written all the same.
            let _ = durable_sender.send(());
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
            self.disk.set_durable_bytes(self.length);
        }
        Ok(())
    }

    fn set_durable_bytes(&mut self, length: u64) {
        self.length = length;
        self.disk.set_durable_bytes(length);
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
