//! Printers on TCP port 9100.
//!
//! Most of them take one connection: it is opened for a ticket, kept for the next one, and closed when idle.

use comanda_ticket::wire::{Level, PrinterState};

use super::{
    Contact, Fault,
    answer::Answer,
    status::{LiveStatus, is_offline},
    wire::Wire,
};
use crate::{
    config::{Timing, ms},
    spool::Capability,
};

/// `DLE DC4` function 8: forget everything that is not printed.
const CLEAR: [u8; 10] = [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8];
/// `GS r 1`: answered in buffer order, and not while the paper is out.
const CONSUMED: [u8; 3] = [0x1d, b'r', 1];
/// Ids of `GS ( H` are four printable characters.
const ID_DIGITS: u32 = 94;

/// A printer at an address.
#[derive(Debug)]
pub struct TcpPrinter {
    address: String,
    timing: Timing,
    wire: Option<Wire>,
    /// What the profile fixes; none: it is probed.
    fixed_level: Option<Level>,
    capability: Option<Capability>,
    /// Increases with each job: only the latest id is sure to be answered.
    last_id: u32,
    awaited_id: [u8; 4],
    /// The printer may still hold an old `GS r` of ours, whose answer would look like the next one's.
    unclean: bool,
}

impl TcpPrinter {
    /// Does not connect yet. `id_seed` must be higher than in any earlier run: seconds since 1970 will do.
    #[must_use]
    pub fn new(
        address: String,
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
            capability: known,
            last_id: id_seed,
            awaited_id: [b' '; 4],
            unclean: true,
        }
    }

    pub(super) fn close(&mut self) {
        self.wire = None;
    }

    pub(super) fn is_connected(&self) -> bool {
        self.wire.is_some()
    }

    fn lost(&mut self) -> Fault {
        self.wire = None;
        Fault::Offline
    }

    async fn wire(&mut self) -> Result<&mut Wire, Fault> {
        if self.wire.is_none() {
            let opened = Wire::open(&self.address, ms(self.timing.connect_ms)).await;
            self.wire = Some(opened.map_err(|_| Fault::Offline)?);
        }
        self.wire.as_mut().ok_or(Fault::Offline)
    }

    pub(super) async fn contact(&mut self) -> Result<Contact, Fault> {
        // A connection kept from the last ticket may have died meanwhile: that says nothing about the printer.
        let kept = self.wire.is_some();
        let contact = match self.try_contact().await {
            Err(Fault::Offline) if kept => self.try_contact().await,
            other => other,
        };
        contact.inspect_err(|_| self.wire = None)
    }

    async fn try_contact(&mut self) -> Result<Contact, Fault> {
        let Some(state) = self.live_state().await? else {
            if self.capability.is_some_and(|known| known.live_status) {
                return Err(self.lost());
            }
            // It says nothing and never has: taking bytes is all it can do. Not stored: it is asked again next time.
            let silent = Capability { live_status: false, level: Level::L0 };
            return Ok(Contact { state: PrinterState::Ready, capability: Some(silent) });
        };
        if matches!(state, PrinterState::Ready | PrinterState::PaperNearEnd) {
            if self.capability.is_none() {
                self.capability = Some(Capability { live_status: true, level: self.probe().await? });
                self.unclean = false;
            }
            self.come_clean().await?;
        }
        Ok(Contact { state, capability: self.capability })
    }

    pub(super) async fn contact_while_confirming(&mut self) -> Result<Contact, Fault> {
        if self.wire.is_none() {
            return Err(Fault::Offline);
        }
        let state = self.live_state().await?.ok_or(Fault::Offline)?;
        Ok(Contact { state, capability: self.capability })
    }

    /// None: it does not answer.
    async fn live_state(&mut self) -> Result<Option<PrinterState>, Fault> {
        let Some(printer) = self.ask_live(1).await? else {
            return Ok(None);
        };
        let Some(paper) = self.ask_live(4).await? else {
            return Ok(None);
        };
        let offline = is_offline(printer);
        let offline_cause = if offline { self.ask_live(2).await?.unwrap_or_default() } else { 0 };
        Ok(Some(LiveStatus { offline_cause, paper }.state(offline)))
    }

    async fn ask_live(&mut self, n: u8) -> Result<Option<u8>, Fault> {
        let patience = ms(self.timing.answer_ms);
        let wire = self.wire().await?;
        // One late byte of an earlier question would shift every answer after it.
        let stale = |answer| matches!(answer, Answer::Live(_));
        if wire.forget(stale).await.is_err() || wire.send(&[0x10, 0x04, n], patience).await.is_err() {
            return Err(self.lost());
        }
        let live = |answer| {
            if let Answer::Live(byte) = answer { Some(byte) } else { None }
        };
        let answer = wire.wait(patience, live).await;
        answer.map_err(|_| self.lost())
    }

    /// What it confirms, asked while it is ready and its buffer empty. `GS ( H` is only tried on a printer that knows
    /// `GS r`: others may print it.
    async fn probe(&mut self) -> Result<Level, Fault> {
        if let Some(level) = self.fixed_level {
            return Ok(level);
        }
        if !self.ask_consumed().await? {
            return Ok(Level::L0);
        }
        let question = self.completed_question();
        let (patience, id) = (ms(self.timing.answer_ms), self.awaited_id);
        let wire = self.wire().await?;
        if wire.send(&question, patience).await.is_err() {
            return Err(self.lost());
        }
        let completed = wire.wait(patience, |answer| (answer == Answer::Completed(id)).then_some(())).await;
        let completed = completed.map_err(|_| self.lost())?;
        Ok(if completed.is_some() { Level::L2 } else { Level::L1 })
    }

    async fn ask_consumed(&mut self) -> Result<bool, Fault> {
        let patience = ms(self.timing.answer_ms);
        let wire = self.wire().await?;
        if wire.drain().is_err() || wire.send(&CONSUMED, patience).await.is_err() {
            return Err(self.lost());
        }
        let answer = wire.wait(patience, |answer| (answer == Answer::Consumed).then_some(())).await;
        answer.map(|answer| answer.is_some()).map_err(|_| self.lost())
    }

    /// Before the first ticket after something went wrong: waits until an old `GS r` that may be left in the buffer
    /// has been answered, so that its answer cannot be taken for the next ticket's.
    async fn come_clean(&mut self) -> Result<(), Fault> {
        if !self.unclean || self.capability.is_none_or(|known| known.level != Level::L1) {
            return Ok(());
        }
        if !self.ask_consumed().await? {
            return Err(self.lost());
        }
        let pause = ms(self.timing.answer_ms / 4);
        let wire = self.wire().await?;
        let more = wire.wait(pause, |answer| (answer == Answer::Consumed).then_some(())).await;
        more.map_err(|_| self.lost())?;
        self.unclean = false;
        Ok(())
    }

    fn completed_question(&mut self) -> Vec<u8> {
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

    pub(super) fn level(&self) -> Level {
        self.capability.map_or(Level::L0, |known| known.level)
    }

    pub(super) async fn send(&mut self, mut ticket: Vec<u8>) -> Result<(), Fault> {
        match self.level() {
            Level::L0 => {}
            Level::L1 => ticket.extend_from_slice(&CONSUMED),
            Level::L2 => ticket.extend(self.completed_question()),
        }
        let patience = ms(self.timing.write_ms);
        let wire = self.wire().await.map_err(|_| Fault::NothingSent)?;
        if wire.drain().is_err() {
            self.wire = None;
            return Err(Fault::NothingSent);
        }
        let sent = wire.send(&ticket, patience).await;
        self.unclean = true;
        sent.map_err(|taken| {
            self.wire = None;
            if taken == 0 { Fault::NothingSent } else { Fault::Broken }
        })
    }

    pub(super) async fn confirmed(&mut self) -> Result<Option<Level>, Fault> {
        let level = self.level();
        let (patience, id) = (ms(self.timing.status_poll_ms), self.awaited_id);
        let wanted = move |answer| match level {
            Level::L2 => answer == Answer::Completed(id),
            _ => answer == Answer::Consumed,
        };
        if level == Level::L0 {
            return self.took_it().await;
        }
        let wire = self.wire.as_mut().ok_or(Fault::Broken)?;
        let answer = wire.wait(patience, |answer| wanted(answer).then_some(())).await;
        match answer {
            Ok(Some(())) => {
                self.unclean = false;
                Ok(Some(level))
            }
            Ok(None) => Ok(None),
            Err(_) => {
                self.wire = None;
                Err(Fault::Broken)
            }
        }
    }

    /// Nothing proves that it printed; if it can say how it is, it should at least not say that it stopped.
    async fn took_it(&mut self) -> Result<Option<Level>, Fault> {
        if !self.capability.is_some_and(|known| known.live_status) {
            return Ok(Some(Level::L0));
        }
        match self.live_state().await {
            Ok(Some(PrinterState::Ready | PrinterState::PaperNearEnd)) => Ok(Some(Level::L0)),
            Ok(_) => Ok(None),
            Err(_) => Err(Fault::Broken),
        }
    }

    pub(super) async fn clear(&mut self) -> Result<bool, Fault> {
        let patience = ms(self.timing.answer_ms);
        // A new connection: the old one may be half dead, and its answers are about the lost ticket.
        self.wire = None;
        if self.capability.is_some_and(|known| !known.live_status) {
            return Ok(false);
        }
        let wire = self.wire().await?;
        if wire.send(&CLEAR, patience).await.is_err() {
            return Err(self.lost());
        }
        let cleared = wire.wait(patience, |answer| (answer == Answer::Cleared).then_some(())).await;
        match cleared {
            Ok(Some(())) => {
                self.unclean = false;
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(_) => Err(self.lost()),
        }
    }
}
