//! Where a request comes from: the peer of its connection, or what a trusted proxy says of it. The action log and the limits of
//! tries count by it; `http` takes it from a request.

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

tokio::task_local! {
    /// Of the request that is being answered, set by the outermost layer, so that the action log can tell it.
    static CURRENT: Source;
}

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

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
    /// Reads it; what somebody says who is no trusted proxy does not count.
    pub fn of(peer: IpAddr, headers: &HeaderMap, trusted_proxies: &[IpNet]) -> Self {
        let peer = peer.to_canonical();
        let is_proxy = |address: IpAddr| trusted_proxies.iter().any(|net| net.contains(&address));
        if !is_proxy(peer) {
            return Self { address: peer, is_tls: false, is_proxy: false };
        }
        // Each proxy adds the one that it speaks with at the end: whoever the first trusted one spoke with is the client.
        let texts = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
        let named: Vec<&str> = texts.flat_map(|text| text.split(',')).collect();
        let mut address = peer;
        for text in named.into_iter().rev() {
            let Some(next) = parsed(text) else { break };
            address = next;
            if !is_proxy(next) {
                break;
            }
        }
        let proto = headers.get(FORWARDED_PROTO).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let is_tls = proto.rsplit(',').next().is_some_and(|proto| proto.trim().eq_ignore_ascii_case("https"));
        Self { address, is_tls, is_proxy: is_proxy(address) }
    }
}

/// With a port or without.
fn parsed(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))?;
    Some(IpAddr::to_canonical(&address))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted: Vec<IpNet> = ["127.0.0.0/8", "10.1.0.0/16"].into_iter().map(|net| net.parse().unwrap()).collect();
        for (peer, said, client) in [
            ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
            ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
            ("::ffff:127.0.0.1", "198.51.100.1:5000", "198.51.100.1"),
            ("127.0.0.1", "6.6.6.6, 198.51.100.1, 10.1.2.3", "198.51.100.1"),
            ("127.0.0.1", "[2001:db8::7]:443", "2001:db8::7"),
            ("127.0.0.1", "10.1.2.3", "10.1.2.3"),
            ("127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"),
            ("127.0.0.1", "", "127.0.0.1"),
        ] {
            let said = HeaderMap::from_iter([(FORWARDED_FOR, HeaderValue::from_static(said))]);
            let source = Source::of(peer.parse().unwrap(), &said, &trusted);
            assert_eq!(source.address, client.parse::<IpAddr>().unwrap(), "{peer} says {said:?}");
        }
    }

    #[test]
    fn tls_is_what_the_trusted_proxy_says() {
        let trusted = ["127.0.0.0/8".parse().unwrap()];
        let said = HeaderMap::from_iter([(FORWARDED_PROTO, HeaderValue::from_static("https"))]);
        assert!(Source::of([127, 0, 0, 1].into(), &said, &trusted).is_tls);
        assert!(!Source::of([203, 0, 113, 9].into(), &said, &trusted).is_tls);
    }
}
