//! Finds printers, for a technician who sets a machine up.
//!
//! Nothing is printed or stored here. While the agent runs, do not query USB printers and serial ports that it uses: they serve one
//! program at a time.

mod mdns;
mod network;
mod ports;
mod range;
mod usb;

use comanda_ticket::wire::Address;

pub use mdns::announced_printers;
pub use network::{Progress, network_printers};
pub use ports::{serial_ports, spooler_queues};
pub use range::{MAX_HOSTS, Range, WrongRange};
pub use usb::usb_printers;

/// A printer that was found, or a port behind which one may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPrinter {
    /// The address for the set-up.
    pub address: Address,
    /// The description from the printer or the system: maker and model, name of an adapter, or target of a queue. May be empty.
    pub description: String,
    /// The evidence that it is a printer.
    pub evidence: Evidence,
    /// The obstacle that must be removed before it can be used.
    pub hindrance: Option<Hindrance>,
}

/// The evidence for a printer, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// There is a port, and it is unknown what is behind it.
    Port,
    /// The system, or the device itself, says that it is a printer.
    Listed,
    /// The device answered as receipt printers do.
    Answered,
}

/// The reason why a printer that was found cannot be used yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hindrance {
    /// The user is not allowed to open it.
    NotAllowed,
    /// Another program uses it.
    InUse,
}

impl FoundPrinter {
    fn new(address: Address, description: impl Into<String>, evidence: Evidence) -> Self {
        Self { address, description: description.into(), evidence, hindrance: None }
    }
}
