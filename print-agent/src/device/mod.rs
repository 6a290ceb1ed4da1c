//! Devices: the worker's access to printers, which take bytes, report a state and confirm tickets.
//!
//! This module knows no job, no spool and no server. The [`Capability`] of a printer is defined here and stored by the caller. Only
//! [`stream`] depends on the kind of connection; [`printer`] and [`ticket`] conduct the conversation, and [`answer`] parses everything a
//! printer sends.

mod answer;
mod capability;
mod capability_probe;
mod connection;
pub mod discover;
mod drawer;
mod printer;
mod queue;
mod spooler;
mod status;
mod stream;
mod ticket;
mod trouble;
mod usb;

use std::time::Duration;

use comanda_ticket::wire::{Address, DrawerState, Level, PrinterSetup, PrinterState, Trouble};

pub use capability::Capability;
pub(crate) use capability_probe::SILENT_AFTER_CONTACTS;
pub use printer::{Printer, PrinterInfo};
pub use queue::Queue;
pub(crate) use stream::SerialLine;

use crate::config::Timing;

/// The wait before a missing port is looked for again, or a printer that is being probed is contacted again: looking for a port costs
/// nothing.
const RECHECK_SOON: Duration = Duration::from_secs(2);

/// The failure of an operation on a printer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No connection, or no answer to a query that the printer is known to answer.
    #[error("the printer cannot be reached")]
    Offline,
    /// The connection broke while a ticket was being sent; the printer may have some of it.
    #[error("the connection broke while a ticket was sent")]
    Broken,
    /// The connection broke before it took any byte of the ticket.
    #[error("the connection took no byte")]
    NothingSent,
}

/// The result of a contact: the state of the printer and its known abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// The current state.
    pub state: PrinterState,
    /// The capability, known only after the printer was ready once.
    pub capability: Option<Capability>,
    /// The state of the drawer, known only after it was seen to open.
    pub drawer: Option<DrawerState>,
}

/// The access to a printer.
#[derive(Debug)]
pub enum Device {
    /// A printer with a conversation: TCP, USB, serial.
    Printer(Box<Printer>),
    /// A queue of the operating system.
    Queue(Queue),
    /// A virtual printer without hardware. It is always ready, and the server shows its paper.
    Virtual,
    /// An address that is not valid.
    InvalidAddress,
}

impl Device {
    /// Creates the access to a printer from its set-up. Does not connect yet. `id_seed` is that of [`Printer::new`].
    #[must_use]
    pub fn new(
        setup: &PrinterSetup,
        timing: &Timing,
        fixed_level: Option<Level>,
        known: Option<Capability>,
        id_seed: u32,
    ) -> Self {
        match Address::parse(setup.kind, &setup.address) {
            Ok(Address::Virtual) => Self::Virtual,
            Ok(Address::Spooler(name)) => Self::Queue(Queue::new(name, timing)),
            Ok(address) => Self::Printer(Box::new(Printer::new(address, timing.clone(), fixed_level, known, id_seed))),
            Err(wrong) => {
                tracing::error!(printer = %setup.name, address = %setup.address, %wrong, "an address that is none");
                Self::InvalidAddress
            }
        }
    }

    /// Returns the access to a printer that speaks TSPL and not ESC/POS.
    #[must_use]
    pub fn speaking_tspl(mut self) -> Self {
        if let Self::Printer(printer) = &mut self {
            printer.speaks_tspl = true;
        }
        self
    }

    /// Connects if necessary, queries the state, and probes the printer at first contact. One that has never answered counts as offline
    /// until several contacts in a row had no answer.
    ///
    /// # Errors
    /// Returns [`Fault::Offline`].
    pub async fn contact(&mut self) -> Result<Contact, Fault> {
        match self {
            Self::Printer(printer) => printer.contact().await,
            Self::Queue(queue) => queue.contact().await,
            Self::Virtual => {
                let capability = Capability { live_status: true, level: Level::L2 };
                Ok(Contact { state: PrinterState::Ready, capability: Some(capability), drawer: None })
            }
            Self::InvalidAddress => Err(Fault::Offline),
        }
    }

    /// Sends a whole ticket and the query whether it is printed.
    ///
    /// # Errors
    /// Returns [`Fault::NothingSent`] or [`Fault::Broken`].
    pub async fn send(&mut self, ticket: Vec<u8>, opens_drawer: bool) -> Result<(), Fault> {
        match self {
            Self::Printer(printer) => printer.send(ticket, opens_drawer).await,
            Self::Queue(queue) => queue.send(ticket).await,
            Self::Virtual => Ok(()),
            Self::InvalidAddress => Err(Fault::NothingSent),
        }
    }

