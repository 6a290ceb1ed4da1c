//! A printer or a scale at the other end of a serial port (a pseudo terminal) or of another character device.

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

use crate::{connection::serve_connection, printer::Shared};

/// The pause between two checks, and before a broken connection is served again.
const PAUSE: Duration = Duration::from_millis(5);

/// A character device that is read and written asynchronously, in the same way as tokio handles pipes.
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

/// A serial port that is plugged in: a pseudo terminal, and a symbolic link with the path of the port.
#[derive(Debug)]
pub(crate) struct Port {
    pub(crate) printer_end: Device,
    /// The agent's end of the pseudo terminal.
    ///
    /// It is held open so that its settings last, and so that the printer does not notice when the agent closes the port.
    /// A real serial cable behaves in the same way.
    pub(crate) agent_end: File,
    link: PathBuf,
}

impl Port {
    pub(crate) fn plug_in(link: &Path) -> io::Result<Self> {
        let printer_end = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&printer_end)?;
        unlockpt(&printer_end)?;
        let name = ptsname(&printer_end, Vec::new())?.into_string().map_err(io::Error::other)?;
        rustix::fs::fcntl_setfl(&printer_end, OFlags::NONBLOCK)?;
        let agent_end =
            OpenOptions::new().read(true).write(true).custom_flags(OFlags::NOCTTY.bits().cast_signed()).open(&name)?;
        let mut raw = tcgetattr(&agent_end)?;
        raw.make_raw();
        tcsetattr(&agent_end, OptionalActions::Now, &raw)?;
        std::os::unix::fs::symlink(&name, link)?;
        Ok(Self { printer_end: device(File::from(printer_end))?, agent_end, link: link.to_owned() })
    }

    /// Clears the exclusive mode of the port again and again.
    ///
    /// A program can open the port in exclusive mode, which normally ends when the last program closes the port. Here it
    /// would never end, because this program keeps the port open.
    pub(crate) async fn keep_clearing_exclusive_mode(agent_end: &File) -> io::Result<()> {
        loop {
            ioctl_tiocnxcl(agent_end)?;
            sleep(PAUSE).await;
        }
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        // If the folder was removed, the link is already gone.
        let _ = std::fs::remove_file(&self.link);
    }
}

/// Serves the port, and plugs it out and in again when the simulated faults say so.
pub(crate) async fn serve_port(shared: Arc<Shared>, port: Port) {
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
        // Both results mean that the port is plugged out. Errors are ignored.
        tokio::select! {
            _ = serve_connection(&shared, &mut port.printer_end) => {}
            _ = Port::keep_clearing_exclusive_mode(&port.agent_end) => {}
        }
        drop(port);
        shared.changed();
    }
}

/// Serves a device that is never plugged out. When a connection breaks, the next one begins on the same device.
pub(crate) async fn serve_device(shared: Arc<Shared>, mut device: Device) {
    loop {
        shared.faults().connections += 1;
        shared.changed();
        // The computer at the other end has gone away, but it may come back.
        let _ = serve_connection(&shared, &mut device).await;
        sleep(PAUSE).await;
    }
}
