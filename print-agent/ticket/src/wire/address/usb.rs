//! The address of a USB printer: an identity that survives unplugging, or a device node.

use std::fmt;

use super::MAX_CHARACTERS;

/// A printer on USB.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UsbAddress {
    /// A device by vendor, product and identity.
    Device {
        /// `idVendor`.
        vendor: u16,
        /// `idProduct`.
        product: u16,
        /// The identity among several devices of the same model.
        identity: UsbIdentity,
    },
    /// A node of the kernel's printer driver: `/dev/usb/lp0`. Which printer it is depends on the order of plugging.
    Node(String),
}

/// The feature that tells a USB printer from others of its model.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UsbIdentity {
    /// The serial number that the device reports to the bus.
    Serial(String),
    /// The serial number that the printer answers to `GS I 68`, for printers that report none to the bus.
    QueriedSerial(String),
    /// The bus and ports, as in `1-2.3`: the socket that the printer is plugged into.
    Port(String),
    /// No identity: the printer is found as long as it is the only one of its model.
    Model,
}

impl UsbAddress {
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text.starts_with('/') {
            return is_node(text).then(|| Self::Node(text.to_owned()));
        }
        let text = text.strip_prefix("usb:").unwrap_or(text);
        let (vendor, rest) = text.split_at_checked(4)?;
        let (product, rest) = rest.strip_prefix(':')?.split_at_checked(4)?;
        let mut rest = rest.chars();
        let (mark, which) = (rest.next(), rest.as_str());
        let serial = || is_serial(which).then(|| which.to_owned());
        let identity = match mark {
            None => UsbIdentity::Model,
            Some(':') => UsbIdentity::Serial(serial()?),
            Some('#') => UsbIdentity::QueriedSerial(serial()?),
            Some('@') if is_port(which) => UsbIdentity::Port(which.to_owned()),
            _ => return None,
        };
        Some(Self::Device { vendor: parse_id(vendor)?, product: parse_id(product)?, identity })
    }
}

/// Parses four hexadecimal digits.
fn parse_id(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(text, 16).ok())?
}

/// Whether the text has visible characters only: a serial number of blanks or noise tells no printers apart.
fn is_serial(text: &str) -> bool {
    let is_printable = text.chars().all(|c| c == ' ' || c.is_ascii_graphic());
    !text.is_empty() && text.len() <= MAX_CHARACTERS && is_printable && text.trim().len() == text.len()
}

fn is_port(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'&');
    !text.is_empty() && text.len() <= MAX_CHARACTERS && text.bytes().all(known)
}

fn is_node(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_graphic();
    text.starts_with("/dev/") && text.len() > "/dev/".len() && text.len() <= MAX_CHARACTERS && text.bytes().all(known)
}

impl fmt::Display for UsbAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Device { vendor, product, identity } = self else {
            let Self::Node(node) = self else { return Ok(()) };
            return f.write_str(node);
        };
        write!(f, "usb:{vendor:04x}:{product:04x}")?;
        match identity {
            UsbIdentity::Serial(serial) => write!(f, ":{serial}"),
            UsbIdentity::QueriedSerial(serial) => write!(f, "#{serial}"),
            UsbIdentity::Port(port) => write!(f, "@{port}"),
            UsbIdentity::Model => Ok(()),
        }
    }
}
