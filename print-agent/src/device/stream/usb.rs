//! A USB printer without the kernel's printer driver: its interface is claimed, and bytes are sent by bulk transfers.

use std::{io, time::Duration};

use comanda_ticket::wire::UsbIdentity;
use nusb::{
    Endpoint, Interface,
    descriptors::TransferType,
    transfer::{Buffer, Bulk, Completion, Direction, In, Out},
};
use tokio::time::{sleep, timeout};

use crate::device::usb::{self, UsbDevice};

/// The bytes of one transfer: the number that arrived is known even when the transfer is cancelled.
const MAX_BYTES: usize = 4096;
/// The pause after an empty packet, so that a printer that sends nothing else does not keep the machine busy.
const EMPTY_PACKET_PAUSE: Duration = Duration::from_millis(20);
/// The time limit for a cancelled transfer to complete.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(1);
/// The pause between two attempts to claim an interface: the last owner, often this program, releases it in the background.
const CLAIM_RETRY_EVERY: Duration = Duration::from_millis(50);
/// The attempts after which another program must be using the interface.
const MAX_CLAIM_TRIES: u32 = 20;

/// A claimed printer interface. Dropping it returns it to the kernel's driver.
#[derive(Debug)]
pub(in crate::device) struct UsbPrinterStream {
    output: Endpoint<Bulk, Out>,
    /// The endpoint for reading, which some printers lack.
    input: Option<Endpoint<Bulk, In>>,
    /// The bytes of a packet that did not fit in the reader's buffer.
    leftover: Vec<u8>,
}

impl UsbPrinterStream {
    pub(super) async fn open(vendor: u16, product: u16, identity: &UsbIdentity) -> io::Result<Self> {
        Self::claim(&usb::find(vendor, product, identity).await?).await
    }

    /// Takes the printer interface of a device for this program alone.
    ///
    /// # Errors
    /// Returns an error if the device is gone, another program uses it, or the user is not allowed to.
    pub(in crate::device) async fn claim(plugged: &UsbDevice) -> io::Result<Self> {
        let number = usb::printer_interface(&plugged.handle).ok_or(io::ErrorKind::Unsupported)?;
        let device = plugged.handle.open().await?;
        let mut tries = 0;
        let interface = loop {
            match device.detach_and_claim_interface(number).await {
                Ok(interface) => break interface,
                Err(error) if error.kind() != nusb::ErrorKind::Busy => return Err(error.into()),
                Err(_) if tries == MAX_CLAIM_TRIES => return Err(io::ErrorKind::ResourceBusy.into()),
                Err(_) => sleep(CLAIM_RETRY_EVERY).await,
            }
            tries += 1;
        };
        let (setting, output, input) = endpoints(&interface).ok_or(io::ErrorKind::Unsupported)?;
        if interface.descriptors().count() > 1 {
            interface.set_alt_setting(setting).await?;
        }
        let output = interface.endpoint::<Bulk, Out>(output)?;
        let input = input.map(|address| interface.endpoint::<Bulk, In>(address)).transpose()?;
        Ok(Self { output, input, leftover: Vec::new() })
    }

    pub(in crate::device) async fn write(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        let mut sent = 0;
        for part in bytes.chunks(MAX_BYTES) {
            self.output.submit(part.to_vec().into());
            let transfer = match timeout(time_limit, self.output.next_complete()).await {
                Ok(transfer) => transfer,
                Err(_) => self.cancel_transfer().await.ok_or(sent + part.len())?,
            };
            sent += transfer.actual_len.min(part.len());
            if transfer.status.is_err() || transfer.actual_len < part.len() {
                return Err(sent);
            }
        }
        Ok(())
    }

    /// Cancels the transfer. `None` when it does not complete, so that it is unknown how much arrived.
    async fn cancel_transfer(&mut self) -> Option<Completion> {
        self.output.cancel_all();
        timeout(CANCEL_TIMEOUT, self.output.next_complete()).await.ok()
    }

    pub(in crate::device) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(input) = &mut self.input else {
            return std::future::pending().await;
        };
        while self.leftover.is_empty() {
            if input.pending() == 0 {
                input.submit(Buffer::new(input.max_packet_size()));
            }
            let transfer = input.next_complete().await;
            transfer.status?;
            let count = transfer.actual_len;
            self.leftover = transfer.buffer.into_vec();
            self.leftover.truncate(count);
            if count == 0 {
                sleep(EMPTY_PACKET_PAUSE).await;
            }
        }
        let count = self.leftover.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.leftover[..count]);
        self.leftover.drain(..count);
        Ok(count)
    }
}

/// Returns the setting with an output endpoint, preferring one that also has an input endpoint: setting, output, input.
fn endpoints(interface: &Interface) -> Option<(u8, u8, Option<u8>)> {
    let settings = interface.descriptors().filter_map(|setting| {
        let bulk = |wanted: Direction| {
            let is_bulk = |transfer: TransferType| transfer == TransferType::Bulk;
            let mut endpoints = setting.endpoints();
            let found = endpoints.find(|end| end.direction() == wanted && is_bulk(end.transfer_type()));
            found.map(|end| end.address())
        };
        Some((setting.alternate_setting(), bulk(Direction::Out)?, bulk(Direction::In)))
    });
    settings.max_by_key(|(setting, _, input)| (input.is_some(), std::cmp::Reverse(*setting)))
}
