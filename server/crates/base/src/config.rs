//! What the operator decides: command line, then environment, then an optional file; unknown keys are errors.

mod backup;
mod limits;
mod metrics;

pub use backup::{Backups, BackupsFile, Keep, S3Access};
pub use limits::{MIN_BODY_BYTES_PER_S, MaxConnections, TimeOuts};
pub use metrics::{Metrics, MetricsToken};

use anyhow::{Context, Result, anyhow};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use serde::{Deserialize, Deserializer, de::Error as _};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

/// Read once at start.
#[derive(Debug, Clone)]
pub struct Config {
    pub listen: SocketAddr,
    /// Where SQLite files, images and the outbox folder live.
    pub data: PathBuf,
    /// `postgres://…`: one schema per company; absent: one SQLite file per company.
    pub database: Option<String>,
    /// Companies may name look-up and mail servers of private networks.
    pub allow_private_addresses: bool,
    pub network: Network,
    /// The certificate by which the server speaks TLS itself; `None` where a proxy does, or nobody.
    pub tls: Option<TlsFiles>,
    /// At which address other machines reach the server, where it cannot know itself: `https://caja.example.pe`.
    pub public_url: Option<String>,
    /// The NTP server that the clock is held against, `time.example.pe` or with a port; `None` asks no one.
    pub ntp_server: Option<String>,
    /// Where the print agent's installers lie; absent: `downloads` beside the program or in the data folder.
    pub downloads: Option<PathBuf>,
    pub metrics: Metrics,
    /// How long it goes on serving after it was asked to stop and says so at `/readyz`: until a proxy has noticed.
    pub drain: Duration,
    pub backups: Backups,
}

impl Config {
    /// How a browser reaches the server where no proxy stands before it.
    pub fn scheme(&self) -> &'static str {
        if self.tls.is_some() { "https" } else { "http" }
    }
}

/// A certificate with its chain, and its key, both as PEM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFiles {
    pub cert: PathBuf,
    pub key: PathBuf,
}

/// Who may connect, and for how long.
#[derive(Debug, Clone)]
pub struct Network {
    /// Proxies that are believed when they say for whom they ask.
    pub trusted_proxies: Vec<IpNet>,
    pub max_connections: MaxConnections,
    pub time_outs: TimeOuts,
    /// How often it is looked whether those who listen still may.
    pub sockets_checked_every: Duration,
}

impl Default for Network {
    /// A proxy on the same machine, as the systemd unit expects it.
    fn default() -> Self {
        Self {
            trusted_proxies: vec![
                Ipv4Net::new_assert(Ipv4Addr::LOCALHOST, 8).into(),
                Ipv6Net::from(Ipv6Addr::LOCALHOST).into(),
            ],
            max_connections: MaxConnections::default(),
            time_outs: TimeOuts::default(),
            sockets_checked_every: Duration::from_secs(10),
        }
    }
}

/// The file `comanda.toml`; what the command line says wins.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigFile {
    pub listen: Option<SocketAddr>,
    pub data: Option<PathBuf>,
    pub database: Option<String>,
    #[serde(default, deserialize_with = "networks")]
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
    /// Reads a file; a missing one that nobody asked for is empty.
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

/// A network, or one address as a network of its own.
///
/// # Errors
/// It is neither; the text says so in Spanish.
pub fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    text.parse::<IpNet>()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| format!("{text} no es una dirección ni una red, como 10.0.0.1 o 10.0.0.0/8"))
}

fn networks<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Vec<IpNet>>, D::Error> {
    let texts = Vec::<String>::deserialize(value)?;
    texts.iter().map(|text| network(text)).collect::<Result<_, _>>().map(Some).map_err(D::Error::custom)
}
