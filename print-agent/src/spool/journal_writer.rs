//! The thread that owns the journal's file: one sync for all the records that wait (group commit).

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
        done: Option<oneshot::Sender<()>>,
    },
    /// Everything so far, in fewer records.
    Compact {
        bytes: Vec<u8>,
    },
}

/// Owns the file and writes what is requested.
#[derive(Debug)]
pub(super) struct JournalWriter {
    pub(super) dir: PathBuf,
    /// None only while it is being replaced.
    pub(super) file: Option<File>,
    pub(super) length: u64,
    pub(super) queue: mpsc::Receiver<WriteRequest>,
    pub(super) disk: Disk,
    /// Dropped with everything else when the writing ends.
    pub(super) _held: (File, watch::Sender<()>),
}

impl JournalWriter {
    /// Writes until nobody can request anything any more, or the disk fails.
    pub(super) fn run(mut self) {
        while let Ok(first) = self.queue.recv() {
            if !self.write_or_log(Some(first)) {
                return;
            }
        }
    }

    /// Writes what has been requested by now. False: it has ended.
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

    /// One batch: `next` and all that wait behind it. False: the power is gone.
    fn write(&mut self, mut next: Option<WriteRequest>) -> io::Result<bool> {
        let mut bytes = Vec::new();
        let mut waiting = Vec::new();
        while let Some(request) = next {
            match request {
                WriteRequest::Append { bytes: more, done } => {
                    bytes.extend_from_slice(&more);
                    waiting.extend(done);
                }
                WriteRequest::Compact { bytes: all } => {
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
