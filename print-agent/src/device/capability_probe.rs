//! Probes a printer: whether it ever answers, and its level of confirmation. The result of the first contact is relied on for long, so
//! neither a lost answer nor a broken command may decide it.

use comanda_ticket::wire::{Level, PrinterState};

use super::{
    Capability, Contact, Fault,
    answer::Answer,
    printer::{CONSUMED, Printer},
};
use crate::config::ms;

/// Bytes without a meaning, which complete a command that broke off: where its length was missing, it becomes zero.
pub(super) const FILLER: [u8; 16] = [0; 16];
/// The filler for a picture or a code that broke off.
const LONG_FILLER: [u8; 2048] = [0; 2048];
/// The contacts without an answer after which an unknown printer counts as one that never answers. With fewer, one that is starting, or
/// whose answers got lost, would be mistaken for such a printer.
pub(crate) const SILENT_AFTER_CONTACTS: u32 = 4;
/// The number of times each query is sent at first contact: a lost answer must not cost a printer its level.
const QUERIES_AT_FIRST_CONTACT: u32 = 3;
/// The idle checks at which the printer is probed once more. They are few, because a printer that does not know a query may print it.
const REPROBE_AT_IDLE_CHECKS: [u32; 3] = [1, 6, 36];

impl Printer {
    /// Handles a contact without an answer. A printer that never answered can still take bytes. One that is known to answer is off. A new
    /// one is contacted again before anything is sent, because the result is relied on for long.
    pub(super) fn contact_without_answer(&mut self) -> Result<Contact, Fault> {
        // The answer that was awaited the last time may have come by now.
        self.has_answered |= self.connection.as_ref().is_some_and(|connection| connection.has_answered);
        match self.capability {
            Some(known) if known.live_status => return Err(self.disconnect()),
            Some(_) => {}
            None if self.fixed_level == Some(Level::L0) => {}
            None if self.has_answered => return Err(self.disconnect()),
            None => {
                self.unanswered_contacts += 1;
                if self.unanswered_contacts < SILENT_AFTER_CONTACTS {
                    // Every other contact is on the same connection, where a late answer would arrive.
                    self.connection = self.connection.take().filter(|_| self.unanswered_contacts % 2 == 1);
                    return Err(Fault::Offline);
                }
                tracing::warn!(address = %self.address, "a printer that never answers");
            }
        }
        let silent = Capability { live_status: false, level: Level::L0 };
        self.capability = Some(silent);
        Ok(Contact { state: PrinterState::Ready, capability: Some(silent), drawer: None })
    }

    /// Whether the printer was reached without an answer, and is not yet known to be one that never answers.
    pub(super) const fn may_be_silent(&self) -> bool {
        self.capability.is_none() && self.unanswered_contacts > 0
    }

    /// Probes an idle and ready printer again, at a few of the calls, for levels that it did not confirm so far. Returns whether its level
    /// rose, as the next contact then reports.
    pub(super) async fn probe_again(&mut self) -> Result<bool, Fault> {
        let Some(known) = self.capability.filter(|known| known.live_status && known.level < Level::L2) else {
            return Ok(false);
        };
        self.idle_checks = self.idle_checks.saturating_add(1);
        if !REPROBE_AT_IDLE_CHECKS.contains(&self.idle_checks) {
            return Ok(false);
        }
        let level = self.probe(1).await?;
        self.capability = Some(Capability { level, ..known });
        Ok(level > known.level)
    }

    /// Determines the level of confirmation at first contact.
    pub(super) async fn probe_at_first_contact(&mut self) -> Result<Level, Fault> {
        self.probe(QUERIES_AT_FIRST_CONTACT).await
    }

    /// Determines the level of a printer that is ready and has an empty buffer; never lower than the known one. `GS ( H` is tried only on
    /// a printer that knows `GS r`: others may print it.
    async fn probe(&mut self, times: u32) -> Result<Level, Fault> {
        if let Some(level) = self.fixed_level {
            return Ok(level);
        }
        if self.level() == Level::L0 {
            self.send_command(&FILLER).await?;
            let mut answers = self.knows_consumed(times).await?;
            if !answers && times > 1 && self.clear().await? {
                answers = self.knows_consumed(times).await?;
            }
            if !answers {
                return Ok(Level::L0);
            }
            // This much is known whatever the next query brings.
            self.capability = Some(Capability { live_status: true, level: Level::L1 });
        }
        let completes = self.level() == Level::L2 || self.knows_completed(times).await?;
        Ok(if completes { Level::L2 } else { Level::L1 })
    }

    /// Ends a command that broke off in an earlier connection: the printer waits for the command's end and would take the next bytes for
    /// it.
    async fn end_broken_command(&mut self) -> Result<(), Fault> {
        if self.clear().await? {
            return Ok(());
        }
        // A serial line needs two seconds for the long filler.
        let time_limit = ms(self.timing.write_ms);
        match self.connection().await?.send(&LONG_FILLER, time_limit).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.disconnect()),
        }
    }

    async fn knows_consumed(&mut self, times: u32) -> Result<bool, Fault> {
        for nth in 0..times {
            if self.ask_consumed().await? || self.connection().await?.knows_consumed {
                if nth > 0 {
                    // Late answers must not be mistaken for those of a ticket.
                    (self.connection, self.out_of_sync) = (None, true);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn knows_completed(&mut self, times: u32) -> Result<bool, Fault> {
        for _ in 0..times {
            let query = self.completed_query();
            self.send_command(&query).await?;
            // The id does not matter: only a printer that knows the query answers.
            if self.wait_for_answer(|answer| matches!(answer, Answer::Completed(_)).then_some(())).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn ask_consumed(&mut self) -> Result<bool, Fault> {
        let drained = self.connection().await?.drain();
        drained.map_err(|error| self.disconnect_after(&error))?;
        self.send_command(&CONSUMED).await?;
        self.connection().await?.note_consumed_query();
        Ok(self.wait_for_answer(|answer| (*answer == Answer::Consumed).then_some(())).await?.is_some())
    }

    /// Restores a defined state before the first ticket after a failure: the printer must take commands again, and an old `GS r` that may
    /// be in its buffer must be answered, so that its answer is not mistaken for that of the next ticket.
    pub(super) async fn resynchronise(&mut self) -> Result<(), Fault> {
        if !self.out_of_sync || self.level() == Level::L0 {
            return Ok(());
        }
        self.send_command(&FILLER).await?;
        if !self.ask_consumed().await? {
            self.end_broken_command().await?;
            // Only a new connection is certain to have no older answers in transit.
            self.connection = None;
            if !self.ask_consumed().await? {
                tracing::warn!(address = %self.address, "it used to answer `GS r`: is it another printer?");
                // With level L2 a ticket has an id, and can at worst stay unconfirmed.
                self.out_of_sync = self.level() < Level::L2;
                return if self.out_of_sync { Err(self.disconnect()) } else { Ok(()) };
            }
        }
        if self.level() == Level::L1 {
            let pause = ms(self.timing.answer_ms / 4);
            let connection = self.connection().await?;
            let more = connection.wait(pause, |answer| (*answer == Answer::Consumed).then_some(())).await;
            more.map_err(|error| self.disconnect_after(&error))?;
        }
        self.out_of_sync = false;
        Ok(())
    }
}
