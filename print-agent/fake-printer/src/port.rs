//! The printer at the far end of a serial port (a pseudo terminal) or of another character device.

use std::{
    fs::{File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use rustix::{
    fs::OFlags,
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{OptionalActions, ioctl_tiocnxcl, tcgetattr, tcsetattr},
};
use tokio::{
    io::{Join, join},
    net::unix::pipe::{Receiver, Sender},
    time::sleep,
};

use crate::{connection::attend, printer::Shared};

/// Between two looks at whether somebody else may open the port.
const LET_IN: Duration = Duration::from_millis(5);

/// A character device, read and written without waiting, as tokio does with pipes.
pub(crate) type Device = Join<Receiver, Sender>;

/// Opens a character device.
pub(crate) fn open(path: &Path) -> io::Result<Device> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    device(OpenOptions::new().read(true).write(true).custom_flags(flags).open(path)?)
}

fn device(file: File) -> io::Result<Device> {
    let sender = Sender::from_file_unchecked(file.try_clone()?)?;
    Ok(join(Receiver::from_file_unchecked(file)?, sender))
}

/// A serial port that is plugged in: a pseudo terminal, and a link by which it is found.
#[derive(Debug)]
pub(crate) struct Port {
    near: Device,
    /// Held open, so that its settings last and closing it at the other end is not heard here, as with a real cable.
    far: File,
    link: PathBuf,
}

impl Port {
    pub(crate) fn plug_in(link: &Path) -> io::Result<Self> {
        let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&near)?;
        unlockpt(&near)?;
        let name = ptsname(&near, Vec::new())?.into_string().map_err(io::Error::other)?;
        rustix::fs::fcntl_setfl(&near, OFlags::NONBLOCK)?;
        let far =
            OpenOptions::new().read(true).write(true).custom_flags(OFlags::NOCTTY.bits().cast_signed()).open(&name)?;
        let mut raw = tcgetattr(&far)?;
        raw.make_raw();
        tcsetattr(&far, OptionalActions::Now, &raw)?;
        std::os::unix::fs::symlink(&name, link)?;
        Ok(Self { near: device(File::from(near))?, far, link: link.to_owned() })
    }

    /// Whoever opened the port may have shut others out until the last one closes it, which is this program.
    async fn let_others_in(far: &File) -> io::Result<()> {
        loop {
            ioctl_tiocnxcl(far)?;
            sleep(LET_IN).await;
        }
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        // A folder that is gone has no link either.
        let _ = std::fs::remove_file(&self.link);
    }
}

/// Plugged in, out and in again, as the faults have it.
pub(crate) async fn stay(shared: Arc<Shared>, port: Port) {
    let link = port.link.clone();
    let mut plugged = Some(port);
    let mut changes = shared.changed.subscribe();
    loop {
        changes.mark_unchanged();
        if shared.faults().refusing {
            plugged = None;
            if changes.changed().await.is_err() {
                return;
            }
            continue;
        }
        let Some(mut port) = plugged.take().or_else(|| Port::plug_in(&link).ok()) else {
            return;
        };
        shared.faults().connections += 1;
        shared.changed();
        // Either way it is pulled out; there is nobody to tell.
        tokio::select! {
            _ = attend(&shared, &mut port.near) => {}
            _ = Port::let_others_in(&port.far) => {}
        }
        drop(port);
        shared.changed();
    }
}

/// A device that stays: every broken connection begins anew on it.
pub(crate) async fn serve(shared: Arc<Shared>, mut device: Device) {
    loop {
        shared.faults().connections += 1;
        shared.changed();
        // The computer at the other end is away: it may come back.
        let _ = attend(&shared, &mut device).await;
        sleep(LET_IN).await;
    }
}
