//! Determines the [`Source`] from the connection and its headers (`serve` stores it in the request's extensions), and extracts it from a
//! request, or from the one with which a socket began.

use super::Source;
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, request::Parts},
};
use ipnet::IpNet;
use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

impl<S: Sync> FromRequestParts<S> for Source {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::from_parts(parts))
    }
}

impl Source {
    /// Returns the source stored in a request's extensions.
    pub fn from_parts(parts: &Parts) -> Self {
        parts.extensions.get().copied().unwrap_or(Self::UNKNOWN)
    }
    /// Determines the source of a connection; headers of a peer that is no trusted proxy are ignored.
    pub fn from_headers(peer: IpAddr, headers: &HeaderMap, trusted_proxies: &[IpNet]) -> Self {
        let peer = peer.to_canonical();
        let is_proxy = |address: IpAddr| trusted_proxies.iter().any(|net| net.contains(&address));
        if !is_proxy(peer) {
            return Self { address: peer, is_tls: false, is_proxy: false };
        }
        // Each proxy appends the address of its peer: the peer of the first trusted proxy is the client.
        let texts = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
        let named: Vec<&str> = texts.flat_map(|text| text.split(',')).collect();
        let mut address = peer;
        for text in named.into_iter().rev() {
            let Some(next) = parse_address(text) else { break };
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

/// Parses an address with or without a port.
fn parse_address(text: &str) -> Option<IpAddr> {
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
        for (peer, forwarded, client) in [
            ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
            ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
            ("::ffff:127.0.0.1", "198.51.100.1:5000", "198.51.100.1"),
            ("127.0.0.1", "6.6.6.6, 198.51.100.1, 10.1.2.3", "198.51.100.1"),
            ("127.0.0.1", "[2001:db8::7]:443", "2001:db8::7"),
            ("127.0.0.1", "10.1.2.3", "10.1.2.3"),
            ("127.0.0.1", "198.51.100.1, unknown", "127.0.0.1"),
            ("127.0.0.1", "", "127.0.0.1"),
        ] {
            let forwarded = HeaderMap::from_iter([(FORWARDED_FOR, HeaderValue::from_static(forwarded))]);
            let source = Source::from_headers(peer.parse().unwrap(), &forwarded, &trusted);
            assert_eq!(source.address, client.parse::<IpAddr>().unwrap(), "{peer} says {forwarded:?}");
        }
    }

    #[test]
    fn tls_is_what_the_trusted_proxy_says() {
        let trusted = ["127.0.0.0/8".parse().unwrap()];
        let headers = HeaderMap::from_iter([(FORWARDED_PROTO, HeaderValue::from_static("https"))]);
        assert!(Source::from_headers([127, 0, 0, 1].into(), &headers, &trusted).is_tls);
        assert!(!Source::from_headers([203, 0, 113, 9].into(), &headers, &trusted).is_tls);
    }
}
