//! Printers as the worker sees them: a state, bytes in, a confirmation out.
//!
//! Knows no job, no spool and no server: what is to be remembered of a printer, its [`Capability`], is defined here and
//! kept by whoever uses it. [`stream`] is the one place that differs by connection; [`printer`] and [`ticket`] are the
//! conversation, and everything a printer says is read in [`answer`], whatever connects it.

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
pub(crate) use capability_probe::SILENT_AFTER_VISITS;
pub use printer::{Info, Printer};
pub use queue::Queue;

use crate::config::Timing;

/// Looking for a port that is not there costs nothing: one that is plugged in again is found this soon. So is one that is
/// being probed.
const SOON: Duration = Duration::from_secs(2);

/// Why a printer did not do what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No connection, or no answer to a question it is known to answer.
    #[error("the printer cannot be reached")]
    Offline,
    /// The connection broke while a ticket was being sent; the printer may have some of it.
    #[error("the connection broke while a ticket was sent")]
    Broken,
    /// The connection broke before it took any byte of the ticket.
    #[error("the connection took no byte")]
    NothingSent,
}

/// How a printer is, and what is known of its abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// Now.
    pub state: PrinterState,
    /// Known only after it was ready once.
    pub capability: Option<Capability>,
    /// Known only after it was seen to open.
    pub drawer: Option<DrawerState>,
}

/// A way to a printer.
#[derive(Debug)]
pub enum Device {
    /// One that is spoken to: TCP, USB, serial.
    Printer(Box<Printer>),
    /// A queue of the operating system.
    Queue(Queue),
    /// No hardware: always ready, and its paper is what the server shows.
    Virtual,
    /// An address that cannot be read.
    InvalidAddress,
}

impl Device {
    /// The way to a printer as it is set up. Does not connect yet. `id_seed` as in [`Printer::new`].
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

    /// Connects if need be, asks how the printer is, and probes it at first contact. One that has never answered
    /// counts as off line until several visits in a row were in vain.
    ///
    /// # Errors
    /// [`Fault::Offline`].
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

    /// Sends a whole ticket and the question whether it is printed.
    ///
    /// # Errors
    /// [`Fault::NothingSent`] or [`Fault::Broken`].
    pub async fn send(&mut self, ticket: Vec<u8>, opens_drawer: bool) -> Result<(), Fault> {
        match self {
            Self::Printer(printer) => printer.send(ticket, opens_drawer).await,
            Self::Queue(queue) => queue.send(ticket).await,
            Self::Virtual => Ok(()),
            Self::InvalidAddress => Err(Fault::NothingSent),
        }
    }

    /// Waits a short while for the answer to that question.
    ///
    /// # Errors
    /// [`Fault::Broken`].
    pub async fn confirmed(&mut self) -> Result<Option<Level>, Fault> {
        match self {
            Self::Printer(printer) => printer.confirmed().await,
            Self::Queue(_) => Ok(Some(Level::L0)),
            Self::Virtual => Ok(Some(Level::L2)),
            Self::InvalidAddress => Err(Fault::Broken),
        }
    }

    /// How the printer is, on the same connection: a new one would know nothing of the ticket.
    ///
    /// # Errors
    /// [`Fault::Offline`]: no answer this time.
    pub async fn contact_while_confirming(&mut self) -> Result<Contact, Fault> {
        match self {
            Self::Printer(printer) => printer.contact_while_confirming().await,
            Self::Queue(_) | Self::Virtual | Self::InvalidAddress => self.contact().await,
        }
    }

    /// What it confirms, as far as that is known.
    #[must_use]
    pub fn level(&self) -> Level {
        match self {
            Self::Printer(printer) => printer.level(),
            Self::Virtual => Level::L2,
            Self::Queue(_) | Self::InvalidAddress => Level::L0,
        }
    }

    /// What was found out about it, or known before; none for what is not a printer that is spoken to.
    #[must_use]
    pub fn capability(&self) -> Option<Capability> {
        match self {
            Self::Printer(printer) => printer.capability,
            Self::Queue(_) | Self::Virtual | Self::InvalidAddress => None,
        }
    }

    /// Its own identification, where it can be asked: see [`Printer::info`].
    ///
    /// # Errors
    /// [`Fault::Offline`].
    pub async fn info(&mut self, what: Info) -> Result<Option<String>, Fault> {
        match self {
            Self::Printer(printer) => printer.info(what).await,
            Self::Queue(_) | Self::Virtual | Self::InvalidAddress => Ok(None),
        }
    }

    /// Whether [`Self::confirmed`] answers without waiting, so that the caller has to.
    #[must_use]
    pub fn confirms_at_once(&self) -> bool {
        matches!(self, Self::Printer(printer) if printer.level() == Level::L0)
    }

    /// Makes the printer forget what it has not printed. False: it did not confirm that.
    ///
    /// # Errors
    /// [`Fault::Offline`].
    pub async fn clear(&mut self) -> Result<bool, Fault> {
        match self {
            Self::Printer(printer) => printer.clear().await,
            Self::Queue(_) => Ok(false),
            // It has no memory that could still print.
            Self::Virtual => Ok(true),
            Self::InvalidAddress => Err(Fault::Offline),
        }
    }

    /// Returns when the printer has reported a change by itself, or its connection broke. Never for a printer without a
    /// connection.
    pub async fn status_changed(&mut self) {
        match self {
            Self::Printer(printer) => printer.status_changed().await,
            _ => std::future::pending().await,
        }
    }

    /// To be called when the printer is idle and ready: now and then asks again for what it did not confirm so far. True:
    /// it can do more than was known.
    ///
    /// # Errors
    /// [`Fault::Offline`].
    pub async fn probe_again(&mut self) -> Result<bool, Fault> {
        match self {
            Self::Printer(printer) => printer.probe_again().await,
            Self::Queue(_) | Self::Virtual | Self::InvalidAddress => Ok(false),
        }
    }

    /// After a contact that failed: it took the connection and did not answer, which one contact does not explain.
    #[must_use]
    pub fn may_be_silent(&self) -> bool {
        matches!(self, Self::Printer(printer) if printer.may_be_silent())
    }

    /// After a contact that failed: why, where that is known.
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

    /// Whether there is a connection that others may be waiting for.
    #[must_use]
    pub fn holds_shared_connection(&self) -> bool {
        matches!(self, Self::Printer(printer) if printer.connection.is_some() && !printer.keeps_connection_open())
    }

    /// Whether a pulse has just been sent to the drawer, so that a look finds out what open looks like.
    #[must_use]
    pub fn drawer_may_be_opening(&self) -> bool {
        matches!(self, Self::Printer(printer) if printer.drawer.may_be_opening())
    }

    /// The longest it makes sense to wait before looking for it again.
    #[must_use]
    pub fn recheck_within(&self) -> Duration {
        match self {
            Self::Printer(printer) if printer.keeps_connection_open() || printer.may_be_silent() => SOON,
            _ => Duration::MAX,
        }
    }
}
