//! A USB printer through Windows' own driver, usbprint.sys.
//!
//! The driver's interface is opened for overlapped reading and writing like one end of a pipe, the only such handle that tokio knows;
//! serial ports are opened in the same way.

use std::{io, time::Duration};

use comanda_ticket::wire::UsbIdentity;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::windows::named_pipe::{ClientOptions, NamedPipeClient},
    time::{sleep, timeout},
};

use crate::device::usb::{self, UsbDevice};

/// The pause after an empty packet, so that a printer that sends nothing else does not keep the machine busy.
const EMPTY_PACKET_PAUSE: Duration = Duration::from_millis(20);
/// ERROR_SHARING_VIOLATION: the print spooler or another program is printing.
const SHARED: i32 = 32;

/// An open interface.
#[derive(Debug)]
pub(in crate::device) struct UsbPrinterStream(NamedPipeClient);

impl UsbPrinterStream {
    pub(super) async fn open(vendor: u16, product: u16, identity: &UsbIdentity) -> io::Result<Self> {
        Self::claim(&usb::find(vendor, product, identity).await?).await
    }

    /// Opens the printer for this program alone.
    ///
    /// # Errors
    /// Returns an error if the printer is gone, or another program uses it.
    pub(in crate::device) async fn claim(plugged: &UsbDevice) -> io::Result<Self> {
        let opened = ClientOptions::new().open(&plugged.handle);
        opened.map(Self).map_err(|error| match error.raw_os_error() {
            Some(SHARED) => io::ErrorKind::ResourceBusy.into(),
            _ => error,
        })
    }

    /// Completes when the driver has taken everything: a write is kept in memory until the printer takes it, and the next write, which is
    /// empty, begins only then.
    pub(in crate::device) async fn write(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        super::write(&mut self.0, bytes, time_limit).await?;
        match timeout(time_limit, self.0.write(&[])).await {
            Ok(Ok(_)) => Ok(()),
            _ => Err(bytes.len()),
        }
    }

    pub(in crate::device) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer).await? {
                0 => sleep(EMPTY_PACKET_PAUSE).await,
                count => return Ok(count),
            }
        }
    }
}
