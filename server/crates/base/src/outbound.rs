//! Checks the addresses to which the server connects on a company's word: a look-up service, a mail server. Who may change such an address
//! must not reach internal servers with it, so private networks need the operator's permission (`allow_private_addresses`).

use std::{
    io::{Error, ErrorKind},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};
use ureq::http::Uri;

/// The rule by which addresses are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutboundPolicy {
    /// Whether companies may name servers on private networks.
    pub allow_private: bool,
}

impl OutboundPolicy {
    /// Whether the server may connect to this address.
    pub fn allows(self, ip: IpAddr) -> bool {
        self.allow_private || is_public(ip)
    }

    /// Resolves a host name to its first allowed address.
    ///
    /// # Errors
    /// `PermissionDenied`: none of its addresses is allowed; any other kind: the name has no address at all.
    pub async fn resolve(self, host: &str, port: u16) -> Result<SocketAddr, Error> {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let mut found = tokio::net::lookup_host((host, port)).await?;
        found.find(|a| self.allows(a.ip())).ok_or_else(permission_denied)
    }
}

/// Whether secrets may be sent to a URL: encrypted, or no further than this machine.
pub fn may_carry_secrets(url: &str) -> bool {
    parse_host(url).is_some_and(|(uri, _)| uri.scheme_str() == Some("https")) || is_loopback_url(url)
}

/// Whether a URL is of this machine and not encrypted: `http://localhost:8080/…`.
pub fn is_loopback_url(url: &str) -> bool {
    parse_host(url).is_some_and(|(uri, host)| {
        let is_here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        uri.scheme_str() == Some("http") && is_here
    })
}

/// Parses a URL that names a host and no user, and returns it with the host.
fn parse_host(url: &str) -> Option<(Uri, String)> {
    let uri: Uri = url.parse().ok()?;
    let host = uri.host()?.trim_start_matches('[').trim_end_matches(']').to_owned();
    let names_nobody = !uri.authority()?.as_str().contains('@') && url.chars().all(|c| c.is_ascii_graphic());
    (names_nobody && !host.is_empty()).then_some((uri, host))
}

/// Makes the error of a connection that is not allowed.
pub fn permission_denied() -> Error {
    Error::new(ErrorKind::PermissionDenied, "an address of a private network")
}

/// Whether an address is of the internet, and not of this machine, its local network or its provider (RFC 6890).
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => embedded_v4(ip).map_or_else(|| is_public_v6(ip), is_public_v4),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 240..=255, _, _)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0)
            | (192, 168, _)
            | (198, 18..=19, _)
    );
    !special && !ip.is_multicast()
}

/// Returns the IPv4 address embedded in an IPv6 one: mapped, NAT64, 6to4.
fn embedded_v4(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let ipv4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match ip.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(ipv4(high, low)),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => Some(ipv4(high, low)),
        [0x2002, high, low, ..] => Some(ipv4(high, low)),
        _ => None,
    }
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let first = ip.segments()[0];
    // Loopback and unspecified begin with zeros; global unicast addresses begin with 2 or 3.
    first & 0xe000 == 0x2000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_internet_addresses_are_public() {
        let is_public = |text: &str| is_public(text.parse().unwrap());
        for private_address in [
            "127.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "fec0::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:192.168.1.1",
            "64:ff9b::10.0.0.1",
            "2002:7f00:1::",
            "::127.0.0.1",
        ] {
            assert!(!is_public(private_address), "{private_address}");
        }
        for public_address in
            ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"]
        {
            assert!(is_public(public_address), "{public_address}");
        }
    }

    #[test]
    fn secrets_go_encrypted_or_stay_on_this_machine() {
        for good in [
            "https://ose.pe/ol/billService",
            "https://ose.pe:8443",
            "http://127.0.0.1:8080/x",
            "http://[::1]:1",
            "http://localhost/x",
        ] {
            assert!(may_carry_secrets(good), "{good}");
        }
        for bad in [
            "",
            "ose.pe",
            "https://",
            "http://ose.pe",
            "ftp://127.0.0.1",
            "http://localhost.ose.pe",
            "http://127.0.0.1.ose.pe",
            "http://127.0.0.1@ose.pe",
            "https://caja:clave@ose.pe",
            "http://192.168.1.2",
            "https://ose.pe/ x",
        ] {
            assert!(!may_carry_secrets(bad), "{bad}");
        }
    }

    #[tokio::test]
    async fn private_addresses_need_the_operators_permission() {
        let (shut, open) = (OutboundPolicy { allow_private: false }, OutboundPolicy { allow_private: true });
        for host in ["127.0.0.1", "localhost", "[::1]"] {
            assert_eq!(shut.resolve(host, 25).await.unwrap_err().kind(), ErrorKind::PermissionDenied, "{host}");
        }
        assert_eq!(open.resolve("127.0.0.1", 25).await.unwrap(), "127.0.0.1:25".parse().unwrap());
    }
}
