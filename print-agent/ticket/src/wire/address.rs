//! The address of a printer: the one place that reads and writes its text.
//!
//! | type | text |
//! |---|---|
//! | NETWORK | `192.168.1.50` or `cocina.local:9100` |
//! | USB | `usb:04b8:0202:X7K1` (serial number), `usb:04b8:0202#X7K1` (what the printer answers to `GS I 68`), `usb:04b8:0202@1-2.3` (the socket it is plugged into), `usb:04b8:0202` (the only one of its model), `/dev/usb/lp0` |
//! | SERIAL | `COM3:19200,8N1` or `/dev/ttyUSB0:19200,8N1,rtscts` |
//! | SPOOLER | the name of a queue of the operating system |
//! | VIRTUAL | nothing |

mod network;
mod serial;
mod usb;

use std::fmt;

pub use network::{DEFAULT_PORT, NetworkAddress};
pub use serial::{BAUD_RATES, FlowControl, Parity, SerialAddress};
pub use usb::{UsbAddress, UsbIdentity};

use super::PrinterType;

/// The longest name of a queue or device.
pub(super) const MAX_CHARACTERS: usize = 200;

/// The address of a printer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Address {
    /// A host and port for raw TCP.
    Network(NetworkAddress),
    /// A device of the USB printer class.
    Usb(UsbAddress),
    /// A serial port.
    Serial(SerialAddress),
    /// The name of a queue of the operating system.
    Spooler(String),
    /// No hardware.
    Virtual,
}

/// The mistake in an address, with a text for the person who wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WrongAddress {
    /// The host is neither an IP nor a name, or the port is not valid.
    Network,
    /// The text identifies no USB device.
    Usb,
    /// The text names no serial port.
    SerialPort,
    /// The speed, bits or flow control of a serial port are not valid.
    SerialSettings,
    /// The text is not a name of a queue.
    Spooler,
}

impl WrongAddress {
    /// The text that tells the person what to write instead.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Network => "Escribe la IP o el nombre, y el puerto si no es 9100: 192.168.1.50:9100",
            Self::Usb => "Elige el dispositivo USB, o escríbelo así: usb:04b8:0202:X7K1 o /dev/usb/lp0",
            Self::SerialPort => "Escribe el puerto serie: COM3 o /dev/ttyUSB0",
            Self::SerialSettings => "Escribe la velocidad y los bits después del puerto: COM3:19200,8N1",
            Self::Spooler => "Escribe el nombre de la cola de impresión.",
        }
    }
}

impl fmt::Display for WrongAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for WrongAddress {}

impl Address {
    /// Reads the address of a printer of this type; blanks around the text do not matter.
    ///
    /// # Errors
    /// Returns [`WrongAddress`] with the text for the person.
    pub fn parse(kind: PrinterType, text: &str) -> Result<Self, WrongAddress> {
        let text = text.trim();
        match kind {
            PrinterType::Network => NetworkAddress::parse(text).map(Self::Network).ok_or(WrongAddress::Network),
            PrinterType::Usb => UsbAddress::parse(text).map(Self::Usb).ok_or(WrongAddress::Usb),
            PrinterType::Serial => SerialAddress::parse(text).map(Self::Serial),
            PrinterType::Spooler if is_name(text) => Ok(Self::Spooler(text.to_owned())),
            PrinterType::Spooler => Err(WrongAddress::Spooler),
            PrinterType::Virtual => Ok(Self::Virtual),
        }
    }

    /// The way in which the printer is reached.
    #[must_use]
    pub const fn kind(&self) -> PrinterType {
        match self {
            Self::Network(_) => PrinterType::Network,
            Self::Usb(_) => PrinterType::Usb,
            Self::Serial(_) => PrinterType::Serial,
            Self::Spooler(_) => PrinterType::Spooler,
            Self::Virtual => PrinterType::Virtual,
        }
    }
}

impl fmt::Display for Address {
    /// Writes the canonical text that [`Address::parse`] reads, with every optional part.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(address) => address.fmt(f),
            Self::Usb(address) => address.fmt(f),
            Self::Serial(address) => address.fmt(f),
            Self::Spooler(queue) => f.write_str(queue),
            Self::Virtual => Ok(()),
        }
    }
}

/// Whether the text can be the name of a queue of an operating system.
fn is_name(text: &str) -> bool {
    // A name that begins with a hyphen would be read as an option of the command that prints.
    let plain = !text.is_empty() && !text.starts_with('-') && !text.chars().any(char::is_control);
    plain && text.chars().count() <= MAX_CHARACTERS
}
