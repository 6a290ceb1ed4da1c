//! Getting to know a printer: whether it ever says anything, and what it can confirm. What is believed at first contact is
//! believed for long, so neither a lost answer nor a broken command may decide it.

use comanda_ticket::wire::{Level, PrinterState};

use super::{
    Contact, Fault,
    answer::Answer,
    printer::{CONSUMED, Printer},
};
use crate::{config::ms, spool::Capability};

/// Means nothing, but gives a command that broke off the end it waits for: where a length was missing, that is none.
pub(super) const FILLER: [u8; 16] = [0; 16];
/// The same where a picture or a code broke off.
const LONG_FILLER: [u8; 2048] = [0; 2048];
/// Visits without a word after which an unknown printer counts as one that never says any. Fewer would take one that is
/// starting, or whose answers got lost, for it.
pub(crate) const SURE_AFTER: u32 = 4;
/// How often each question is asked at first contact: a lost answer must not cost a printer its level.
const ASKED_AT_FIRST: u32 = 3;
/// At which idle looks it is asked once more. No more often: a printer that does not know a question may print it.
const ASKED_AGAIN_AT: [u32; 3] = [1, 6, 36];

impl Printer {
    /// Not a word. One that always was like that takes bytes, and that is all it can do. One that is known to answer is off.
    /// Of a new one nobody knows yet, and what is believed now is believed for long: it is visited again before it is
    /// sent anything.
    pub(super) fn said_nothing(&mut self) -> Result<Contact, Fault> {
        // Heard by now: perhaps the answer that was waited for the last time.
        self.has_spoken |= self.wire.as_ref().is_some_and(|wire| wire.has_spoken);
        match self.capability {
            Some(known) if known.live_status => return Err(self.lost()),
            Some(_) => {}
            None if self.fixed_level == Some(Level::L0) => {}
            None if self.has_spoken => return Err(self.lost()),
            None => {
                self.silences += 1;
                if self.silences < SURE_AFTER {
                    // Every other visit on the same connection, where a late answer would be heard.
                    self.wire = self.wire.take().filter(|_| self.silences % 2 == 1);
                    return Err(Fault::Offline);
                }
                tracing::warn!(address = %self.address, "a printer that never says anything");
            }
        }
        let silent = Capability { live_status: false, level: Level::L0 };
        self.capability = Some(silent);
        Ok(Contact { state: PrinterState::Ready, capability: Some(silent), drawer: None })
    }

    /// Whether it was reached and has not answered, and it is not decided yet what that means.
    pub(super) const fn may_be_silent(&self) -> bool {
        self.capability.is_none() && self.silences > 0
    }

    /// To be called when it is idle and ready: now and then asks once more for what it did not confirm so far. True: it can
    /// do more than was known, as the next contact says.
    pub(super) async fn learn(&mut self) -> Result<bool, Fault> {
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
    pub(super) async fn get_to_know(&mut self) -> Result<Level, Fault> {
        self.probe(ASKED_AT_FIRST).await
    }

    /// What it confirms, asked while it is ready and its buffer empty: never less than is known already. `GS ( H` is only
    /// tried on a printer that knows `GS r`: others may print it.
    async fn probe(&mut self, times: u32) -> Result<Level, Fault> {
        if let Some(level) = self.fixed_level {
            return Ok(level);
        }
        if self.level() == Level::L0 {
            self.say(&FILLER).await?;
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
        let patience = ms(self.timing.write_ms);
        match self.wire().await?.send(&LONG_FILLER, patience).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.lost()),
        }
    }

    async fn knows_consumed(&mut self, times: u32) -> Result<bool, Fault> {
        for nth in 0..times {
            if self.ask_consumed().await? || self.wire().await?.knows_consumed {
                if nth > 0 {
                    // Answers that are still on their way must not be heard where a ticket's is awaited.
                    (self.wire, self.unclean) = (None, true);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn knows_completed(&mut self, times: u32) -> Result<bool, Fault> {
        for _ in 0..times {
            let question = self.completed_question();
            self.say(&question).await?;
            // To whichever of them: only who knows the question answers.
            if self.hear(|answer| matches!(answer, Answer::Completed(_)).then_some(())).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn ask_consumed(&mut self) -> Result<bool, Fault> {
        let drained = self.wire().await?.drain();
        drained.map_err(|error| self.lost_to(&error))?;
        self.say(&CONSUMED).await?;
        self.wire().await?.asked_consumed();
        Ok(self.hear(|answer| (*answer == Answer::Consumed).then_some(())).await?.is_some())
    }

    /// Before the first ticket after something went wrong: the printer must take commands again. And an old `GS r` that
    /// may be left in its buffer is waited for, so that its answer cannot be taken for the next ticket's.
    pub(super) async fn come_clean(&mut self) -> Result<(), Fault> {
        if !self.unclean || self.level() == Level::L0 {
            return Ok(());
        }
        self.say(&FILLER).await?;
        if !self.ask_consumed().await? {
            self.end_broken_command().await?;
            // Only a new connection has no older answers on their way.
            self.wire = None;
            if !self.ask_consumed().await? {
                tracing::warn!(address = %self.address, "it used to answer `GS r`: is it another printer?");
                // A ticket that says its number can at worst stay unconfirmed.
                self.unclean = self.level() < Level::L2;
                return if self.unclean { Err(self.lost()) } else { Ok(()) };
            }
        }
        if self.level() == Level::L1 {
            let pause = ms(self.timing.answer_ms / 4);
            let wire = self.wire().await?;
            let more = wire.wait(pause, |answer| (*answer == Answer::Consumed).then_some(())).await;
            more.map_err(|error| self.lost_to(&error))?;
        }
        self.unclean = false;
        Ok(())
    }
}
