//! The byte streams to printers: writing, reading, and noticing the end of the connection.

#[cfg(unix)]
mod node;
mod serial;
mod tcp;
#[cfg(unix)]
mod usb;
#[cfg(windows)]
mod usbprint;

use std::{io, time::Duration};

use comanda_ticket::wire::{Address, UsbAddress};
use tokio::{
    io::{AsyncWrite, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

pub(crate) use serial::Line as SerialLine;
#[cfg(unix)]
pub(super) use usb::UsbPrinterStream;
#[cfg(windows)]
pub(super) use usbprint::UsbPrinterStream;

/// An open stream to one printer; dropping it closes it at once.
#[derive(Debug)]
pub(super) enum Stream {
    Tcp(TcpStream),
    Serial(Box<serial::Line>),
    #[cfg(unix)]
    Node(node::Node),
    Usb(Box<UsbPrinterStream>),
}

impl Stream {
    pub(super) async fn open(address: &Address, time_limit: Duration) -> io::Result<Self> {
        let opening = async {
            match address {
                Address::Network(address) => tcp::open(address).await.map(Self::Tcp),
                Address::Serial(address) => serial::Line::open(address).map(|line| Self::Serial(Box::new(line))),
                #[cfg(unix)]
                Address::Usb(UsbAddress::Node(path)) => node::Node::open(path).map(Self::Node),
                Address::Usb(UsbAddress::Device { vendor, product, identity }) => {
                    let usb_stream = UsbPrinterStream::open(*vendor, *product, identity).await;
                    usb_stream.map(|usb_stream| Self::Usb(Box::new(usb_stream)))
                }
                _ => Err(io::ErrorKind::Unsupported.into()),
            }
        };
        timeout(time_limit, opening).await?
    }

    /// Whether a new stream may still carry answers of the one before: a network connection starts empty, a port does not.
    pub(super) const fn may_hold_old_answers(&self) -> bool {
        !matches!(self, Self::Tcp(_))
    }

    /// Sends all bytes, as long as some are taken within each `time_limit`; on failure returns the number of bytes that may have reached
    /// the printer.
    pub(super) async fn write(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        match self {
            Self::Tcp(stream) => write(stream, bytes, time_limit).await,
            Self::Serial(line) => line.write(bytes, time_limit).await,
            #[cfg(unix)]
            Self::Node(node) => node.write(bytes, time_limit).await,
            Self::Usb(usb_stream) => usb_stream.write(bytes, time_limit).await,
        }
    }

    /// Waits for bytes; never returns zero. The future may be dropped at any time without losing bytes.
    ///
    /// # Errors
    /// Returns an error if the connection is gone.
    pub(super) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => tcp::read(stream, buffer).await,
            Self::Serial(line) => line.read(buffer).await,
            #[cfg(unix)]
            Self::Node(node) => node.read(buffer).await,
            Self::Usb(usb_stream) => usb_stream.read(buffer).await,
        }
    }
}

/// Writes all bytes; on failure returns the number of bytes that were taken.
async fn write(stream: &mut (impl AsyncWrite + Unpin), bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
    let mut sent = 0;
    while sent < bytes.len() {
        match timeout(time_limit, stream.write(&bytes[sent..])).await {
            Ok(Ok(written)) if written > 0 => sent += written,
            _ => return Err(sent),
        }
    }
    Ok(())
}
