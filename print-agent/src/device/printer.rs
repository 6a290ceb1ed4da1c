//! The conversation with an ESC/POS printer, whatever connects it: how it is, what it can confirm, who it is.
//!
//! Tickets and their confirmation are in [`super::ticket`], probing in [`super::capability_probe`].

use std::{io, time::Duration};

use comanda_ticket::wire::{Address, DrawerState, Level, PrinterState, Trouble};

use super::{
    Capability, Contact, Fault,
    answer::Answer,
    connection::Connection,
    drawer::Drawer,
    status::{LiveStatus, drawer_pin, is_offline},
    trouble,
};
use crate::config::{Timing, ms};

/// `GS r 1`: answered in buffer order, and not while the paper is out.
pub(super) const CONSUMED: [u8; 3] = [0x1d, b'r', 1];
/// `GS a`: report changes of drawer, cover, error and paper without being asked.
pub(super) const REPORT_CHANGES: [u8; 3] = [0x1d, b'a', 0x0f];
/// Longer than any wait.
const ANY_TIME: Duration = Duration::from_secs(365 * 24 * 3600);
/// Ids of `GS ( H` are four printable characters.
const ID_DIGITS: u32 = 94;
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
    pub(super) connection: Option<Connection>,
    /// What the profile fixes; none: it is probed.
    pub(super) fixed_level: Option<Level>,
    pub(super) capability: Option<Capability>,
    pub(super) drawer: Drawer,
    /// Increases with each job: only the latest id is sure to be answered.
    last_id: u32,
    pub(super) awaited_id: [u8; 4],
    /// The printer may still hold an old `GS r` of ours, whose answer would look like the next one's.
    pub(super) out_of_sync: bool,
    /// Contacts in a row without an answer of a printer of which nothing is known.
    pub(super) unanswered_contacts: u32,
    /// It has answered something in this run.
    pub(super) has_answered: bool,
    /// Looks while it was idle, in this run.
    pub(super) idle_looks: u32,
    /// Why the last contact failed.
    pub(super) trouble: Option<Trouble>,
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
            connection: None,
            fixed_level,
            // A technician's word stands above what was found out.
            capability: known.map(|known| Capability { level: fixed_level.unwrap_or(known.level), ..known }),
            drawer: Drawer::default(),
            last_id: id_seed,
            awaited_id: [b' '; 4],
            out_of_sync: true,
            unanswered_contacts: 0,
            has_answered: false,
            idle_looks: 0,
            trouble: None,
        }
    }

    pub(super) fn level(&self) -> Level {
        self.capability.map_or(Level::L0, |known| known.level)
    }

    pub(super) fn disconnect(&mut self) -> Fault {
        self.connection = None;
        Fault::Offline
    }

    pub(super) fn disconnect_after(&mut self, error: &io::Error) -> Fault {
        self.trouble = trouble::of(error);
        self.disconnect()
    }

    pub(super) async fn connection(&mut self) -> Result<&mut Connection, Fault> {
        if self.connection.is_none() {
            let opened = Connection::open(&self.address, ms(self.timing.connect_ms)).await;
            let opened = opened.inspect_err(|error| tracing::debug!(address = %self.address, %error, "not reached"));
            self.connection = Some(opened.map_err(|error| self.disconnect_after(&error))?);
        }
        self.connection.as_mut().ok_or(Fault::Offline)
    }

    pub(super) async fn contact(&mut self) -> Result<Contact, Fault> {
        // A connection kept from the last ticket may have died meanwhile: that says nothing about the printer.
        let kept = self.connection.is_some();
        match self.try_contact().await {
            Err(Fault::Offline) if kept && self.connection.is_none() => self.try_contact().await,
            other => other,
        }
    }

    async fn try_contact(&mut self) -> Result<Contact, Fault> {
        self.trouble = None;
        let new = self.connection.is_none();
        let Some(state) = self.live_state().await? else {
            return self.contact_without_answer();
        };
        self.unanswered_contacts = 0;
        if matches!(state, PrinterState::Ready | PrinterState::PaperNearEnd) {
            if self.capability.is_none_or(|known| !known.live_status) {
                self.out_of_sync = false;
                let level = self.probe_at_first_contact().await?;
                self.capability = Some(Capability { live_status: true, level });
            }
            self.resynchronise().await?;
            if new && self.reports_changes() {
                self.send_command(&REPORT_CHANGES).await?;
            }
        }
        Ok(Contact { state, capability: self.capability, drawer: self.drawer_state() })
    }

    /// Only printers whose connection is kept open are asked to report changes, and only those that know how to answer in
    /// order: others may print the question.
    pub(super) fn reports_changes(&self) -> bool {
        self.keeps_connection_open() && self.level() != Level::L0
    }

    /// A network printer has one connection for everybody; a port is ours alone.
    pub(super) const fn keeps_connection_open(&self) -> bool {
        !matches!(self.address, Address::Network(_))
    }

    pub(super) fn drawer_state(&self) -> Option<DrawerState> {
        self.drawer.state()
    }

    pub(super) async fn contact_while_confirming(&mut self) -> Result<Contact, Fault> {
        if self.connection.is_none() {
            return Err(Fault::Offline);
        }
        let state = self.live_state().await?.ok_or(Fault::Offline)?;
        Ok(Contact { state, capability: self.capability, drawer: self.drawer_state() })
    }

    /// Returns when the printer has reported a change or its port is gone; never without a connection.
    pub(super) async fn status_changed(&mut self) {
        let keeps = self.keeps_connection_open();
        if let Some(connection) = &mut self.connection {
            let told = connection.wait(ANY_TIME, |answer| (*answer == Answer::Changed).then_some(())).await;
            if keeps || told.is_ok() {
                return;
            }
            // Many network printers close the connection after a while: it is opened again when there is a reason.
            self.connection = None;
        }
        std::future::pending().await
    }

    /// None: it does not answer.
    pub(super) async fn live_state(&mut self) -> Result<Option<PrinterState>, Fault> {
        // A change reported from here on may not be in the answers any more, and is worth another check.
        let heard = self.connection().await?.forget(|answer| *answer == Answer::Changed).await;
        heard.map_err(|error| self.disconnect_after(&error))?;
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
        let connection = self.connection().await?;
        // One late byte of an earlier question would shift every answer after it.
        let heard = connection.forget(|answer| matches!(answer, Answer::Live(_))).await;
        heard.map_err(|error| self.disconnect_after(&error))?;
        self.send_command(&[0x10, 0x04, n]).await?;
        self.wait_for_answer(|answer| if let Answer::Live(byte) = answer { Some(*byte) } else { None }).await
    }

    /// Sends a question.
    pub(super) async fn send_command(&mut self, question: &[u8]) -> Result<(), Fault> {
        let time_limit = ms(self.timing.answer_ms);
        match self.connection().await?.send(question, time_limit).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.disconnect()),
        }
    }

    /// Waits for its answer. None: it does not come.
    pub(super) async fn wait_for_answer<T>(&mut self, pick: impl Fn(&Answer) -> Option<T>) -> Result<Option<T>, Fault> {
        let time_limit = ms(self.timing.answer_ms);
        let heard = self.connection().await?.wait(time_limit, pick).await;
        heard.map_err(|error| self.disconnect_after(&error))
    }

    /// Its own identification; most clones give none. To be asked while it is ready and its buffer empty.
    ///
    /// # Errors
    /// [`Fault::Offline`].
    pub async fn info(&mut self, what: Info) -> Result<Option<String>, Fault> {
        let drained = self.connection().await?.drain();
        drained.map_err(|error| self.disconnect_after(&error))?;
        self.send_command(&[0x1d, b'I', what as u8]).await?;
        let heard = self
            .wait_for_answer(|answer| if let Answer::Info(text) = answer { Some(text.clone()) } else { None })
            .await?;
        Ok(heard.filter(|text| !text.is_empty()))
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
