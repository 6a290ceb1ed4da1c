//! The conversation with an ESC/POS printer, whatever connects it: how it is, what it can confirm, who it is.
//!
//! Tickets and their confirmation are in [`super::ticket`].

use std::time::Duration;

use comanda_ticket::wire::{Address, DrawerState, Level, PrinterState};

use super::{
    Contact, Fault,
    answer::Answer,
    drawer::Drawer,
    status::{LiveStatus, drawer_pin, is_offline},
    wire::Wire,
};
use crate::{
    config::{Timing, ms},
    spool::Capability,
};

/// `GS r 1`: answered in buffer order, and not while the paper is out.
pub(super) const CONSUMED: [u8; 3] = [0x1d, b'r', 1];
/// `GS a`: tell by yourself when drawer, cover, error or paper change.
pub(super) const TELL_CHANGES: [u8; 3] = [0x1d, b'a', 0x0f];
/// Longer than any wait.
const ANY_TIME: Duration = Duration::from_secs(365 * 24 * 3600);
/// Means nothing, but gives a command that broke off the end it waits for: where a length was missing, that is none.
pub(super) const FILLER: [u8; 16] = [0; 16];
/// The same where a picture or a code broke off.
const LONG_FILLER: [u8; 2048] = [0; 2048];
/// Ids of `GS ( H` are four printable characters.
const ID_DIGITS: u32 = 94;
/// Visits without a word after which an unknown printer counts as one that never says any. Fewer would take one that is
/// starting, or whose answers got lost, for it.
pub(crate) const SURE_AFTER: u32 = 4;
/// How often each question is asked at first contact: a lost answer must not cost a printer its level.
const ASKED_AT_FIRST: u32 = 3;
/// At which idle looks it is asked once more. No more often: a printer that does not know a question may print it.
const ASKED_AGAIN_AT: [u32; 3] = [1, 6, 36];

/// What a printer can be asked about itself with `GS I`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Info {
    /// Version of its firmware.
    Firmware = 65,
    /// Who made it.
    Maker = 66,
    /// What it is called.
    Model = 67,
    /// Its serial number.
    Serial = 68,
}

/// A printer at an address.
#[derive(Debug)]
pub struct Printer {
    pub(super) address: Address,
    pub(super) timing: Timing,
    pub(super) wire: Option<Wire>,
    /// What the profile fixes; none: it is probed.
    fixed_level: Option<Level>,
    pub(super) capability: Option<Capability>,
    pub(super) drawer: Drawer,
    /// Increases with each job: only the latest id is sure to be answered.
    last_id: u32,
    pub(super) awaited_id: [u8; 4],
    /// The printer may still hold an old `GS r` of ours, whose answer would look like the next one's.
    pub(super) unclean: bool,
    /// Visits in a row without a word from a printer of which nothing is known.
    silences: u32,
    /// It has said something in this run.
    has_spoken: bool,
    /// Looks while it was idle, in this run.
    idle_looks: u32,
}

impl Printer {
    /// Does not connect yet. `id_seed` must be higher than in any earlier run: seconds since 1970 will do.
    #[must_use]
    pub fn new(
        address: Address,
        timing: Timing,
        fixed_level: Option<Level>,
        known: Option<Capability>,
        id_seed: u32,
    ) -> Self {
        Self {
            address,
            timing,
            wire: None,
            fixed_level,
            // A technician's word stands above what was found out.
            capability: known.map(|known| Capability { level: fixed_level.unwrap_or(known.level), ..known }),
            drawer: Drawer::default(),
            last_id: id_seed,
            awaited_id: [b' '; 4],
            unclean: true,
            silences: 0,
            has_spoken: false,
            idle_looks: 0,
        }
    }

    pub(super) fn level(&self) -> Level {
        self.capability.map_or(Level::L0, |known| known.level)
    }

    pub(super) fn lost(&mut self) -> Fault {
        self.wire = None;
        Fault::Offline
    }

    pub(super) async fn wire(&mut self) -> Result<&mut Wire, Fault> {
        if self.wire.is_none() {
            let opened = Wire::open(&self.address, ms(self.timing.connect_ms)).await;
            let opened = opened.inspect_err(|error| tracing::debug!(address = %self.address, %error, "not reached"));
            self.wire = Some(opened.map_err(|_| Fault::Offline)?);
        }
        self.wire.as_mut().ok_or(Fault::Offline)
    }

    pub(super) async fn contact(&mut self) -> Result<Contact, Fault> {
        // A connection kept from the last ticket may have died meanwhile: that says nothing about the printer.
        let kept = self.wire.is_some();
        match self.try_contact().await {
            Err(Fault::Offline) if kept && self.wire.is_none() => self.try_contact().await,
            other => other,
        }
    }

    async fn try_contact(&mut self) -> Result<Contact, Fault> {
        let new = self.wire.is_none();
        let Some(state) = self.live_state().await? else {
            return self.said_nothing();
        };
        self.silences = 0;
        if matches!(state, PrinterState::Ready | PrinterState::PaperNearEnd) {
            if self.capability.is_none_or(|known| !known.live_status) {
                self.unclean = false;
                let level = self.probe(ASKED_AT_FIRST).await?;
                self.capability = Some(Capability { live_status: true, level });
            }
            self.come_clean().await?;
            if new && self.tells_changes() {
                self.say(&TELL_CHANGES).await?;
            }
        }
        Ok(Contact { state, capability: self.capability, drawer: self.drawer_state() })
    }

