//! The spool as workers and link share it.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use comanda_ticket::wire::PrinterSetup;
use tokio::sync::{oneshot, watch};

use super::{Disk, Entry, Journal, JournalError, Logos, Record, ledger::Ledger};
use crate::clock::Clock;

/// Records between two compactions, so that the file stays below a few megabytes.
const COMPACT_AFTER: usize = 4000;

/// Cloning shares it.
#[derive(Debug, Clone)]
pub struct Spool(pub(super) Arc<Inner>);

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) journal: Journal,
    state: Mutex<Locked>,
    logos: Logos,
    /// Counts changes: whoever waits for work looks again.
    changed: watch::Sender<u64>,
    pub(super) clock: Clock,
    pub(super) stand_in_after_ms: i64,
}

#[derive(Debug)]
pub(super) struct Locked {
    pub(super) ledger: Ledger,
    pub(super) appended: usize,
}

impl Spool {
    /// Opens the spool in `dir`, as the last run left it.
    ///
    /// # Errors
    /// When the folder cannot be used, or another agent uses it.
    pub fn open(dir: &Path, clock: Clock, stand_in_after_ms: i64) -> io::Result<Self> {
        Self::open_on(dir, clock, stand_in_after_ms, Disk::default())
    }

    /// The same on a disk of which the power can be cut.
    ///
    /// # Errors
    /// When the folder cannot be used, or another agent uses it.
    pub fn open_on(dir: &Path, clock: Clock, stand_in_after_ms: i64, disk: Disk) -> io::Result<Self> {
        let (journal, found) = Journal::open(dir, disk)?;
        let mut ledger = Ledger::of(found);
        ledger.restarted(clock.now_ms());
        let snapshot = ledger.snapshot(clock.now_ms());
        journal.compact(&snapshot).map_err(io::Error::other)?;
        let state = Mutex::new(Locked { ledger, appended: 0 });
        let changed = watch::Sender::new(0);
        let logos = Logos::open(dir.join("logos"));
        Ok(Self(Arc::new(Inner { journal, state, logos, changed, clock, stand_in_after_ms })))
    }

    /// Whether an agent works on the spool in `dir`.
    #[must_use]
    pub fn is_held(dir: &Path) -> bool {
        Journal::is_held(dir)
    }

    /// What the spool in `dir` holds, read beside a running agent, oldest first; none when there is no spool.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn peek(dir: &Path) -> io::Result<Option<(Vec<PrinterSetup>, Vec<Entry>)>> {
        let Some(found) = Journal::read(dir)? else {
            return Ok(None);
        };
        let ledger = Ledger::of(found);
        let mut entries: Vec<_> = ledger.entries.into_values().collect();
        entries.sort_by_key(|entry| entry.arrival);
        Ok(Some((ledger.printers, entries)))
    }

    /// Returns when the disk has failed: then the agent must end.
    pub async fn failed(&self) -> JournalError {
        self.0.journal.ended().await;
        JournalError
    }

    /// Lets go of the folder, so that the next agent can have it. Everybody else must have let go of the spool.
    pub async fn close(self) {
        let ended = self.0.journal.ended();
        drop(self);
        ended.await;
    }

    pub(super) fn locked(&self) -> MutexGuard<'_, Locked> {
        // The ledger is changed by whole records: a panic elsewhere leaves it whole.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pictures that jobs name.
    #[must_use]
    pub fn logos(&self) -> &Logos {
        &self.0.logos
    }

    /// Sees every change from now on.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// Wakes everybody who waits for a change.
    pub fn notify_waiting(&self) {
        self.0.changed.send_modify(|count| *count += 1);
    }

    /// Applies what `decide` decides, under one lock, and writes it in the same order.
    pub(super) fn change<T>(
        &self,
        decide: impl FnOnce(&mut Ledger, i64) -> (Vec<Record>, T),
    ) -> Result<(Durable, T), JournalError> {
        let now_ms = self.0.clock.now_ms();
        let mut state = self.locked();
        let (records, answer) = decide(&mut state.ledger, now_ms);
        if records.is_empty() {
            return Ok((Durable(None), answer));
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
        Ok((Durable(Some(durable)), answer))
    }

    /// Waits until everything up to now is on disk: nothing may be reported before.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn flushed(&self) -> Result<(), JournalError> {
        let durable = self.0.journal.append(&[])?;
        Durable(Some(durable)).wait().await
    }

    /// The last known set-up.
    #[must_use]
    pub fn printers(&self) -> Vec<PrinterSetup> {
        self.locked().ledger.printers.clone()
    }

    /// EXPIRED for all whose time is over, a report of those whose printer is gone, and a wake-up for workers that may stand in by now.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn apply_deadlines(&self) -> Result<(), JournalError> {
        let (_, waiting) = self.change(|ledger, now_ms| {
            let waiting = ledger.entries.values().any(Entry::is_waiting);
            let mut records = ledger.expired(now_ms);
            if records.is_empty() {
                records = ledger.orphaned(now_ms);
            }
            (records, waiting)
        })?;
        if waiting {
            self.notify_waiting();
        }
        Ok(())
    }
}

/// A change on its way to the disk.
#[derive(Debug)]
#[must_use = "nothing may be acted upon before it is on disk"]
pub(super) struct Durable(Option<oneshot::Receiver<()>>);

impl Durable {
    pub(super) async fn wait(self) -> Result<(), JournalError> {
        match self.0 {
            Some(durable) => durable.await.map_err(|_| JournalError),
            None => Ok(()),
        }
    }
}
