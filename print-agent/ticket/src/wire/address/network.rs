//! The address of a network printer: `host[:port]`.

use std::{fmt, net::Ipv4Addr};

/// The port on which receipt printers listen.
pub const DEFAULT_PORT: u16 = 9100;

const MAX_HOST_CHARACTERS: usize = 253;

/// A printer in the network.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NetworkAddress {
    /// The IPv4 address or the name.
    pub host: String,
    /// The port, never 0.
    pub port: u16,
}

impl NetworkAddress {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().ok().filter(|port| *port > 0)?),
            None => (text, DEFAULT_PORT),
        };
        is_host(host).then(|| Self { host: host.to_owned(), port })
    }
}

fn is_host(host: &str) -> bool {
    let named = host.len() <= MAX_HOST_CHARACTERS
        && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
        && host.chars().any(|c| c.is_ascii_alphanumeric());
    // A text that looks like an IP must be one: 192.168.1.500 is a typing mistake, not a name.
    let digits = host.chars().all(|c| c.is_ascii_digit() || c == '.');
    named && (!digits || host.parse::<Ipv4Addr>().is_ok())
}

impl fmt::Display for NetworkAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}