    /// Not a word. One that always was like that takes bytes, and that is all it can do. One that is known to answer is off.
    /// Of a new one nobody knows yet, and what is believed now is believed for long: it is visited again before it is
    /// sent anything.
    fn said_nothing(&mut self) -> Result<Contact, Fault> {
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

    /// Only printers whose way is kept open are asked to tell changes, and only those that know how to answer in
    /// order: others may print the question.
    pub(super) fn tells_changes(&self) -> bool {
        self.keeps_its_wire() && self.level() != Level::L0
    }

    /// A network printer has one connection for everybody; a port is ours alone.
    pub(super) const fn keeps_its_wire(&self) -> bool {
        !matches!(self.address, Address::Network(_))
    }

    pub(super) fn drawer_state(&self) -> Option<DrawerState> {
        self.drawer.state()
    }

    pub(super) async fn contact_while_confirming(&mut self) -> Result<Contact, Fault> {
        if self.wire.is_none() {
            return Err(Fault::Offline);
        }
        let state = self.live_state().await?.ok_or(Fault::Offline)?;
        Ok(Contact { state, capability: self.capability, drawer: self.drawer_state() })
    }

    /// Comes back when the printer has told a change or its port is gone; never without a connection.
    pub(super) async fn stirred(&mut self) {
        let keeps = self.keeps_its_wire();
        if let Some(wire) = &mut self.wire {
            let told = wire.wait(ANY_TIME, |answer| (*answer == Answer::Changed).then_some(())).await;
            if keeps || told.is_ok() {
                return;
            }
            // Many network printers hang up by themselves after a while: it is called again when there is a reason.
            self.wire = None;
        }
        std::future::pending().await
    }

    /// None: it does not answer.
    pub(super) async fn live_state(&mut self) -> Result<Option<PrinterState>, Fault> {
        // What it tells from here on may not be in its answers any more, and is worth another look.
        if self.wire().await?.forget(|answer| *answer == Answer::Changed).await.is_err() {
            return Err(self.lost());
        }
        let Some(printer) = self.ask_live(1).await? else {
            return Ok(None);
        };
        self.drawer.seen(drawer_pin(printer));
        let Some(paper) = self.ask_live(4).await? else {
            return Ok(None);
        };
        let offline = is_offline(printer);
        let offline_cause = if offline { self.ask_live(2).await?.unwrap_or_default() } else { 0 };
        Ok(Some(LiveStatus { offline_cause, paper }.state(offline)))
    }

    async fn ask_live(&mut self, n: u8) -> Result<Option<u8>, Fault> {
        let wire = self.wire().await?;
        // One late byte of an earlier question would shift every answer after it.
        if wire.forget(|answer| matches!(answer, Answer::Live(_))).await.is_err() {
            return Err(self.lost());
        }
        self.say(&[0x10, 0x04, n]).await?;
        self.hear(|answer| if let Answer::Live(byte) = answer { Some(*byte) } else { None }).await
    }

    /// Sends a question.
    pub(super) async fn say(&mut self, question: &[u8]) -> Result<(), Fault> {
        let patience = ms(self.timing.answer_ms);
        match self.wire().await?.send(question, patience).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.lost()),
        }
    }

    /// Waits for its answer. None: it does not come.
    pub(super) async fn hear<T>(&mut self, pick: impl Fn(&Answer) -> Option<T>) -> Result<Option<T>, Fault> {
        let patience = ms(self.timing.answer_ms);
        let heard = self.wire().await?.wait(patience, pick).await;
        heard.map_err(|_| self.lost())
    }

    /// What it says about itself; most clones say nothing. To be asked while it is ready and its buffer empty.
    ///
    /// # Errors
    /// [`Fault::Offline`].
    pub async fn info(&mut self, what: Info) -> Result<Option<String>, Fault> {
        if self.wire().await?.drain().is_err() {
            return Err(self.lost());
        }
        self.say(&[0x1d, b'I', what as u8]).await?;
        let heard = self.hear(|answer| if let Answer::Info(text) = answer { Some(text.clone()) } else { None }).await?;
        Ok(heard.filter(|text| !text.is_empty()))
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
            if !answers && times > 1 {
                self.end_broken_command().await?;
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
        if !self.clear().await? {
            self.say(&LONG_FILLER).await?;
        }
        Ok(())
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
            let id = self.awaited_id;
            self.say(&question).await?;
            if self.hear(|answer| (*answer == Answer::Completed(id)).then_some(())).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn ask_consumed(&mut self) -> Result<bool, Fault> {
        if self.wire().await?.drain().is_err() {
            return Err(self.lost());
        }
        self.say(&CONSUMED).await?;
        self.wire().await?.asked_consumed();
        Ok(self.hear(|answer| (*answer == Answer::Consumed).then_some(())).await?.is_some())
    }

    /// Before the first ticket after something went wrong: the printer must take commands again. And an old `GS r` that
    /// may be left in its buffer is waited for, so that its answer cannot be taken for the next ticket's.
    async fn come_clean(&mut self) -> Result<(), Fault> {
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
            more.map_err(|_| self.lost())?;
        }
        self.unclean = false;
        Ok(())
    }

    pub(super) fn completed_question(&mut self) -> Vec<u8> {
        self.last_id = self.last_id.wrapping_add(1);
        let mut rest = self.last_id;
        for digit in self.awaited_id.iter_mut().rev() {
            *digit = b'!' + u8::try_from(rest % ID_DIGITS).unwrap_or_default();
            rest /= ID_DIGITS;
        }
        let mut question = vec![0x1d, b'(', b'H', 6, 0, 48, 48];
        question.extend_from_slice(&self.awaited_id);
        question
    }
}
