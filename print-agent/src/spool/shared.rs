//! The spool as workers and link share it.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use comanda_ticket::{
    Kind,
    wire::{JobId, JobState, Level, PrintJob, PrinterId, PrinterSetup, Reason},
};
use tokio::sync::{oneshot, watch};

use super::{Accepted, Capability, Disk, Entry, Journal, JournalError, Logos, Record, Started, book::Book};
use crate::clock::Clock;

/// Records between two compactions, so that the file stays below a few megabytes.
const COMPACT_AFTER: usize = 4000;

/// Cloning shares it.
#[derive(Debug, Clone)]
pub struct Spool(pub(super) Arc<Inner>);

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) journal: Journal,
    kept: Mutex<Kept>,
    logos: Logos,
    /// Counts changes: whoever waits for work looks again.
    changed: watch::Sender<u64>,
    clock: Clock,
    stand_in_after_ms: i64,
}

#[derive(Debug)]
pub(super) struct Kept {
    pub(super) book: Book,
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
        let mut book = Book::of(found);
        book.restarted(clock.now_ms());
        let snapshot = book.snapshot(clock.now_ms());
        journal.compact(&snapshot).map_err(io::Error::other)?;
        let kept = Mutex::new(Kept { book, appended: 0 });
        let changed = watch::Sender::new(0);
        let logos = Logos::open(dir.join("logos"));
        Ok(Self(Arc::new(Inner { journal, kept, logos, changed, clock, stand_in_after_ms })))
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
        let book = Book::of(found);
        let mut entries: Vec<_> = book.entries.into_values().collect();
        entries.sort_by_key(|entry| entry.arrival);
        Ok(Some((book.printers, entries)))
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

    pub(super) fn kept(&self) -> MutexGuard<'_, Kept> {
        // The book is changed by whole records: a panic elsewhere leaves it whole.
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pictures that jobs name.
    #[must_use]
    pub fn logos(&self) -> &Logos {
        &self.0.logos
    }

    /// Which logo a job's ticket names.
    #[must_use]
    pub fn logo_of(&self, id: JobId) -> Option<String> {
        self.kept().book.entries.get(&id)?.job.logo.clone()
    }

    /// Sees every change from now on.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// Makes whoever waits look again: time has passed.
    pub fn nudge(&self) {
        self.0.changed.send_modify(|count| *count += 1);
    }

    /// Applies what `decide` decides, under one lock, and writes it in the same order.
    pub(super) fn change<T>(
        &self,
        decide: impl FnOnce(&mut Book, i64) -> (Vec<Record>, T),
    ) -> Result<(Durable, T), JournalError> {
        let now_ms = self.0.clock.now_ms();
        let mut kept = self.kept();
        let (records, answer) = decide(&mut kept.book, now_ms);
        if records.is_empty() {
            return Ok((Durable(None), answer));
        }
        let durable = self.0.journal.append(&records)?;
        kept.appended += records.len();
        for record in records {
            kept.book.apply(record);
        }
        if kept.appended >= COMPACT_AFTER {
            kept.appended = 0;
            let snapshot = kept.book.snapshot(now_ms);
            self.0.journal.compact(&snapshot)?;
        }
        drop(kept);
        self.nudge();
        Ok((Durable(Some(durable)), answer))
    }

