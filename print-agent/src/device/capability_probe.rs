//! Probing a printer: whether it ever answers, and what it can confirm. What is found at first contact is relied on for long,
//! so neither a lost answer nor a broken command may decide it.

use comanda_ticket::wire::{Level, PrinterState};

use super::{
    Capability, Contact, Fault,
    answer::Answer,
    printer::{CONSUMED, Printer},
};
use crate::config::ms;

/// Means nothing, but gives a command that broke off the end it waits for: where a length was missing, that is none.
pub(super) const FILLER: [u8; 16] = [0; 16];
/// The same where a picture or a code broke off.
const LONG_FILLER: [u8; 2048] = [0; 2048];
/// Contacts without an answer after which an unknown printer counts as one that never answers. Fewer would take one that is
/// starting, or whose answers got lost, for it.
pub(crate) const SILENT_AFTER_VISITS: u32 = 4;
/// How often each question is asked at first contact: a lost answer must not cost a printer its level.
const ASKED_AT_FIRST: u32 = 3;
/// At which idle looks it is asked once more. No more often: a printer that does not know a question may print it.
const ASKED_AGAIN_AT: [u32; 3] = [1, 6, 36];

impl Printer {
    /// No answer. A printer that never answered takes bytes, and that is all it can do. One that is known to answer is off.
    /// Of a new one nobody knows yet, and what is found now is relied on for long: it is contacted again before it is sent
    /// anything.
    pub(super) fn contact_without_answer(&mut self) -> Result<Contact, Fault> {
        // Perhaps the answer that was awaited the last time has come by now.
        self.has_answered |= self.connection.as_ref().is_some_and(|connection| connection.has_answered);
        match self.capability {
            Some(known) if known.live_status => return Err(self.disconnect()),
            Some(_) => {}
            None if self.fixed_level == Some(Level::L0) => {}
            None if self.has_answered => return Err(self.disconnect()),
            None => {
                self.unanswered_contacts += 1;
                if self.unanswered_contacts < SILENT_AFTER_VISITS {
                    // Every other time on the same connection, where a late answer would arrive.
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

    /// Whether it was reached and has not answered, and it is not decided yet what that means.
    pub(super) const fn may_be_silent(&self) -> bool {
        self.capability.is_none() && self.unanswered_contacts > 0
    }

    /// To be called when it is idle and ready: at a few of these calls asks once more for what it did not confirm so far. True:
    /// it can do more than was known, as the next contact says.
    pub(super) async fn probe_again(&mut self) -> Result<bool, Fault> {
        let Some(known) = self.capability.filter(|known| known.live_status && known.level < Level::L2) else {
            return Ok(false);
        };
        self.idle_looks = self.idle_looks.saturating_add(1);
        if !ASKED_AGAIN_AT.contains(&self.idle_looks) {
            return Ok(false);
        }
        let level = self.probe(1).await?;
        self.capability = Some(Capability { level, ..known });
        Ok(level > known.level)
    }

    /// What it confirms, at first contact.
    pub(super) async fn probe_at_first_contact(&mut self) -> Result<Level, Fault> {
        self.probe(ASKED_AT_FIRST).await
    }

    /// What it confirms, asked while it is ready and its buffer empty: never less than is known already. `GS ( H` is only
    /// tried on a printer that knows `GS r`: others may print it.
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
            // Known from here on, whatever becomes of the next question.
            self.capability = Some(Capability { live_status: true, level: Level::L1 });
        }
        let completes = self.level() == Level::L2 || self.knows_completed(times).await?;
        Ok(if completes { Level::L2 } else { Level::L1 })
    }

    /// What broke off within a command in an earlier connection leaves a printer waiting for the command's end, and it
    /// swallows what comes next.
    async fn end_broken_command(&mut self) -> Result<(), Fault> {
        if self.clear().await? {
            return Ok(());
        }
        // A serial line takes two seconds for it.
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
                    // Answers that are still on their way must not be taken for a ticket's.
                    (self.connection, self.out_of_sync) = (None, true);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn knows_completed(&mut self, times: u32) -> Result<bool, Fault> {
        for _ in 0..times {
            let question = self.completed_question();
            self.send_command(&question).await?;
            // To whichever of them: only who knows the question answers.
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
        self.connection().await?.asked_consumed();
        Ok(self.wait_for_answer(|answer| (*answer == Answer::Consumed).then_some(())).await?.is_some())
    }

    /// Before the first ticket after something went wrong: the printer must take commands again. And an old `GS r` that
    /// may be left in its buffer is waited for, so that its answer cannot be taken for the next ticket's.
    pub(super) async fn resynchronise(&mut self) -> Result<(), Fault> {
        if !self.out_of_sync || self.level() == Level::L0 {
            return Ok(());
        }
        self.send_command(&FILLER).await?;
        if !self.ask_consumed().await? {
            self.end_broken_command().await?;
            // Only a new connection has no older answers on their way.
            self.connection = None;
            if !self.ask_consumed().await? {
                tracing::warn!(address = %self.address, "it used to answer `GS r`: is it another printer?");
                // A ticket that says its number can at worst stay unconfirmed.
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
