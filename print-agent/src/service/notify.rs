//! What systemd is told: that the agent is ready, and again and again that it lives.

use std::time::Duration;

/// Says it, if systemd started this process and wants to hear.
#[cfg(target_os = "linux")]
pub fn tell(what: &str) {
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
pub fn tell(_what: &str) {}

/// How often systemd wants a sign of life, halved as it advises; none if it does not watch this process.
#[must_use]
pub fn watchdog_period() -> Option<Duration> {
    let meant = std::env::var("WATCHDOG_PID").map_or(true, |pid| pid == std::process::id().to_string());
    let period = std::env::var("WATCHDOG_USEC").ok()?.parse().ok()?;
    (meant && period > 0).then(|| Duration::from_micros(period) / 2)
}
