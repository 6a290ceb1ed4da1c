//! Messages to systemd: ready, stopping, state, watchdog.

use std::time::Duration;

/// Sends a message, if systemd started this process and listens.
#[cfg(target_os = "linux")]
pub(crate) fn send(message: &str) {
    use std::os::{
        linux::net::SocketAddrExt,
        unix::{
            ffi::OsStrExt,
            net::{SocketAddr, UnixDatagram},
        },
    };
    let Some(path) = std::env::var_os("NOTIFY_SOCKET") else {
        return;
    };
    let address = match path.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name),
        None => SocketAddr::from_pathname(&path),
    };
    let sent = address.and_then(|address| {
        let socket = UnixDatagram::unbound()?;
        // A receiver that does not listen must not block the agent.
        socket.set_nonblocking(true)?;
        socket.send_to_addr(message.as_bytes(), &address)
    });
    if let Err(error) = sent {
        tracing::debug!(%error, "systemd cannot be told");
    }
}

/// Does nothing: there is no systemd on this system.
#[cfg(not(target_os = "linux"))]
pub(crate) fn send(_message: &str) {}

/// Returns the interval of watchdog messages, half of systemd's limit as it advises; `None` if systemd does not watch this process.
#[must_use]
pub(crate) fn watchdog_period() -> Option<Duration> {
    let is_for_this_process = std::env::var("WATCHDOG_PID").map_or(true, |pid| pid == std::process::id().to_string());
    let period = std::env::var("WATCHDOG_USEC").ok()?.parse().ok()?;
    (is_for_this_process && period > 0).then(|| Duration::from_micros(period) / 2)
}
