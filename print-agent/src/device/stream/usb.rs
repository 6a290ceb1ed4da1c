//! A printer on USB without the kernel's printer driver: its interface is claimed, and bytes travel by bulk transfer.

use std::{io, time::Duration};

use comanda_ticket::wire::UsbIdentity;
use nusb::{
    Endpoint, Interface,
    descriptors::TransferType,
    transfer::{Buffer, Bulk, Completion, Direction, In, Out},
};
use tokio::time::{sleep, timeout};

use crate::device::usb::{self, Plugged};

/// Bytes of one transfer: how many of them arrived is known even when it is cancelled.
const MAX_BYTES: usize = 4096;
/// After an empty packet, so that a printer that sends nothing else does not keep the machine busy.
const EMPTY_PACKET_PAUSE: Duration = Duration::from_millis(20);
/// For a cancelled transfer to come back.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(1);
/// Between two tries to claim an interface: the last owner, often this program, releases it in the background.
const CLAIM_RETRY_EVERY: Duration = Duration::from_millis(50);
/// Then it is somebody else.
const MAX_CLAIM_TRIES: u32 = 20;

/// A claimed printer interface. Letting it go gives it back to the kernel's driver.
#[derive(Debug)]
pub(in crate::device) struct Plug {
    out: Endpoint<Bulk, Out>,
    /// Some printers have no way back.
    back: Option<Endpoint<Bulk, In>>,
    /// Came with a packet, and did not fit in the reader's buffer.
    left: Vec<u8>,
}

impl Plug {
    pub(super) async fn open(vendor: u16, product: u16, identity: &UsbIdentity) -> io::Result<Self> {
        Self::claim(&usb::find(vendor, product, identity).await?).await
    }

    /// Takes the printer interface of a device for this program alone.
    ///
    /// # Errors
    /// It is gone, somebody else has it, or this user may not use it.
    pub(in crate::device) async fn claim(plugged: &Plugged) -> io::Result<Self> {
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
        let (setting, out, back) = endpoints(&interface).ok_or(io::ErrorKind::Unsupported)?;
        if interface.descriptors().count() > 1 {
            interface.set_alt_setting(setting).await?;
        }
        let out = interface.endpoint::<Bulk, Out>(out)?;
        let back = back.map(|address| interface.endpoint::<Bulk, In>(address)).transpose()?;
        Ok(Self { out, back, left: Vec::new() })
    }

    pub(in crate::device) async fn write(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        let mut sent = 0;
        for part in bytes.chunks(MAX_BYTES) {
            self.out.submit(part.to_vec().into());
            let done = match timeout(time_limit, self.out.next_complete()).await {
                Ok(done) => done,
                Err(_) => self.cancel_transfer().await.ok_or(sent + part.len())?,
            };
            sent += done.actual_len.min(part.len());
            if done.status.is_err() || done.actual_len < part.len() {
                return Err(sent);
            }
        }
        Ok(())
    }

    /// None: it does not come back, and nobody knows how much of it arrived.
    async fn cancel_transfer(&mut self) -> Option<Completion> {
        self.out.cancel_all();
        timeout(CANCEL_TIMEOUT, self.out.next_complete()).await.ok()
    }

    pub(in crate::device) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(back) = &mut self.back else {
            return std::future::pending().await;
        };
        while self.left.is_empty() {
            if back.pending() == 0 {
                back.submit(Buffer::new(back.max_packet_size()));
            }
            let done = back.next_complete().await;
            done.status?;
            let count = done.actual_len;
            self.left = done.buffer.into_vec();
            self.left.truncate(count);
            if count == 0 {
                sleep(EMPTY_PACKET_PAUSE).await;
            }
        }
        let count = self.left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.left[..count]);
        self.left.drain(..count);
        Ok(count)
    }
}

/// The setting with a way there, and a way back if any has one: setting, out, in.
fn endpoints(interface: &Interface) -> Option<(u8, u8, Option<u8>)> {
    let settings = interface.descriptors().filter_map(|setting| {
        let bulk = |wanted: Direction| {
            let of_bulk = |transfer: TransferType| transfer == TransferType::Bulk;
            let mut endpoints = setting.endpoints();
            let found = endpoints.find(|end| end.direction() == wanted && of_bulk(end.transfer_type()));
            found.map(|end| end.address())
        };
        Some((setting.alternate_setting(), bulk(Direction::Out)?, bulk(Direction::In)))
    });
    settings.max_by_key(|(setting, _, back)| (back.is_some(), std::cmp::Reverse(*setting)))
}