    /// Waits until everything up to now is on disk: nothing may be told to the server before.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn flushed(&self) -> Result<(), JournalError> {
        let durable = self.0.journal.append(&[])?;
        Durable(Some(durable)).wait().await
    }

    /// Takes on pulled jobs. They are on disk when this returns; workers may have begun before, but no worker sends
    /// a byte before its own record is on disk, and records are written in order.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn accept(&self, jobs: Vec<PrintJob>, server_now_ms: Option<i64>) -> Result<Accepted, JournalError> {
        let (durable, accepted) = self.change(|book, now_ms| {
            let server_ahead_ms = server_now_ms.map_or(0, |server| server - now_ms);
            if server_now_ms.is_some() {
                book.server_is_ahead_by(server_ahead_ms);
            }
            let mut accepted = Accepted::default();
            let mut records = Vec::new();
            for job in jobs {
                if accepted.new.contains(&job.id) || !book.accept(job.id) {
                    accepted.known.push(job.id);
                    continue;
                }
                let id = job.id;
                let record = Record::Job { job: Box::new(job), received_at_ms: now_ms, server_ahead_ms };
                if record.fits() {
                    accepted.new.push(id);
                    records.push(record);
                } else {
                    accepted.known.push(id);
                    records.extend(book.refuse(record));
                }
            }
            (records, accepted)
        })?;
        durable.wait().await?;
        if !accepted.known.is_empty() {
            self.nudge();
        }
        Ok(accepted)
    }

    /// Remembers the set-up. True when it is another than before.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn set_printers(&self, printers: Vec<PrinterSetup>) -> Result<bool, JournalError> {
        let (_, changed) = self.change(|book, _| {
            let changed = book.printers != printers;
            let record = Record::Printers { printers };
            if !record.fits() {
                tracing::error!("a set-up that is too large: the last one stays");
                return (Vec::new(), false);
            }
            (if changed { vec![record] } else { Vec::new() }, changed)
        })?;
        Ok(changed)
    }

    /// The last known set-up.
    #[must_use]
    pub fn printers(&self) -> Vec<PrinterSetup> {
        self.kept().book.printers.clone()
    }

    /// What the printer at this address answered when it was probed.
    #[must_use]
    pub fn capability(&self, printer_id: PrinterId, address: &str) -> Option<Capability> {
        self.kept().book.capability(printer_id, address)
    }

    /// Remembers what a printer answered.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn probed(&self, printer_id: PrinterId, address: &str, capability: Capability) -> Result<(), JournalError> {
        let record = Record::Probed { printer_id, address: address.to_owned(), capability };
        self.change(|_, _| (vec![record], ())).map(|_| ())
    }

    /// The oldest job that this printer should print now.
    #[must_use]
    pub fn next_for(&self, printer_id: PrinterId) -> Option<JobId> {
        self.kept().book.next_for(printer_id, self.0.clock.now_ms(), self.0.stand_in_after_ms)
    }

    /// The job that this printer may hold bytes of, with nobody attending to it.
    #[must_use]
    pub fn interrupted(&self, printer_id: PrinterId) -> Option<(JobId, Reason)> {
        self.kept().book.interrupted(printer_id)
    }

    /// Which document a job is.
    #[must_use]
    pub fn document(&self, id: JobId) -> Option<Kind> {
        self.kept().book.entries.get(&id).map(|entry| entry.job.document)
    }

    /// How long nobody has attended to a started job.
    #[must_use]
    pub fn interrupted_ms_ago(&self, id: JobId) -> Option<u64> {
        let (_, since_ms) = self.kept().book.entries.get(&id)?.interrupted?;
        u64::try_from(self.0.clock.now_ms() - since_ms).ok()
    }

    /// Claims a job for a printer; none when another worker, its hour or a person was faster. STARTED is on disk
    /// when this returns.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn start(&self, id: JobId, printer_id: PrinterId) -> Result<Option<Started>, JournalError> {
        let (durable, started) = self.change(|book, now_ms| match book.claim(id, printer_id, now_ms) {
            Some(started) => (vec![Record::Started { id, printer_id, at_ms: now_ms }], Some(started)),
            None => (Vec::new(), None),
        })?;
        durable.wait().await?;
        Ok(started)
    }

    /// PRINTED: on disk when this returns.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn done(&self, id: JobId, printer_id: PrinterId, level: Level) -> Result<(), JournalError> {
        let (durable, ()) = self.change(|book, now_ms| {
            book.progressed(printer_id, now_ms);
            (book.done(id, level, now_ms).into_iter().collect(), ())
        })?;
        durable.wait().await
    }

    /// Another state and its reason. On disk when this returns.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn set_state(&self, id: JobId, state: JobState, reason: Option<Reason>) -> Result<(), JournalError> {
        let (durable, ()) =
            self.change(|book, now_ms| (book.state(id, state, reason, now_ms).into_iter().collect(), ()))?;
        durable.wait().await
    }

    /// It waits again; `duplicate`: its next paper says that it may be one too many.
    ///
    /// # Errors
    /// When the disk failed.
    pub async fn again(&self, id: JobId, duplicate: bool) -> Result<(), JournalError> {
        let record = |now_ms| Record::Again { id, duplicate, released: false, at_ms: now_ms };
        let (durable, ()) = self.change(|_, now_ms| (vec![record(now_ms)], ()))?;
        durable.wait().await
    }

    /// The printer's link broke while the job was under way: it is settled at the next contact.
    pub fn interrupt(&self, id: JobId, reason: Reason) {
        let now_ms = self.0.clock.now_ms();
        if let Some(entry) = self.kept().book.entries.get_mut(&id) {
            entry.interrupted = Some((reason, now_ms));
        }
        self.nudge();
    }

    /// The printer's worker is gone, however it ended: the next one settles what it left.
    pub fn abandoned(&self, printer_id: PrinterId) {
        let now_ms = self.0.clock.now_ms();
        self.kept().book.abandoned(printer_id, now_ms);
        self.nudge();
    }

    /// HELD for all that wait for this printer.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn hold_waiting(&self, printer_id: PrinterId, reason: Reason) -> Result<(), JournalError> {
        self.change(|book, now_ms| (book.hold_waiting(printer_id, reason, now_ms), ())).map(|_| ())
    }

    /// EXPIRED for all whose time is over, a word about those whose printer is gone, and a second look for those that a stand-in may take by now.
    ///
    /// # Errors
    /// When the disk failed.
    pub fn look_at_the_clock(&self) -> Result<(), JournalError> {
        let (_, waiting) = self.change(|book, now_ms| {
            let waiting = book.entries.values().any(Entry::is_waiting);
            let mut records = book.expired(now_ms);
            if records.is_empty() {
                records = book.orphaned(now_ms);
            }
            (records, waiting)
        })?;
        if waiting {
            self.nudge();
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
