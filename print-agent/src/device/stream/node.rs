//! A node of the kernel's printer driver: `/dev/usb/lp0`. It is read and written without waiting, as tokio does with
//! pipes.

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

/// After an empty packet, so that a printer that sends nothing else does not keep the machine busy.
const EMPTY_PACKET_PAUSE: Duration = Duration::from_millis(20);

/// An open node.
#[derive(Debug)]
pub(in crate::device) struct Node {
    out: Sender,
    /// None: this printer's plug has no way back, or the node may only be written.
    back: Option<Receiver>,
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
        let back = answers.then(|| answer_pipe(&file)).transpose()?;
        Ok(Self { out: Sender::from_file_unchecked(file)?, back })
    }

    pub(super) async fn write(&mut self, bytes: &[u8], time_limit: Duration) -> Result<(), usize> {
        super::write(&mut self.out, bytes, time_limit).await
    }

    pub(super) async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(back) = &mut self.back {
            match back.read(buffer).await {
                Ok(0) if is_disconnected(back) => return Err(io::ErrorKind::UnexpectedEof.into()),
                // An empty packet says nothing.
                Ok(0) => sleep(EMPTY_PACKET_PAUSE).await,
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => self.back = None,
                Err(error) => return Err(error),
            }
        }
        std::future::pending().await
    }
}

fn answer_pipe(file: &File) -> io::Result<Receiver> {
    Receiver::from_file_unchecked(file.try_clone()?)
}

fn is_disconnected(back: &Receiver) -> bool {
    let mut asked = [PollFd::new(back, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut asked, Some(&at_once)).is_ok() && asked[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}
