//! Serial ports, and what looks like one: USB adapters, virtual ports of printers.

use std::{fs, io, time::Duration};

use comanda_ticket::wire::{FlowControl, Parity, SerialAddress};
use tokio::{
    io::AsyncReadExt,
    time::{Instant, sleep},
};
use tokio_serial::{ClearBuffer, DataBits, SerialPort, SerialStream, StopBits};

use crate::device::trouble;

/// Between two looks at what the operating system still has to send.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// An open port.
#[derive(Debug)]
pub(in crate::device) struct Line(SerialStream);

impl Line {
    pub(super) fn open(address: &SerialAddress) -> io::Result<Self> {
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

    /// Done when the operating system has nothing left: at 9600 baud a ticket is under way for a second, and what a
    /// printer holds up by flow control must not count as sent.
    pub(super) async fn write(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        super::write(&mut self.0, bytes, time_limit).await?;
        let mut left = usize::MAX;
        let mut deadline = Instant::now() + time_limit;
        loop {
            // A port that does not know counts as sent.
            let now_left = self.0.bytes_to_write().map_or(0, |count| usize::try_from(count).unwrap_or(usize::MAX));
            if now_left == 0 {
                return Ok(());
            }
            if now_left < left {
                (left, deadline) = (now_left, Instant::now() + time_limit);
            } else if Instant::now() >= deadline {
                return Err(bytes.len().saturating_sub(now_left));
            }
            sleep(LOOK_AGAIN).await;
        }
    }

    pub(super) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            count => Ok(count),
        }
    }
}

impl Drop for Line {
    /// What the printer has not taken is forgotten: closing would otherwise wait for it, half a minute on Linux, and
    /// hold up everybody else.
    fn drop(&mut self) {
        if self.0.bytes_to_write().is_ok_and(|left| left > 0) {
            // A port that is gone has nothing to forget.
            let _ = self.0.clear(ClearBuffer::Output);
        }
    }
}
