//! The client from which a request comes: the peer of its connection, or the one that a trusted proxy names. The action log and the rate
//! limits use it; `http` reads it from a request.

mod http;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

tokio::task_local! {
    /// The source of the request that is being answered, set by the outermost layer for the action log.
    static CURRENT: Source;
}

/// The client behind a request. It is an extractor, and an extension of every request that came through `http::serve`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    pub address: IpAddr,
    /// Whether a trusted proxy says that the browser speaks TLS with it.
    pub is_tls: bool,
    /// Whether the address is a proxy's own, so that the client behind it is not known.
    pub is_proxy: bool,
}

impl Source {
    /// The source of work that no request asked for.
    pub const UNKNOWN: Self = Self { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), is_tls: false, is_proxy: true };

    /// Returns the source of the request that is being answered; [`UNKNOWN`](Self::UNKNOWN) outside of one.
    pub fn current() -> Self {
        CURRENT.try_with(|source| *source).unwrap_or(Self::UNKNOWN)
    }
    /// Returns the address as logs store it; empty where it is not known.
    pub fn address_text(self) -> String {
        if self.address.is_unspecified() { String::new() } else { self.address.to_string() }
    }
    /// Runs `work` with this as the current source.
    pub fn run_as_current<F: Future>(self, work: F) -> impl Future<Output = F::Output> {
        CURRENT.scope(self, work)
    }
    /// Returns the address by which attempts and connections are counted: for IPv6 the /64 network, which a customer has as a whole.
    pub fn rate_limit_address(address: IpAddr) -> IpAddr {
        match address {
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            v4 => v4,
        }
    }
}
