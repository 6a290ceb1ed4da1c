//! USB printers: which are plugged in, and which of them is meant.

#[cfg(unix)]
mod linux;
mod plausible;
#[cfg(windows)]
mod windows;

use std::{io, time::Duration};

use comanda_ticket::wire::UsbIdentity;
use tokio::time::timeout;

use super::{
    answer::{Answer, Answers},
    stream::Plug,
};
pub(super) use plausible::is_plausible;

#[cfg(unix)]
pub(super) use linux::{Handle, list, printer_interface};
#[cfg(windows)]
pub(super) use windows::{Handle, list};

/// `GS I 68`.
const ASK_SERIAL_NUMBER: [u8; 3] = [0x1d, b'I', 68];
/// For that to be answered.
const TIMEOUT: Duration = Duration::from_millis(500);
/// What is read for it.
const MAX_BYTES: usize = 4 << 10;

/// A device that is plugged in and can be printed on.
#[derive(Debug, Clone)]
pub(super) struct Plugged {
    pub(super) vendor: u16,
    pub(super) product: u16,
    /// As the device tells the bus.
    pub(super) serial: Option<String>,
    /// The socket it is plugged into.
    pub(super) port: String,
    /// Maker and model.
    pub(super) description: String,
    /// Whether it says that it is a printer; some clones do not.
    pub(super) is_printer: bool,
    pub(super) handle: Handle,
}

/// The one that is meant.
///
/// # Errors
/// It is not plugged in, or several could be meant.
pub(super) async fn find(vendor: u16, product: u16, identity: &UsbIdentity) -> io::Result<Plugged> {
    let mut meant = list().await?;
    meant.retain(|plugged| (plugged.vendor, plugged.product) == (vendor, product));
    match identity {
        // Windows shows serial numbers in capitals.
        UsbIdentity::Serial(serial) => {
            meant.retain(|plugged| plugged.serial.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(serial)));
        }
        UsbIdentity::Port(port) => meant.retain(|plugged| plugged.port.eq_ignore_ascii_case(port)),
        UsbIdentity::Asked(serial) => return find_by_answer(meant, serial).await,
        UsbIdentity::Model => {}
    }
    match meant.as_slice() {
        [_] => Ok(meant.remove(0)),
        [] => Err(io::ErrorKind::NotFound.into()),
        _ => Err(io::Error::other("several USB printers could be meant")),
    }
}

async fn find_by_answer(meant: Vec<Plugged>, serial: &str) -> io::Result<Plugged> {
    for plugged in meant {
        if ask_serial_number(&plugged).await.is_ok_and(|said| said.as_deref() == Some(serial)) {
            return Ok(plugged);
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// The serial number that a printer answers, for those that do not tell it the bus. Clones answer nothing.
///
/// # Errors
/// It cannot be opened, or was pulled out.
pub(super) async fn ask_serial_number(plugged: &Plugged) -> io::Result<Option<String>> {
    let mut plug = Plug::claim(plugged).await?;
    if plug.write(&ASK_SERIAL_NUMBER, TIMEOUT).await.is_err() {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    let mut answers = Answers::default();
    let hearing = async {
        let mut buffer = [0; 256];
        let mut heard = 0;
        while heard <= MAX_BYTES {
            let count = plug.read(&mut buffer).await?;
            heard += count;
            answers.push(&buffer[..count]);
            while let Some(answer) = answers.take() {
                if let Answer::Info(text) = answer {
                    return Ok(Some(text));
                }
            }
        }
        Ok(None)
    };
    timeout(TIMEOUT, hearing).await.unwrap_or(Ok(None))
}
