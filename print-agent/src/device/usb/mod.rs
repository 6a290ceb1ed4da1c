//! USB printers: the list of those that are plugged in, and the search for one by its identity.

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
    stream::UsbPrinterStream,
};
pub(super) use plausible::is_plausible;

#[cfg(unix)]
pub(super) use linux::{Handle, list, printer_interface};
#[cfg(windows)]
pub(super) use windows::{Handle, list};

/// `GS I 68`, the query for the serial number.
const ASK_SERIAL_NUMBER: [u8; 3] = [0x1d, b'I', 68];
/// The time limit for the answer to it.
const TIMEOUT: Duration = Duration::from_millis(500);
/// The maximum number of bytes that are read for it.
const MAX_BYTES: usize = 4 << 10;

/// A plugged-in device that may be a printer.
#[derive(Debug, Clone)]
pub(super) struct UsbDevice {
    pub(super) vendor: u16,
    pub(super) product: u16,
    /// The serial number that the device reports to the bus.
    pub(super) serial: Option<String>,
    /// The socket into which it is plugged.
    pub(super) port: String,
    /// The maker and model.
    pub(super) description: String,
    /// Whether its class is that of printers; that of some clones is not.
    pub(super) is_printer: bool,
    pub(super) handle: Handle,
}

/// Finds the device with this identity.
///
/// # Errors
/// Returns an error if it is not plugged in, or several devices match.
pub(super) async fn find(vendor: u16, product: u16, identity: &UsbIdentity) -> io::Result<UsbDevice> {
    let mut candidates = list().await?;
    candidates.retain(|plugged| (plugged.vendor, plugged.product) == (vendor, product));
    match identity {
        // Windows shows serial numbers in capitals.
        UsbIdentity::Serial(serial) => {
            candidates.retain(|plugged| {
                plugged.serial.as_ref().is_some_and(|plugged_serial| plugged_serial.eq_ignore_ascii_case(serial))
            });
        }
        UsbIdentity::Port(port) => candidates.retain(|plugged| plugged.port.eq_ignore_ascii_case(port)),
        UsbIdentity::QueriedSerial(serial) => return find_by_answer(candidates, serial).await,
        UsbIdentity::Model => {}
    }
    match candidates.as_slice() {
        [_] => Ok(candidates.remove(0)),
        [] => Err(io::ErrorKind::NotFound.into()),
        _ => Err(io::Error::other("several USB printers could be meant")),
    }
}

async fn find_by_answer(candidates: Vec<UsbDevice>, serial: &str) -> io::Result<UsbDevice> {
    for plugged in candidates {
        if ask_serial_number(&plugged).await.is_ok_and(|answer| answer.as_deref() == Some(serial)) {
            return Ok(plugged);
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// Queries the serial number of a printer, for those that do not report it to the bus. Clones answer nothing.
///
/// # Errors
/// Returns an error if it cannot be opened, or was unplugged.
pub(super) async fn ask_serial_number(plugged: &UsbDevice) -> io::Result<Option<String>> {
    let mut usb_stream = UsbPrinterStream::claim(plugged).await?;
    if usb_stream.write(&ASK_SERIAL_NUMBER, TIMEOUT).await.is_err() {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    let mut answers = Answers::default();
    let reading = async {
        let mut buffer = [0; 256];
        let mut received_bytes = 0;
        while received_bytes <= MAX_BYTES {
            let count = usb_stream.read(&mut buffer).await?;
            received_bytes += count;
            answers.push(&buffer[..count]);
            while let Some(answer) = answers.next_answer() {
                if let Answer::Info(text) = answer {
                    return Ok(Some(text));
                }
            }
        }
        Ok(None)
    };
    timeout(TIMEOUT, reading).await.unwrap_or(Ok(None))
}
