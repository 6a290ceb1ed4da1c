//! Determines the address at which other machines on the local network reach this server.

use super::request::host_and_port;
use axum::http::{HeaderMap, header};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// A URL to be typed at another machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerAddress {
    /// The URL, like `http://192.168.1.20:8080`.
    pub url: String,
    /// Whether other machines can reach it.
    pub reachable: bool,
}

/// Returns the URL that the operator configured; else the host of this request, unless it is a loopback name; else this machine's
/// address on the local network.
pub fn server_address(
    public_url: Option<&str>,
    own_scheme: &str,
    listens_for: IpAddr,
    headers: &HeaderMap,
) -> ServerAddress {
    if let Some(url) = public_url {
        return ServerAddress { url: url.trim_end_matches('/').to_owned(), reachable: true };
    }
    let host = host_and_port(headers);
    let requested_url = format!("{}://{host}", if own_scheme == "https" { own_scheme } else { scheme(headers) });
    if !is_loopback(host) {
        return ServerAddress { url: requested_url, reachable: true };
    }
    match network_address(listens_for) {
        Some(IpAddr::V4(ip)) => ServerAddress { url: format!("{own_scheme}://{ip}{}", port(host)), reachable: true },
        Some(IpAddr::V6(ip)) => ServerAddress { url: format!("{own_scheme}://[{ip}]{}", port(host)), reachable: true },
        None => ServerAddress { url: requested_url, reachable: false },
    }
}

/// Returns the URL at which other machines reach a server that listens at this address; `None` where only this machine does.
pub fn local_network_url(scheme: &str, listen: SocketAddr) -> Option<String> {
    network_address(listen.ip()).map(|ip| format!("{scheme}://{}", SocketAddr::new(ip, listen.port())))
}

fn network_address(listens_for: IpAddr) -> Option<IpAddr> {
    match listens_for {
        ip if ip.is_loopback() => None,
        ip if ip.is_unspecified() => preferred_address(&interfaces()).map(IpAddr::V4),
        ip => Some(ip),
    }
}

/// Returns the scheme of the browser's request, as the browser or a proxy says it.
fn scheme(headers: &HeaderMap) -> &'static str {
    let says =
        |name: &str, https: &str| headers.get(name).and_then(|v| v.to_str().ok()).is_some_and(|v| v.starts_with(https));
    let browser_says_https = [header::ORIGIN, header::REFERER].iter().any(|name| says(name.as_str(), "https://"));
    if says("x-forwarded-proto", "https") || browser_says_https { "https" } else { "http" }
}

/// Returns the port of a host like `:8080`, or an empty text.
fn port(host: &str) -> &str {
    let after_brackets = host.rfind(']').map_or(0, |at| at + 1);
    host[after_brackets..].find(':').map_or("", |at| &host[after_brackets + at..])
}

fn is_loopback(host: &str) -> bool {
    let name = host.strip_suffix(port(host)).unwrap_or(host).trim_start_matches('[').trim_end_matches(']');
    name.is_empty()
        || name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip.is_unspecified())
}

fn interfaces() -> Vec<(String, IpAddr)> {
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    found.into_iter().map(|interface| (interface.name.clone(), interface.ip())).collect()
}

/// Prefixes of interfaces for networks inside of this machine.
const OWN_NETWORKS: [&str; 6] = ["docker", "br-", "veth", "virbr", "vmnet", "vEthernet"];

/// Returns the address on the local network: a private one of a physical interface before any other.
fn preferred_address(interfaces: &[(String, IpAddr)]) -> Option<Ipv4Addr> {
    let is_own = |name: &str| OWN_NETWORKS.iter().any(|prefix| name.starts_with(prefix));
    let mut found: Vec<_> = interfaces
        .iter()
        .filter_map(|(name, ip)| if let IpAddr::V4(ip) = ip { Some((name, *ip)) } else { None })
        .filter(|(_, ip)| !ip.is_loopback() && !ip.is_link_local() && !ip.is_unspecified())
        .collect();
    found.sort_by_key(|(name, ip)| (is_own(name), !ip.is_private()));
    found.first().map(|(_, ip)| *ip)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn address_for(listen: &str, public_url: Option<&str>, host: &'static str, https: bool) -> (String, bool) {
        let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
        if https {
            headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        }
        let address = server_address(public_url, "http", listen.parse().unwrap(), &headers);
        (address.url, address.reachable)
    }

    #[test]
    fn other_machines_get_an_address_that_they_can_reach() {
        let all = "0.0.0.0";
        let plain = |url: &str, reachable: bool| (url.to_owned(), reachable);
        assert_eq!(address_for(all, None, "192.168.1.20:8080", false), plain("http://192.168.1.20:8080", true));
        assert_eq!(address_for("127.0.0.1", None, "terraza.pe", true), plain("https://terraza.pe", true));
        assert_eq!(address_for(all, Some("https://caja.pe/"), "127.0.0.1:8080", false), plain("https://caja.pe", true));
        assert_eq!(address_for("192.168.1.7", None, "localhost:80", false), plain("http://192.168.1.7:80", true));
        for loopback_host in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "demo.localhost:8080"] {
            let (url, reachable) = address_for("127.0.0.1", None, loopback_host, false);
            assert_eq!((url, reachable), (format!("http://{loopback_host}"), false));
        }
    }

    #[test]
    fn physical_networks_come_before_internal_ones() {
        let preferred = |list: &[(&str, &str)]| {
            let list: Vec<_> = list.iter().map(|(name, ip)| ((*name).to_owned(), ip.parse().unwrap())).collect();
            preferred_address(&list).map(|ip| ip.to_string())
        };
        let docker = ("docker0", "172.17.0.1");
        assert_eq!(
            preferred(&[("lo", "127.0.0.1"), docker, ("wlan0", "192.168.0.14")]).as_deref(),
            Some("192.168.0.14")
        );
        assert_eq!(preferred(&[docker, ("eth0", "8.8.4.4"), ("eth1", "10.0.0.5")]).as_deref(), Some("10.0.0.5"));
        assert_eq!(preferred(&[("lo", "127.0.0.1"), ("eth0", "169.254.3.4")]), None);
    }
}
