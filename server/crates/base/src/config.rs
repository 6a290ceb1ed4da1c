//! The operator's configuration: command line, then environment, then an optional file; unknown keys are errors.

mod backup;
mod limits;
mod metrics;

pub use backup::{BackupRetention, Backups, BackupsFile, S3Access};
pub use limits::{MIN_BODY_BYTES_PER_S, MaxConnections, Timeouts};
pub use metrics::{Metrics, MetricsToken};

use anyhow::{Context, Result, anyhow};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use serde::{Deserialize, Deserializer, de::Error as _};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

/// The whole configuration, read once at start.
#[derive(Debug, Clone)]
pub struct Config {
    pub listen: SocketAddr,
    /// The folder of SQLite files, images and the outbox.
    pub data: PathBuf,
    /// A URL `postgres://…`: one schema per company. `None`: one SQLite file per company.
    pub database: Option<String>,
    /// Whether companies may name look-up and mail servers on private networks.
    pub allow_private_addresses: bool,
    pub network: Network,
    /// The certificate with which the server itself speaks TLS; `None` where a proxy does, or where there is no TLS.
    pub tls: Option<TlsFiles>,
    /// The address at which other machines reach the server, where it cannot find out itself: `https://caja.example.pe`.
    pub public_url: Option<String>,
    /// The NTP server that the clock is compared with, `time.example.pe` with or without a port; `None` asks none.
    pub ntp_server: Option<String>,
    /// The folder of the print agent's installers; `None`: `downloads` beside the program or in the data folder.
    pub downloads: Option<PathBuf>,
    pub metrics: Metrics,
    /// The time for which the server goes on serving after it was asked to stop, while `/readyz` already fails: until a proxy has noticed.
    pub drain: Duration,
    pub backups: Backups,
}

impl Config {
    /// The URL scheme by which a browser reaches the server where no proxy stands before it.
    pub fn scheme(&self) -> &'static str {
        if self.tls.is_some() { "https" } else { "http" }
    }
}

/// The files of a certificate with its chain and of its private key, both PEM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFiles {
    pub cert: PathBuf,
    pub key: PathBuf,
}

/// Limits of connections, and the proxies before the server.
#[derive(Debug, Clone)]
pub struct Network {
    /// The networks of proxies whose `X-Forwarded-*` headers are believed.
    pub trusted_proxies: Vec<IpNet>,
    pub max_connections: MaxConnections,
    pub time_outs: Timeouts,
    /// The interval at which the server checks that the sessions of connected sockets are still valid.
    pub socket_check_interval: Duration,
}

impl Default for Network {
    /// Trusts a proxy on the same machine, as the systemd unit expects it.
    fn default() -> Self {
        Self {
            trusted_proxies: vec![
                Ipv4Net::new_assert(Ipv4Addr::LOCALHOST, 8).into(),
                Ipv6Net::from(Ipv6Addr::LOCALHOST).into(),
            ],
            max_connections: MaxConnections::default(),
            time_outs: Timeouts::default(),
            socket_check_interval: Duration::from_secs(10),
        }
    }
}

/// The contents of `comanda.toml`; the command line takes precedence.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigFile {
    pub listen: Option<SocketAddr>,
    pub data: Option<PathBuf>,
    pub database: Option<String>,
    #[serde(default, deserialize_with = "deserialize_networks")]
    pub trusted_proxies: Option<Vec<IpNet>>,
    pub max_connections: Option<usize>,
    pub max_connections_per_address: Option<usize>,
    pub public_url: Option<String>,
    pub ntp_server: Option<String>,
    pub tls_cert: Option<PathBuf>,
    pub tls_key: Option<PathBuf>,
    pub downloads: Option<PathBuf>,
    pub allow_private_addresses: Option<bool>,
    pub metrics_listen: Option<SocketAddr>,
    pub metrics_token: Option<String>,
    pub metrics_companies: Option<usize>,
    pub drain_seconds: Option<u64>,
    #[serde(default)]
    pub backup: BackupsFile,
}

impl ConfigFile {
    /// Reads a file; without a path the result is empty.
    pub fn read(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else { return Ok(Self::default()) };
        let text = std::fs::read_to_string(path).with_context(|| format!("no se puede leer {}", path.display()))?;
        toml::from_str(&text).map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            anyhow!("{} no es válido, línea {line}: {}", path.display(), error.message())
        })
    }
}

/// Parses a network, or a single address as a network of its own.
///
/// # Errors
/// The text is neither; the message is Spanish.
pub fn parse_network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    text.parse::<IpNet>()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| format!("{text} no es una dirección ni una red, como 10.0.0.1 o 10.0.0.0/8"))
}

fn deserialize_networks<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Vec<IpNet>>, D::Error> {
    let texts = Vec::<String>::deserialize(value)?;
    texts.iter().map(|text| parse_network(text)).collect::<Result<_, _>>().map(Some).map_err(D::Error::custom)
}