    /// Waits a short while for the confirmation of the sent ticket; `None` if it has not come.
    ///
    /// # Errors
    /// Returns [`Fault::Broken`].
    pub async fn poll_confirmation(&mut self) -> Result<Option<Level>, Fault> {
        match self {
            Self::Printer(printer) => printer.poll_confirmation().await,
            Self::Queue(_) => Ok(Some(Level::L0)),
            Self::Virtual => Ok(Some(Level::L2)),
            Self::InvalidAddress => Err(Fault::Broken),
        }
    }

    /// Queries the state on the same connection: a new one could not confirm the ticket.
    ///
    /// # Errors
    /// Returns [`Fault::Offline`] if no answer came.
    pub async fn contact_while_confirming(&mut self) -> Result<Contact, Fault> {
        match self {
            Self::Printer(printer) => printer.contact_while_confirming().await,
            Self::Queue(_) | Self::Virtual | Self::InvalidAddress => self.contact().await,
        }
    }

    /// The known level of confirmation.
    #[must_use]
    pub fn level(&self) -> Level {
        match self {
            Self::Printer(printer) => printer.level(),
            Self::Virtual => Level::L2,
            Self::Queue(_) | Self::InvalidAddress => Level::L0,
        }
    }

    /// The capability that was found or known before; `None` for a device without a conversation.
    #[must_use]
    pub fn capability(&self) -> Option<Capability> {
        match self {
            Self::Printer(printer) => printer.capability,
            Self::Queue(_) | Self::Virtual | Self::InvalidAddress => None,
        }
    }

    /// Queries the printer's identification, where there is a conversation: see [`Printer::info`].
    ///
    /// # Errors
    /// Returns [`Fault::Offline`].
    pub async fn info(&mut self, what: PrinterInfo) -> Result<Option<String>, Fault> {
        match self {
            Self::Printer(printer) => printer.info(what).await,
            Self::Queue(_) | Self::Virtual | Self::InvalidAddress => Ok(None),
        }
    }

    /// Whether [`Self::poll_confirmation`] returns without waiting, so that the caller has to wait.
    #[must_use]
    pub fn confirms_at_once(&self) -> bool {
        matches!(self, Self::Printer(printer) if printer.level() == Level::L0)
    }

    /// Clears everything that the printer has not printed. Returns whether the printer confirmed it.
    ///
    /// # Errors
    /// Returns [`Fault::Offline`].
    pub async fn clear(&mut self) -> Result<bool, Fault> {
        match self {
            Self::Printer(printer) => printer.clear().await,
            Self::Queue(_) => Ok(false),
            // A virtual printer has no memory that could still be printed.
            Self::Virtual => Ok(true),
            Self::InvalidAddress => Err(Fault::Offline),
        }
    }

    /// Completes when the printer has reported a change by itself, or its connection broke. Never completes for a printer without a
    /// connection.
    pub async fn status_changed(&mut self) {
        match self {
            Self::Printer(printer) => printer.status_changed().await,
            _ => std::future::pending().await,
        }
    }

    /// Probes an idle and ready printer again, at a few of the calls, for levels that it did not confirm so far. Returns whether its level
    /// rose.
    ///
    /// # Errors
    /// Returns [`Fault::Offline`].
    pub async fn probe_again(&mut self) -> Result<bool, Fault> {
        match self {
            Self::Printer(printer) => printer.probe_again().await,
            Self::Queue(_) | Self::Virtual | Self::InvalidAddress => Ok(false),
        }
    }

    /// Whether, after a failed contact, the printer took the connection but did not answer, so that it may be one that never answers.
    #[must_use]
    pub fn may_be_silent(&self) -> bool {
        matches!(self, Self::Printer(printer) if printer.may_be_silent())
    }

    /// The cause of the last failed contact, where it is known.
    #[must_use]
    pub fn trouble(&self) -> Option<Trouble> {
        match self {
            Self::Printer(printer) => printer.trouble,
            Self::Queue(_) | Self::Virtual | Self::InvalidAddress => None,
        }
    }

    /// Closes the connection.
    pub fn close(&mut self) {
        if let Self::Printer(printer) = self {
            printer.connection = None;
        }
    }

    /// Whether there is an open connection for which other programs may be waiting.
    #[must_use]
    pub fn holds_shared_connection(&self) -> bool {
        matches!(self, Self::Printer(printer) if printer.connection.is_some() && !printer.keeps_connection_open())
    }

    /// Whether a pulse has just been sent to the drawer, so that a check can learn which level means open.
    #[must_use]
    pub fn drawer_may_be_opening(&self) -> bool {
        matches!(self, Self::Printer(printer) if printer.drawer.may_be_opening())
    }

    /// The longest sensible wait before the next attempt to contact the printer.
    #[must_use]
    pub fn recheck_within(&self) -> Duration {
        match self {
            Self::Printer(printer) if printer.keeps_connection_open() || printer.may_be_silent() => RECHECK_SOON,
            _ => Duration::MAX,
        }
    }
}
