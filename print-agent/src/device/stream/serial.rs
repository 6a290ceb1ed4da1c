//! Serial ports, including USB adapters and virtual ports of printers.

use std::{fs, io, time::Duration};

use comanda_ticket::wire::{FlowControl, Parity, SerialAddress};
use tokio::{
    io::AsyncReadExt,
    time::{Instant, sleep},
};
use tokio_serial::{ClearBuffer, DataBits, SerialPort, SerialStream, StopBits};

use crate::device::trouble;

/// The interval between checks of the bytes that the operating system still has to send.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// An open port.
#[derive(Debug)]
pub(crate) struct Line(SerialStream);

impl Line {
    pub(crate) fn open(address: &SerialAddress) -> io::Result<Self> {
        trouble::refuse_files(fs::metadata(&address.port))?;
        let data_bits = if address.data_bits == 7 { DataBits::Seven } else { DataBits::Eight };
        let stop_bits = if address.stop_bits == 2 { StopBits::Two } else { StopBits::One };
        let parity = match address.parity {
            Parity::None => tokio_serial::Parity::None,
            Parity::Even => tokio_serial::Parity::Even,
            Parity::Odd => tokio_serial::Parity::Odd,
        };
        let flow = match address.flow {
            FlowControl::None => tokio_serial::FlowControl::None,
            FlowControl::Hardware => tokio_serial::FlowControl::Hardware,
            FlowControl::Software => tokio_serial::FlowControl::Software,
        };
        let port = tokio_serial::new(&address.port, address.baud)
            .data_bits(data_bits)
            .stop_bits(stop_bits)
            .parity(parity)
            .flow_control(flow);
        let line = Self(SerialStream::open(&port)?);
        line.0.clear(ClearBuffer::All)?;
        Ok(line)
    }

    /// Completes when the operating system has sent everything: at 9600 baud a ticket takes a second, and bytes that the printer stops by
    /// flow control must not count as sent.
    pub(crate) async fn write(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        super::write(&mut self.0, bytes, time_limit).await?;
        let mut previous_left = usize::MAX;
        let mut deadline = Instant::now() + time_limit;
        loop {
            // For a port that cannot report it, the bytes count as sent.
            let now_left = self.0.bytes_to_write().map_or(0, |count| usize::try_from(count).unwrap_or(usize::MAX));
            if now_left == 0 {
                return Ok(());
            }
            if now_left < previous_left {
                (previous_left, deadline) = (now_left, Instant::now() + time_limit);
            } else if Instant::now() >= deadline {
                return Err(bytes.len().saturating_sub(now_left));
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    pub(crate) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            count => Ok(count),
        }
    }
}

impl Drop for Line {
    /// Discards the bytes that the printer has not taken: closing would otherwise wait for them, half a minute on Linux, and block all
    /// others.
    fn drop(&mut self) {
        if self.0.bytes_to_write().is_ok_and(|unsent| unsent > 0) {
            // A port that is gone has nothing to discard.
            let _ = self.0.clear(ClearBuffer::Output);
        }
    }
}
