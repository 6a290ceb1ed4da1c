//! Where a request comes from: the peer of its connection, or what a trusted proxy says of it. The action log and the limits of
//! tries count by it; `http` takes it from a request.

mod http;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

tokio::task_local! {
    /// Of the request that is being answered, set by the outermost layer, so that the action log can tell it.
    static CURRENT: Source;
}

/// The client behind a request. An extractor, and an extension of every request that came by `http::serve`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    pub address: IpAddr,
    /// A trusted proxy says that the browser speaks TLS with it.
    pub is_tls: bool,
    /// It is a proxy's own: who is behind it is not known.
    pub is_proxy: bool,
}

impl Source {
    /// Where nobody asks.
    pub const NOWHERE: Self = Self { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), is_tls: false, is_proxy: true };

    /// Of the request that is being answered; nowhere outside of one.
    pub fn current() -> Self {
        CURRENT.try_with(|source| *source).unwrap_or(Self::NOWHERE)
    }
    /// The address as logs keep it; empty for nowhere.
    pub fn text(self) -> String {
        if self.address.is_unspecified() { String::new() } else { self.address.to_string() }
    }
    /// Runs `work` for a request from here.
    pub fn scope<F: Future>(self, work: F) -> impl Future<Output = F::Output> {
        CURRENT.scope(self, work)
    }
    /// The address by which tries and connections are counted: an IPv6 customer has a whole network.
    pub fn customer(address: IpAddr) -> IpAddr {
        match address {
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            v4 => v4,
        }
    }
}
