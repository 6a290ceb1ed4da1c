//! The address of a serial printer: `port[:speed[,bits parity stop][,flow control]]`.

use std::fmt;

use super::{MAX_CHARACTERS, WrongAddress};

/// The speeds that printers and adapters have.
pub const BAUD_RATES: [u32; 8] = [1200, 2400, 4800, 9600, 19200, 38400, 57600, 115_200];

/// The folder whose paths contain colons; no other path of a port may.
const BY_PATH: &str = "/dev/serial/by-path/";

/// A printer on a serial port.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SerialAddress {
    /// `COM3` or a path below `/dev/`.
    pub port: String,
    /// One of [`BAUD_RATES`].
    pub baud: u32,
    /// The data bits, 7 or 8.
    pub data_bits: u8,
    /// The parity: the second character of `8N1`.
    pub parity: Parity,
    /// The stop bits, 1 or 2.
    pub stop_bits: u8,
    /// The flow control.
    pub flow: FlowControl,
}

/// The parity bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Parity {
    /// `N`
    None,
    /// `E`
    Even,
    /// `O`
    Odd,
}

/// The way in which a printer whose buffer is full stops the sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlowControl {
    /// No flow control: data that come too fast are lost.
    None,
    /// `rtscts`: by wire.
    Hardware,
    /// `xonxoff`: by characters.
    Software,
}

impl SerialAddress {
    /// Returns the address of a port with the settings that most printers leave the factory with.
    #[must_use]
    pub fn with_default_settings(port: &str) -> Self {
        let (parity, flow) = (Parity::None, FlowControl::None);
        Self { port: port.to_owned(), baud: 9600, data_bits: 8, parity, stop_bits: 1, flow }
    }

    pub(super) fn parse(text: &str) -> Result<Self, WrongAddress> {
        let (port, settings) = match text.rsplit_once(':') {
            Some((port, settings)) if !port.is_empty() && is_settings(port, settings) => (port, Some(settings)),
            _ => (text, None),
        };
        let address = Self::with_default_settings(&normalise_port(port).ok_or(WrongAddress::SerialPort)?);
        settings
            .map_or(Some(address.clone()), |settings| address.with_settings(settings))
            .ok_or(WrongAddress::SerialSettings)
    }

    fn with_settings(mut self, settings: &str) -> Option<Self> {
        let mut parts = settings.split(',');
        let baud = parts.next()?.parse().ok()?;
        self.baud = BAUD_RATES.contains(&baud).then_some(baud)?;
        let &[data, parity, stop] = parts.next().unwrap_or("8N1").as_bytes() else {
            return None;
        };
        self.data_bits = matches!(data, b'7' | b'8').then(|| data - b'0')?;
        self.stop_bits = matches!(stop, b'1' | b'2').then(|| stop - b'0')?;
        self.parity = match parity.to_ascii_uppercase() {
            b'N' => Parity::None,
            b'E' => Parity::Even,
            b'O' => Parity::Odd,
            _ => return None,
        };
        self.flow = match parts.next() {
            None => FlowControl::None,
            Some("rtscts") => FlowControl::Hardware,
            Some("xonxoff") => FlowControl::Software,
            Some(_) => return None,
        };
        parts.next().is_none().then_some(self)
    }
}

/// Whether the text after the last colon is settings. It belongs to the port only in a path that is made of colons.
fn is_settings(port: &str, after: &str) -> bool {
    !port.starts_with(BY_PATH) || after.split(',').next().is_some_and(|baud| baud.parse::<u32>().is_ok())
}

fn normalise_port(port: &str) -> Option<String> {
    let number = port.get(..3).filter(|com| com.eq_ignore_ascii_case("com")).and_then(|_| port.get(3..));
    if let Some(number) = number {
        let digits = (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        return (digits && !number.starts_with('0')).then(|| format!("COM{number}"));
    }
    let name = port.strip_prefix("/dev/").filter(|name| !name.is_empty())?;
    let known = |byte: u8| byte.is_ascii_graphic() && byte != b',' && (byte != b':' || port.starts_with(BY_PATH));
    (port.len() <= MAX_CHARACTERS && name.bytes().all(known)).then(|| port.to_owned())
}

impl fmt::Display for SerialAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parity = match self.parity {
            Parity::None => 'N',
            Parity::Even => 'E',
            Parity::Odd => 'O',
        };
        write!(f, "{}:{},{}{parity}{}", self.port, self.baud, self.data_bits, self.stop_bits)?;
        match self.flow {
            FlowControl::None => Ok(()),
            FlowControl::Hardware => f.write_str(",rtscts"),
            FlowControl::Software => f.write_str(",xonxoff"),
        }
    }
}
