//! Messages to systemd: ready, stopping, state, watchdog.

use std::time::Duration;

/// Sends a message, if systemd started this process and listens.
#[cfg(target_os = "linux")]
pub(crate) fn send(what: &str) {
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
    let said = address.and_then(|address| {
        let socket = UnixDatagram::unbound()?;
        // Whoever does not listen must not hold up what prints.
        socket.set_nonblocking(true)?;
        socket.send_to_addr(what.as_bytes(), &address)
    });
    if let Err(error) = said {
        tracing::debug!(%error, "systemd cannot be told");
    }
}

/// Nobody listens here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn send(_what: &str) {}

/// How often systemd wants a sign of life, halved as it advises; none if it does not watch this process.
#[must_use]
pub(crate) fn watchdog_period() -> Option<Duration> {
    let meant = std::env::var("WATCHDOG_PID").map_or(true, |pid| pid == std::process::id().to_string());
    let period = std::env::var("WATCHDOG_USEC").ok()?.parse().ok()?;
    (meant && period > 0).then(|| Duration::from_micros(period) / 2)
}
