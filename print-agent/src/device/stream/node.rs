//! A node of the kernel's printer driver, `/dev/usb/lp0`, read and written without blocking by tokio's pipes.

use std::{
    fs::{File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt,
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::OFlags,
};
use tokio::{
    io::AsyncReadExt,
    net::unix::pipe::{Receiver, Sender},
    time::sleep,
};

use crate::device::trouble;

/// The pause after an empty packet, so that a printer that sends nothing else does not keep the machine busy.
const EMPTY_PACKET_PAUSE: Duration = Duration::from_millis(20);

/// An open node.
#[derive(Debug)]
pub(in crate::device) struct Node {
    writer: Sender,
    /// The reading end, or `None` if the printer cannot send, or the node may only be written.
    reader: Option<Receiver>,
}

impl Node {
    pub(super) fn open(path: &str) -> io::Result<Self> {
        let open = |read| {
            let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
            OpenOptions::new().write(true).read(read).custom_flags(flags.bits().cast_signed()).open(path)
        };
        let (file, answers) = match open(true) {
            Ok(file) => (file, true),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => (open(false)?, false),
            Err(error) => return Err(error),
        };
        trouble::refuse_files(file.metadata())?;
        let reader = answers.then(|| answer_pipe(&file)).transpose()?;
        Ok(Self { writer: Sender::from_file_unchecked(file)?, reader })
    }

    pub(super) async fn write(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        super::write(&mut self.writer, bytes, time_limit).await
    }

    pub(super) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(reader) = &mut self.reader {
            match reader.read(buffer).await {
                Ok(0) if is_disconnected(reader) => return Err(io::ErrorKind::UnexpectedEof.into()),
                // An empty packet has no meaning.
                Ok(0) => sleep(EMPTY_PACKET_PAUSE).await,
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => self.reader = None,
                Err(error) => return Err(error),
            }
        }
        std::future::pending().await
    }
}

fn answer_pipe(file: &File) -> io::Result<Receiver> {
    Receiver::from_file_unchecked(file.try_clone()?)
}

fn is_disconnected(reader: &Receiver) -> bool {
    let mut polled = [PollFd::new(reader, PollFlags::empty())];
    let no_wait = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut polled, Some(&no_wait)).is_ok() && polled[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}
