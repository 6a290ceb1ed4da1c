//! A ticket on its way: sent, confirmed, or taken back.

use comanda_ticket::wire::{Level, PrinterState};

use super::{
    Fault,
    acquaintance::FILLER,
    answer::Answer,
    printer::{CONSUMED, Printer, TELL_CHANGES},
};
use crate::config::ms;

/// `DLE DC4` function 8: forget everything that is not printed.
const CLEAR: [u8; 10] = [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8];

impl Printer {
    pub(super) async fn send(&mut self, mut ticket: Vec<u8>, opens_drawer: bool) -> Result<(), Fault> {
        if self.tells_changes() {
            // The ticket began with a reset, which may have ended it.
            ticket.extend_from_slice(&TELL_CHANGES);
        }
        let level = self.level();
        match level {
            Level::L0 => {}
            Level::L1 => ticket.extend_from_slice(&CONSUMED),
            Level::L2 => ticket.extend(self.completed_question()),
        }
        if level == Level::L0 && self.unclean {
            ticket.splice(..0, FILLER);
        }
        let patience = ms(self.timing.write_ms);
        let wire = self.wire().await.map_err(|_| Fault::NothingSent)?;
        if wire.drain().is_err() {
            self.wire = None;
            return Err(Fault::NothingSent);
        }
        if level == Level::L1 {
            wire.asked_consumed();
        }
        let sent = wire.send(&ticket, patience).await;
        self.unclean = true;
        if opens_drawer {
            self.drawer.pulsed();
        }
        sent.map_err(|taken| {
            self.wire = None;
            if taken == 0 { Fault::NothingSent } else { Fault::Broken }
        })
    }

    pub(super) async fn confirmed(&mut self) -> Result<Option<Level>, Fault> {
        let level = self.level();
        if level == Level::L0 {
            return self.took_it().await;
        }
        let (patience, id) = (ms(self.timing.status_poll_ms), self.awaited_id);
        let wanted = |answer: &Answer| match level {
            Level::L2 => *answer == Answer::Completed(id),
            _ => *answer == Answer::Consumed,
        };
        let wire = self.wire.as_mut().ok_or(Fault::Broken)?;
        match wire.wait(patience, |answer| wanted(answer).then_some(())).await {
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
        // A new connection would know nothing of the ticket.
        if self.wire.is_none() {
            return Err(Fault::Broken);
        }
        if !self.capability.is_some_and(|known| known.live_status) {
            return self.kept_quiet().await;
        }
        match self.live_state().await {
            Ok(Some(PrinterState::Ready | PrinterState::PaperNearEnd)) => {
                self.unclean = false;
                Ok(Some(Level::L0))
            }
            Ok(_) => Ok(None),
            Err(_) => Err(Fault::Broken),
        }
    }

    /// One that never says anything can still hang up in the middle of a ticket.
    async fn kept_quiet(&mut self) -> Result<Option<Level>, Fault> {
        let moment = ms(self.timing.answer_ms / 4);
        let wire = self.wire.as_mut().ok_or(Fault::Broken)?;
        if wire.wait(moment, |_| None::<()>).await.is_err() {
            self.wire = None;
            return Err(Fault::Broken);
        }
        Ok(Some(Level::L0))
    }

    pub(super) async fn clear(&mut self) -> Result<bool, Fault> {
        // A new connection: the old one may be half dead, and its answers are about the lost ticket.
        self.wire = None;
        if self.capability.is_some_and(|known| !known.live_status) {
            return Ok(false);
        }
        self.say(&CLEAR).await?;
        let cleared = self.hear(|answer| (*answer == Answer::Cleared).then_some(())).await?.is_some();
        if cleared {
            self.unclean = false;
        }
        Ok(cleared)
    }
}
