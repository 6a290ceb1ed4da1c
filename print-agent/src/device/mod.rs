//! Printers as the worker sees them: a state, bytes in, a confirmation out.
//!
//! Knows no job, no spool and no server. Everything a printer says is read in [`answer`], whatever connects it.

mod answer;
mod status;
mod tcp;
mod wire;

use comanda_ticket::wire::{Level, PrinterState};

pub use tcp::TcpPrinter;

use crate::spool::Capability;

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
}

/// A way to a printer.
#[derive(Debug)]
pub enum Device {
    /// Raw TCP.
    Tcp(Box<TcpPrinter>),
    /// No hardware: always ready, and its paper is what the server shows.
    Virtual,
    /// A kind of connection that this agent does not have.
    Unsupported,
}

impl Device {
    /// Connects if need be, asks how the printer is, and probes it at first contact.
    ///
    /// # Errors
    /// [`Fault::Offline`].
    pub async fn contact(&mut self) -> Result<Contact, Fault> {
        match self {
            Self::Tcp(printer) => printer.contact().await,
            Self::Virtual => {
                let capability = Capability { live_status: true, level: Level::L2 };
                Ok(Contact { state: PrinterState::Ready, capability: Some(capability) })
            }
            Self::Unsupported => Err(Fault::Offline),
        }
    }

    /// Sends a whole ticket and the question whether it is printed.
    ///
    /// # Errors
    /// [`Fault::NothingSent`] or [`Fault::Broken`].
    pub async fn send(&mut self, ticket: Vec<u8>) -> Result<(), Fault> {
        match self {
            Self::Tcp(printer) => printer.send(ticket).await,
            Self::Virtual => Ok(()),
            Self::Unsupported => Err(Fault::NothingSent),
        }
    }

    /// Waits a short while for the answer to that question.
    ///
    /// # Errors
    /// [`Fault::Broken`].
    pub async fn confirmed(&mut self) -> Result<Option<Level>, Fault> {
        match self {
            Self::Tcp(printer) => printer.confirmed().await,
            Self::Virtual => Ok(Some(Level::L2)),
            Self::Unsupported => Err(Fault::Broken),
        }
    }

    /// How the printer is, on the same connection: a new one would know nothing of the ticket.
    ///
    /// # Errors
    /// [`Fault::Offline`]: no answer this time.
    pub async fn contact_while_confirming(&mut self) -> Result<Contact, Fault> {
        match self {
            Self::Tcp(printer) => printer.contact_while_confirming().await,
            Self::Virtual | Self::Unsupported => self.contact().await,
        }
    }

    /// What it confirms, as far as that is known.
    #[must_use]
    pub fn level(&self) -> Level {
        match self {
            Self::Tcp(printer) => printer.level(),
            Self::Virtual => Level::L2,
            Self::Unsupported => Level::L0,
        }
    }

    /// Whether [`Self::confirmed`] answers without waiting, so that the caller has to.
    #[must_use]
    pub fn confirms_at_once(&self) -> bool {
        matches!(self, Self::Tcp(printer) if printer.level() == Level::L0)
    }

    /// Makes the printer forget what it has not printed. False: it did not confirm that.
    ///
    /// # Errors
    /// [`Fault::Offline`].
    pub async fn clear(&mut self) -> Result<bool, Fault> {
        match self {
            Self::Tcp(printer) => printer.clear().await,
            // It has no memory that could still print.
            Self::Virtual => Ok(true),
            Self::Unsupported => Err(Fault::Offline),
        }
    }

    /// Lets the connection go.
    pub fn close(&mut self) {
        if let Self::Tcp(printer) = self {
            printer.close();
        }
    }

    /// Whether there is a connection to let go.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        matches!(self, Self::Tcp(printer) if printer.is_connected())
    }
}
