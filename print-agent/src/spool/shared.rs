//! The spool's handle, which workers and link share.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use comanda_ticket::wire::PrinterSetup;
use tokio::sync::{oneshot, watch};

use super::{Disk, JobEntry, Journal, JournalError, Logos, Record, ledger::Ledger};
use crate::clock::Clock;

/// The records between two compactions, so that the file stays below a few megabytes.
const COMPACT_AFTER: usize = 4000;

/// The spool. Clones share it.
#[derive(Debug, Clone)]
pub struct Spool(pub(super) Arc<Inner>);

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) journal: Journal,
    state: Mutex<SpoolState>,
    logos: Logos,
    /// A counter of changes, which wakes everybody who waits for work.
    changed: watch::Sender<u64>,
    pub(super) clock: Clock,
    pub(super) stand_in_after_ms: i64,
}

#[derive(Debug)]
pub(super) struct SpoolState {
    pub(super) ledger: Ledger,
    pub(super) appended: usize,
}

impl Spool {
    /// Opens the spool in `dir` in the state that the last run left.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be used, or another agent uses it.
    pub fn open(dir: &Path, clock: Clock, stand_in_after_ms: i64) -> io::Result<Self> {
        Self::open_with_disk(dir, clock, stand_in_after_ms, Disk::default())
    }

    /// Opens the spool on a disk whose power can be cut.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be used, or another agent uses it.
    pub fn open_with_disk(dir: &Path, clock: Clock, stand_in_after_ms: i64, disk: Disk) -> io::Result<Self> {
        let (journal, found) = Journal::open(dir, disk)?;
        let mut ledger = Ledger::replay(found);
        ledger.mark_interrupted_by_restart(clock.now_ms());
        let snapshot = ledger.snapshot(clock.now_ms());
        journal.compact(&snapshot).map_err(io::Error::other)?;
        let state = Mutex::new(SpoolState { ledger, appended: 0 });
        let changed = watch::Sender::new(0);
        let logos = Logos::open(dir.join("logos"));
        Ok(Self(Arc::new(Inner { journal, state, logos, changed, clock, stand_in_after_ms })))
    }

    /// Whether an agent uses the spool in `dir`.
    #[must_use]
    pub fn is_held(dir: &Path) -> bool {
        Journal::is_held(dir)
    }

    /// Reads the printers and jobs of the spool in `dir`, even beside a running agent, oldest job first. Returns `None`
    /// if there is no spool.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub fn read_spool(dir: &Path) -> io::Result<Option<(Vec<PrinterSetup>, Vec<JobEntry>)>> {
        let Some(found) = Journal::read(dir)? else {
            return Ok(None);
        };
        let ledger = Ledger::replay(found);
        let mut entries: Vec<_> = ledger.entries.into_values().collect();
        entries.sort_by_key(|entry| entry.arrival);
        Ok(Some((ledger.printers, entries)))
    }

    /// Completes when the disk has failed; the agent must then end.
    pub async fn failed(&self) -> JournalError {
        self.0.journal.ended().await;
        JournalError
    }

    /// Closes the spool and releases the folder for the next agent. All other handles must have been dropped before.
    pub async fn close(self) {
        let ended = self.0.journal.ended();
        drop(self);
        ended.await;
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, SpoolState> {
        // The ledger is changed by whole records, so a panic elsewhere leaves it consistent.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The logos of jobs.
    #[must_use]
    pub fn logos(&self) -> &Logos {
        &self.0.logos
    }

    /// Returns a receiver of every change from now on.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// Wakes everybody who waits for a change.
    pub fn notify_waiting(&self) {
        self.0.changed.send_modify(|count| *count += 1);
    }

    /// Applies and writes the records that `decide` returns, under one lock and in the same order.
    pub(super) fn change<T>(
        &self,
        decide: impl FnOnce(&mut Ledger, i64) -> (Vec<Record>, T),
    ) -> Result<(PendingWrite, T), JournalError> {
        let now_ms = self.0.clock.now_ms();
        let mut state = self.lock();
        let (records, answer) = decide(&mut state.ledger, now_ms);
        if records.is_empty() {
            return Ok((PendingWrite(None), answer));
        }
        let durable = self.0.journal.append(&records)?;
        state.appended += records.len();
        for record in records {
            state.ledger.apply(record);
        }
        if state.appended >= COMPACT_AFTER {
            state.appended = 0;
            let snapshot = state.ledger.snapshot(now_ms);
            self.0.journal.compact(&snapshot)?;
        }
        drop(state);
        self.notify_waiting();
        Ok((PendingWrite(Some(durable)), answer))
    }

    /// Waits until all records so far are on disk: nothing may be reported before.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub async fn flush_journal(&self) -> Result<(), JournalError> {
        let durable = self.0.journal.append(&[])?;
        PendingWrite(Some(durable)).wait().await
    }

    /// The last known set-up.
    #[must_use]
    pub fn printers(&self) -> Vec<PrinterSetup> {
        self.lock().ledger.printers.clone()
    }

    /// Expires the jobs whose time is over, updates those whose printer no longer exists, and wakes workers that may stand in by now.
    ///
    /// # Errors
    /// Returns an error if the disk failed.
    pub fn apply_deadlines(&self) -> Result<(), JournalError> {
        let (_, waiting) = self.change(|ledger, now_ms| {
            let waiting = ledger.entries.values().any(JobEntry::is_waiting);
            let mut records = ledger.expiry_records(now_ms);
            if records.is_empty() {
                records = ledger.orphan_records(now_ms);
            }
            (records, waiting)
        })?;
        if waiting {
            self.notify_waiting();
        }
        Ok(())
    }
}

/// A change that is not on disk yet.
#[derive(Debug)]
#[must_use = "nothing may be acted upon before it is on disk"]
pub(super) struct PendingWrite(Option<oneshot::Receiver<()>>);

impl PendingWrite {
    pub(super) async fn wait(self) -> Result<(), JournalError> {
        match self.0 {
            Some(durable) => durable.await.map_err(|_| JournalError),
            None => Ok(()),
        }
    }
}
