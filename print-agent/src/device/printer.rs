//! The conversation with an ESC/POS printer over any connection: its state, its capability, its identification.
//!
//! Tickets and their confirmation are in [`super::ticket`], probing in [`super::capability_probe`].

use std::{io, time::Duration};

use comanda_ticket::wire::{Address, DrawerState, Level, PrinterState, Trouble};

use super::{
    Capability, Contact, Fault,
    answer::{Answer, Answers},
    connection::Connection,
    drawer::Drawer,
    status::{LiveStatus, drawer_pin, is_offline, tspl_state},
    trouble,
};
use crate::config::{Timing, ms};

/// `GS r 1`, which is answered in the order of the buffer, and not while the paper is out.
pub(super) const CONSUMED: [u8; 3] = [0x1d, b'r', 1];
/// `GS a`, which makes the printer report changes of drawer, cover, error and paper by itself.
pub(super) const REPORT_CHANGES: [u8; 3] = [0x1d, b'a', 0x0f];
/// `ESC ! ?`, which a printer that speaks TSPL answers at once, with one byte.
const ASK_TSPL_STATE: [u8; 3] = [0x1b, b'!', b'?'];
/// A time longer than any wait.
const NO_TIME_LIMIT: Duration = Duration::from_secs(365 * 24 * 3600);
/// The number of values of each character in an id of `GS ( H`, which has four printable characters.
const ID_DIGITS: u32 = 94;
/// The information about itself that a printer answers to `GS I`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrinterInfo {
    /// The version of its firmware.
    Firmware = 65,
    /// Its maker.
    Maker = 66,
    /// Its model.
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
    /// The level that the profile fixes, or `None` if it is probed.
    pub(super) fixed_level: Option<Level>,
    pub(super) capability: Option<Capability>,
    pub(super) drawer: Drawer,
    /// The last id, which increases with each job: only the latest id is certain to be answered.
    last_id: u32,
    pub(super) awaited_id: [u8; 4],
    /// Whether the printer may still hold an old `GS r` of ours, whose answer would look like that of the next one.
    pub(super) out_of_sync: bool,
    /// The contacts in a row without an answer, for a printer of unknown capability.
    pub(super) unanswered_contacts: u32,
    /// Whether it has answered anything in this run.
    pub(super) has_answered: bool,
    /// The checks while it was idle, in this run.
    pub(super) idle_checks: u32,
    /// The cause of the last failed contact.
    pub(super) trouble: Option<Trouble>,
    /// Whether it speaks TSPL, as most printers of labels, and not ESC/POS.
    pub(super) speaks_tspl: bool,
}

