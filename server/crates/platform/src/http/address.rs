//! At which address another machine of the house reaches this server.

use super::request::host_and_port;
use axum::http::{HeaderMap, header};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// An address to be typed at another machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerAddress {
    /// `http://192.168.1.20:8080`
    pub url: String,
    /// False where only this machine reaches it.
    pub reachable: bool,
}

/// The operator's word; else the host that this request came to, where it is not this machine's own name for itself; else this
/// machine's address in the house.
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
    let here = format!("{}://{host}", if own_scheme == "https" { own_scheme } else { scheme(headers) });
    if !is_loopback(host) {
        return ServerAddress { url: here, reachable: true };
    }
    match in_house(listens_for) {
        Some(IpAddr::V4(ip)) => ServerAddress { url: format!("{own_scheme}://{ip}{}", port(host)), reachable: true },
        Some(IpAddr::V6(ip)) => ServerAddress { url: format!("{own_scheme}://[{ip}]{}", port(host)), reachable: true },
        None => ServerAddress { url: here, reachable: false },
    }
}

/// Where other machines of the house reach a server that listens here; `None` where only this one does.
pub fn house_address(scheme: &str, listen: SocketAddr) -> Option<String> {
    in_house(listen.ip()).map(|ip| format!("{scheme}://{}", SocketAddr::new(ip, listen.port())))
}

fn in_house(listens_for: IpAddr) -> Option<IpAddr> {
    match listens_for {
        ip if ip.is_loopback() => None,
        ip if ip.is_unspecified() => own_address(&interfaces()).map(IpAddr::V4),
        ip => Some(ip),
    }
}

/// What the browser says it came by, or a proxy in front.
fn scheme(headers: &HeaderMap) -> &'static str {
    let says =
        |name: &str, https: &str| headers.get(name).and_then(|v| v.to_str().ok()).is_some_and(|v| v.starts_with(https));
    let by_browser = [header::ORIGIN, header::REFERER].iter().any(|name| says(name.as_str(), "https://"));
    if says("x-forwarded-proto", "https") || by_browser { "https" } else { "http" }
}

/// `:8080`, or nothing.
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

/// Networks of this machine with itself.
const OWN_NETWORKS: [&str; 6] = ["docker", "br-", "veth", "virbr", "vmnet", "vEthernet"];

/// The address of the house's network: a private one of a real interface before any other.
fn own_address(interfaces: &[(String, IpAddr)]) -> Option<Ipv4Addr> {
    let is_own = |name: &str| OWN_NETWORKS.iter().any(|own| name.starts_with(own));
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

    fn told(listen: &str, public_url: Option<&str>, host: &'static str, https: bool) -> (String, bool) {
        let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
        if https {
            headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        }
        let address = server_address(public_url, "http", listen.parse().unwrap(), &headers);
        (address.url, address.reachable)
    }

    #[test]
    fn another_machine_is_told_an_address_that_it_reaches() {
        let all = "0.0.0.0";
        let plain = |url: &str, reachable: bool| (url.to_owned(), reachable);
        assert_eq!(told(all, None, "192.168.1.20:8080", false), plain("http://192.168.1.20:8080", true));
        assert_eq!(told("127.0.0.1", None, "terraza.pe", true), plain("https://terraza.pe", true));
        assert_eq!(told(all, Some("https://caja.pe/"), "127.0.0.1:8080", false), plain("https://caja.pe", true));
        assert_eq!(told("192.168.1.7", None, "localhost:80", false), plain("http://192.168.1.7:80", true));
        for own in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "demo.localhost:8080"] {
            let (url, reachable) = told("127.0.0.1", None, own, false);
            assert_eq!((url, reachable), (format!("http://{own}"), false));
        }
    }

    #[test]
    fn the_house_s_network_comes_before_the_machine_s_own() {
        let of = |list: &[(&str, &str)]| {
            let list: Vec<_> = list.iter().map(|(name, ip)| ((*name).to_owned(), ip.parse().unwrap())).collect();
            own_address(&list).map(|ip| ip.to_string())
        };
        let docker = ("docker0", "172.17.0.1");
        assert_eq!(of(&[("lo", "127.0.0.1"), docker, ("wlan0", "192.168.0.14")]).as_deref(), Some("192.168.0.14"));
        assert_eq!(of(&[docker, ("eth0", "8.8.4.4"), ("eth1", "10.0.0.5")]).as_deref(), Some("10.0.0.5"));
        assert_eq!(of(&[("lo", "127.0.0.1"), ("eth0", "169.254.3.4")]), None);
    }
}
