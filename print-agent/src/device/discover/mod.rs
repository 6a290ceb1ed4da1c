//! What may be printed on: for a technician who sets a machine up.
//!
//! Nothing here prints, and nothing is kept. A program that runs the agent beside it must not ask USB printers and
//! serial ports that the agent has: they answer one at a time.

mod mdns;
mod network;
mod ports;
mod range;
mod usb;

use comanda_ticket::wire::Address;

pub use mdns::announced;
pub use network::{Progress, network};
pub use ports::{queues, serial};
pub use range::{MAX_HOSTS, Range, WrongRange};
pub use usb::usb;

/// A printer, or where one may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// For the set-up.
    pub address: Address,
    /// What it calls itself, or is called: maker and model, name of an adapter, where a queue leads. May be empty.
    pub description: String,
    /// What speaks for a printer there.
    pub evidence: Evidence,
    /// In words for a technician, when something has to be done before it can be used.
    pub hindrance: Option<Hindrance>,
}

/// What speaks for a printer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// There is a port; what is behind it nobody knows.
    Port,
    /// The system, or the device itself, says that it is a printer.
    Listed,
    /// It answered as receipt printers do.
    Answered,
}

/// Why something that was found cannot be used yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hindrance {
    /// This user may not open it.
    NotAllowed,
    /// Another program has it.
    InUse,
}

impl Found {
    fn new(address: Address, description: impl Into<String>, evidence: Evidence) -> Self {
        Self { address, description: description.into(), evidence, hindrance: None }
    }
}
