//! Sending a ticket, its confirmation, and clearing it from the printer.

use comanda_ticket::wire::{Level, PrinterState};

use super::{
    Fault,
    answer::Answer,
    capability_probe::FILLER,
    printer::{CONSUMED, Printer, REPORT_CHANGES},
};
use crate::config::ms;

/// `DLE DC4` function 8, which clears everything that is not printed.
const CLEAR: [u8; 10] = [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8];

impl Printer {
    pub(super) async fn send(&mut self, mut ticket: Vec<u8>, opens_drawer: bool) -> Result<(), Fault> {
        if self.reports_changes() {
            // The reset at the beginning of the ticket may have ended the reports.
            ticket.extend_from_slice(&REPORT_CHANGES);
        }
        let level = self.level();
        match level {
            Level::L0 => {}
            Level::L1 => ticket.extend_from_slice(&CONSUMED),
            Level::L2 => ticket.extend(self.completed_query()),
        }
        if level == Level::L0 && self.out_of_sync && !self.speaks_tspl {
            ticket.splice(..0, FILLER);
        }
        let time_limit = ms(self.timing.write_ms);
        let connection = self.connection().await.map_err(|_| Fault::NothingSent)?;
        if connection.drain().is_err() {
            self.connection = None;
            return Err(Fault::NothingSent);
        }
        if level == Level::L1 {
            connection.note_consumed_query();
        }
        let sent = connection.send(&ticket, time_limit).await;
        self.out_of_sync = true;
        if opens_drawer {
            self.drawer.record_pulse();
        }
        sent.map_err(|sent_bytes| {
            self.connection = None;
            if sent_bytes == 0 { Fault::NothingSent } else { Fault::Broken }
        })
    }

    pub(super) async fn poll_confirmation(&mut self) -> Result<Option<Level>, Fault> {
        let level = self.level();
        if level == Level::L0 {
            return self.confirm_by_status().await;
        }
        let (time_limit, id) = (ms(self.timing.status_poll_ms), self.awaited_id);
        let is_confirmation = |answer: &Answer| match level {
            Level::L2 => *answer == Answer::Completed(id),
            _ => *answer == Answer::Consumed,
        };
        let connection = self.connection.as_mut().ok_or(Fault::Broken)?;
        match connection.wait(time_limit, |answer| is_confirmation(answer).then_some(())).await {
            Ok(Some(())) => {
                self.out_of_sync = false;
                Ok(Some(level))
            }
            Ok(None) => Ok(None),
            Err(_) => {
                self.connection = None;
                Err(Fault::Broken)
            }
        }
    }

    /// Confirms by the state alone: nothing proves that the ticket was printed, but a printer that reports its state must not report that
    /// it stopped.
    async fn confirm_by_status(&mut self) -> Result<Option<Level>, Fault> {
        // A new connection could not confirm the ticket.
        if self.connection.is_none() {
            return Err(Fault::Broken);
        }
        if !self.capability.is_some_and(|known| known.live_status) {
            return self.confirm_silent_printer().await;
        }
        match self.live_state().await {
            Ok(Some(PrinterState::Ready | PrinterState::PaperNearEnd)) => {
                self.out_of_sync = false;
                Ok(Some(Level::L0))
            }
            Ok(_) => Ok(None),
            Err(_) => Err(Fault::Broken),
        }
    }

    /// Waits a moment for a printer that never answers: it can still close the connection in the middle of a ticket.
    async fn confirm_silent_printer(&mut self) -> Result<Option<Level>, Fault> {
        let moment = ms(self.timing.answer_ms / 4);
        let connection = self.connection.as_mut().ok_or(Fault::Broken)?;
        if connection.wait(moment, |_| None::<()>).await.is_err() {
            self.connection = None;
            return Err(Fault::Broken);
        }
        Ok(Some(Level::L0))
    }

    pub(super) async fn clear(&mut self) -> Result<bool, Fault> {
        // The old connection may be half dead, and its answers are about the lost ticket.
        self.connection = None;
        // TSPL has no command whose answer proves that nothing more is printed.
        if self.speaks_tspl || self.capability.is_some_and(|known| !known.live_status) {
            return Ok(false);
        }
        self.send_command(&CLEAR).await?;
        let cleared = self.wait_for_answer(|answer| (*answer == Answer::Cleared).then_some(())).await?.is_some();
        if cleared {
            self.out_of_sync = false;
        }
        Ok(cleared)
    }
}
