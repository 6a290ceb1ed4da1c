//! Connections through an HTTP proxy: `CONNECT`, for HTTPS, HTTP and the link alike.

use std::{env, net::IpAddr};

use base64::{Engine, prelude::BASE64_STANDARD};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{Address, NetError};

/// The longest answer to `CONNECT`.
const MAX_ANSWER_BYTES: usize = 16 << 10;
/// The configuration value for no proxy at all, even if the environment has one.
const NONE: &str = "no";

/// The address of a proxy and the credentials for it.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    /// The name or IP.
    pub host: String,
    /// The port, usually 3128 or 8080.
    pub port: u16,
    /// The credentials: `user:password`.
    credentials: Option<String>,
}

impl std::fmt::Debug for Proxy {
    /// Leaves out the credentials.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proxy").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
}

impl std::fmt::Display for Proxy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl Proxy {
    /// Returns the configured proxy, or that of `HTTPS_PROXY` / `HTTP_PROXY`, respecting `NO_PROXY`.
    pub(super) fn choose(configured: Option<&str>, server: &Address) -> Result<Option<Self>, NetError> {
        match configured.map(str::trim).filter(|text| !text.is_empty()) {
            Some(NONE) => Ok(None),
            Some(text) => Self::parse(text).map(Some),
            None => Self::from_environment(server),
        }
    }

    fn from_environment(server: &Address) -> Result<Option<Self>, NetError> {
        let names: &[&str] =
            if server.is_secure { &["HTTPS_PROXY", "https_proxy"] } else { &["http_proxy", "HTTP_PROXY"] };
        let any = ["ALL_PROXY", "all_proxy"];
        let read = |name: &&str| env::var(name).ok().filter(|value| !value.trim().is_empty());
        let Some(found) = names.iter().chain(&any).find_map(read) else {
            return Ok(None);
        };
        let exclusions = ["NO_PROXY", "no_proxy"].iter().find_map(read).unwrap_or_default();
        if is_local(&server.host) || is_excluded(&server.host, &exclusions) {
            return Ok(None);
        }
        Self::parse(&found).map(Some)
    }

    fn parse(text: &str) -> Result<Self, NetError> {
        let wrong = || NetError::ProxyAddress(without_password(text));
        let rest = match text.split_once("://") {
            Some(("http", rest)) => rest,
            Some(_) => return Err(wrong()),
            None => text,
        };
        let rest = rest.trim_end_matches('/');
        let (credentials, place) = match rest.rsplit_once('@') {
            Some((credentials, place)) => (Some(credentials.to_owned()), place),
            None => (None, rest),
        };
        let (host, port) = place.rsplit_once(':').unwrap_or((place, "3128"));
        let port = port.parse().map_err(|_| wrong())?;
        if host.is_empty() || host.contains(['/', ' ', ':']) {
            return Err(wrong());
        }
        Ok(Self { host: host.to_owned(), port, credentials })
    }

    pub(super) async fn open_tunnel(&self, mut stream: TcpStream, server: &Address) -> Result<TcpStream, NetError> {
        let authority = server.authority();
        let mut request = format!("CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n");
        if let Some(credentials) = &self.credentials {
            let encoded = BASE64_STANDARD.encode(credentials);
            request.push_str(&format!("Proxy-Authorization: Basic {encoded}\r\n"));
        }
        request.push_str("\r\n");
        let broken = |source| NetError::Connect { host: self.host.clone(), port: self.port, source };
        stream.write_all(request.as_bytes()).await.map_err(broken)?;
        // The server sends nothing before it is asked, so none of its bytes can be among these.
        let mut answer = Vec::new();
        while !answer.windows(4).any(|end| end == b"\r\n\r\n") && answer.len() < MAX_ANSWER_BYTES {
            if stream.read_buf(&mut answer).await.map_err(broken)? == 0 {
                break;
            }
        }
        let first = String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned();
        if first.split_whitespace().nth(1).is_some_and(|status| status.starts_with('2')) {
            return Ok(stream);
        }
        Err(NetError::Proxy { proxy: self.to_string(), answer: first })
    }
}

fn without_password(text: &str) -> String {
    text.rsplit_once('@').map_or_else(|| text.to_owned(), |(_, place)| format!("***@{place}"))
}

fn is_local(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Whether `NO_PROXY` excludes a host. It lists names, endings of names, or `*`.
fn is_excluded(host: &str, exclusions: &str) -> bool {
    exclusions
        .split([',', ' '])
        .map(|entry| entry.trim().trim_start_matches('.'))
        .filter(|entry| !entry.is_empty())
        .any(|entry| entry == "*" || host == entry || host.strip_suffix(entry).is_some_and(|rest| rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::{Proxy, is_excluded};

    #[test]
    fn reads_addresses() {
        let read = |text: &str| Proxy::parse(text).map(|proxy| (proxy.host, proxy.port, proxy.credentials));
        assert_eq!(read("http://proxy.pe:8080/").expect("good"), ("proxy.pe".into(), 8080, None));
        assert_eq!(read("10.0.0.1").expect("good"), ("10.0.0.1".into(), 3128, None));
        let with_at = read("http://ana:p@ss@proxy:1").expect("good");
        assert_eq!(with_at, ("proxy".into(), 1, Some("ana:p@ss".into())));
        for wrong in ["socks5://proxy:1", "http://", "http://proxy:port", "http://pro xy:1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let message = Proxy::parse("ftp://ana:secreta@proxy").expect_err("wrong").to_string();
        assert!(!message.contains("secreta"), "{message}");
    }

    #[test]
    fn exceptions_are_whole_names_or_endings() {
        assert!(is_excluded("caja.local", "otro, .local"));
        assert!(is_excluded("caja.local", "caja.local"));
        assert!(is_excluded("caja", "*"));
        assert!(!is_excluded("micaja.local", "caja.local"));
        assert!(!is_excluded("caja.local", ""));
    }
}