impl Printer {
    /// Creates the printer; does not connect yet. `id_seed` must be higher than in any earlier run, for example seconds since 1970.
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
            // The profile, which a technician chose, overrides the result of probing.
            capability: known.map(|known| Capability { level: fixed_level.unwrap_or(known.level), ..known }),
            drawer: Drawer::default(),
            last_id: id_seed,
            awaited_id: [b' '; 4],
            out_of_sync: true,
            unanswered_contacts: 0,
            has_answered: false,
            idle_checks: 0,
            trouble: None,
            speaks_tspl: false,
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
        self.trouble = trouble::from_error(error);
        self.disconnect()
    }

    pub(super) async fn connection(&mut self) -> Result<&mut Connection, Fault> {
        if self.connection.is_none() {
            let answers = if self.speaks_tspl { Answers::of_tspl() } else { Answers::default() };
            let opened = Connection::open(&self.address, ms(self.timing.connect_ms), answers).await;
            let opened = opened.inspect_err(|error| tracing::debug!(address = %self.address, %error, "not reached"));
            self.connection = Some(opened.map_err(|error| self.disconnect_after(&error))?);
        }
        self.connection.as_mut().ok_or(Fault::Offline)
    }

    pub(super) async fn contact(&mut self) -> Result<Contact, Fault> {
        // A connection kept from the last ticket may have died meanwhile, which says nothing about the printer.
        let was_connected = self.connection.is_some();
        match self.try_contact().await {
            Err(Fault::Offline) if was_connected && self.connection.is_none() => self.try_contact().await,
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

    /// Whether the printer is told to report changes: only one whose connection is kept open, and only one that answers `GS r`, since
    /// others may print the command.
    pub(super) fn reports_changes(&self) -> bool {
        self.keeps_connection_open() && self.level() != Level::L0
    }

    /// Whether the connection stays open: a network printer has one connection for all programs, a port belongs to this one alone.
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

    /// Completes when the printer has reported a change or its port is gone; never without a connection.
    pub(super) async fn status_changed(&mut self) {
        let keeps = self.keeps_connection_open();
        if let Some(connection) = &mut self.connection {
            let report = connection.wait(NO_TIME_LIMIT, |answer| (*answer == Answer::Changed).then_some(())).await;
            if keeps || report.is_ok() {
                return;
            }
            // Many network printers close the connection after a while; it is opened again when needed.
            self.connection = None;
        }
        std::future::pending().await
    }

    /// Queries the state. Returns `None` if the printer does not answer.
    pub(super) async fn live_state(&mut self) -> Result<Option<PrinterState>, Fault> {
        if self.speaks_tspl {
            return self.tspl_state().await;
        }
        // A change reported from here on may be missing in the answers, so it must lead to another check.
        let answer_result = self.connection().await?.forget(|answer| *answer == Answer::Changed).await;
        answer_result.map_err(|error| self.disconnect_after(&error))?;
        let Some(printer) = self.ask_live(1).await? else {
            return Ok(None);
        };
        self.drawer.update_contact(drawer_pin(printer));
        let Some(paper) = self.ask_live(4).await? else {
            return Ok(None);
        };
        let offline = is_offline(printer);
        let offline_cause = if offline { self.ask_live(2).await?.unwrap_or_default() } else { 0 };
        Ok(Some(LiveStatus { offline_cause, paper }.state(offline)))
    }

    async fn tspl_state(&mut self) -> Result<Option<PrinterState>, Fault> {
        let drained = self.connection().await?.drain();
        drained.map_err(|error| self.disconnect_after(&error))?;
        self.send_command(&ASK_TSPL_STATE).await?;
        self.wait_for_answer(|answer| if let Answer::Tspl(status) = answer { Some(tspl_state(*status)) } else { None })
            .await
    }

    async fn ask_live(&mut self, n: u8) -> Result<Option<u8>, Fault> {
        let connection = self.connection().await?;
        // A late answer to an earlier query would shift every answer after it.
        let answer_result = connection.forget(|answer| matches!(answer, Answer::Live(_))).await;
        answer_result.map_err(|error| self.disconnect_after(&error))?;
        self.send_command(&[0x10, 0x04, n]).await?;
        self.wait_for_answer(|answer| if let Answer::Live(byte) = answer { Some(*byte) } else { None }).await
    }

    /// Sends a short command or query.
    pub(super) async fn send_command(&mut self, query: &[u8]) -> Result<(), Fault> {
        let time_limit = ms(self.timing.answer_ms);
        match self.connection().await?.send(query, time_limit).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.disconnect()),
        }
    }

    /// Waits for the answer that `pick` accepts. Returns `None` if it does not come.
    pub(super) async fn wait_for_answer<T>(&mut self, pick: impl Fn(&Answer) -> Option<T>) -> Result<Option<T>, Fault> {
        let time_limit = ms(self.timing.answer_ms);
        let answer_result = self.connection().await?.wait(time_limit, pick).await;
        answer_result.map_err(|error| self.disconnect_after(&error))
    }

    /// Queries the printer's identification; most clones give none. The printer must be ready and its buffer empty.
    ///
    /// # Errors
    /// Returns [`Fault::Offline`].
    pub async fn info(&mut self, what: PrinterInfo) -> Result<Option<String>, Fault> {
        if self.speaks_tspl {
            return Ok(None);
        }
        let drained = self.connection().await?.drain();
        drained.map_err(|error| self.disconnect_after(&error))?;
        self.send_command(&[0x1d, b'I', what as u8]).await?;
        let answer_result = self
            .wait_for_answer(|answer| if let Answer::Info(text) = answer { Some(text.clone()) } else { None })
            .await?;
        Ok(answer_result.filter(|text| !text.is_empty()))
    }

    pub(super) fn completed_query(&mut self) -> Vec<u8> {
        self.last_id = self.last_id.wrapping_add(1);
        let mut rest = self.last_id;
        for digit in self.awaited_id.iter_mut().rev() {
            *digit = b'!' + u8::try_from(rest % ID_DIGITS).unwrap_or_default();
            rest /= ID_DIGITS;
        }
        let mut query = vec![0x1d, b'(', b'H', 6, 0, 48, 48];
        query.extend_from_slice(&self.awaited_id);
        query
    }
}
