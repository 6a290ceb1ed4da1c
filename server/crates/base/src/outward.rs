//! Where the server connects to because a company says so: a look-up service, a mail server. Whoever may change such an address must
//! not reach with it what only this machine reaches, so networks of a house need the operator's word (`allow_private_addresses`).

use std::{
    io::{Error, ErrorKind},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};
use ureq::http::Uri;

/// Which addresses are good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outward {
    /// The operator lets companies name servers of the house.
    pub allow_private: bool,
}

impl Outward {
    /// Whether it may be connected to.
    pub fn may(self, ip: IpAddr) -> bool {
        self.allow_private || is_public(ip)
    }

    /// The first address of a name that may be connected to.
    ///
    /// # Errors
    /// `PermissionDenied`: it has no such address; anything else: it has none at all.
    pub async fn address(self, host: &str, port: u16) -> Result<SocketAddr, Error> {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let mut found = tokio::net::lookup_host((host, port)).await?;
        found.find(|a| self.may(a.ip())).ok_or_else(refused)
    }
}

/// Whether secrets may go to an address: encrypted, or no further than this machine.
pub fn may_carry_secrets(url: &str) -> bool {
    plain_host(url).is_some_and(|(uri, _)| uri.scheme_str() == Some("https")) || is_of_this_machine(url)
}

/// Whether it is an address of this machine, in clear: `http://localhost:8080/…`.
pub fn is_of_this_machine(url: &str) -> bool {
    plain_host(url).is_some_and(|(uri, host)| {
        let is_here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        uri.scheme_str() == Some("http") && is_here
    })
}

/// An address that names a host and no user, with that host.
fn plain_host(url: &str) -> Option<(Uri, String)> {
    let uri: Uri = url.parse().ok()?;
    let host = uri.host()?.trim_start_matches('[').trim_end_matches(']').to_owned();
    let names_nobody = !uri.authority()?.as_str().contains('@') && url.chars().all(|c| c.is_ascii_graphic());
    (names_nobody && !host.is_empty()).then_some((uri, host))
}

/// The failure of a connection that is not allowed.
pub fn refused() -> Error {
    Error::new(ErrorKind::PermissionDenied, "an address of a private network")
}

/// Whether an address is of the internet, and not of this machine, its house or its provider (RFC 6890).
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => v4_within(ip).map_or_else(|| is_public_v6(ip), is_public_v4),
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

/// The address of the older internet that this one stands for: mapped, NAT64, 6to4.
fn v4_within(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let of = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match ip.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(of(high, low)),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => Some(of(high, low)),
        [0x2002, high, low, ..] => Some(of(high, low)),
        _ => None,
    }
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let first = ip.segments()[0];
    // Loopback and unspecified begin with zeros; what is given out begins with 2 or 3.
    first & 0xe000 == 0x2000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_of_the_internet_is_public() {
        let is_public = |text: &str| is_public(text.parse().unwrap());
        for inside in [
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
            assert!(!is_public(inside), "{inside}");
        }
        for outside in ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"]
        {
            assert!(is_public(outside), "{outside}");
        }
    }

    #[test]
    fn secrets_go_encrypted_or_stay_here() {
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
    async fn a_house_is_reached_where_the_operator_says_so() {
        let (shut, open) = (Outward { allow_private: false }, Outward { allow_private: true });
        for host in ["127.0.0.1", "localhost", "[::1]"] {
            assert_eq!(shut.address(host, 25).await.unwrap_err().kind(), ErrorKind::PermissionDenied, "{host}");
        }
        assert_eq!(open.address("127.0.0.1", 25).await.unwrap(), "127.0.0.1:25".parse().unwrap());
    }
}
